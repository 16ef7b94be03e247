// @ts-check
/** Something to be asked beside the Run button, with two answers. Nothing waits for it but what it is about. */
import { find, make } from './dom.js';

/** @typedef {{ text: string, action: () => void }} Answer */

export class Question {
  #text = make('p', { id: 'question-text' });
  #buttons = make('div', { class: 'row' });
  #element = make('div', { id: 'question', role: 'group', 'aria-labelledby': 'question-text', hidden: true });

  /** @param {HTMLElement} place what it stands behind */
  constructor(place) {
    this.#element.append(make('div', { role: 'alert' }, this.#text), this.#buttons);
    place.after(this.#element);
  }

  /**
   * Asks, instead of what was asked before. Whoever has pressed a button to get here is taken to the answers.
   * @param {string} text
   * @param {Answer[]} answers
   */
  ask(text, answers) {
    this.#text.textContent = text;
    const buttons = answers.map((answer) => {
      const button = make('button', { type: 'button' }, answer.text);
      button.addEventListener('click', () => {
        this.withdraw();
        answer.action();
      });
      return button;
    });
    this.#buttons.replaceChildren(...buttons);
    this.#element.hidden = false;
    if (document.activeElement === find('run', HTMLButtonElement)) buttons[0].focus();
  }

  /** Nobody need answer any more. */
  withdraw() {
    if (this.#element.hidden) return;
    const inside = this.#element.contains(document.activeElement);
    this.#element.hidden = true;
    if (inside) find('run', HTMLButtonElement).focus();
  }
}
