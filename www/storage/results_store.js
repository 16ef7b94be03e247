// @ts-check
/**
 * Results in the browser's store, for the next visit. A record has many of them: those of one curve within about a
 * second. Records do not grow, and the least recently used are deleted once there are too many. Each has a checksum. A
 * damaged record is deleted, and its cells are computed again.
 */
import { sha256 } from '../../subtorus.js';
import { pauses } from '../state/pauses.js';
import { within } from './store.js';

/**
 * Some results of one curve.
 * @typedef {object} Chunk
 * @property {string} curve the program, and the digest of the curve
 * @property {string} keys the identities of the cells, one after the other, all of the same length
 * @property {Float64Array} values their numbers, one after the other
 * @property {number} cells the number of cells
 * @property {number} bytes about how much space that takes
 * @property {number} used the time of their last use, in milliseconds since 1970
 */

/** A chunk as it is stored: with the digest of its curve, keys and values. @typedef {Chunk & { sum: string }} Record */

/** The most bytes that are kept, and how many are left after deleting. */
export const MOST = 64e6;
const LEFT = 0.8 * MOST;
/** A record is noted as used if its last use is this long ago, in milliseconds. */
const STALE = 3_600_000;
/** With more curves, nothing is looked up, because each takes a request. */
const CURVES = 2000;

/** @param {Chunk} chunk */
function sumOf({ curve, keys, values }) {
  const text = new TextEncoder().encode(`${curve}\n${keys}\n`);
  const bytes = new Uint8Array(text.length + values.byteLength);
  bytes.set(text);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), text.length);
  return sha256(bytes);
}

/**
 * Whether a record is unchanged.
 * @param {Record} record
 */
function fits(record) {
  return typeof record.keys === 'string' && record.values instanceof Float64Array && record.sum === sumOf(record);
}

/**
 * The stored results of these curves, and the number of damaged records that were deleted.
 * @param {string[]} curves
 * @returns {Promise<{ chunks: Chunk[], damaged: number }>}
 */
export async function load(curves) {
  const found = await find(curves);
  const [sound, damaged] = [/** @type {typeof found} */ ([]), /** @type {typeof found} */ ([])];
  // Checksums take a while.
  const pause = pauses();
  for (const each of found) {
    (fits(each.record) ? sound : damaged).push(each);
    await pause();
  }
  const now = Date.now();
  const stale = sound.filter(({ record }) => now - record.used > STALE);
  if (damaged.length + stale.length > 0) {
    const changed = within('results', 'readwrite', (results) => {
      for (const { key } of damaged) results.delete(key);
      for (const { key, record } of stale) results.put({ ...record, used: now }, key);
      return results.count();
    });
    changed.catch(() => {});
  }
  return { chunks: sound.map(({ record }) => record), damaged: damaged.length };
}

/** @param {string[]} curves */
async function find(curves) {
  /** @type {{ key: IDBValidKey, record: Record }[]} */
  const found = [];
  if (curves.length === 0 || curves.length > CURVES) return found;
  /** @type {[IDBRequest<IDBValidKey[]>, IDBRequest<Record[]>][]} */
  let requests = [];
  await within('results', 'readonly', (results) => {
    const index = results.index('curve');
    requests = curves.map((curve) => [index.getAllKeys(curve), index.getAll(curve)]);
    return requests[requests.length - 1][1];
  });
  for (const [keys, records] of requests) keys.result.forEach((key, place) => found.push({ key, record: records.result[place] }));
  return found;
}

/**
 * Stores more results.
 * @param {Chunk[]} chunks at least one
 */
export async function save(chunks) {
  const records = chunks.map((chunk) => ({ ...chunk, sum: sumOf(chunk) }));
  await within('results', 'readwrite', (results) => records.map((record) => results.add(record))[records.length - 1]);
}

/** The number of results, and about how many bytes they take. */
export async function size() {
  const sum = { cells: 0, bytes: 0 };
  await walk('readonly', (cursor) => {
    const [, bytes, cells] = /** @type {number[]} */ (cursor.key);
    sum.cells += cells;
    sum.bytes += bytes;
  });
  return sum;
}

/** Deletes the least recently used, if there are too many. @returns {Promise<number>} how many bytes are left */
export async function makeRoom() {
  const { bytes } = await size();
  let left = bytes;
  if (bytes <= MOST) return left;
  await walk('readwrite', (cursor, results) => {
    if (left <= LEFT) return false;
    left -= /** @type {number[]} */ (cursor.key)[1];
    results.delete(cursor.primaryKey);
    return true;
  });
  return left;
}

/** Deletes all results. */
export async function clear() {
  await within('results', 'readwrite', (results) => results.clear());
}

/**
 * Visits the records, the least recently used first, without reading their contents.
 * @param {'readonly' | 'readwrite'} mode
 * @param {(cursor: IDBCursor, results: IDBObjectStore) => boolean | void} visit returns false to stop
 */
async function walk(mode, visit) {
  await within('results', mode, (results) => {
    const request = results.index('used').openKeyCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor && visit(cursor, results) !== false) cursor.continue();
    };
    return request;
  });
}
