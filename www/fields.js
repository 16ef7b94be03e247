// @ts-check
/**
 * The column of controls: a field for each parameter, in the parts that Rust names. Rust says what is right and what is
 * wrong, and which parameters mean anything; the others are not shown.
 */
import { complaint, find, make } from './dom.js';
import { Field, controlOf } from './field.js';

/** @import { Complaint, Field as Parameter, FieldGroup, FieldState } from '../subtorus.js' */
/** @import { Control } from './field.js' */

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
  /** What was said beside a field because the experiment as a whole could not run. @type {{ field: Field, message: string } | undefined} */
  #marked;
  /** What stands beside fields whose values contradict others. @type {Map<string, string>} */
  #contradictions = new Map();
  #study;
  #changed;

  /**
   * @param {string} id of the form
   * @param {FieldGroup[]} groups
   * @param {Parameter[]} parameters
   * @param {Edited} study
   * @param {(name: string) => void} changed called after a parameter has been set
   * @param {(parameter: Parameter) => Control} [control] what a parameter is set with
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
      // That the last good value contradicts another one is still so.
      field.complain(this.#contradictions.get(name) ?? '');
    };
    const field = new Field(parameter, control, (text) => this.#offer(name, text), restore);
    this.#fields.set(name, field);
    return field.element;
  }

  /**
   * @param {string} name
   * @param {string} text
   * @returns {string} why it was refused, '' where it was not
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
   * Shows the values of those parameters that mean anything. What somebody has typed and Rust has refused stays, unless
   * told otherwise.
   * @param {boolean} [everything]
   */
  show(everything = false) {
    for (const { name, text, applies, contradiction } of this.#study.fields()) {
      const field = this.#fields.get(name);
      if (!field) continue;
      const stood = this.#contradictions.get(name);
      this.#contradictions.delete(name);
      // A value that contradicts others is seen even where it means nothing, or nobody could mend it.
      field.element.hidden = !applies && !contradiction;
      if (everything || !applies || !field.draft || field.wrong === stood) field.show(text);
      if (everything) field.remark('');
      if (!contradiction || field.wrong) continue;
      field.complain(contradiction);
      this.#contradictions.set(name, contradiction);
    }
  }

  /** The first field whose value contradicts another one, and what is said there; after taking the person there. */
  goToContradiction() {
    const [first] = this.#contradictions;
    if (first) this.#fields.get(first[0])?.focus();
    return first;
  }

  /**
   * Says something beside a field, such as why its value was set.
   * @param {string} name
   * @param {string} note
   * @param {...Node} more what can be done about it
   */
  remark(name, note, ...more) {
    this.#fields.get(name)?.remark(note, ...more);
  }

  /**
   * Takes the person to a field.
   * @param {string} name
   */
  focus(name) {
    this.#fields.get(name)?.focus();
  }

  /**
   * Shows a complaint about the experiment as a whole beside the field it is about; whether there is such a field.
   * @param {Complaint} complaint
   */
  complain({ place, message }) {
    const field = this.#fields.get(place);
    field?.complain(message);
    this.#marked = field && { field, message };
    return field !== undefined;
  }

  /** Takes back what was said about the experiment as a whole: it has changed, or is tried again. */
  unmark() {
    if (this.#marked?.field.wrong === this.#marked?.message) this.#marked?.field.complain('');
    this.#marked = undefined;
  }

  /** The first field whose text was refused, after taking the person there. */
  goToWrong() {
    const wrong = this.#wrong;
    wrong?.focus();
    return wrong;
  }

  /** Brings the first such field into sight, and leaves the person where they are. */
  showWrong() {
    this.#wrong?.reveal();
  }

  /** The first field whose text was refused; one that contradicts another was not. */
  get #wrong() {
    const refused = (/** @type {Field} */ field) => field.wrong !== '' && field.wrong !== this.#contradictions.get(field.name);
    return [...this.#fields.values()].find(refused);
  }
}

/**
 * Where a group's fields stand: where index.html has its name, else in a section of their own before the form's last one.
 * None in this form where index.html has elements of its own for the group elsewhere.
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
  const heading = part.querySelector('h2, summary');
  heading?.append(title);
  if (heading && part.matches('section')) {
    heading.id = `${name}-title`;
    part.setAttribute('aria-labelledby', heading.id);
  }
  return part.querySelector('.fields');
}
