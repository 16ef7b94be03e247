// @ts-check
/** The sheet with every field of the experiment, in tabs. It stands beside the panel and moves nothing. */
import { find } from './dom.js';

export class AdjustSheet {
  #sheet = find('adjust', HTMLDialogElement);
  #tabs = [...this.#sheet.querySelectorAll('[role="tab"]')].map((tab) => /** @type {HTMLButtonElement} */ (tab));
  /** The element that has opened it, which gets the focus back. @type {HTMLElement | null} */
  #opener = null;

  constructor() {
    for (const button of document.querySelectorAll('[data-adjust]')) {
      button.addEventListener('click', () => this.open(button.getAttribute('data-adjust') ?? '', /** @type {HTMLElement} */ (button)));
    }
    for (const tab of this.#tabs) tab.addEventListener('click', () => this.#select(tab));
    find('close-adjust', HTMLButtonElement).addEventListener('click', () => this.close());
    this.#sheet.addEventListener('keydown', (event) => this.#key(event));
    // It stands over the chart, so it goes when the chart is wanted. A refused field opens it again.
    this.#sheet.closest('form')?.addEventListener('submit', () => this.#sheet.close());
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Element && !target.closest('#experiment')) this.#sheet.close();
    });
    // A field that asks for the focus, because of its error or its message, comes into sight.
    this.#sheet.addEventListener('reveal', ({ target }) => {
      const part = target instanceof Element ? target.closest('[role="tabpanel"]') : null;
      if (part) this.#show(part.id.replace('part-', ''));
    });
    this.#select(this.#tabs[0]);
  }

  /**
   * @param {string} part the name of a tab
   * @param {HTMLElement} [opener]
   */
  open(part, opener) {
    this.#opener = opener ?? null;
    this.#show(part);
    const first = find(`part-${part}`, HTMLDivElement).querySelector('input:not([hidden]), select');
    if (first instanceof HTMLElement) first.focus();
  }

  close() {
    this.#sheet.close();
    this.#opener?.focus();
  }

  /** @param {string} part */
  #show(part) {
    this.#select(find(`tab-${part}`, HTMLButtonElement));
    if (!this.#sheet.open) this.#sheet.show();
  }

  /** @param {HTMLButtonElement} chosen */
  #select(chosen) {
    for (const tab of this.#tabs) {
      const on = tab === chosen;
      tab.setAttribute('aria-selected', String(on));
      tab.tabIndex = on ? 0 : -1;
      find(tab.getAttribute('aria-controls') ?? '', HTMLDivElement).hidden = !on;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // A field with refused text and an explanation take the first Escape.
    const explained = document.querySelector(':popover-open');
    if (event.key === 'Escape' && !event.defaultPrevented && !explained) {
      event.preventDefault();
      return this.close();
    }
    const place = this.#tabs.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    if (place < 0 || !step) return;
    const next = this.#tabs[(place + step + this.#tabs.length) % this.#tabs.length];
    this.#select(next);
    next.focus();
  }
}
