// @ts-check
/** Finding and making elements. */

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
 * What an exception says, whether Rust or the browser threw it.
 * @param {unknown} error
 * @returns {string}
 */
export function sentence(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A duration for people: `0.4 s`, `12 s`, `3 min 20 s`.
 * @param {number} milliseconds
 * @returns {string}
 */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 90) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
