// @ts-check
/** The baseline of the curves, another curve or a pinned run; and the pinned runs. */
import { find, make } from './dom.js';

/** @import { Legend, Study } from '../../subtorus.js' */

export class CompareBar {
  #study;
  #relation = find('compare-relation', HTMLSelectElement);
  #to = find('compare-to', HTMLSelectElement);
  #pin = find('pin', HTMLButtonElement);
  #list = find('pins', HTMLUListElement);
  #changed;

  /**
   * @param {Study} study
   * @param {() => void} changed called after a change of the view
   */
  constructor(study, changed) {
    this.#study = study;
    this.#changed = changed;
    for (const menu of [this.#relation, this.#to]) {
      menu.addEventListener('change', () => {
        study.set('compare', this.#relation.value && `${this.#relation.value}:${this.#to.value}`);
        changed();
      });
    }
    this.#pin.addEventListener('click', () => {
      study.pin();
      changed();
    });
  }

  /** @param {Legend} legend */
  show({ entries, pins, can_pin }) {
    const [relation = '', ...rest] = this.#study.value('compare').split(':');
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
      const remove = make('button', { type: 'button', 'aria-label': `Unpin ${name}` }, 'Unpin');
      remove.addEventListener('click', () => {
        this.#study.unpin(pin);
        this.#changed();
        this.#pin.focus();
      });
      const words = problem ? `${name}: ${subject}, ${problem}` : `${name}: ${subject}`;
      return make('li', {}, make('span', {}, words), remove);
    }));
  }
}
