// @ts-check
/** The question how many nodes a log's machine has, if the log does not say it, with the number that is assumed until the user answers. */
import { effect } from '../state/signals.js';
import { button, find, make } from './dom.js';

/** @import { Proposals } from '../state/proposals.js' */
/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {Proposals} proposals
 * @param {() => void} run called when the user has answered the question
 */
export function askNodes(store, proposals, run) {
  effect(() => {
    const question = store.proposal.value?.question;
    const place = find('log-question');
    place.hidden = !question;
    if (!question) return place.replaceChildren();
    const field = make('input', { type: 'number', id: 'nodes', min: '1', step: '1', value: String(question.guess), required: '' });
    const answer = () => {
      if (!field.reportValidity()) return;
      const nodes = field.valueAsNumber;
      find('run').focus();
      proposals.answer(nodes);
      run();
    };
    // Enter answers the question, and does not run the experiment yet.
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      answer();
    });
    const assumed = make('span', { class: 'small quiet' }, `Assumed: ${question.reason}.`);
    place.replaceChildren(make('label', { for: 'nodes' }, question.text), field, button('Use this number', answer, { class: 'small' }), assumed);
  });
}
