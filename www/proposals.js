// @ts-check
/**
 * What is proposed for a log that was dropped: which machine, strategies and loads. Rust decides; here it is set where no
 * person has set something else, brought up to date when the experiment is edited, and a question is asked where the log
 * does not say how many nodes its machine has.
 */
import { find, make, sentence } from './dom.js';
import { notice, retract } from './notices.js';

/** @import { Catalogue, Study } from '../subtorus.js' */
/** @import { Proposal } from '../run_view.js' */
/** @import { Changes } from './changes.js' */
/** @import { Log } from './messages.js' */
/** @import { Pool } from './pool.js' */

export class Proposals {
  #study;
  #pool;
  #changes;
  #edited;
  #run;
  /** The parameters that a proposal depends on. */
  #names;
  /** The log for which something is proposed; null where there is none. @type {Log | null} */
  #log = null;
  /** What is proposed. @type {Proposal | undefined} */
  #proposal;
  /** How many nodes a person has said that the log's machine has; 0 for no answer. */
  #nodes = 0;
  /** What the proposal was made for. */
  #key = '';
  /** Settles once the proposal that is on its way has come, or another is asked for. @type {Promise<unknown> | undefined} */
  #coming;
  #asking = new AbortController();

  /**
   * @param {Catalogue} catalogue
   * @param {Study} study
   * @param {Pool} pool
   * @param {Changes} changes
   * @param {() => void} edited called after the experiment has changed
   * @param {() => void} run called when a person has answered the question
   */
  constructor(catalogue, study, pool, changes, edited, run) {
    this.#names = catalogue.parameters.filter(({ group }) => group !== 'display').map(({ name }) => name);
    this.#study = study;
    this.#pool = pool;
    this.#changes = changes;
    this.#edited = edited;
    this.#run = run;
  }

  /** What a proposal has to go with now. */
  get wanted() {
    return { link: this.#study.link(), touched: this.#changes.touched(), nodes: this.#nodes };
  }

  /** The machines to choose from; nothing where nothing is proposed. */
  get machines() {
    return this.#proposal?.machines;
  }

  /** Settles once what is on its way has come, or something newer is; nothing where nothing is. */
  get coming() {
    return this.#coming;
  }

  /**
   * A log has been dropped, and is the experiment's: what was proposed when it was read is set.
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

  /** There is no such log any more, or another experiment is on the page. */
  leave() {
    this.#asking.abort();
    this.#coming = this.#proposal = undefined;
    [this.#log, this.#nodes, this.#key] = [null, 0, ''];
    this.#ask();
  }

  /** The experiment has been edited: what is proposed goes with it. */
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

  /** What a proposal depends on, as text. */
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

  /** Asks what only a person knows, and says what is assumed until then. */
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
    // Enter answers; it does not run the experiment as it is.
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
