// @ts-check
/**
 * This browser's store, in IndexedDB: logs by the SHA-256 of their text, results of runs, the experiments of the shelf,
 * and own strategies by the digest of their code. Every request settles within a time limit, because the store of some
 * browsers never answers. The page then works without it.
 */

/**
 * @typedef {object} Remembered
 * @property {string} sha256 of the uncompressed text, in hexadecimal
 * @property {string} name the file's name
 * @property {Blob} file as it was dropped, compressed or not
 * @property {number} used the time of its last use, in milliseconds since 1970
 */

/**
 * The object stores and their keys. A new one needs a line here and a new version of the database.
 * @type {Record<string, { options: IDBObjectStoreParameters, indexes: Record<string, string | string[]> }>}
 */
const STORES = {
  logs: { options: { keyPath: 'sha256' }, indexes: {} },
  results: { options: { autoIncrement: true }, indexes: { curve: 'curve', used: ['used', 'bytes', 'cells'] } },
  shelf: { options: { keyPath: 'id', autoIncrement: true }, indexes: {} },
  codes: { options: { keyPath: 'digest' }, indexes: {} },
};
const VERSION = 4;

/** How long the store may take to answer, and to write, in milliseconds. */
const TIMEOUT = { readonly: 4000, readwrite: 60_000 };

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @param {IDBDatabase} database */
function upgrade(database) {
  for (const [name, { options, indexes }] of Object.entries(STORES)) {
    if (database.objectStoreNames.contains(name)) continue;
    const store = database.createObjectStore(name, options);
    for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path);
  }
}

/** @returns {Promise<IDBDatabase>} */
function database() {
  const attempt = (opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('subtorus', VERSION);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => {
      const leave = () => (opening = undefined);
      request.result.onclose = leave;
      // A page of a later version must not wait for this one.
      request.result.onversionchange = () => (leave(), request.result.close());
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another tab holds the store'));
  }));
  attempt.catch(() => (opening = undefined));
  return attempt;
}

/**
 * One transaction on one of the stores. Returns the result of its last request when all are done.
 * @template T
 * @param {string} store
 * @param {'readonly' | 'readwrite'} mode
 * @param {(objects: IDBObjectStore) => IDBRequest<T>} operation
 * @returns {Promise<T>}
 */
export async function within(store, mode, operation) {
  const done = database().then((open) => new Promise((resolve, reject) => {
    const transaction = open.transaction(store, mode);
    const request = operation(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
  }));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('the browser’s store does not answer')), TIMEOUT[mode]);
  });
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/**
 * Stores a log. Rejects if the browser has no space or no store.
 * @param {string} sha256
 * @param {string} name
 * @param {Blob} file
 */
export async function remember(sha256, name, file) {
  await within('logs', 'readwrite', (logs) => logs.put({ sha256, name, file, used: Date.now() }));
}

/**
 * The log with this identity, if this browser has it.
 * @param {string} sha256
 * @returns {Promise<Remembered | undefined>}
 */
export function recall(sha256) {
  return within('logs', 'readonly', (logs) => logs.get(sha256));
}

/**
 * All logs, the last used first.
 * @returns {Promise<Remembered[]>}
 */
export async function remembered() {
  const logs = await within('logs', 'readonly', (logs) => logs.getAll());
  return logs.sort((one, other) => other.used - one.used);
}

/**
 * Deletes a log, or all of them.
 * @param {string} [sha256]
 */
export async function forget(sha256) {
  await within('logs', 'readwrite', (logs) => (sha256 === undefined ? logs.clear() : logs.delete(sha256)));
}
