// @ts-check
/** What concerns the page as a whole: which part is shown, its title, the frame of another page, contradicting settings. */
import { computed, effect } from '../state/signals.js';
import { find, make } from './dom.js';
import { complaintItems, notice, retract } from './notices.js';

/** @import { Store } from '../state/store.js' */

/** @param {Store} store */
export function showPage(store) {
  effect(() => {
    const batch = store.batch.value;
    find('batch').hidden = !batch;
    find('sweeps').hidden = batch;
    find('to-batch').ariaPressed = String(batch);
    find('to-sweeps').ariaPressed = String(!batch);
  });
  effect(() => {
    void store.curves.value;
    const { title, subject } = store.experiment.status();
    const sweep = subject ? `${title}: ${subject} · Subtorus` : 'Subtorus';
    document.title = store.batch.value ? 'Batch planner · Subtorus' : sweep;
  });
  effect(() => {
    // Within a frame of another page there is only the chart, with a link to all of it.
    document.documentElement.toggleAttribute('data-embedded', store.experiment.value('embed') === '1');
    find('whole-page', HTMLAnchorElement).href = store.study.link().replace(/&embed=1\b/, '');
  });
  const conflicts = computed(() => JSON.stringify(store.experiment.conflicts()));
  let arrivals = 0;
  effect(() => {
    const found = JSON.parse(conflicts.value);
    // The notice about a link has its conflicts.
    const isOfLink = store.arrivals.value !== arrivals;
    arrivals = store.arrivals.value;
    if (found.length && !isOfLink) notice('conflict', 'These settings conflict: ', make('ul', {}, ...complaintItems(found)));
    else retract('conflict');
  });
}
