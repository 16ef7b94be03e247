// @ts-check
/**
 * The column of controls: a field for each parameter, in the parts that Rust names. Rust validates the values and
 * decides which parameters apply; the others are hidden.
 */
import { split_list } from '../../subtorus.js';
import { complaint, find, make } from './dom.js';
import { fieldOf, controlOf } from './field.js';

/** @import { DiagnosticMessage, Field as Parameter, FieldGroup, FieldState } from '../../subtorus.js' */
/** @import { Control, Field } from './field.js' */

/**
 * An experiment being edited, of either kind.
 * @typedef {object} Edited
 * @property {() => FieldState[]} fields
 * @property {(name: string) => string} value
 * @property {(name: string, value: string) => void} set
 */

export class Fields {
  /** @type {Map<string, Field>} */
  #fields = new Map();
  /**
   * The message next to a field that stops the experiment from running.
   * @type {{ field: Field, message: string } | undefined}
   */
  #marked;
  /** The remarks in the panel. @type {Map<string, HTMLElement>} */
  #remarks = new Map();
  /** The messages next to fields with values that contradict others. @type {Map<string, string>} */
  #contradictions = new Map();
  #study;
  #changed;

  /**
   * @param {string} id of the form
   * @param {FieldGroup[]} groups
   * @param {Parameter[]} parameters
   * @param {Edited} study
   * @param {(name: string) => void} changed called after a parameter has been set
   * @param {(parameter: Parameter) => Control} [control] the control of a parameter
   */
  constructor(id, groups, parameters, study, changed, control = controlOf) {
    this.#study = study;
    this.#changed = changed;
    const form = find(id, HTMLFormElement);
    for (const group of groups) {
      const members = parameters.filter((parameter) => parameter.group === group.name && parameter.control !== 'own');
      const place = members.length ? placeOf(form, group) : null;
      place?.append(...members.map((parameter) => this.#make(parameter, control(parameter))));
    }
  }

  /**
   * @param {Parameter} parameter
   * @param {Control} control
   */
  #make(parameter, control) {
    const { name } = parameter;
    const restore = () => {
      field.show(this.#study.value(name));
      // The last good value may still contradict others.
      field.complain(this.#contradictions.get(name) ?? '');
    };
    /** @type {Field} */
    const field = fieldOf(parameter, control, (text) => this.#offer(name, text), restore);
    this.#fields.set(name, field);
    return field.element;
  }

  /**
   * @param {string} name
   * @param {string} text
   * @returns {string} why it was refused, '' if it was not
   */
  #offer(name, text) {
    if (text === this.#study.value(name)) return '';
    try {
      this.#study.set(name, text);
    } catch (error) {
      return complaint(error).message;
    }
    this.unmark();
    this.remark(name, '');
    this.#changed(name);
    return '';
  }

  /**
   * Sets a parameter from elsewhere on the page. A refusal is shown at the field.
   * @param {string} name
   * @param {string} text
   */
  set(name, text) {
    const refused = this.#offer(name, text);
    if (refused) this.#fields.get(name)?.complain(refused);
  }

  /**
   * Adds a name to a list, or removes it.
   * @param {string} list the parameter
   * @param {string} name
   * @param {boolean} on
   */
  tick(list, name, on) {
    const others = split_list(this.#study.value(list)).filter((other) => other !== name);
    this.set(list, (on ? [...others, name] : others).join(','));
  }

  /**
   * Shows the values of the parameters that apply. Text that Rust has refused stays, unless `everything` is set.
   * @param {boolean} [everything]
   */
  show(everything = false) {
    for (const { name, text, applies, contradiction } of this.#study.fields()) {
      const field = this.#fields.get(name);
      if (!field) continue;
      const stood = this.#contradictions.get(name);
      this.#contradictions.delete(name);
      // A value that contradicts others is shown even if it does not apply, so that the user can fix it.
      field.element.hidden = !applies && !contradiction;
      if (everything || !applies || !field.draft || field.wrong === stood) field.show(text);
      if (everything) this.remark(name, '');
      if (!contradiction || field.wrong) continue;
      field.complain(contradiction);
      this.#contradictions.set(name, contradiction);
    }
  }

  /**
   * Shows a remark next to a field, such as why its value was set, and in the panel together with remedies.
   * @param {string} name
   * @param {string} note
   * @param {...Node} more remedies
   */
  remark(name, note, ...more) {
    const field = this.#fields.get(name);
    field?.remark(note);
    this.#remarks.get(name)?.remove();
    this.#remarks.delete(name);
    if (!field || !note) return;
    const line = make('li', { 'data-name': name }, `${field.title}: ${note}`, ...more);
    this.#remarks.set(name, line);
    find('set-by-page').append(line);
  }

  /**
   * Moves the focus to a field.
   * @param {string} name
   */
  focus(name) {
    this.#fields.get(name)?.focus();
  }

  /**
   * Shows a message about the experiment next to its field. Returns whether there is such a field.
   * @param {DiagnosticMessage} complaint
   */
  complain({ place, message }) {
    const field = this.#fields.get(place);
    field?.complain(message);
    this.#marked = field && { field, message };
    return field !== undefined;
  }

  /** Removes the message about the experiment, which has changed or runs again. */
  unmark() {
    if (this.#marked?.field.wrong === this.#marked?.message) this.#marked?.field.complain('');
    this.#marked = undefined;
  }

  /** The first field with refused text. A contradiction with another field does not count. */
  get wrong() {
    const refused = (/** @type {Field} */ field) => field.wrong !== '' && field.wrong !== this.#contradictions.get(field.name);
    return [...this.#fields.values()].find(refused);
  }
}

/**
 * The place of a group's fields: where index.html has its name, or else in a new section before the form's last one.
 * None in this form if index.html has elements for the group elsewhere.
 * @param {HTMLFormElement} form
 * @param {FieldGroup} group
 */
function placeOf(form, { name, title }) {
  let part = document.querySelector(`[data-group="${name}"]`);
  if (part && !form.contains(part)) return null;
  if (!part) {
    part = make('section', {}, make('h2'), make('div', { class: 'fields' }));
    form.lastElementChild?.before(part);
  }
  const heading = part.querySelector('h2, h3, summary');
  heading?.append(title);
  if (heading && part.matches('section')) {
    heading.id = `${name}-title`;
    part.setAttribute('aria-labelledby', heading.id);
  }
  return part.querySelector('.fields');
}
