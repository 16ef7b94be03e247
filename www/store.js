// @ts-check
/** The logs this browser remembers, by the SHA-256 of their text, in IndexedDB. */

/**
 * @typedef {object} Remembered
 * @property {string} sha256 of the uncompressed text, in hexadecimal
 * @property {string} name the file's name
 * @property {Blob} file as it was dropped, compressed or not
 * @property {number} used when it was last used, in milliseconds since 1970
 */

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('subtorus', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('logs', { keyPath: 'sha256' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another tab holds the store'));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/**
 * One operation on the store of logs.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(logs: IDBObjectStore) => IDBRequest<T>} operation
 * @returns {Promise<T>}
 */
async function within(mode, operation) {
  const transaction = (await database()).transaction('logs', mode);
  return new Promise((resolve, reject) => {
    const request = operation(transaction.objectStore('logs'));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
  });
}

/**
 * Remembers a log. Rejects where the browser gives no room or no store; the page goes on without.
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
