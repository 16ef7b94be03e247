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

/** @typedef {ReturnType<typeof keepChanges>} Changes */

/**
 * @param {Store} store
 * @param {Fields} fields
 */
export function keepChanges(store, fields) {
  /** The page's own changes by cause, until the cause ends. @type {Map<Cause, Change[]>} */
  const suggested = new Map();
  return { suggest, withdraw, forget, choose, keep };

  /**
   * Sets those of these parameters that the user has not set, each with a reason that may end. They replace earlier
   * changes for the same cause.
   * @param {Setting[]} settings
   * @param {Cause} [cause]
   */
  function suggest(settings, cause = 'log') {
    store.edit(() => {
      withdraw(cause);
      const free = settings.filter(({ name }) => !store.touched.has(name));
      suggested.set(cause, free.flatMap(({ name, value, reason }) => apply([[name, value]], reason)));
    });
  }

  /**
   * The reason for the page's own changes has ended: parameters that the user has not touched since get their old
   * values.
   * @param {Cause} [cause]
   */
  function withdraw(cause = 'log') {
    const mine = (suggested.get(cause) ?? []).filter(({ name }) => !store.touched.has(name));
    suggested.delete(cause);
    store.edit(() => restore(mine));
  }

  /** Another experiment is on the page. The parameters in its link count as set. */
  function forget() {
    suggested.clear();
  }

  /**
   * The user has chosen these settings together.
   * @param {[string, string][]} settings
   * @param {string} reason a phrase
   */
  function choose(settings, reason) {
    store.edit(() => {
      apply(settings, reason);
      for (const [name] of settings) store.touched.add(name);
    });
  }

  /**
   * The user rejects a change of the page, for this log and for others.
   * @param {string} name
   */
  function keep(name) {
    store.edit(() => {
      withdraw();
      store.touched.add(name);
    });
  }

  /**
   * @param {[string, string][]} settings
   * @param {string} reason
   */
  function apply(settings, reason) {
    /** @type {Change[]} */
    const changes = [];
    for (const [name, value] of settings) {
      const before = store.study.value(name);
      if (before !== value) changes.push({ name, value, before, touched: store.touched.has(name) });
      store.study.set(name, value);
    }
    for (const { name, value } of changes) {
      const rejecting = button('Undo', () => undo(changes), { class: 'small', 'aria-label': `Undo the change of ${name}` });
      fields.remark(name, `Set to ${value}: ${reason}. `, rejecting);
    }
    return changes;
  }

  /** @param {Change[]} changes */
  function undo(changes) {
    const [cause, others = []] = [...suggested].find(([, some]) => some.includes(changes[0])) ?? [];
    store.edit(() => {
      restore(changes);
      for (const { name, touched } of changes) {
        // The user has rejected the page's choice.
        if (touched || cause) store.touched.add(name);
        else store.touched.delete(name);
      }
      if (cause) suggested.set(cause, others.filter((change) => !changes.includes(change)));
    });
    fields.focus(changes[0].name);
  }

  /**
   * Restores the values that the page has set and that have not changed since.
   * @param {Change[]} changes
   */
  function restore(changes) {
    for (const { name, value, before } of changes) {
      // A value without an effect is kept aside, and must not come back later.
      if (![value, before].includes(store.study.value(name))) continue;
      store.study.set(name, before);
      fields.remark(name, '');
    }
  }
}
