// @ts-check
/** The legend: a button for each curve, pressed while the curve is shown, and a list to reorder, name and colour the curves. */
import { effect } from '../state/signals.js';
import { button, find, make } from './dom.js';

/** @import { Legend, LegendEntry, ChartAction } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

export class LegendView {
  #store;
  #looked;
  #legend = find('legend', HTMLDivElement);
  #details = find('arrange', HTMLDetailsElement);
  #list = find('arrange-list', HTMLOListElement);
  /** @type {LegendEntry[]} */
  #entries = [];
  /** The names of colours. @type {string[]} */
  #colours = [];

  /**
   * @param {Store} store
   * @param {(look: ChartAction) => void} looked called with the user's actions
   */
  constructor(store, looked) {
    this.#store = store;
    this.#looked = looked;
    this.#details.addEventListener('toggle', () => this.#layOut());
    find('show-all', HTMLButtonElement).addEventListener('click', () => looked('all'));
    find('unsort', HTMLButtonElement).addEventListener('click', () => looked('unsort'));
    effect(() => this.#show(store.legend.value));
  }

  /** @param {Legend} legend */
  #show({ entries, rest, colours }) {
    const focused = [...this.#legend.children].indexOf(/** @type {Element} */ (document.activeElement));
    [this.#entries, this.#colours] = [entries, colours];
    const buttons = entries.map((entry, curve) => this.#button(entry, curve));
    this.#legend.replaceChildren(...buttons, ...(rest ? [make('span', { class: 'small quiet' }, rest)] : []));
    if (focused >= 0) buttons[focused]?.focus();
    this.#details.hidden = entries.length < 2;
    this.#layOut();
  }

  /**
   * @param {LegendEntry} entry
   * @param {number} curve
   */
  #button({ label, swatch, visible }, curve) {
    const picture = make('span', { class: 'swatch', 'aria-hidden': 'true' });
    picture.innerHTML = swatch;
    const made = button([picture, label], () => this.#looked({ toggle: { curve } }), { 'aria-pressed': String(visible) });
    for (const event of ['pointerenter', 'focus']) made.addEventListener(event, () => (this.#store.emphasis.value = curve));
    for (const event of ['pointerleave', 'blur']) made.addEventListener(event, () => (this.#store.emphasis.value = undefined));
    return made;
  }

  /** Rebuilds the list if it is open. A curve's control keeps the focus. */
  #layOut() {
    if (!this.#details.open) return this.#list.replaceChildren();
    const active = this.#list.contains(document.activeElement) && document.activeElement?.getAttribute('data-key');
    // Curves of pinned runs stay beneath the others.
    const last = this.#entries.filter(({ name }) => name).length - 1;
    const lines = this.#entries.map((entry, curve) => {
      const { label, name } = entry;
      const buttons = [
        this.#act('↑', `move ${label} up`, { move: { curve, places: -1 } }, curve === 0 || !name),
        this.#act('↓', `move ${label} down`, { move: { curve, places: 1 } }, curve >= last),
        this.#act('only', `show only ${label}`, { only: { curve } }, false),
      ];
      buttons.forEach((button, place) => button.setAttribute('data-key', `${place} ${name || label}`));
      return make('li', {}, ...buttons, ...(name ? this.#style(entry, curve) : [make('span', {}, label)]));
    });
    this.#list.replaceChildren(...lines);
    const again = [...this.#list.querySelectorAll('[data-key]')].find((control) => control.getAttribute('data-key') === active);
    if (again instanceof HTMLElement) again.focus();
  }

  /**
   * The controls for a curve's own label and colour, which its link has.
   * @param {LegendEntry} entry
   * @param {number} curve
   */
  #style({ label, name, own_label, colour }, curve) {
    const field = make('input', { 'aria-label': `label of ${label}`, placeholder: label, maxlength: '80', pattern: '[^;]*', title: 'A label without semicolons', 'data-key': `label ${name}`, autocomplete: 'off' });
    field.value = own_label;
    const menu = make('select', { 'aria-label': `colour of ${label}`, 'data-key': `colour ${name}` });
    menu.append(make('option', { value: '' }, 'usual colour'), ...this.#colours.map((name) => make('option', { value: name }, name)));
    menu.value = colour;
    for (const control of [field, menu]) {
      control.addEventListener('change', () => field.reportValidity() && this.#looked({ style: { curve, colour: menu.value, label: field.value } }));
    }
    return [field, menu];
  }

  /**
   * A button of the list. It keeps the focus even when it has no effect any more.
   * @param {string} text
   * @param {string} name
   * @param {ChartAction} look
   * @param {boolean} idle
   */
  #act(text, name, look, idle) {
    return button(text, () => idle || this.#looked(look), { 'aria-label': name, 'aria-disabled': String(idle) });
  }
}
