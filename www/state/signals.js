// @ts-check
/**
 * Signals: values that know which effects read them. An effect runs, and again after any signal that it has read has
 * changed. Effects run after all changes of a batch, in the order in which they were made.
 */

/** The effect that is running. @type {Effect | undefined} */
let reader;
/** How many batches are open. */
let open = 0;
/** The effects to run again. @type {Set<Effect>} */
const due = new Set();
let made = 0;
/** Effects that change what they read would run for ever. */
const MOST_RUNS = 1000;

/** @template T */
export class Signal {
  #value;
  /** @type {Set<Effect>} */
  #readers = new Set();

  /** @param {T} value */
  constructor(value) {
    this.#value = value;
  }

  /** The value. A running effect that reads it runs again after a change. */
  get value() {
    if (reader) this.#readers.add(reader);
    return this.#value;
  }

  set value(value) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const effect of this.#readers) due.add(effect);
    this.#readers.clear();
    settle();
  }

  /** The value, for code that does not wait for changes. */
  peek() {
    return this.#value;
  }
}

/** A function that runs again, and its place among all of them. @typedef {{ run: () => void, order: number }} Effect */

/**
 * Calls a function; what it reads is read by an effect.
 * @template T
 * @param {Effect | undefined} effect
 * @param {() => T} call
 * @returns {T}
 */
function reading(effect, call) {
  const outer = reader;
  reader = effect;
  try {
    return call();
  } finally {
    reader = outer;
  }
}

/**
 * Runs a function now, or at the end of the open batch, and after each change of what it reads.
 * @param {() => void} run
 */
export function effect(run) {
  due.add({ run, order: (made += 1) });
  settle();
}

/**
 * A value that follows from signals.
 * @template T
 * @param {() => T} compute
 * @returns {Signal<T>}
 */
export function computed(compute) {
  const result = new Signal(/** @type {T} */ (untracked(compute)));
  effect(() => (result.value = compute()));
  return result;
}

/**
 * Makes several changes. Effects run after the last one.
 * @template T
 * @param {() => T} change
 * @returns {T}
 */
export function batch(change) {
  open += 1;
  try {
    return change();
  } finally {
    open -= 1;
    settle();
  }
}

/**
 * Calls a function from an effect, which does not wait for what the function reads.
 * @template T
 * @param {() => T} call
 * @returns {T}
 */
export function untracked(call) {
  return reading(undefined, call);
}

/** Runs the effects that are due. One that fails does not stop the others. */
function settle() {
  if (open) return;
  open += 1;
  try {
    for (let runs = 0; due.size; runs++) {
      if (runs === MOST_RUNS) {
        due.clear();
        throw new Error('effects change what they read, again and again');
      }
      const next = [...due].reduce((first, other) => (other.order < first.order ? other : first));
      due.delete(next);
      try {
        reading(next, next.run);
      } catch (error) {
        reportError(error);
      }
    }
  } finally {
    open -= 1;
  }
}
