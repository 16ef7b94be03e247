// @ts-check
/** What is said of a run as a whole: its finding above the chart, its exclusions in a notice, equal curves below the chart. */
import { computed, effect } from '../state/signals.js';
import { find, make, write } from './dom.js';
import { notice, retract } from './notices.js';

/** @import { Store } from '../state/store.js' */
/** @import { Fields } from './fields.js' */

/**
 * @param {Store} store
 * @param {Fields} fields
 */
export function showRunNotices(store, fields) {
  /** The last exclusions, so that a dismissed notice is not shown again. */
  let latest = '';
  /** The fields with a message next to them. @type {Set<string>} */
  let beside = new Set();
  const over = computed(() => store.stage.value !== 'running');
  effect(() => {
    void [store.look.value, store.curves.value];
    const { excluded, coincidences, headline } = store.study.findings();
    const { title, subject } = store.study.status();
    write('finding', (over.value && headline) || (subject && title));
    find('coincidence').hidden = !over.value || !coincidences;
    write('coincidence-text', coincidences);
    const messages = excluded.map(({ message }) => message);
    if (messages.join('\n') !== latest) {
      latest = messages.join('\n');
      retract('excluded');
      const list = make('ul', {}, ...messages.map((message) => make('li', {}, message)));
      if (latest) notice('excluded', 'Not everything here can run; all the rest does:', list);
    }
    for (const place of beside) fields.remark(place, '');
    beside = new Set(excluded.map(({ place }) => place));
    for (const place of beside) {
      const reasons = excluded.filter((complaint) => complaint.place === place).map(({ message }) => message);
      fields.remark(place, `${reasons.join('. ')}. All the rest runs.`);
    }
  });
}
