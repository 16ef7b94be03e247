// @ts-check
/**
 * Strategies to choose by their pictures, family by family. All pictures show the same requests. A tick here ticks the
 * form at once; the panel has no separate state.
 */
import { strategy, strategy_pictures } from '../../subtorus.js';
import { isDark } from '../state/theme.js';
import { find, make, write } from './dom.js';
import { whenSeen } from './when_seen.js';

/** @import { Named } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */
/** @import { Markable } from './names_list.js' */

/**
 * @param {Store} store
 * @param {Markable} list the list of the form with the same boxes
 */
export function strategyPicker(store, list) {
  const panel = find('picker', HTMLDialogElement);
  const body = find('picker-body');
  const seen = whenSeen(panel);
  body.addEventListener('keydown', key);
  panel.addEventListener('close', () => body.replaceChildren());
  return { open };

  function open() {
    const { allocations, families } = store.catalogue;
    const pages = list.names().flatMap((name) => allocations.find((page) => page.name === name) ?? strategy(name) ?? []);
    const sections = families.flatMap((family) => {
      const cards = pages.filter((one) => one.family === family).map(card);
      return cards.length ? [make('h3', {}, family), make('ul', { class: 'cards' }, ...cards)] : [];
    });
    body.replaceChildren(...sections);
    count();
    panel.showModal();
    panel.scrollTop = 0;
  }

  /** @param {Named & { line: string }} page */
  function card({ name, title, line }) {
    const reason = store.refusals.peek().find((refusal) => refusal.name === name)?.reason ?? '';
    const id = `pick-${name}`;
    const box = make('input', { type: 'checkbox', 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-line` });
    box.checked = list.ticked().includes(name);
    box.addEventListener('change', () => {
      list.tick(name, box.checked);
      count();
    });
    const sketch = make('span', { class: 'sketch', 'aria-hidden': 'true' });
    const head = make('span', { id: `${id}-name`, class: reason ? 'refused' : '' }, make('strong', {}, title), ' ', make('code', {}, name));
    const text = make('span', { id: `${id}-line`, class: 'small quiet' }, line.replace(`${title}: `, ''));
    if (reason) text.append(make('span', { class: 'wrong impossible' }, `Not here: ${reason}`));
    const label = make('label', {}, make('span', { class: 'tick' }, box, head), text, sketch);
    const element = make('li', { class: 'card' }, label);
    seen(element, () => (sketch.innerHTML = strategy_pictures(name, isDark()).pictures.map(({ svg }) => svg).join('')));
    return element;
  }

  function count() {
    const names = list.ticked().map((name) => strategy(name)?.title ?? name);
    write('picker-state', names.length ? `Chosen: ${names.join(', ')}.` : 'None is chosen: at least one is needed.');
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const boxes = [...body.querySelectorAll('input')];
    const place = boxes.indexOf(/** @type {HTMLInputElement} */ (event.target));
    /** @type {Record<string, number>} */
    const places = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1, Home: 0, End: boxes.length - 1 };
    const next = boxes[places[event.key] ?? -1];
    if (place < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}
