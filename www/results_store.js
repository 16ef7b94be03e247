// @ts-check
/**
 * Results in the browser's store, for the next visit. A record has many of them: what has come of one curve within a
 * second or so. Records grow no more; the ones used longest ago are deleted once there is too much of them.
 */
import { within } from './store.js';

/**
 * Some results of one curve.
 * @typedef {object} Chunk
 * @property {string} curve what computed them, and the digest of the curve
 * @property {string} keys the identities of the cells, one after the other, each of the same length
 * @property {Float64Array} values their numbers, one after the other
 * @property {number} cells how many there are
 * @property {number} bytes about how much room that takes
 * @property {number} used when they were last used, in milliseconds since 1970
 */

/** How much is kept at most, in bytes; and so much is left when room is made. */
export const MOST = 64e6;
const LEFT = 0.8 * MOST;
/** What has been used this long ago, in milliseconds, is noted to be used again. */
const STALE = 3_600_000;
/** Of more curves at once, nothing is looked up: each is a question of its own. */
const CURVES = 2000;

/**
 * What is kept of these curves.
 * @param {string[]} curves
 * @returns {Promise<Chunk[]>}
 */
export async function load(curves) {
  if (curves.length === 0 || curves.length > CURVES) return [];
  /** @type {{ key: IDBValidKey, chunk: Chunk }[]} */
  const found = [];
  await within('results', 'readonly', (results) => {
    const index = results.index('curve');
    const requests = curves.map((curve) => {
      const request = index.openCursor(curve);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor) return;
        found.push({ key: cursor.primaryKey, chunk: cursor.value });
        cursor.continue();
      };
      return request;
    });
    return requests[requests.length - 1];
  });
  const now = Date.now();
  const stale = found.filter(({ chunk }) => now - chunk.used > STALE);
  if (stale.length > 0) {
    const touched = within('results', 'readwrite', (results) => {
      const requests = stale.map(({ key, chunk }) => results.put({ ...chunk, used: now }, key));
      return requests[requests.length - 1];
    });
    touched.catch(() => {});
  }
  return found.map(({ chunk }) => chunk);
}

/**
 * Keeps more results.
 * @param {Chunk[]} chunks at least one
 */
export async function save(chunks) {
  await within('results', 'readwrite', (results) => chunks.map((chunk) => results.add(chunk))[chunks.length - 1]);
}

/** How many results there are, and about how many bytes. */
export async function size() {
  const sum = { cells: 0, bytes: 0 };
  await walk('readonly', (cursor) => {
    const [, bytes, cells] = /** @type {number[]} */ (cursor.key);
    sum.cells += cells;
    sum.bytes += bytes;
  });
  return sum;
}

/** Deletes those used longest ago, if there is too much. @returns {Promise<number>} how many bytes are left */
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
 * Goes from record to record, the one used longest ago first, without reading what is in them.
 * @param {'readonly' | 'readwrite'} mode
 * @param {(cursor: IDBCursor, results: IDBObjectStore) => boolean | void} visit says false to end it
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
