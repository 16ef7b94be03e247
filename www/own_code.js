// @ts-check
/** Codes of strategies of one's own: how Rust names one, and those that this browser keeps. */
import { Study } from '../subtorus.js';
import { within } from './store.js';

/**
 * A strategy of one's own on the shelf.
 * @typedef {object} KeptCode
 * @property {string} digest by which links name it
 * @property {string} title
 * @property {string} code
 * @property {number} used when it was last used, in milliseconds since 1970
 * @property {boolean} [foreign] it came with a file, and nobody has agreed to it
 */

/**
 * The strategy as Rust names it; throws where the title or the code cannot be.
 * @param {string} title
 * @param {string} code
 */
export function strategyOf(title, code) {
  const scratch = new Study();
  try {
    const name = scratch.adopt(title, code, '');
    const strategy = scratch.own_strategies().find((one) => one.name === name);
    if (!strategy?.code) throw new Error('there is no code yet');
    return strategy;
  } finally {
    scratch.free();
  }
}

/** All that are kept, those used last first. */
export async function keptCodes() {
  /** @type {KeptCode[]} */
  const all = await within('codes', 'readonly', (codes) => codes.getAll());
  return all.sort((one, other) => other.used - one.used);
}

/**
 * @param {string} digest
 * @returns {Promise<KeptCode | undefined>}
 */
export function keptCode(digest) {
  return within('codes', 'readonly', (codes) => codes.get(digest));
}

/** @param {KeptCode[]} added */
export async function keepCodes(added) {
  await within('codes', 'readwrite', (codes) => {
    for (const kept of added) codes.put(kept);
    return codes.count();
  });
}

/** @param {string} digest */
export async function forgetCode(digest) {
  await within('codes', 'readwrite', (codes) => codes.delete(digest));
}
