// @ts-check
/** The legend: a button for each curve, pressed while the curve is shown, and a list to reorder, name and colour the curves. */
import { effect } from '../state/signals.js';
import { button, find, make, options, pictured, rebuild, whenPressed } from './dom.js';

/** @import { LegendEntry, ChartAction } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {(look: ChartAction) => void} looked called with the user's actions
 */
export function showLegend(store, looked) {
  const details = find('arrange', HTMLDetailsElement);
  /** Rebuilds the list if it is open. A curve's control keeps the focus. */
  const layOut = () => {
    const { entries, colours } = store.legend.peek();
    // Curves of pinned runs stay beneath the others.
    const last = entries.filter(({ name }) => name).length - 1;
    rebuild(find('arrange-list'), details.open ? entries.map((entry, curve) => line(entry, curve, last, colours)) : []);
  };
  /**
   * @param {LegendEntry} entry
   * @param {number} curve
   * @param {number} last
   * @param {string[]} colours
   */
  const line = (entry, curve, last, colours) => {
    const { label, name } = entry;
    /** @type {[string, string, ChartAction, boolean][]} */
    const acts = [
      ['↑', `move ${label} up`, { move: { curve, places: -1 } }, curve === 0 || !name],
      ['↓', `move ${label} down`, { move: { curve, places: 1 } }, curve >= last],
      ['only', `show only ${label}`, { only: { curve } }, false],
    ];
    // A button keeps the focus even when it has no effect any more.
    const buttons = acts.map(([text, meaning, look, idle]) =>
      button(text, () => idle || looked(look), { 'aria-label': meaning, 'aria-disabled': String(idle), 'data-key': `${text} ${name || label}` }),
    );
    return make('li', {}, ...buttons, ...(name ? style(entry, curve, colours) : [make('span', {}, label)]));
  };
  /**
   * The controls for a curve's own label and colour, which its link has.
   * @param {LegendEntry} entry
   * @param {number} curve
   * @param {string[]} colours
   */
  const style = ({ label, name, own_label, colour }, curve, colours) => {
    const field = make('input', { 'aria-label': `label of ${label}`, placeholder: label, maxlength: '80', pattern: '[^;]*', title: 'A label without semicolons', 'data-key': `label ${name}`, autocomplete: 'off' });
    field.value = own_label;
    const menu = make('select', { 'aria-label': `colour of ${label}`, 'data-key': `colour ${name}` });
    menu.append(...options([['', 'usual colour'], ...colours]));
    menu.value = colour;
    for (const control of [field, menu]) {
      // Later: Tab has moved the focus by then, and the list, which is made anew, keeps it.
      control.addEventListener('change', () => field.reportValidity() && setTimeout(() => looked({ style: { curve, colour: menu.value, label: field.value } })));
    }
    return [field, menu];
  };

  details.addEventListener('toggle', layOut);
  whenPressed('show-all', () => looked('all'));
  whenPressed('unsort', () => looked('unsort'));
  effect(() => {
    const { entries, rest } = store.legend.value;
    const buttons = entries.map(({ label, swatch, visible }, curve) => {
      const picture = pictured('span', { class: 'swatch', 'aria-hidden': 'true' }, swatch);
      const made = button([picture, make('span', {}, label)], () => looked({ toggle: { curve } }), { 'aria-pressed': String(visible), title: label });
      for (const event of ['pointerenter', 'focus']) made.addEventListener(event, () => (store.emphasis.value = curve));
      for (const event of ['pointerleave', 'blur']) made.addEventListener(event, () => (store.emphasis.value = undefined));
      return made;
    });
    rebuild(find('legend'), [...buttons, ...(rest ? [make('span', { class: 'small quiet' }, rest)] : [])]);
    details.hidden = entries.length < 2;
    layOut();
  });
}
