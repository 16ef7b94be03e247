// @ts-check
/**
 * Strategies to choose by their pictures, family by family. All pictures show the same requests. A tick here ticks the
 * form at once; the panel has no separate state.
 */
import { find, make } from './dom.js';

/** @import { Refusal, StrategyPage } from '../../subtorus.js' */
/** @import { Markable } from './names_list.js' */

/**
 * The data of the panel.
 * @typedef {object} Chosen
 * @property {Markable} list the list of the form with the same boxes
 * @property {string[]} families
 * @property {(name: string) => StrategyPage | undefined} page
 * @property {(name: string) => string} pictures of a strategy, as SVG; '' if there are none
 * @property {() => Refusal[]} refusals
 */

/** @typedef {{ element: HTMLElement, box: HTMLInputElement, draw: () => void }} Card */

export class Picker {
  #chosen;
  #panel = find('picker', HTMLDialogElement);
  #body = find('picker-body', HTMLDivElement);
  #state = find('picker-state', HTMLParagraphElement);
  /** @type {Card[]} */
  #cards = [];
  /** Visible cards that wait for their pictures. @type {Card[]} */
  #waiting = [];
  #timer = 0;
  #watch = new IntersectionObserver((entries) => this.#seen(entries), { root: this.#panel, rootMargin: '200px' });

  /** @param {Chosen} chosen */
  constructor(chosen) {
    this.#chosen = chosen;
    this.#body.addEventListener('keydown', (event) => this.#key(event));
    this.#panel.addEventListener('close', () => this.#clear());
    // A click on the backdrop has the panel as its target.
    this.#panel.addEventListener('click', ({ target }) => target === this.#panel && this.#panel.close());
  }

  open() {
    const { list, families, page } = this.#chosen;
    const pages = list.names().map((name) => page(name) ?? { name, title: name, definition: '', line: '', family: '' });
    const sections = families.flatMap((family) => {
      const cards = pages.filter((one) => one.family === family).map((one) => this.#card(one));
      this.#cards.push(...cards);
      if (!cards.length) return [];
      return [make('h3', {}, family), make('ul', { class: 'cards' }, ...cards.map(({ element }) => element))];
    });
    this.#body.replaceChildren(...sections);
    this.#count();
    this.#panel.showModal();
    this.#panel.scrollTop = 0;
    for (const { element } of this.#cards) this.#watch.observe(element);
  }

  #clear() {
    clearTimeout(this.#timer);
    this.#watch.disconnect();
    this.#timer = 0;
    this.#cards = this.#waiting = [];
    this.#body.replaceChildren();
  }

  /**
   * @param {StrategyPage} page
   * @returns {Card}
   */
  #card({ name, line }) {
    const { list, pictures, refusals } = this.#chosen;
    const reason = refusals().find((refusal) => refusal.name === name)?.reason ?? '';
    const id = `pick-${name}`;
    const box = make('input', { type: 'checkbox', 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-line` });
    box.checked = list.ticked().includes(name);
    box.addEventListener('change', () => {
      list.tick(name, box.checked);
      this.#count();
    });
    const sketch = make('span', { class: 'sketch', 'aria-hidden': 'true' });
    const title = make('strong', { id: `${id}-name`, class: reason ? 'refused' : '' }, name);
    const text = make('span', { id: `${id}-line`, class: 'small' }, line);
    if (reason) text.append(make('span', { class: 'wrong impossible' }, `Not here: ${reason}`));
    const label = make('label', {}, make('span', { class: 'tick' }, box, title), text, sketch);
    const draw = () => (sketch.innerHTML = pictures(name));
    return { element: make('li', { class: 'card' }, label), box, draw };
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const card = this.#cards.find(({ element }) => element === target);
      if (!isIntersecting || !card) continue;
      this.#watch.unobserve(target);
      this.#waiting.push(card);
    }
    this.#draw();
  }

  /** One card at a time, so that keys and clicks are handled in between. */
  #draw() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#waiting.shift()?.draw();
      if (this.#waiting.length) this.#draw();
    });
  }

  #count() {
    const names = this.#chosen.list.ticked();
    this.#state.textContent = names.length ? `Chosen: ${names.join(', ')}.` : 'None is chosen: at least one is needed.';
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const boxes = this.#cards.map(({ box }) => box);
    const place = boxes.indexOf(/** @type {HTMLInputElement} */ (event.target));
    /** @type {Record<string, number>} */
    const places = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1, Home: 0, End: boxes.length - 1 };
    const next = boxes[places[event.key] ?? -1];
    if (place < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}
