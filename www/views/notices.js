// @ts-check
/** Notices that belong to no single field. Each stays until the user dismisses it or its cause ends. */
import { button, find, make } from './dom.js';

/** @import { DiagnosticMessage } from '../../subtorus.js' */

/**
 * Shows a notice above the Run bar. A later notice about the same subject replaces it.
 * @param {string} subject such as `log` or `link`
 * @param {string} text
 * @param {...Node} more links or buttons after the text
 */
export function notice(subject, text, ...more) {
  retract(subject);
  const item = make('li', { 'data-subject': subject }, make('span', { class: 'text' }, text, ...more));
  item.append(button('✕', () => item.remove(), { 'aria-label': 'Put this notice away' }));
  // Those of batches are at the batch, and so are those of files and failures while it is shown. Others are above the Run bar.
  const batch = subject.startsWith('batch') || (['broken', 'files', 'log'].includes(subject) && !find('batch').hidden);
  find(batch ? 'batch-notices' : 'notices').append(item);
}

/**
 * Removes the notice about a subject.
 * @param {string} subject
 */
export function retract(subject) {
  for (const item of document.querySelectorAll(`[data-subject="${subject}"]`)) item.remove();
}

/**
 * The notice about a permalink that this program does not fully understand.
 * @param {string} subject
 * @param {DiagnosticMessage[]} problems none withdraws it
 * @param {{ value: (name: string) => string }} study has the values that are used
 */
export function noticeOfLink(subject, problems, study) {
  const partly = 'Not everything in this link could be used; the address keeps it until you edit something, Copy link gives what is used: ';
  const items = problems.map(({ place, message }) => {
    const used = study.value(place);
    return { place, message: used ? `${message}; ${used} is used` : message };
  });
  if (items.length) notice(subject, partly, make('ul', {}, ...complaintItems(items)));
  else retract(subject);
}

/**
 * Messages as items of a list, each with its place.
 * @param {DiagnosticMessage[]} complaints
 */
export function complaintItems(complaints) {
  return complaints.map(({ place, message }) => make('li', {}, make('strong', {}, place), `: ${message}`));
}
