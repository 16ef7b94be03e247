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
    write('profile-name', store.experiment.value('log'));
    write('profile-brief', brief);
    find('profile-icons').replaceChildren(...pictures.map(small));
  });
  effect(() => {
    // Which machine was chosen for the log and why; nothing if the user has chosen.
    const machine = store.proposal.value?.settings.find(({ name }) => name === 'machine');
    const chosen = log.value && machine && store.experiment.value('machine') === machine.value;
    const line = write('profile-machine', chosen ? `${machine.value}: ${machine.reason}` : '');
    line.title = line.textContent ?? '';
  });
  effect(() => {
    // There will be curves.
    void store.starts.value;
    panel.open = false;
  });
}

/**
 * A picture of the log for the strip: its title, and the bars of the jobs alone, which fill its height.
 * @param {HTMLElement} figure
 */
function small(figure) {
  const icon = /** @type {HTMLElement} */ (figure.cloneNode(true));
  const tops = Array.from(icon.querySelectorAll('g rect:first-of-type'), (bar) => Number(bar.getAttribute('y')));
  const top = Math.min(980, ...tops);
  // Between the ends of the horizontal axis (src/figure/histogram.rs).
  icon.querySelector('svg')?.setAttribute('viewBox', `380 ${top} 2740 ${985 - top}`);
  icon.querySelector('svg')?.setAttribute('preserveAspectRatio', 'none');
  return icon;
}
