// @ts-check
/** The strip of the current log above the chart: the log in one line, its machine, and small pictures, which open. */
import { isDark } from './chart.js';
import { find, make } from './dom.js';

/** @import { Log } from '../workers/messages.js' */

export class ProfilePanel {
  #panel = find('profile', HTMLDetailsElement);
  /** @type {Log | null} */
  #log = null;

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
  }

  /**
   * @param {Log | null} log
   * @param {string} machine which machine was chosen for it and why; empty if the user has chosen
   */
  show(log, machine) {
    this.#panel.hidden = !log;
    find('profile-machine', HTMLSpanElement).textContent = machine;
    if (log === this.#log) return;
    this.#log = log;
    this.#panel.open = false;
    this.#draw();
  }

  /** There will be curves. */
  fold() {
    this.#panel.open = false;
  }

  #draw() {
    if (!this.#log) return find('profile-body', HTMLDivElement).replaceChildren();
    const { brief, facts, sketches } = this.#log.profile;
    const list = make('dl', {}, ...facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
    const pictures = sketches.map(({ title, light, dark }) => {
      const figure = make('figure', {}, make('figcaption', { class: 'small' }, title));
      figure.insertAdjacentHTML('beforeend', isDark() ? dark : light);
      return figure;
    });
    find('profile-body', HTMLDivElement).replaceChildren(list, ...pictures);
    find('profile-brief', HTMLSpanElement).textContent = brief;
    // The same pictures, too small to be read: they show that more can be opened.
    const icons = pictures.map((figure) => /** @type {Element} */ (figure.querySelector('svg')?.cloneNode(true)));
    find('profile-icons', HTMLSpanElement).replaceChildren(...icons);
  }
}
