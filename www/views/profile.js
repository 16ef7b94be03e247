// @ts-check
/** The strip of the current log above the chart: the log in one line, its machine, and small pictures, which open. */
import { computed, effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { find, make, terms, write } from './dom.js';

/** @import { Store } from '../state/store.js' */

/** @param {Store} store */
export function showProfile(store) {
  const panel = find('profile', HTMLDetailsElement);
  const log = computed(() => store.suitableLog);
  effect(() => {
    panel.hidden = !log.value;
    panel.open = false;
  });
  effect(() => {
    const body = find('profile-body');
    if (!log.value) return body.replaceChildren();
    const { brief, facts, sketches } = log.value.profile;
    const pictures = sketches.map(({ title, light, dark }) => {
      const figure = make('figure', {}, make('figcaption', { class: 'small' }, title));
      figure.insertAdjacentHTML('beforeend', isDark() ? dark : light);
      return figure;
    });
    body.replaceChildren(make('dl', {}, ...terms(facts)), ...pictures);
    write('profile-brief', brief);
    // The same pictures, too small to be read: they show that more can be opened.
    const icons = pictures.map((figure) => /** @type {Element} */ (figure.querySelector('svg')?.cloneNode(true)));
    find('profile-icons').replaceChildren(...icons);
  });
  effect(() => {
    // Which machine was chosen for the log and why; nothing if the user has chosen.
    const machine = store.proposal.value?.settings.find(({ name }) => name === 'machine');
    const chosen = log.value && machine && store.experiment.value('machine') === machine.value;
    write('profile-machine', chosen ? `${machine.value}: ${machine.reason}` : '');
  });
  effect(() => {
    // There will be curves.
    void store.starts.value;
    panel.open = false;
  });
}
