// @ts-check
/** Fetches a log without a referrer or credentials, up to a size and a time limit; and files of this site. */
import { about } from '../../subtorus.js';
import { forEachChunk } from '../workers/streams.js';
import { SITE } from '../site_address.js';

/** The time limit, in milliseconds. */
const TIMEOUT = 120_000;

/**
 * Fetches the file at an address. Rejects with the reason if that fails.
 * @param {URL} address
 * @param {AbortController} fetching its signal aborts the request
 * @returns {Promise<Blob>}
 */
export async function fetchFile(address, fetching) {
  const timer = setTimeout(() => fetching.abort(new Error('the server took more than two minutes')), TIMEOUT);
  try {
    const { signal } = fetching;
    const response = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`);
    const { most_bytes, too_large } = about();
    if (Number(response.headers.get('content-length')) > most_bytes) throw new Error(too_large);
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const pieces = [];
    let size = 0;
    const take = (/** @type {Uint8Array<ArrayBuffer>} */ piece) => {
      size += piece.length;
      if (size > most_bytes) throw new Error(too_large);
      pieces.push(piece);
    };
    if (response.body) await forEachChunk(response.body, take);
    return new Blob(pieces);
  } catch (error) {
    fetching.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A file of this site. Rejects with the answer of the server if it is not there.
 * @param {string} path from the folder of the site
 * @returns {Promise<Response>}
 */
export async function siteFile(path) {
  const response = await fetch(new URL(path, SITE));
  if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText} for ${path}`);
  return response;
}

/**
 * The name of the file at an address.
 * @param {URL} address
 */
export function nameAt({ pathname }) {
  const name = pathname.split('/').pop() || 'log.swf';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Rejects with the reason of an abort.
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
export function aborted(signal) {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

/**
 * The address of a sample on the site itself.
 * @param {{ file: string }} sample
 */
export function addressOf({ file }) {
  return new URL(`samples/${file}`, SITE);
}
