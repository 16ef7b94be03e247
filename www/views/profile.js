// @ts-check
/** The strip of the current log above the chart: the log in one line, its machine, and small pictures, which open. */
import { computed, effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { find, make } from './dom.js';

/** @import { Log } from '../workers/messages.js' */
/** @import { Store } from '../state/store.js' */

export class ProfilePanel {
  #panel = find('profile', HTMLDetailsElement);

  /** @param {Store} store */
  constructor(store) {
    const log = computed(() => store.suitableLog);
    effect(() => {
      this.#panel.hidden = !log.value;
      this.#panel.open = false;
    });
    effect(() => this.#draw(log.value));
    effect(() => {
      // Which machine was chosen for the log and why; nothing if the user has chosen.
      const machine = store.proposal.value?.settings.find(({ name }) => name === 'machine');
      const chosen = log.value && machine && store.experiment.value('machine') === machine.value;
      find('profile-machine', HTMLSpanElement).textContent = chosen ? `${machine.value}: ${machine.reason}` : '';
    });
    effect(() => {
      // There will be curves.
      void store.starts.value;
      this.#panel.open = false;
    });
  }

  /** @param {Log | null} log */
  #draw(log) {
    if (!log) return find('profile-body', HTMLDivElement).replaceChildren();
    const { brief, facts, sketches } = log.profile;
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
