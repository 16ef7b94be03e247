// @ts-check
/** A member of the pool: a worker with its own wasm instance, and a report when it exits for any reason. */
import { Watchdog } from './watchdog.js';
import { SITE } from '../site_address.js';

/** @import { Order, Report } from './messages.js' */

/**
 * The browser's features that a member needs.
 * @typedef {object} Host
 * @property {(name: string) => Worker} worker
 * @property {LockManager | undefined} locks available for https and localhost only
 * @property {Watchdog} watchdog
 * @property {number} [silence] how long a worker that has reported to be alive may be silent, in milliseconds: it runs
 * code of an own strategy, which may never end
 * @property {(link: string, cell: number) => boolean} [isOwn] for workers with own strategies: whether a cell belongs
 * to one
 */

/** @returns {Host} */
export function browser() {
  return {
    worker: (name) => new Worker(new URL('www/workers/worker.js', SITE), { type: 'module', name }),
    locks: navigator.locks,
    watchdog: new Watchdog(),
  };
}

/** A worker and its current work. */
export class PoolWorker {
  /** Its cells, the running one first. @type {number[]} */
  cells = [];
  /** The number of the run that it prepares, 0 before the first; and whether it is prepared. */
  task = 0;
  ready = false;
  /** The log that it holds, as the page's object; null for none. @type {object | null} */
  holds = null;
  #host;
  #worker;
  #gone = false;
  #started = false;
  #waiting = new AbortController();
  /** The time limit of each answer that is still to come, the next first. @type {(() => number)[]} */
  #limits = [];
  /** Whether it waits for the next answer, and what to do then. */
  #awaiting = false;
  #clearTimer = () => {};
  /** @type {(report: Report) => void} */
  #listener = () => {};

  /**
   * @param {WebAssembly.Module} module compiled once by the page for all its workers
   * @param {Host} host
   * @param {number} limit how long it may take to start
   * @param {boolean} [own] whether it runs only cells of own strategies, with their code
   */
  constructor(module, host, limit, own = false) {
    this.own = own;
    this.#host = host;
    // The name is that of its lock. If another worker had it, this one would wait for its end.
    const name = `subtorus-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
    this.#worker = host.worker(name);
    this.#worker.onmessage = ({ data }) => {
      if (this.#gone) return;
      // The code that it runs has just been called, or it has begun the order.
      if (data.kind === 'alive' || data.kind === 'begun') return this.#awaiting && this.#expect(data.kind === 'alive');
      if (data.kind === 'died') return this.#exit(data.message);
      if (data.kind === 'started') {
        this.#started = true;
        this.#watch(name);
      }
      this.#clearTimer();
      // After some progress, the time limit of the answer starts again.
      if (data.kind !== 'reading') this.#limits.shift();
      this.#awaiting = false;
      this.#listener(data);
      this.#await();
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#exit(event.message || 'its script could not be loaded');
    };
    this.#worker.onmessageerror = () => this.#exit('a message could not be read');
    this.tell({ kind: 'start', task: 0, name, module }, () => limit);
  }

  /**
   * A worker that is closed or crashes sends nothing but releases its lock. Without locks, only an exit with an error
   * message is noticed at once; others are noticed when the next answer is late.
   * @param {string} name
   */
  #watch(name) {
    this.#host.locks
      ?.request(name, { signal: this.#waiting.signal }, () => this.#exit('it stopped without a word'))
      .catch(() => {});
  }

  /** @param {(report: Report) => void} listener receives the reports of this worker from now on */
  listen(listener) {
    this.#listener = listener;
  }

  /**
   * @param {Order} order
   * @param {() => number} limit how long the answer may take after the previous one, in milliseconds
   */
  tell(order, limit) {
    this.#limits.push(limit);
    this.#await();
    this.#worker.postMessage(order);
  }

  #await() {
    if (this.#gone || this.#awaiting || this.#limits.length === 0) return;
    this.#awaiting = true;
    // A worker with own strategies reports at once that it begins, or it will never answer.
    this.#expect(this.#started);
  }

  /**
   * Waits for the next answer.
   * @param {boolean} alive whether a worker that can tell that it is alive does so at once, or never
   */
  #expect(alive) {
    const { watchdog, silence } = this.#host;
    const soon = alive && silence !== undefined;
    const limit = soon ? silence : this.#limits[0]();
    const what = soon ? 'the code of a strategy' : 'it';
    const late = () => this.#exit(`${what} did not answer within ${Math.round(limit / 1000)} seconds`, true);
    this.#clearTimer();
    this.#clearTimer = watchdog.expect(limit, late);
  }

  /**
   * @param {string} message
   * @param {boolean} [late]
   */
  #exit(message, late = false) {
    if (this.#gone) return;
    this.stop();
    this.#listener({ kind: 'died', message, late });
  }

  /** Ends the worker at once, even during a computation. */
  stop() {
    this.#gone = true;
    this.#clearTimer();
    this.#waiting.abort();
    this.#worker.terminate();
  }
}
