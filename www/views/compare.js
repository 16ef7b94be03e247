// @ts-check
/** The baseline of the curves, another curve or a pinned run; and the pinned runs. */
import { effect } from '../state/signals.js';
import { button, find, make, offer, whenPressed } from './dom.js';

/** @import { Store } from '../state/store.js' */

/** @param {Store} store */
export function showComparison(store) {
  const relation = find('compare-relation', HTMLSelectElement);
  const to = find('compare-to', HTMLSelectElement);
  const pin = find('pin', HTMLButtonElement);
  const change = (/** @type {() => void} */ changed) => {
    store.edit(changed);
    store.pins.value += 1;
  };
  for (const menu of [relation, to]) {
    menu.addEventListener('change', () => store.edit((study) => {
      study.set('compare', relation.value && `${relation.value}:${to.value}`);
      // The limits are those of the values before.
      study.set('y-limits', '');
    }));
  }
  whenPressed('pin', () => change(() => store.study.pin()));
  effect(() => {
    const { entries, pins, can_pin } = store.legend.value;
    const [chosen = '', ...rest] = store.study.value('compare').split(':');
    const baseline = rest.join(':');
    /** @type {[string, string][]} */
    const curves = entries.filter(({ name }) => name).map(({ name, label }) => [name, label]);
    if (pins.length || baseline === 'pinned') curves.unshift(['pinned', 'the pinned run']);
    // A curve that does not exist stays selected.
    if (baseline && !curves.some(([name]) => name === baseline)) curves.push([baseline, baseline]);
    offer(to, curves, baseline || curves[0]?.[0]);
    relation.value = chosen;
    to.hidden = !chosen;
    pin.disabled = !can_pin;
    find('pins').replaceChildren(...pins.map(({ name, subject, problem }, place) => {
      const unpin = () => {
        change(() => store.study.unpin(place));
        pin.focus();
      };
      const words = problem ? `${name}: ${subject}, ${problem}` : `${name}: ${subject}`;
      return make('li', {}, make('span', {}, words), button('Unpin', unpin, { 'aria-label': `Unpin ${name}` }));
    }));
  });
}
