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

export class MachineDefaults {
  /** For each parameter its values that set others. @type {Map<string, Map<string, Example>>} */
  #known = new Map();
  #store;
  #changes;
  /** The previous values. @type {Map<string, string>} */
  #values = new Map();

  /**
   * @param {Store} store
   * @param {Changes} changes
   */
  constructor(store, changes) {
    for (const { name, examples } of store.catalogue.parameters) {
      const known = examples.filter((example) => example.with.length);
      if (known.length) this.#known.set(name, new Map(known.map((example) => [example.name, example])));
    }
    this.#store = store;
    this.#changes = changes;
    this.arrive();
    effect(() => {
      void store.experiment;
      this.#follow();
    });
  }

  /** Another experiment is on the page. The settings of its link stay. */
  arrive() {
    for (const name of this.#known.keys()) this.#values.set(name, this.#first(name));
  }

  /** The experiment has been edited: sets the defaults of a new value, and removes those of the old one. */
  #follow() {
    for (const [name, known] of this.#known) {
      const [before, now] = [this.#values.get(name) ?? '', this.#first(name)];
      this.#values.set(name, now);
      const [old, fresh] = [before, now].map((value) => known.get(value));
      if (String(old?.with) === String(fresh?.with)) continue;
      const reason = `it goes with the ${name} (${fresh?.title})`;
      this.#changes.suggest((fresh?.with ?? []).map(([other, value]) => ({ name: other, value, reason })), name);
    }
  }

  /**
   * The first of a parameter's values, which determines the defaults.
   * @param {string} name
   */
  #first(name) {
    return split_list(this.#store.study.value(name))[0] ?? '';
  }
}
