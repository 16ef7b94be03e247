// @ts-check
/**
 * Settings that the page changes by itself or after a press of a button. They are visible next to their fields, and
 * undone with one click. What the page has set by itself ends with its reason; what the user has set stays.
 */
import { button } from '../views/dom.js';

/** @import { Setting } from '../../run_view.js' */
/** @import { Fields } from '../views/fields.js' */
/** @import { Store } from './store.js' */

/** Why the page sets something by itself: a log has arrived (`log`), or a value of this parameter was chosen that sets others. @typedef {string} Cause */
/**
 * A parameter that was set, its values before and after, and whether it counted as set by the user before.
 * @typedef {{ name: string, value: string, before: string, touched: boolean }} Change
 */

export class Changes {
  #store;
  #fields;
  /** The page's own changes by cause, until the cause ends. @type {Map<Cause, Change[]>} */
  #suggested = new Map();

  /**
   * @param {Store} store
   * @param {Fields} fields
   */
  constructor(store, fields) {
    this.#store = store;
    this.#fields = fields;
  }

  /**
   * Sets those of these parameters that the user has not set, each with a reason that may end. They replace earlier
   * changes for the same cause.
   * @param {Setting[]} settings
   * @param {Cause} [cause]
   */
  suggest(settings, cause = 'log') {
    this.#store.edit(() => {
      this.withdraw(cause);
      const free = settings.filter(({ name }) => !this.#store.touched.has(name));
      this.#suggested.set(cause, free.flatMap(({ name, value, reason }) => this.#apply([[name, value]], reason)));
    });
  }

  /**
   * The reason for the page's own changes has ended: parameters that the user has not touched since get their old
   * values.
   * @param {Cause} [cause]
   */
  withdraw(cause = 'log') {
    const mine = (this.#suggested.get(cause) ?? []).filter(({ name }) => !this.#store.touched.has(name));
    this.#suggested.delete(cause);
    this.#store.edit(() => this.#restore(mine));
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
    this.#store.edit(() => {
      this.#apply(settings, reason);
      for (const [name] of settings) this.#store.touched.add(name);
    });
  }

  /**
   * The user rejects a change of the page, for this log and for others.
   * @param {string} name
   */
  keep(name) {
    this.#store.edit(() => {
      this.withdraw();
      this.#store.touched.add(name);
    });
  }

  /**
   * @param {[string, string][]} settings
   * @param {string} reason
   */
  #apply(settings, reason) {
    /** @type {Change[]} */
    const changes = [];
    for (const [name, value] of settings) {
      const before = this.#store.study.value(name);
      if (before !== value) changes.push({ name, value, before, touched: this.#store.touched.has(name) });
      this.#store.study.set(name, value);
    }
    for (const { name, value } of changes) {
      const undo = button('Undo', () => this.#undo(changes), { class: 'small', 'aria-label': `Undo the change of ${name}` });
      this.#fields.remark(name, `Set to ${value}: ${reason}. `, undo);
    }
    return changes;
  }

  /** @param {Change[]} changes */
  #undo(changes) {
    const [cause, suggested = []] = [...this.#suggested].find(([, suggested]) => suggested.includes(changes[0])) ?? [];
    this.#store.edit(() => {
      this.#restore(changes);
      for (const { name, touched } of changes) {
        // The user has rejected the page's choice.
        if (touched || cause) this.#store.touched.add(name);
        else this.#store.touched.delete(name);
      }
      if (cause) this.#suggested.set(cause, suggested.filter((change) => !changes.includes(change)));
    });
    this.#fields.focus(changes[0].name);
  }

  /**
   * Restores the values that the page has set and that have not changed since.
   * @param {Change[]} changes
   */
  #restore(changes) {
    for (const { name, value, before } of changes) {
      // A value without an effect is kept aside, and must not come back later.
      if (![value, before].includes(this.#store.study.value(name))) continue;
      this.#store.study.set(name, before);
      this.#fields.remark(name, '');
    }
  }
}
