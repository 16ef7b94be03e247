// @ts-check
/** Facts about the current log: whom to thank for it, its header, the errors of its lines, and corrections. */
import { button, find, make, page } from './dom.js';
import { complaintItems } from './notices.js';

/** @import { SampleLog, Study } from '../../subtorus.js' */
/** @import { Changes } from '../state/changes.js' */
/** @import { Log } from '../workers/messages.js' */

/**
 * @param {Log | null} log
 * @param {SampleLog | undefined} sample the log as a sample of this site, if it is one
 * @param {Changes} changes
 * @param {Study} study
 */
export function showAbout(log, sample, changes, study) {
  showFacts(log, sample);
  showComplaints(log);
  showCorrections(log, changes, study);
}

/**
 * @param {Log | null} log
 * @param {SampleLog | undefined} sample
 */
function showFacts(log, sample) {
  const facts = find('log-facts', HTMLDetailsElement);
  facts.hidden = !log;
  if (!log) return;
  const list = make('dl');
  for (const [name, value] of log.facts) {
    list.append(make('dt', {}, name), make('dd', {}, value));
  }
  const thanks = sample ? [make('p', { class: 'small' }, sample.acknowledgement, ' ', page(sample.page, 'Its page'))] : [];
  find('log-facts-body', HTMLDivElement).replaceChildren(...thanks, list);
}

/** @param {Log | null} log */
function showComplaints(log) {
  const complaints = find('log-complaints', HTMLDetailsElement);
  complaints.hidden = !log?.complaints;
  if (!log) return;
  find('log-complaints-title', HTMLElement).textContent = log.complaints;
  find('log-complaints-body', HTMLUListElement).replaceChildren(...complaintItems(log.diagnostics));
}

/**
 * A button for each other choice of columns, or other unit of requests.
 * @param {Log | null} log
 * @param {Changes} changes
 * @param {Study} study
 */
function showCorrections(log, changes, study) {
  const open = (log?.remedies ?? []).filter(({ name, value }) => study.value(name) !== value);
  const choose = (/** @type {[string, string]} */ setting) => () => changes.choose([setting], 'chosen for this log');
  const buttons = open.map(({ label, name, value }) => button(label, choose([name, value]), { class: 'small' }));
  const panel = find('log-corrections', HTMLParagraphElement);
  panel.hidden = buttons.length === 0;
  panel.replaceChildren(...buttons);
}
