// @ts-check
/**
 * Stored results, so that nothing is computed twice. A result is found by its identity (Rust's `Identities`), not by
 * its run. Another plot, a finer step, another strategy, Back or a reload find it here. It is in memory, and in the
 * browser's store for the next visit. If the store fails, is full or slow, only memory is used.
 */
import * as build from '../build.js';
import { notice } from '../views/notices.js';
import * as stored from './results_store.js';

/** @import { Identities } from '../../subtorus.js' */
/** @import { Chunk } from './results_store.js' */

/** The digest of the engine. A build without a digest stores nothing. @type {string} */
const ENGINE = build.ENGINE ?? '';
/** The most bytes of results in memory, and about how many each takes in addition to its numbers. */
const MOST = 64e6;
const OVERHEAD = 150;
/** The interval of writing new results, in milliseconds. */
const PACE = 1000;
/** How long a run waits for the store, in milliseconds; after that results count as missing. */
const WAIT = 1000;

/**
 * The known results of one plan's cells.
 * @typedef {object} KnownCells
 * @property {(cell: number) => Float64Array | undefined} get
 * @property {(cell: number, values: Float64Array) => void} add
 */

export class Results {
  /** By identity, the least recently used first. @type {Map<string, Float64Array>} */
  #known = new Map();
  #bytes = 0;
  /** The identities that the store has, or failed to return. @type {Set<string>} */
  #loaded = new Set();
  /** Results to write, by curve. @type {Map<string, { keys: string[], values: Float64Array[] }>} */
  #fresh = new Map();
  #timer = 0;
  /** About how many bytes are in the store; unknown at first. @type {number | undefined} */
  #stored;
  /** Whether damage in the store has been reported. */
  #said = false;
  /** Whether the store has failed, and is not used until the next visit. */
  #broken = ENGINE === '';

  /** Before the page is left, new results are written at once. */
  constructor() {
    addEventListener('pagehide', () => this.#write());
    addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.#write());
  }

  /**
   * The stored results of a plan's cells.
   * @param {Identities | null | undefined} identities
   * @returns {Promise<KnownCells | null>} null if results cannot be stored
   */
  async of(identities) {
    if (!identities) return null;
    await this.#load(identities);
    const { points, digits, replications, curves, numbers } = identities;
    const perCurve = (points.length / digits / curves.length) * replications;
    const key = (/** @type {number} */ cell) => {
      const point = Math.floor(cell / replications) * digits;
      return points.slice(point, point + digits) + String(cell % replications).padStart(4, '0');
    };
    return {
      get: (cell) => this.#get(key(cell)),
      add: (cell, values) => {
        if (values.length === numbers) this.#add(key(cell), values, curves[Math.floor(cell / perCurve)]);
      },
    };
  }

  /** @param {Identities} identities */
  async #load({ curves, digits, numbers }) {
    const wanted = curves.filter((curve) => !this.#loaded.has(curve));
    if (this.#broken || wanted.length === 0) return;
    const loading = stored.load(wanted.map(mark)).then(({ chunks, damaged }) => {
      if (damaged > 0 && !this.#said) {
        notice('kept', 'Some of the results that this browser has kept were damaged. They are deleted, and computed again.');
      }
      this.#said ||= damaged > 0;
      for (const chunk of chunks) this.#take(chunk, digits + 4, numbers);
      for (const curve of wanted) this.#loaded.add(curve);
    });
    const late = new Promise((resolve) => setTimeout(resolve, WAIT));
    await Promise.race([loading.catch(() => void (this.#broken = true)), late]);
  }

  /**
   * Takes the results from the store.
   * @param {Chunk} chunk
   * @param {number} length of a key
   * @param {number} numbers of a result
   */
  #take({ keys, values }, length, numbers) {
    for (let cell = 0; cell * length < keys.length; cell++) {
      const key = keys.slice(cell * length, (cell + 1) * length);
      if (!this.#known.has(key)) this.#put(key, values.slice(cell * numbers, (cell + 1) * numbers));
    }
  }

  /** @param {string} key */
  #get(key) {
    const values = this.#known.get(key);
    if (!values) return undefined;
    this.#known.delete(key);
    this.#known.set(key, values);
    return values;
  }

  /**
   * @param {string} key
   * @param {Float64Array} values
   * @param {string} curve
   */
  #add(key, values, curve) {
    if (this.#known.has(key)) return;
    this.#put(key, values);
    if (this.#broken) return;
    const fresh = this.#fresh.get(curve) ?? { keys: [], values: [] };
    this.#fresh.set(curve, fresh);
    fresh.keys.push(key);
    fresh.values.push(values);
    this.#timer ||= setTimeout(() => this.#write(), PACE);
  }

  /**
   * @param {string} key
   * @param {Float64Array} values
   */
  #put(key, values) {
    this.#known.set(key, values);
    this.#bytes += values.byteLength + OVERHEAD;
    for (const [oldest, { byteLength }] of this.#known) {
      if (this.#bytes <= MOST) break;
      this.#known.delete(oldest);
      this.#bytes -= byteLength + OVERHEAD;
      // The store may still have it.
      this.#loaded.clear();
    }
  }

  /** Writes new results, one record per curve. */
  #write() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const chunks = [...this.#fresh].map(([curve, { keys, values }]) => chunkOf(curve, keys, values));
    this.#fresh.clear();
    if (chunks.length === 0 || this.#broken) return;
    this.#save(chunks).catch(() => (this.#broken = true));
  }

  /** @param {Chunk[]} chunks */
  async #save(chunks) {
    await stored.save(chunks);
    this.#stored ??= (await stored.size()).bytes;
    this.#stored += chunks.reduce((sum, { bytes }) => sum + bytes, 0);
    if (this.#stored > stored.MOST) this.#stored = await stored.makeRoom();
  }

  /** The number of stored results, and about how many bytes they take: in the store, or else in memory. */
  async size() {
    this.#write();
    const inMemory = { cells: this.#known.size, bytes: this.#bytes };
    if (this.#broken) return inMemory;
    return stored.size().catch(() => inMemory);
  }

  /** Deletes all results, in memory and in the store. */
  async clear() {
    this.#known.clear();
    this.#fresh.clear();
    this.#loaded.clear();
    this.#bytes = 0;
    this.#stored = undefined;
    if (!this.#broken) await stored.clear();
  }
}

/**
 * The key of a curve with this engine: results of another engine are separate.
 * @param {string} curve
 */
function mark(curve) {
  return `${ENGINE} ${curve}`;
}

/**
 * @param {string} curve
 * @param {string[]} keys
 * @param {Float64Array[]} values
 * @returns {Chunk}
 */
function chunkOf(curve, keys, values) {
  const flat = new Float64Array(values.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const each of values) {
    flat.set(each, end);
    end += each.length;
  }
  const text = keys.join('');
  const bytes = flat.byteLength + text.length + OVERHEAD;
  return { curve: mark(curve), keys: text, values: flat, cells: keys.length, bytes, used: Date.now() };
}
