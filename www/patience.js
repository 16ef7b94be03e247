// @ts-check
/**
 * How long a worker may take before it is given up, in milliseconds. Cells that differ only in what is varied take about
 * as long as their weights say, so what was seen of one tells what to expect of another; of all else little is known,
 * and the page is patient. A run that is slow but alive must not be lost: where a worker's lock shows that it lives, the
 * page waits ten times as long.
 */

/** What has not started by then will not. */
const START = 30_000;
/** How long anything may take of which nothing alike has been seen. */
const UNKNOWN = 300_000;
/** What else takes this long more than expected, and so many times as long, is given up. */
const GRACE = 30_000;
const FACTOR = 20;
/** So many times as long is waited for a worker that is known to live, */
const ALIVE = 10;
/** and for a cell that was given up once: it may just be slow. */
const AGAIN = 4;

export class Patience {
  #trust;
  #alike = 1;
  #preparation = 0;
  /** The slowest cell so far, in milliseconds per weight, by what is alike. @type {Map<number, number>} */
  #paces = new Map();

  /** @param {boolean} watched whether the death of a worker is noticed by other means, so that one that is late is alive */
  constructor(watched) {
    this.#trust = watched ? ALIVE : 1;
  }

  /** How long a worker may take to start. */
  get start() {
    return START;
  }

  /** How long an errand may take. */
  get errand() {
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
    const usual = pace === undefined ? UNKNOWN + FACTOR * this.#slowest() * weight : GRACE + FACTOR * pace * weight;
    return this.#trust * (again ? AGAIN : 1) * usual;
  }

  /** @param {number} alike how many cells in a row are of one kind */
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

  #slowest() {
    let slowest = 0;
    for (const pace of this.#paces.values()) slowest = Math.max(slowest, pace);
    return slowest;
  }
}
