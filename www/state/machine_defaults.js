// @ts-check
/**
 * Machine defaults: values for a chosen machine, such as its unit. They are set with it and removed with it. The
 * catalogue lists them.
 */
import { split_list } from '../../subtorus.js';
import { effect } from './signals.js';

/** @import { Example } from '../../subtorus.js' */
/** @import { Changes } from './changes.js' */
/** @import { Store } from './store.js' */

/** @typedef {ReturnType<typeof machineDefaults>} MachineDefaults */

/**
 * @param {Store} store
 * @param {Changes} changes
 */
export function machineDefaults(store, changes) {
  /** For each parameter its values that set others. @type {Map<string, Map<string, Example>>} */
  const known = new Map();
  /** The previous values. @type {Map<string, string>} */
  const values = new Map();
  for (const { name, examples } of store.catalogue.parameters) {
    const setting = examples.filter((example) => example.with.length);
    if (setting.length) known.set(name, new Map(setting.map((example) => [example.name, example])));
  }
  arrive();
  effect(() => {
    void store.experiment;
    follow();
  });
  return { arrive };

  /** Another experiment is on the page. The settings of its link stay. */
  function arrive() {
    for (const name of known.keys()) values.set(name, first(name));
  }

  /** The experiment has been edited: sets the defaults of a new value, and removes those of the old one. */
  function follow() {
    for (const [name, examples] of known) {
      const [before, now] = [values.get(name) ?? '', first(name)];
      values.set(name, now);
      const [old, fresh] = [before, now].map((value) => examples.get(value));
      if (String(old?.with) === String(fresh?.with)) continue;
      const reason = `it goes with the ${name} (${fresh?.title})`;
      changes.suggest((fresh?.with ?? []).map(([other, value]) => ({ name: other, value, reason })), name);
    }
  }

  /**
   * The first of a parameter's values, which determines the defaults.
   * @param {string} name
   */
  function first(name) {
    return split_list(store.study.value(name))[0] ?? '';
  }
}
