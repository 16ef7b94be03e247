// @ts-check
/** Facts about the current log: whom to thank for it, its header, the errors of its lines, and corrections. */
import { effect } from '../state/signals.js';
import { button, find, make, page, terms, write } from './dom.js';
import { complaintItems } from './notices.js';

/** @import { Changes } from '../state/changes.js' */
/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {Changes} changes
 */
export function showLogFacts(store, changes) {
  /** The log that is shown. @type {typeof store.suitableLog} */
  let latest;
  effect(() => {
    const [log, sample] = [store.suitableLog, store.experiment.sample()];
    find('log-facts').hidden = !log;
    find('log-complaints').hidden = !log?.complaints;
    // A button for each other choice of columns, or other unit of requests.
    const open = (log?.remedies ?? []).filter(({ name, value }) => store.study.value(name) !== value);
    const choose = (/** @type {[string, string]} */ setting) => () => changes.choose([setting], 'chosen for this log');
    const buttons = open.map(({ label, name, value }) => button(label, choose([name, value]), { class: 'small' }));
    find('log-corrections').hidden = buttons.length === 0;
    find('log-corrections').replaceChildren(...buttons);
    if (log !== latest) find('log-facts', HTMLDetailsElement).open = false;
    latest = log;
    if (!log) return;
    const thanks = sample ? [make('p', { class: 'small' }, sample.acknowledgement, ' ', page(sample.page, 'Its page'))] : [];
    find('log-facts-body').replaceChildren(...thanks, make('dl', {}, ...terms(log.facts)));
    write('log-complaints-title', log.complaints);
    find('log-complaints-body').replaceChildren(...complaintItems(log.diagnostics));
  });
}
