// @ts-check
/** What there is to read about the log in hand: its header, and what was wrong with its lines. */
import { find, make } from './dom.js';
import { complaintItems } from './notices.js';

/** @import { Log } from './messages.js' */

/** @param {Log | null} log */
export function showFacts(log) {
  const facts = find('log-facts', HTMLDetailsElement);
  facts.hidden = !log;
  if (!log) return;
  const list = make('dl');
  for (const [name, value] of log.facts) {
    list.append(make('dt', {}, name), make('dd', {}, value));
  }
  find('log-facts-body', HTMLDivElement).replaceChildren(list);
}

/** @param {Log | null} log */
export function showComplaints(log) {
  const complaints = find('log-complaints', HTMLDetailsElement);
  complaints.hidden = !log?.complaints;
  if (!log) return;
  find('log-complaints-title', HTMLElement).textContent = log.complaints;
  find('log-complaints-body', HTMLUListElement).replaceChildren(...complaintItems(log.diagnostics));
}
