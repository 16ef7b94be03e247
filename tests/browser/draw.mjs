/** Repeatable random numbers: a seed gives the same numbers on any computer. */

export class Draw {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to below 1 (mulberry32). */
  share() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number below `count`. @param {number} count */
  below(count) {
    return Math.floor(this.share() * count);
  }

  /**
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  one(list) {
    return list[this.below(list.length)];
  }

  /** @param {number} probability */
  chance(probability) {
    return this.share() < probability;
  }
}

/**
 * A number from the environment.
 * @param {string} name of an environment variable
 * @param {number} usual
 */
export function asked(name, usual) {
  const value = Number(process.env[name] ?? usual);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name}=${process.env[name]} is no number`);
  return value;
}
