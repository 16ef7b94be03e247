// @ts-check
/** Fetching a log from another site: without a word about who asks, not too much of it, and not for ever. */
import { about } from '../subtorus.js';
import { readAll } from './unpack.js';

/** How long fetching may take, in milliseconds. */
const PATIENCE = 120_000;

/**
 * A file at an address, or why there is none.
 * @param {string | URL} address
 * @param {AbortSignal} signal ends it at once
 * @returns {Promise<Blob>}
 */
export async function fetchFile(address, signal) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('the server took more than two minutes')), PATIENCE);
  try {
    const either = AbortSignal.any([signal, late.signal]);
    const response = await fetch(address, { signal: either, credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`);
    const { most_bytes, too_large } = about();
    if (Number(response.headers.get('content-length')) > most_bytes || !response.body) throw new Error(too_large);
    return new Blob((await readAll(response.body)).pieces);
  } finally {
    clearTimeout(timer);
    late.abort();
  }
}
