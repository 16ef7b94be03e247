// @ts-check
/**
 * The codes of own strategies and queue orders: their names in Rust, and those in this browser's store. A code is
 * identified by the SHA-256 of its whole text, which is always computed. The digest in a record or a permalink is not trusted.
 */
import { Study } from '../../subtorus.js';
import { within } from './store.js';

/**
 * Own code on the shelf.
 * @typedef {object} KeptCode
 * @property {string} digest the SHA-256 of the code
 * @property {string} title
 * @property {string} code
 * @property {number} used the time of its last use, in milliseconds since 1970
 * @property {boolean} [foreign] it came with a file, and the user has not agreed to it
 */

/**
 * Own code in Rust's form. Throws if the title or the code is invalid.
 * @param {string} title
 * @param {string} code
 */
export function ownCodeOf(title, code) {
  const scratch = new Study();
  try {
    const name = scratch.adopt(title, code, '');
    const own = scratch.own_codes().find((one) => one.name === name);
    if (!own?.code) throw new Error('there is no code yet');
    return own;
  } finally {
    scratch.free();
  }
}

/** All codes in the store, each with the digest of its text and its key there. */
async function records() {
  /** @type {KeptCode[]} */
  const all = await within('codes', 'readonly', (codes) => codes.getAll());
  return all.flatMap((kept) => {
    try {
      return [{ key: kept.digest, kept: { ...kept, digest: ownCodeOf(kept.title, kept.code).digest } }];
    } catch {
      return [];
    }
  });
}

/** All stored codes, each once, the last used first. */
export async function storedCodes() {
  const all = (await records()).map(({ kept }) => kept).sort((one, other) => other.used - one.used);
  // Consent to one copy is consent to the code.
  const known = all.filter(({ foreign }) => !foreign);
  return [...known, ...all.filter(({ foreign }) => foreign)].filter((kept, place, list) => list.findIndex(({ digest }) => digest === kept.digest) === place);
}

/**
 * The codes with a digest that begins with these digits. Older permalinks have only the first twelve.
 * @param {string} digits
 */
export async function storedCodesOf(digits) {
  return (await storedCodes()).filter(({ digest }) => digest.startsWith(digits));
}

/** @param {KeptCode[]} added */
export async function storeCodes(added) {
  await within('codes', 'readwrite', (codes) => {
    for (const kept of added) codes.put(kept);
    return codes.count();
  });
}

/** @param {string} digest */
export async function deleteCode(digest) {
  const keys = (await records()).filter(({ kept }) => kept.digest === digest).map(({ key }) => key);
  await within('codes', 'readwrite', (codes) => {
    for (const key of keys) codes.delete(key);
    return codes.count();
  });
}
