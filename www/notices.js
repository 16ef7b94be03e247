// @ts-check
/** What has to be said to a person and is not about one field: each stays until it is put away or its cause is gone. */
import { find, make } from './dom.js';

/** @import { Complaint } from '../subtorus.js' */

/**
 * Says something above the chart. A later notice about the same subject takes the place of an earlier one.
 * @param {string} subject what it is about, such as `log` or `link`
 * @param {string} text
 * @param {...Node} more links or buttons after the text
 */
export function notice(subject, text, ...more) {
  retract(subject);
  const item = make('li', { 'data-subject': subject }, make('span', { class: 'text' }, text, ...more));
  const close = make('button', { type: 'button', 'aria-label': 'Put this notice away' }, '✕');
  close.addEventListener('click', () => item.remove());
  item.append(close);
  shelf(subject).append(item);
}

/**
 * Where a subject's notices stand: those of batches beside the batch, all others beside the chart.
 * @param {string} subject
 */
function shelf(subject) {
  const batch = subject.startsWith('batch') || (subject === 'broken' && !find('batch', HTMLElement).hidden);
  return find(batch ? 'batch-notices' : 'notices', HTMLUListElement);
}

/**
 * Takes back what was said about a subject.
 * @param {string} subject
 */
export function retract(subject) {
  for (const item of shelf(subject).querySelectorAll(`[data-subject="${subject}"]`)) item.remove();
}

/** What is said of a link that says more than this program understands. */
export const partly =
  'Not everything in this link could be used; the address keeps it until you edit something, Copy link gives what is used: ';

/**
 * Complaints as items of a list, each with its place.
 * @param {Complaint[]} complaints
 */
export function complaintItems(complaints) {
  return complaints.map(({ place, message }) => make('li', {}, make('strong', {}, place), `: ${message}`));
}
