// @ts-check
/** A question next to the Run button, with two answers. Only its own action waits for it. */
import { button, find, make } from './dom.js';

/** @typedef {{ text: string, action: () => void }} Answer */

export class Confirmation {
  #text = make('p', { id: 'question-text' });
  #buttons = make('div', { class: 'row' });
  #element = make('div', { id: 'question', role: 'group', 'aria-labelledby': 'question-text', hidden: true });

  /** @param {HTMLElement} place the element before it */
  constructor(place) {
    this.#element.append(make('div', { role: 'alert' }, this.#text), this.#buttons);
    place.after(this.#element);
  }

  /**
   * Asks, and replaces the previous question. If a button led here, the focus moves to the answers.
   * @param {string} text
   * @param {Answer[]} answers
   */
  ask(text, answers) {
    this.#text.textContent = text;
    const buttons = answers.map(({ text, action }) => button(text, () => (this.withdraw(), action())));
    this.#buttons.replaceChildren(...buttons);
    this.#element.hidden = false;
    if (document.activeElement === find('run', HTMLButtonElement)) buttons[0].focus();
  }

  /** Withdraws the question. */
  withdraw() {
    if (this.#element.hidden) return;
    const inside = this.#element.contains(document.activeElement);
    this.#element.hidden = true;
    if (inside) find('run', HTMLButtonElement).focus();
  }
}
