// @ts-check
/** The scheduling policies of the experiment and the usual ones, as chips. */
import { policy_title, split_list } from '../../subtorus.js';
import { effect } from '../state/signals.js';
import { find, make, rebuild, whenPressed } from './dom.js';

/** @import { Named } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

/** So many policies of the catalogue always have a chip. */
const USUAL = 3;

/**
 * @param {Store} store
 * @param {(name: string, on: boolean) => void} tick adds a policy to the experiment, or removes it
 * @param {() => void} more opens the list of all policies
 */
export function showOrderChips(store, tick, more) {
  const known = store.catalogue.schedulings;
  const show = () => {
    const chosen = split_list(store.experiment.value('scheduling'));
    const usual = known.filter(({ name }, place) => place < USUAL || chosen.includes(name));
    const others = chosen.filter((name) => !known.some((policy) => policy.name === name));
    const named = [...usual, ...others.map((name) => ({ name, title: policy_title(name), definition: '' }))];
    rebuild(find('orders'), named.map((policy) => chip(policy, chosen)));
  };
  /**
   * @param {Named} policy
   * @param {string[]} chosen
   */
  const chip = ({ name, title, definition }, chosen) => {
    const box = make('input', { type: 'checkbox', value: name, checked: chosen.includes(name), 'data-key': name });
    box.addEventListener('change', () => {
      tick(name, box.checked);
      show();
    });
    return make('label', { title: definition }, box, title);
  };
  whenPressed('more-orders', more);
  effect(show);
}
