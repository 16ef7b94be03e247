// @ts-check
/** One parameter of the experiment as a control, with its name, its meaning and its error. */
import { split_list } from '../../subtorus.js';
import { aboutButton, PAGES } from './definition.js';
import { button, make, options, writeIfAny } from './dom.js';

/** @import { Field as Parameter } from '../../subtorus.js' */

/** @typedef {ReturnType<typeof fieldOf>} Field */

/**
 * A control for one parameter. Each change is passed to Rust. Refused text stays as typed, with the reason next to it,
 * until it is fixed or Escape restores the last good value.
 * @param {Parameter} parameter
 * @param {Control} control
 * @param {(text: string) => string} offer takes a new text; returns the reason of a refusal, or ''
 * @param {() => void} restore asks for the last good value
 */
export function fieldOf(parameter, control, offer, restore) {
  /** Why the typed text was refused; empty if it was not. */
  let wrong = '';
  const { name, title } = parameter;
  const element = control.row;
  let marked = control.focus;
  const message = make('p', { class: 'wrong', id: `wrong-${name}`, hidden: true });
  const note = make('p', { class: 'note', id: `note-${name}`, hidden: true });
  element.append(message, note);
  element.addEventListener('input', () => changed(false));
  element.addEventListener('change', () => changed(true));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !wrong) return;
    event.preventDefault();
    restore();
    tellCorrected();
  });
  return {
    name,
    title,
    element,
    get wrong() {
      return wrong;
    },
    /** Whether the user is typing or the text was refused; then it must not be overwritten. */
    get draft() {
      return wrong !== '' || control.busy();
    },
    show,
    complain,
    remark,
    focus,
    reveal,
  };

  /**
   * Only finished text gets an error message or its canonical form.
   * @param {boolean} finished
   */
  function changed(finished) {
    const text = control.read();
    const reason = text === null ? '' : offer(text);
    const corrected = wrong !== '' && reason === '';
    if (reason === '' || finished) complain(reason);
    if (reason === '' && finished) restore();
    if (corrected) tellCorrected();
  }

  /** The error here is fixed, so messages elsewhere about it are out of date. */
  function tellCorrected() {
    element.dispatchEvent(new Event('corrected', { bubbles: true }));
  }

  /**
   * Shows the experiment's value without an error.
   * @param {string} text
   */
  function show(text) {
    control.write(text);
    complain('');
  }

  /** @param {string} reason '' for none */
  function complain(reason) {
    wrong = reason;
    writeIfAny(message, reason);
    describe();
  }

  /** @param {string} text '' for none */
  function remark(text) {
    writeIfAny(note, text);
    describe();
  }

  function describe() {
    for (const attribute of ['aria-invalid', 'aria-describedby']) marked.removeAttribute(attribute);
    marked = control.focus;
    const shown = [message, note].filter((line) => !line.hidden).map((line) => line.id);
    if (shown.length) marked.setAttribute('aria-describedby', shown.join(' '));
    if (wrong) marked.ariaInvalid = 'true';
  }

  function focus() {
    /** @type {HTMLElement} */
    const target = marked.querySelector('input:checked') ?? marked.querySelector('input') ?? marked;
    element.dispatchEvent(new Event('reveal', { bubbles: true }));
    for (let place = target.closest('details'); place; place = place.parentElement?.closest('details') ?? null) {
      place.open = true;
    }
    target.focus();
    reveal();
  }

  /** Scrolls the message next to the field into view, with as much of the field as possible. */
  function reveal() {
    element.dispatchEvent(new Event('reveal', { bubbles: true }));
    element.scrollIntoView({ block: 'nearest' });
    if (!message.hidden) message.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * @typedef {object} Control
 * @property {HTMLElement} row the whole field
 * @property {HTMLElement} focus the element with the state for assistive tools; of several lines the last one used
 * @property {() => string | null} read the current text; null while it is not meant for the experiment yet
 * @property {(text: string) => void} write
 * @property {() => boolean} busy whether the user is typing here
 */

/**
 * The parameter's name in links and on the command line.
 * @param {Parameter} parameter
 */
export function code(parameter) {
  return make('code', { 'aria-hidden': 'true' }, parameter.name);
}

/**
 * A button for the meaning of a parameter.
 * @param {Parameter} parameter
 */
export function about(parameter) {
  const byDefault = parameter.default ? `Default: ${parameter.default}` : 'Not set by default';
  return aboutButton(parameter.title, () => ({
    title: parameter.title,
    definition: `${parameter.help}\n${byDefault}. Example: ${parameter.name}=${parameter.example}`,
    guide: PAGES[parameter.group],
  }));
}

/**
 * The control that Rust names for a parameter; not for lists of names, which need more data.
 * @param {Parameter} parameter
 * @returns {Control}
 */
export function controlOf(parameter) {
  const make = { line, lines, menu }[String(parameter.control)];
  if (!make) throw new Error(`${parameter.name} is set with '${parameter.control}', which is no control of the page`);
  return make(parameter);
}

/**
 * The row of a parameter: its name, its meaning, and its control.
 * @param {Parameter} parameter
 * @param {HTMLInputElement | HTMLSelectElement} element
 */
function rowOf(parameter, element) {
  const label = make('label', { for: element.id }, parameter.title);
  return make('div', { class: parameter.wide ? 'field wide' : 'field' }, label, element, about(parameter), code(parameter));
}

/**
 * A line to type in, with examples and the names that can be chosen.
 * @param {Parameter} parameter
 * @returns {Control}
 */
function line(parameter) {
  const id = `field-${parameter.name}`;
  const list = parameter.examples.length ? `${id}-list` : null;
  const input = make('input', { id, list, name: parameter.name, type: 'text', spellcheck: 'false', autocapitalize: 'off' });
  if (!parameter.default) input.placeholder = 'any';
  const row = rowOf(parameter, input);
  if (list) {
    row.append(make('datalist', { id: list }, ...options(parameter.examples)));
  }
  return {
    row,
    focus: input,
    read: () => input.value.trim(),
    write: (text) => (input.value = text),
    busy: () => document.activeElement === input,
  };
}

/**
 * A line for each of several values, the first like any other field, and a button for one more. An emptied line is
 * removed.
 * @param {Parameter} parameter
 * @returns {Control}
 */
function lines(parameter) {
  const { row, focus: first } = line(parameter);
  const inputs = [/** @type {HTMLInputElement} */ (first)];
  const next = () => (inputs.find((input) => !input.value.trim()) ?? add()).focus();
  const more = button(`compare with another ${parameter.title.toLowerCase()}`, next, { class: 'plain more small' });
  const others = make('div', { class: 'lines' });
  row.append(others, more);
  let last = inputs[0];
  row.addEventListener('input', ({ target }) => (last = inputs.find((input) => input === target) ?? last));
  const add = () => {
    const input = /** @type {HTMLInputElement} */ (inputs[0].cloneNode());
    input.id = `${inputs[0].id}-${inputs.length + 1}`;
    input.value = '';
    input.placeholder = 'empty: not compared';
    input.ariaLabel = `${parameter.title} ${inputs.length + 1}`;
    for (const name of ['aria-invalid', 'aria-describedby']) input.removeAttribute(name);
    others.append(input);
    inputs.push(input);
    return input;
  };
  return {
    row,
    get focus() {
      return last.isConnected ? last : inputs[0];
    },
    read: () => inputs.map((input) => input.value.trim()).filter(Boolean).join(','),
    write(text) {
      const names = split_list(text);
      while (inputs.length < names.length) add();
      for (const input of inputs.splice(Math.max(1, names.length))) input.remove();
      inputs.forEach((input, place) => (input.value = names[place] ?? ''));
    },
    busy: () => inputs.some((input) => document.activeElement === input),
  };
}

/**
 * A menu for a parameter with few values.
 * @param {Parameter} parameter
 * @returns {Control}
 */
function menu(parameter) {
  const id = `field-${parameter.name}`;
  const select = make('select', { id, name: parameter.name }, ...options(parameter.choices));
  return {
    row: rowOf(parameter, select),
    focus: select,
    read: () => select.value,
    write: (text) => (select.value = text),
    busy: () => false,
  };
}
