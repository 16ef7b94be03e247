// @ts-check
/**
 * The logs this browser remembers, by the SHA-256 of their text, in IndexedDB. Every question is answered or rejected
 * within a time, for there are browsers whose store never answers; the page goes on without.
 */

/**
 * @typedef {object} Remembered
 * @property {string} sha256 of the uncompressed text, in hexadecimal
 * @property {string} name the file's name
 * @property {Blob} file as it was dropped, compressed or not
 * @property {number} used when it was last used, in milliseconds since 1970
 */

/** How long the store may take to answer, and to write, in milliseconds. */
const PATIENCE = { readonly: 4000, readwrite: 60_000 };

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @returns {Promise<IDBDatabase>} */
function database() {
  const attempt = (opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('subtorus', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('logs', { keyPath: 'sha256' });
    request.onsuccess = () => {
      request.result.onclose = () => (opening = undefined);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another tab holds the store'));
  }));
  attempt.catch(() => (opening = undefined));
  return attempt;
}

/**
 * One operation on the store of logs.
 * @template T
 * @param {'readonly' | 'readwrite'} mode
 * @param {(logs: IDBObjectStore) => IDBRequest<T>} operation
 * @returns {Promise<T>}
 */
async function within(mode, operation) {
  const done = database().then((open) => new Promise((resolve, reject) => {
    const transaction = open.transaction('logs', mode);
    const request = operation(transaction.objectStore('logs'));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
  }));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('the browser’s store does not answer')), PATIENCE[mode]);
  });
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/**
 * Remembers a log. Rejects where the browser gives no room or no store.
 * @param {string} sha256
 * @param {string} name
 * @param {Blob} file
 */
export async function remember(sha256, name, file) {
  await within('readwrite', (logs) => logs.put({ sha256, name, file, used: Date.now() }));
}

/**
 * The log with this identity, if this browser has it.
 * @param {string} sha256
 * @returns {Promise<Remembered | undefined>}
 */
export function recall(sha256) {
  return within('readonly', (logs) => logs.get(sha256));
}

/**
 * All logs, those used last first.
 * @returns {Promise<Remembered[]>}
 */
export async function remembered() {
  const logs = await within('readonly', (logs) => logs.getAll());
  return logs.sort((one, other) => other.used - one.used);
}

/**
 * Deletes a log, or all of them.
 * @param {string} [sha256]
 */
export async function forget(sha256) {
  await within('readwrite', (logs) => (sha256 === undefined ? logs.clear() : logs.delete(sha256)));
}
