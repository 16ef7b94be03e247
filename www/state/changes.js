// @ts-check
/**
 * Settings that the page changes by itself or after a press of a button. They are visible next to their fields, and
 * undone with one click. What the page has set by itself ends with its reason; what the user has set stays.
 */
import { make } from '../views/dom.js';

/** @import { Study } from '../../subtorus.js' */
/** @import { Setting } from '../../run_view.js' */
/** @import { Form } from '../views/form.js' */

/** Why the page sets something by itself: a log has arrived (`log`), or a value of this parameter was chosen that sets others. @typedef {string} Cause */
/**
 * A parameter that was set, its values before and after, and whether it counted as set by the user before.
 * @typedef {{ name: string, value: string, before: string, touched: boolean }} Change
 */

export class Changes {
  #study;
  #form;
  #edited;
  /** The page's own changes by cause, until the cause ends. @type {Map<Cause, Change[]>} */
  #suggested = new Map();

  /**
   * @param {Study} study
   * @param {Form} form
   * @param {() => void} edited called after the experiment has changed
   */
  constructor(study, form, edited) {
    this.#study = study;
    this.#form = form;
    this.#edited = edited;
  }

  /**
   * Sets those of these parameters that the user has not set, each with a reason that may end. They replace earlier
   * changes for the same cause.
   * @param {Setting[]} settings
   * @param {Cause} [cause]
   */
  suggest(settings, cause = 'log') {
    this.withdraw(cause);
    const free = settings.filter(({ name }) => !this.#form.touched.has(name));
    this.#suggested.set(cause, free.flatMap(({ name, value, reason }) => this.#apply([[name, value]], reason)));
  }

  /**
   * Whether a parameter has this value.
   * @param {string} name
   * @param {string} value
   */
  has(name, value) {
    return this.#study.value(name) === value;
  }

  /** The parameters that the user or the link has set. */
  touched() {
    return [...this.#form.touched];
  }

  /**
   * The reason for the page's own changes has ended: parameters that the user has not touched since get their old
   * values.
   * @param {Cause} [cause]
   */
  withdraw(cause = 'log') {
    const mine = (this.#suggested.get(cause) ?? []).filter(({ name }) => !this.#form.touched.has(name));
    this.#suggested.delete(cause);
    this.#restore(mine);
  }

  /** Another experiment is on the page. The parameters in its link count as set. */
  forget() {
    this.#suggested.clear();
  }

  /**
   * The user has chosen these settings together.
   * @param {[string, string][]} settings
   * @param {string} reason a phrase
   */
  choose(settings, reason) {
    this.#apply(settings, reason);
    for (const [name] of settings) this.#form.touched.add(name);
    this.#edited();
  }

  /**
   * The user rejects a change of the page, for this log and for others.
   * @param {string} name
   */
  keep(name) {
    this.withdraw();
    this.#form.touched.add(name);
    this.#edited();
  }

  /**
   * @param {[string, string][]} settings
   * @param {string} reason
   */
  #apply(settings, reason) {
    /** @type {Change[]} */
    const changes = [];
    for (const [name, value] of settings) {
      const before = this.#study.value(name);
      if (before !== value) changes.push({ name, value, before, touched: this.#form.touched.has(name) });
      this.#study.set(name, value);
    }
    for (const { name, value } of changes) {
      const undo = make('button', { type: 'button', class: 'small', 'aria-label': `Undo the change of ${name}` }, 'Undo');
      undo.addEventListener('click', () => this.#undo(changes));
      this.#form.fields.remark(name, `Set to ${value}: ${reason}. `, undo);
    }
    return changes;
  }

  /** @param {Change[]} changes */
  #undo(changes) {
    const [cause, suggested = []] = [...this.#suggested].find(([, suggested]) => suggested.includes(changes[0])) ?? [];
    this.#restore(changes);
    for (const { name, touched } of changes) {
      // The user has rejected the page's choice.
      if (touched || cause) this.#form.touched.add(name);
      else this.#form.touched.delete(name);
    }
    if (cause) this.#suggested.set(cause, suggested.filter((change) => !changes.includes(change)));
    this.#edited();
    this.#form.fields.focus(changes[0].name);
  }

  /**
   * Restores the values that the page has set and that have not changed since.
   * @param {Change[]} changes
   */
  #restore(changes) {
    for (const { name, value, before } of changes) {
      // A value without an effect is kept aside, and must not come back later.
      if (![value, before].includes(this.#study.value(name))) continue;
      this.#study.set(name, before);
      this.#form.fields.remark(name, '');
    }
  }
}
