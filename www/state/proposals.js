// @ts-check
/**
 * The proposal for a dropped log: machine, strategies and loads. Rust decides. This part sets the proposal where the
 * user has set nothing else, and updates it when the experiment is edited. It asks a question if the log does not say
 * how many nodes its machine has.
 */
import { find, make, sentence } from '../views/dom.js';
import { notice, retract } from '../views/notices.js';

/** @import { Catalogue, Study } from '../../subtorus.js' */
/** @import { Proposal } from '../../run_view.js' */
/** @import { Changes } from './changes.js' */
/** @import { Log } from '../workers/messages.js' */
/** @import { Pool } from '../workers/pool.js' */

export class Proposals {
  #study;
  #pool;
  #changes;
  #edited;
  #run;
  /** The parameters that a proposal depends on. */
  #names;
  /** The log of the proposal; null if there is none. @type {Log | null} */
  #log = null;
  /** The proposal. @type {Proposal | undefined} */
  #proposal;
  /** The user's number of nodes of the log's machine; 0 for no answer. */
  #nodes = 0;
  /** The input of the proposal. */
  #key = '';
  /** Settles once the requested proposal has arrived, or another is requested. @type {Promise<unknown> | undefined} */
  #coming;
  #asking = new AbortController();

  /**
   * @param {Catalogue} catalogue
   * @param {Study} study
   * @param {Pool} pool
   * @param {Changes} changes
   * @param {() => void} edited called after the experiment has changed
   * @param {() => void} run called when the user has answered the question
   */
  constructor(catalogue, study, pool, changes, edited, run) {
    this.#names = catalogue.parameters.filter(({ group }) => group !== 'display').map(({ name }) => name);
    this.#study = study;
    this.#pool = pool;
    this.#changes = changes;
    this.#edited = edited;
    this.#run = run;
  }

  /**
   * The value of a parameter and its reason, if it is the proposed one; else empty.
   * @param {string} name
   */
  about(name) {
    const setting = this.#proposal?.settings.find((setting) => setting.name === name && setting.value === this.#study.value(name));
    return setting ? `${setting.value}: ${setting.reason}` : '';
  }

  /** The current input of a proposal. */
  get wanted() {
    return { link: this.#study.link(), touched: this.#changes.touched(), nodes: this.#nodes };
  }

  /** The machines to choose from; none without a proposal. */
  get machines() {
    return this.#proposal?.machines;
  }

  /** Settles once the requested proposal or a newer one has arrived; nothing if none is requested. */
  get coming() {
    return this.#coming;
  }

  /**
   * A dropped log is the experiment's now. Sets the proposal that was made when it was read.
   * @param {Log} log
   */
  begin(log) {
    this.leave();
    this.#log = log;
    this.#apply(log.proposal);
  }

  /**
   * The log has been read again, with other columns.
   * @param {Log} log
   */
  renew(log) {
    if (this.#log) this.begin(log);
  }

  /** The log is gone, or another experiment is on the page. */
  leave() {
    this.#asking.abort();
    this.#coming = this.#proposal = undefined;
    [this.#log, this.#nodes, this.#key] = [null, 0, ''];
    this.#ask();
  }

  /** The experiment has been edited, so the proposal is updated. */
  follow() {
    const log = this.#log;
    const key = log ? this.#about() : '';
    if (!log || key === this.#key) return;
    this.#key = key;
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
    const settled = this.#pool.propose(log, this.wanted, signal).then(
      (proposal) => {
        if (signal.aborted) return;
        this.#coming = undefined;
        retract('proposal');
        if (this.#apply(proposal)) this.#edited();
      },
      (error) => {
        if (signal.aborted) return;
        this.#coming = undefined;
        notice('proposal', `What suits the log could not be found out: ${sentence(error)}`);
      },
    );
    this.#coming = Promise.race([settled, ended]);
  }

  /** The input of a proposal, as text. */
  #about() {
    return JSON.stringify([this.#nodes, this.#changes.touched().sort(), this.#names.map((name) => this.#study.value(name))]);
  }

  /**
   * @param {Proposal} proposal
   * @returns {boolean} whether that changes anything
   */
  #apply(proposal) {
    const differs = JSON.stringify(proposal) !== JSON.stringify(this.#proposal);
    if (differs) {
      this.#proposal = proposal;
      this.#changes.suggest(proposal.settings);
      this.#ask();
    }
    this.#key = this.#about();
    return differs;
  }

  /** Asks the question, and shows the number that is assumed until the user answers. */
  #ask() {
    const place = find('log-question', HTMLParagraphElement);
    const question = this.#proposal?.question;
    place.hidden = !question;
    if (!question) return place.replaceChildren();
    const field = make('input', { type: 'number', id: 'nodes', min: '1', step: '1', value: String(question.guess), required: '' });
    const answer = () => {
      if (!field.reportValidity()) return;
      this.#nodes = field.valueAsNumber;
      find('run', HTMLButtonElement).focus();
      this.follow();
      this.#run();
    };
    // Enter answers the question, and does not run the experiment yet.
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      answer();
    });
    const button = make('button', { type: 'button', class: 'small' }, 'Use this number');
    button.addEventListener('click', answer);
    const assumed = make('span', { class: 'small quiet' }, `Assumed: ${question.reason}.`);
    place.replaceChildren(make('label', { for: 'nodes' }, question.text), field, button, assumed);
  }
}
