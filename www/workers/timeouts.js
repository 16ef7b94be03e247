// @ts-check
/**
 * Timeouts: how long a worker may take before it is terminated, in milliseconds. Cells that differ only in the varied
 * value take times proportional to their weights, so the time of one predicts that of another. For everything else the
 * limits are long. A slow run must not be lost: if a worker's lock shows that it is alive, the page waits ten times as
 * long.
 */

/** A worker that has not started by then is given up. */
const START = 30_000;
/** The limit for anything without a comparable time. */
const UNKNOWN = 300_000;
/** Anything else is given up after this constant plus this multiple of the expected time. */
const GRACE = 30_000;
const FACTOR = 20;
/** The factor for a worker that is known to be alive, */
const ALIVE = 10;
/** and for a cell that was given up once, which may just be slow. */
const AGAIN = 4;

export class Timeouts {
  #trust;
  #alike = 1;
  #preparation = 0;
  /** The slowest cell so far, in milliseconds per weight, by group of similar cells. @type {Map<number, number>} */
  #paces = new Map();

  /** @param {boolean} watched whether the exit of a worker is noticed otherwise, so that a late worker is alive */
  constructor(watched) {
    this.#trust = watched ? ALIVE : 1;
  }

  /** How long a worker may take to start. */
  get start() {
    return START;
  }

  /** How long a worker request may take. */
  get workerRequest() {
    return this.#trust * UNKNOWN;
  }

  /** How long the preparation of a run may take. */
  get preparation() {
    return this.#trust * (this.#preparation ? GRACE + FACTOR * this.#preparation : UNKNOWN);
  }

  /**
   * How long a cell may take.
   * @param {number} cell
   * @param {number} weight
   * @param {boolean} again whether it was given up before
   */
  cell(cell, weight, again) {
    const pace = this.#paces.get(this.#kind(cell));
    const slowest = Math.max(0, ...this.#paces.values());
    const usual = pace === undefined ? UNKNOWN + FACTOR * slowest * weight : GRACE + FACTOR * pace * weight;
    return this.#trust * (again ? AGAIN : 1) * usual;
  }

  /** @param {number} alike the number of consecutive similar cells */
  begin(alike) {
    this.#alike = Math.max(1, alike);
    this.#paces.clear();
  }

  /** @param {number} took */
  learnPreparation(took) {
    this.#preparation = Math.max(this.#preparation, took);
  }

  /**
   * A cell has been computed.
   * @param {number} cell
   * @param {number} weight
   * @param {number} took
   */
  learn(cell, weight, took) {
    const kind = this.#kind(cell);
    this.#paces.set(kind, Math.max(this.#paces.get(kind) ?? 0, took / weight));
  }

  /** @param {number} cell */
  #kind(cell) {
    return Math.floor(cell / this.#alike);
  }
}
