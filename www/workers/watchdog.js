// @ts-check
/**
 * Timeouts that count only the time in which this page was awake. They ignore the sleep of the computer, and slow
 * timers of a background page.
 */

/** The interval of the checks, in milliseconds. */
const TICK = 1000;
/** More than this between two checks was sleep. */
const LONGEST = 2 * TICK;

/**
 * @typedef {object} Clock
 * @property {() => number} now in milliseconds
 * @property {(action: () => void, milliseconds: number) => number} every
 * @property {(timer: number) => void} stop
 */

/** @type {Clock} */
const browserClock = {
  now: () => performance.now(),
  every: (action, milliseconds) => Number(setInterval(action, milliseconds)),
  stop: (timer) => clearInterval(timer),
};

export class Watchdog {
  #clock;
  #timer = 0;
  #last = 0;
  /** @type {Set<{ left: number, late: () => void }>} */
  #expected = new Set();

  /** @param {Clock} [clock] */
  constructor(clock = browserClock) {
    this.#clock = clock;
  }

  /**
   * Calls `late` once, unless the expected event happens within this many milliseconds.
   * @param {number} limit
   * @param {() => void} late
   * @returns {() => void} to be called at the event
   */
  expect(limit, late) {
    const one = { left: limit, late };
    this.#expected.add(one);
    if (this.#expected.size === 1) {
      this.#last = this.#clock.now();
      this.#timer = this.#clock.every(() => this.#look(), TICK);
    }
    return () => this.#forget(one);
  }

  /** @param {{ left: number, late: () => void }} one */
  #forget(one) {
    if (this.#expected.delete(one) && this.#expected.size === 0) this.#clock.stop(this.#timer);
  }

  #look() {
    const now = this.#clock.now();
    const passed = Math.min(now - this.#last, LONGEST);
    this.#last = now;
    for (const one of [...this.#expected]) {
      one.left -= passed;
      if (one.left > 0 || !this.#expected.has(one)) continue;
      this.#forget(one);
      one.late();
    }
  }
}
