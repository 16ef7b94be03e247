// @ts-check
/** A member of the pool: a worker with a wasm instance of its own, and the news of its death, however it came. */

/** @import { Order, Report } from './pool.js' */

let born = 0;

/** A worker, and what it is doing. */
export class Member {
  /** The cells it has been given, the one it is running first. @type {number[]} */
  cells = [];
  /** The run whose plan it has, 0 before the first. */
  prepared = 0;
  /** The log it holds, as the page's object; null for none. @type {object | null} */
  holds = null;
  #worker;
  #gone = false;
  #waiting = new AbortController();
  /** @type {(report: Report) => void} */
  #listener = () => {};

  /** @param {WebAssembly.Module} module compiled once by the page for all its workers */
  constructor(module) {
    const name = `subtorus-${performance.timeOrigin}-${(born += 1)}`;
    const died = (/** @type {string} */ message) => {
      if (this.#gone) return;
      this.stop();
      this.#listener({ kind: 'died', message });
    };
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name });
    this.#worker.onmessage = ({ data }) => {
      if (this.#gone) return;
      if (data.kind === 'died') died(data.message);
      else if (data.kind === 'started') this.#watch(name, died);
      else this.#listener(data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      died(event.message || 'its script could not be loaded');
    };
    this.#worker.onmessageerror = () => died('a message could not be read');
    this.tell({ kind: 'start', name, module });
  }

  /**
   * A worker that is closed or crashes says nothing, but lets go of its lock. (Browsers offer locks to https and
   * localhost only; elsewhere only a death with an error message is noticed.)
   * @param {string} name
   * @param {(message: string) => void} died
   */
  #watch(name, died) {
    navigator.locks
      ?.request(name, { signal: this.#waiting.signal }, () => died('it stopped without a word'))
      .catch(() => {});
  }

  /** @param {(report: Report) => void} listener hears what this worker reports from now on */
  listen(listener) {
    this.#listener = listener;
  }

  /** @param {Order} order */
  tell(order) {
    this.#worker.postMessage(order);
  }

  /** Ends the worker at once, in the middle of whatever it is doing. */
  stop() {
    this.#gone = true;
    this.#waiting.abort();
    this.#worker.terminate();
  }
}
