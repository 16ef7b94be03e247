// @ts-check
/** The scheduling policies of the experiment and the usual ones, as chips. */
import { policy_title, split_list } from '../../subtorus.js';
import { effect } from '../state/signals.js';
import { find, make } from './dom.js';

/** @import { Named } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

/** So many policies of the catalogue always have a chip. */
const USUAL = 3;

export class OrderChips {
  #store;
  #set;
  #group = find('orders', HTMLDivElement);

  /**
   * @param {Store} store
   * @param {(names: string) => void} set sets the policies of the experiment
   * @param {() => void} more opens the list of all policies
   */
  constructor(store, set, more) {
    this.#store = store;
    this.#set = set;
    find('more-orders', HTMLButtonElement).addEventListener('click', more);
    effect(() => this.#show());
  }

  #show() {
    const known = this.#store.catalogue.schedulings;
    const chosen = split_list(this.#store.experiment.value('scheduling'));
    const usual = known.filter(({ name }, place) => place < USUAL || chosen.includes(name));
    const others = chosen.filter((name) => !known.some((policy) => policy.name === name));
    const named = [...usual, ...others.map((name) => ({ name, title: policy_title(name), definition: '' }))];
    const focused = document.activeElement instanceof HTMLInputElement && this.#group.contains(document.activeElement) ? document.activeElement.value : '';
    this.#group.replaceChildren(...named.map((policy) => this.#chip(policy, chosen)));
    /** @type {HTMLInputElement | null} */
    const again = focused ? this.#group.querySelector(`input[value="${CSS.escape(focused)}"]`) : null;
    again?.focus();
  }

  /**
   * @param {Named} policy
   * @param {string[]} chosen
   */
  #chip({ name, title, definition }, chosen) {
    const box = make('input', { type: 'checkbox', value: name });
    box.checked = chosen.includes(name);
    box.addEventListener('change', () => {
      const names = split_list(this.#store.study.value('scheduling'));
      this.#set((box.checked ? [...names, name] : names.filter((other) => other !== name)).join(','));
      this.#show();
    });
    return make('label', { title: definition }, box, title);
  }
}
