// @ts-check
/**
 * The proposal for a dropped log: machine, strategies and loads. Rust decides. This part sets the proposal where the
 * user has set nothing else, and updates it when the experiment is edited.
 */
import { sentence } from '../views/dom.js';
import { notice, retract } from '../views/notices.js';
import { batch, effect } from './signals.js';

/** @import { Proposal } from '../../run_view.js' */
/** @import { Changes } from './changes.js' */
/** @import { Log } from '../workers/messages.js' */
/** @import { Store } from './store.js' */

export class Proposals {
  #store;
  #changes;
  /** The parameters that a proposal depends on. */
  #names;
  /** The log of the proposal; null if there is none. @type {Log | null} */
  #log = null;
  /** The user's number of nodes of the log's machine; 0 for no answer. */
  #nodes = 0;
  /** The input of the proposal. */
  #key = '';
  /** Settles once the requested proposal has arrived, or another is requested. @type {Promise<unknown> | undefined} */
  #coming;
  #asking = new AbortController();

  /**
   * @param {Store} store
   * @param {Changes} changes
   */
  constructor(store, changes) {
    this.#names = store.catalogue.parameters.filter(({ group }) => group !== 'display').map(({ name }) => name);
    this.#store = store;
    this.#changes = changes;
    effect(() => {
      void store.experiment;
      this.#follow();
    });
  }

  /** The current input of a proposal. */
  get wanted() {
    return { link: this.#store.study.link(), touched: [...this.#store.touched], nodes: this.#nodes };
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
    this.#coming = this.#store.proposal.value = undefined;
    [this.#log, this.#nodes, this.#key] = [null, 0, ''];
  }

  /** Another experiment is on the page. What was proposed for the log stays, until it is known which log that needs. */
  arrive() {
    this.#asking.abort();
    this.#coming = undefined;
    if (this.#log) this.#key = this.#about();
  }

  /**
   * The user says how many nodes the log's machine has.
   * @param {number} nodes
   */
  answer(nodes) {
    this.#nodes = nodes;
    this.#follow();
  }

  /** The experiment has been edited, so the proposal is updated. */
  #follow() {
    const log = this.#log;
    const key = log ? this.#about() : '';
    if (!log || key === this.#key) return;
    this.#key = key;
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
    const settled = this.#store.pool.propose(log, this.wanted, signal).then(
      (proposal) => {
        if (signal.aborted) return;
        this.#coming = undefined;
        retract('proposal');
        this.#apply(proposal);
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
    return JSON.stringify([this.#nodes, [...this.#store.touched].sort(), this.#names.map((name) => this.#store.study.value(name))]);
  }

  /** @param {Proposal} proposal */
  #apply(proposal) {
    batch(() => {
      if (JSON.stringify(proposal) !== JSON.stringify(this.#store.proposal.peek())) {
        this.#store.proposal.value = proposal;
        this.#changes.suggest(proposal.settings);
      }
      this.#key = this.#about();
    });
  }
}
