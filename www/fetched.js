// @ts-check
/** A part of the page that most visits do not need. */

/** @template Part */
export class Fetched {
  #fetch;
  /** @type {Part | undefined} */
  #part;
  /** @type {Promise<Part> | undefined} */
  #coming;

  /** @param {() => Promise<Part>} fetch makes the part */
  constructor(fetch) {
    this.#fetch = fetch;
  }

  /** The part, once it is there. */
  get part() {
    return this.#part;
  }

  /** Whether somebody has asked for it. */
  get wanted() {
    return this.#coming !== undefined;
  }

  /**
   * Has the part do something, and fetches it first if need be; who could not fetch it may try again.
   * @param {(part: Part) => void} act
   */
  ask(act) {
    if (this.#part) return act(this.#part);
    this.#coming ??= this.#fetch().catch((error) => {
      this.#coming = undefined;
      throw error;
    });
    void this.#coming.then((part) => act((this.#part = part)));
  }

  /**
   * The same, unless nobody has needed it yet.
   * @param {(part: Part) => void} act
   */
  tell(act) {
    if (this.wanted) this.ask(act);
  }
}
