// @ts-check
/** A part of the page that most visits do not need, fetched on demand. */

/** @template Part */
export class LazyPart {
  #fetch;
  /** @type {Part | undefined} */
  #part;
  /** @type {Promise<Part> | undefined} */
  #coming;

  /** @param {() => Promise<Part>} fetch makes the part */
  constructor(fetch) {
    this.#fetch = fetch;
  }

  /** The part, once fetched. */
  get part() {
    return this.#part;
  }

  /** Whether it was requested. */
  get wanted() {
    return this.#coming !== undefined;
  }

  /**
   * Calls the part, and fetches it first if necessary. A failed fetch may be tried again.
   * @param {(part: Part) => void} [act]
   */
  ask(act = () => {}) {
    if (this.#part) return act(this.#part);
    this.#coming ??= this.#fetch().catch((error) => {
      this.#coming = undefined;
      throw error;
    });
    void this.#coming.then((part) => act((this.#part = part)));
  }

  /**
   * The same, but only if it was requested before.
   * @param {(part: Part) => void} act
   */
  tell(act) {
    if (this.wanted) this.ask(act);
  }
}
