// @ts-check
/** Finds, makes and fills elements, and makes texts from exceptions. */

/** @import { DiagnosticMessage } from '../../subtorus.js' */

/**
 * The element with this id, and of this kind, from index.html.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {abstract new () => E} [kind]
 * @returns {E}
 */
export function find(id, kind = /** @type {abstract new () => any} */ (HTMLElement)) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`index.html has no ${kind.name} with the id ${id}`);
  return element;
}

/**
 * Calls a function whenever the button with this id is pressed.
 * @param {string} id
 * @param {() => unknown} pressed
 */
export function whenPressed(id, pressed) {
  find(id, HTMLButtonElement).addEventListener('click', () => void pressed());
}

/**
 * Shows a text. An element that has it already stays as it is.
 * @param {string | HTMLElement} place the element or its id
 * @param {string} text
 */
export function write(place, text) {
  const element = typeof place === 'string' ? find(place) : place;
  if (element.textContent !== text) element.textContent = text;
  return element;
}

/**
 * Shows a text, and hides the element if there is none.
 * @param {string | HTMLElement} place the element or its id
 * @param {string} text
 */
export function writeIfAny(place, text) {
  write(place, text).hidden = !text;
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
 * A new element with a picture of Rust's.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Parameters<typeof make>[1]} attributes
 * @param {string} svg
 */
export function pictured(tag, attributes, svg) {
  const element = make(tag, attributes);
  element.innerHTML = svg;
  return element;
}

/**
 * Terms with their descriptions, for a `dl`.
 * @param {[string, Node | string][]} facts
 */
export function terms(facts) {
  return facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]);
}

/**
 * A box in which an element scrolls, also with keys.
 * @param {string} label
 * @param {HTMLElement} content
 * @param {string} [style] its class
 */
export function scrolling(label, content, style = 'scroll') {
  return make('div', { class: style, tabindex: 0, role: 'region', 'aria-label': label }, content);
}

/**
 * A button that asks for a file.
 * @param {string} text
 * @param {string} accept the kinds of files
 * @param {(file: File) => unknown} take
 */
export function fileButton(text, accept, take) {
  const chooser = make('input', { type: 'file', accept, hidden: true });
  chooser.addEventListener('change', () => chooser.files?.[0] && take(chooser.files[0]));
  return make('span', {}, button(text, () => chooser.click(), { class: 'link' }), chooser);
}

/**
 * Entries of a menu.
 * @param {(string | [string, string] | { name: string, title: string })[]} entries values, with titles if these differ
 */
export function options(entries) {
  return entries.map((entry) => {
    if (typeof entry === 'string') return make('option', { value: entry }, entry);
    const [value, title] = Array.isArray(entry) ? entry : [entry.name, entry.title];
    return make('option', { value }, title);
  });
}

/**
 * Fills a menu if its entries have changed, and selects one.
 * @param {HTMLSelectElement} menu
 * @param {Parameters<typeof options>[0]} entries
 * @param {string} [chosen] what was chosen before, without it; if that is no entry, the first one
 */
export function offer(menu, entries, chosen = menu.value) {
  const made = options(entries);
  const said = (/** @type {Iterable<HTMLOptionElement>} */ all) => JSON.stringify([...all].map(({ value, text }) => [value, text]));
  if (said(made) !== said(menu.options)) menu.replaceChildren(...made);
  menu.value = chosen;
  if (menu.selectedIndex < 0) menu.selectedIndex = 0;
}

/**
 * Replaces the content of an element. If one of its controls had the focus, the control in its place gets it: the one
 * with the same `data-key`, or else the one at the same position.
 * @param {HTMLElement} place
 * @param {(Node | string)[]} content
 */
export function rebuild(place, content) {
  /** @returns {HTMLElement[]} */
  const controls = () => [...place.querySelectorAll('button, input, select')].map((control) => /** @type {HTMLElement} */ (control));
  const position = controls().findIndex((control) => control === document.activeElement);
  const key = controls()[position]?.dataset.key;
  place.replaceChildren(...content);
  const next = key ? controls().find((control) => control.dataset.key === key) : controls()[position];
  next?.focus();
}

/**
 * The head of a dialog: its title, what stands beside it, and the button that closes it (dialogs.js).
 * @param {string} id of the title
 * @param {string} title
 * @param {(Node | string)[]} more
 */
export function dialogHead(id, title, ...more) {
  const close = make('button', { type: 'button', class: 'icon push', 'aria-label': 'Close', 'data-closes': true }, '✕');
  return make('div', { class: 'sheet-bar' }, make('h2', { id }, title), ...more, close);
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
 * The text of an exception, with the place of a message of Rust.
 * @param {unknown} error
 */
export function explained(error) {
  if (error instanceof Error) return sentence(error);
  const { place, message } = complaint(error);
  return place ? `${place}: ${message}` : message;
}

/**
 * The displayed name of a strategy: its full name with the first twelve digits of a code's digest.
 * @param {string} name
 */
export function shown(name) {
  return name.replace(/(,[0-9a-f]{12})[0-9a-f]{52}\)/, '$1)');
}
