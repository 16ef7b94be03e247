// @ts-check
/** The baseline of the curves, another curve or a pinned run; and the pinned runs. */
import { effect } from '../state/signals.js';
import { button, find, make } from './dom.js';

/** @import { Legend } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

export class CompareBar {
  #store;
  #relation = find('compare-relation', HTMLSelectElement);
  #to = find('compare-to', HTMLSelectElement);
  #pin = find('pin', HTMLButtonElement);
  #list = find('pins', HTMLUListElement);

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    for (const menu of [this.#relation, this.#to]) {
      const baseline = () => this.#relation.value && `${this.#relation.value}:${this.#to.value}`;
      menu.addEventListener('change', () => store.edit((study) => study.set('compare', baseline())));
    }
    this.#pin.addEventListener('click', () => this.#change(() => store.study.pin()));
    effect(() => this.#show(store.legend.value));
  }

  /** @param {() => void} change of the pinned runs */
  #change(change) {
    this.#store.edit(change);
    this.#store.pins.value += 1;
  }

  /** @param {Legend} legend */
  #show({ entries, pins, can_pin }) {
    const [relation = '', ...rest] = this.#store.study.value('compare').split(':');
    const to = rest.join(':');
    const own = entries.filter(({ name }) => name).map(({ name, label }) => make('option', { value: name }, label));
    const pinned = pins.length || to === 'pinned' ? [make('option', { value: 'pinned' }, 'the pinned run')] : [];
    this.#to.replaceChildren(...pinned, ...own);
    // A curve that does not exist stays selected.
    if (to && ![...this.#to.options].some(({ value }) => value === to)) this.#to.append(make('option', { value: to }, to));
    this.#relation.value = relation;
    if (to) this.#to.value = to;
    this.#to.hidden = !relation;
    this.#pin.disabled = !can_pin;
    this.#list.replaceChildren(...pins.map(({ name, subject, problem }, pin) => {
      const unpin = () => {
        this.#change(() => this.#store.study.unpin(pin));
        this.#pin.focus();
      };
      const remove = button('Unpin', unpin, { 'aria-label': `Unpin ${name}` });
      const words = problem ? `${name}: ${subject}, ${problem}` : `${name}: ${subject}`;
      return make('li', {}, make('span', {}, words), remove);
    }));
  }
}
