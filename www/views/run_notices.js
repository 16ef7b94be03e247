// @ts-check
/** What is said of a run as a whole: its finding above the chart, its exclusions in a notice, equal curves below the chart. */
import { computed, effect } from '../state/signals.js';
import { find, make } from './dom.js';
import { notice, retract } from './notices.js';

/** @import { DiagnosticMessage, Findings as Found } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */
/** @import { Fields } from './fields.js' */

export class RunNotices {
  #store;
  #fields;
  /** The last message per subject, so that a dismissed one is not shown again. @type {Map<string, string>} */
  #latest = new Map();
  /** The fields with a message next to them. @type {Set<string>} */
  #beside = new Set();

  /**
   * @param {Store} store
   * @param {Fields} fields
   */
  constructor(store, fields) {
    this.#store = store;
    this.#fields = fields;
    const over = computed(() => store.stage.value !== 'running');
    effect(() => {
      void [store.look.value, store.curves.value];
      this.#show(store.study.findings(), over.value);
    });
  }

  /**
   * @param {Found} found
   * @param {boolean} ended whether no more points will come in
   */
  #show({ excluded, coincidences, headline }, ended) {
    const { title, subject } = this.#store.study.status();
    find('finding', HTMLParagraphElement).textContent = (ended && headline) || (subject && title);
    this.#tell('excluded', excluded.length ? 'Not everything here can run; all the rest does:' : '', excluded);
    find('coincidence', HTMLDetailsElement).hidden = !ended || !coincidences;
    find('coincidence-text', HTMLParagraphElement).textContent = coincidences;
    for (const place of this.#beside) this.#fields.remark(place, '');
    this.#beside = new Set(excluded.map(({ place }) => place));
    for (const place of this.#beside) {
      const reasons = excluded.filter((complaint) => complaint.place === place).map(({ message }) => message);
      this.#fields.remark(place, `${reasons.join('. ')}. All the rest runs.`);
    }
  }

  /**
   * @param {string} subject
   * @param {string} text '' to withdraw the message
   * @param {DiagnosticMessage[]} list
   */
  #tell(subject, text, list) {
    const messages = list.map(({ message }) => message);
    const words = [text, ...messages].join('\n');
    if ((this.#latest.get(subject) ?? '') === words) return;
    this.#latest.set(subject, words);
    if (!text) retract(subject);
    else notice(subject, text, ...(list.length ? [make('ul', {}, ...messages.map((message) => make('li', {}, message)))] : []));
  }
}
