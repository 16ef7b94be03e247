// @ts-check
/** The code field without CodeMirror: a text area with numbered lines, until that has been fetched, or if it cannot be. */
import { make } from './dom.js';

export class CodeField {
  #text = make('textarea', { id: 'own-code', rows: 16, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off' });
  #numbers = make('pre', { 'aria-hidden': 'true' });
  element = make('div', { class: 'code' }, this.#numbers, this.#text);
  /** Whether Escape has just been pressed; then Tab leaves the field. */
  #leaving = false;

  /** @param {string} label for screen readers */
  constructor(label) {
    this.#text.setAttribute('aria-label', label);
    this.#text.addEventListener('input', () => this.#number());
    this.#text.addEventListener('scroll', () => (this.#numbers.scrollTop = this.#text.scrollTop));
    this.#text.addEventListener('keydown', (event) => this.#key(event));
  }

  get value() {
    return this.#text.value;
  }

  set value(text) {
    this.#text.value = text;
    this.#text.setSelectionRange(0, 0);
    this.#number();
  }

  /** The selected places, or the caret twice. @returns {[number, number]} */
  get selection() {
    return [this.#text.selectionStart, this.#text.selectionEnd];
  }

  focus() {
    this.#text.focus();
  }

  /** Selects a line. @param {number} number from 1 */
  goTo(number) {
    const lines = this.value.split('\n');
    const before = lines.slice(0, number - 1).join('\n').length + (number > 1 ? 1 : 0);
    this.focus();
    this.#text.setSelectionRange(before, before + (lines[number - 1]?.length ?? 0));
  }

  /** It has no place for errors; they are beside the field. */
  mark() {}

  #number() {
    const count = this.value.split('\n').length;
    this.#numbers.textContent = Array.from({ length: count }, (_, place) => place + 1).join('\n');
    this.#numbers.scrollTop = this.#text.scrollTop;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Escape') {
      this.#leaving = true;
      return;
    }
    const leaving = this.#leaving;
    this.#leaving = event.key === 'Shift' && leaving;
    if (event.key !== 'Tab' || leaving) return;
    event.preventDefault();
    const { selectionStart, value } = this.#text;
    const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
    if (!event.shiftKey) this.#text.setRangeText('  ', start, start, 'preserve');
    else if (value.startsWith('  ', start)) this.#text.setRangeText('', start, start + 2, 'preserve');
  }
}
