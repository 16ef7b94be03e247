// @ts-check
/** Finding and making elements, and what exceptions say. */

/** @import { Complaint } from '../subtorus.js' */

/**
 * The element with this id, which index.html promises to be of this kind.
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
export function find(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`index.html has no ${kind.name} with the id ${id}`);
  return element;
}

/**
 * A new element: its attributes (`true` sets an empty one, `false` and `null` none) and what is inside.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * What Rust, or a worker, complains about; anything else that was thrown is no complaint, and is thrown again.
 * @param {unknown} error
 * @returns {Complaint}
 */
export function complaint(error) {
  if (error instanceof Object && 'place' in error && 'message' in error) return /** @type {Complaint} */ (error);
  throw error;
}

/**
 * What an exception says, whether Rust or the browser threw it. Anything at all can be thrown, and none of it says
 * `[object Object]`.
 * @param {unknown} error
 * @returns {string}
 */
export function sentence(error) {
  const said = error instanceof Object && 'message' in error ? error.message : error;
  return typeof said === 'object' ? JSON.stringify(said) : String(said);
}

/**
 * The full name of a strategy as people read it: of the digest of a code the first twelve digits.
 * @param {string} name
 */
export function shown(name) {
  return name.replace(/(,[0-9a-f]{12})[0-9a-f]{52}\)/, '$1)');
}
