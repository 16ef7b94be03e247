// @ts-check
/** A list of names to tick, by family if there are families, and a line for other names. */
import { split_list } from '../../subtorus.js';
import { aboutButton } from './definition.js';
import { make, shown, write } from './dom.js';
import { about, code } from './field.js';

/** @import { Definition } from './definition.js' */
/** @import { Control } from './field.js' */
/** @import { Field as Parameter, Named, Refusal } from '../../subtorus.js' */

/**
 * A list to tick, and a line for other names.
 * @param {Parameter} parameter
 * @param {Choices} choices
 * @returns {Control & Markable}
 */
export function list(parameter, { known, families, another, describe, define }) {
  const groups = families.map(groupOf);
  const single = make('div', { class: 'choices' });
  const places = groups.length ? make('div', { class: 'families' }, ...groups.map((group) => group.element)) : single;
  /** @param {Named & { family?: string }} named */
  const add = (named) => {
    const box = make('input', { type: 'checkbox', name: parameter.name, value: named.name });
    const tick = make('label', { class: 'tick' }, box, make('span', {}, named.title, ' ', make('code', {}, shown(named.name))));
    const place = groups.find((group) => group.family === named.family)?.choices ?? single;
    place.append(make('div', { class: 'choice' }, tick, aboutButton(shown(named.name), () => define(named))));
    return box;
  };
  known.forEach(add);
  const boxes = () => [...places.querySelectorAll('input')];
  const ticked = () => boxes().filter((box) => box.checked).map((box) => box.value);
  const label = `add another ${parameter.title.toLowerCase()}`;
  const other = make('input', { type: 'text', 'aria-label': label, spellcheck: 'false', placeholder: `another, such as ${another}` });
  const row = make('fieldset', { class: 'field wide', id: `field-${parameter.name}` },
    make('legend', { class: 'hidden' }, parameter.title),
    make('span', { class: 'label', 'aria-hidden': 'true' }, parameter.title), make('span'), about(parameter), code(parameter), places, other);
  places.addEventListener('change', () => groups.forEach((group) => group.count()));
  /** Text in the line counts only after Enter or when it is left. */
  let typing = false;
  other.addEventListener('input', () => (typing = true));
  other.addEventListener('change', () => (typing = false));
  other.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    typing = false;
    other.dispatchEvent(new Event('change', { bubbles: true }));
  });
  return {
    row,
    focus: row,
    busy: () => typing,
    read() {
      if (typing) return null;
      return [...ticked(), other.value.trim()].filter(Boolean).join(',');
    },
    write(text) {
      const names = split_list(text);
      for (const name of names) if (!boxes().some((box) => box.value === name)) add(describe(name));
      for (const box of boxes()) box.checked = names.includes(box.value);
      for (const group of groups) if (group.count() > 0) group.element.open = true;
      other.value = '';
    },
    names: () => boxes().map((box) => box.value),
    ticked,
    tick(name, on) {
      const box = boxes().find((box) => box.value === name);
      if (!box || box.checked === on) return;
      box.checked = on;
      box.dispatchEvent(new Event('change', { bubbles: true }));
    },
    mark(refusals) {
      for (const box of boxes()) {
        const reason = refusals.find(({ name }) => name === box.value)?.reason ?? '';
        box.parentElement?.classList.toggle('refused', reason !== '');
        box.ariaDescription = reason || null;
      }
    },
  };
}

/**
 * @typedef {object} Choices
 * @property {(Named & { family?: string })[]} known
 * @property {string[]} families headings of the list; none for a plain list
 * @property {string} another an example of a name that is not listed
 * @property {(name: string) => Named & { family?: string }} describe the meaning of a name
 * @property {(named: Named) => Definition} define the panel that opens at a name
 */

/**
 * A list of names. Names that the experiment cannot use are marked, and can still be ticked.
 * @typedef {object} Markable
 * @property {() => string[]} names every name that can be ticked
 * @property {() => string[]} ticked the ticked names
 * @property {(name: string, on: boolean) => void} tick ticks or unticks a name, like the user
 * @property {(refusals: Refusal[]) => void} mark
 */

/**
 * The choices of one family under a heading, which names the ticked ones and folds the others.
 * @param {string} family
 */
function groupOf(family) {
  const chosen = make('span', { class: 'chosen' });
  const choices = make('div', { class: 'choices' });
  const element = make('details', { class: 'family' }, make('summary', {}, family, chosen), choices);
  /** The number of ticked names; also writes these into the heading. */
  const count = () => {
    const names = [...choices.querySelectorAll('input')].filter((box) => box.checked).map((box) => box.value);
    write(chosen, names.join(', '));
    return names.length;
  };
  return { family, element, choices, count };
}
