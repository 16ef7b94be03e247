// @ts-check
/** Finds and makes elements, and makes texts from exceptions. */

/** @import { DiagnosticMessage } from '../../subtorus.js' */

/**
 * The element with this id and of this kind, from index.html.
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
 * A new element with its attributes (`true` sets an empty one, `false` and `null` none) and its content.
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
 * A new button.
 * @param {string | (Node | string)[]} content
 * @param {() => unknown} pressed
 * @param {Parameters<typeof make>[1]} [attributes]
 */
export function button(content, pressed, attributes = {}) {
  const made = make('button', { type: 'button', ...attributes }, ...[content].flat());
  made.addEventListener('click', pressed);
  return made;
}

/**
 * A link to another site.
 * @param {string} address
 * @param {string} text
 */
export function page(address, text) {
  return make('a', { href: address, target: '_blank', rel: 'noopener' }, text);
}

/**
 * The message of Rust or a worker. Any other thrown value is thrown again.
 * @param {unknown} error
 * @returns {DiagnosticMessage}
 */
export function complaint(error) {
  if (error instanceof Object && 'place' in error && 'message' in error) return /** @type {DiagnosticMessage} */ (error);
  throw error;
}

/**
 * The text of an exception of Rust or the browser. Any value can be thrown, but the text is never `[object Object]`.
 * @param {unknown} error
 * @returns {string}
 */
export function sentence(error) {
  const said = error instanceof Object && 'message' in error ? error.message : error;
  return typeof said === 'object' ? JSON.stringify(said) : String(said);
}

/**
 * The displayed name of a strategy: its full name with the first twelve digits of a code's digest.
 * @param {string} name
 */
export function shown(name) {
  return name.replace(/(,[0-9a-f]{12})[0-9a-f]{52}\)/, '$1)');
}
