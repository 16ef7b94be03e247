// @ts-check
/**
 * The state of the page in one place. Views are functions of it: their effects read it and run again after a change.
 * Rust holds the experiment and the results. Effects read them through `experiment` and `results`.
 */
import { batch, computed, Signal } from './signals.js';
import { isDark } from './theme.js';

/** @import { Catalogue, OutlookReport, Refusal, Study } from '../../subtorus.js' */
/** @import { Proposal } from '../../run_view.js' */
/** @import { Log } from '../workers/messages.js' */
/** @import { Pool } from '../workers/pool.js' */

/** @typedef {'none' | 'preparing' | 'asking' | 'running' | 'done' | 'cancelled' | 'refused'} Stage */

export class Store {
  /** Parameters that the user or the permalink has set; suggestions do not change them. @type {Set<string>} */
  touched = new Set();
  /** The log that was read last, if any. It may not be the one that the experiment needs. @type {Signal<Log | null>} */
  log = new Signal(/** @type {Log | null} */ (null));
  /** What is proposed for a dropped log. @type {Signal<Proposal | undefined>} */
  proposal = new Signal(/** @type {Proposal | undefined} */ (undefined));
  /** The strategies that cannot be used on the machines, with reasons. @type {Signal<Refusal[]>} */
  refusals = new Signal(/** @type {Refusal[]} */ ([]));
  /** The outlook for the log's jobs; nothing while it is computed. @type {Signal<OutlookReport | undefined>} */
  outlook = new Signal(/** @type {OutlookReport | undefined} */ (undefined));
  /** Whether batches are shown, and not sweeps. */
  batch = new Signal(false);
  /** The stage of the run. @type {Signal<Stage>} */
  stage = new Signal(/** @type {Stage} */ ('none'));
  /** Counts experiments that came with a link. */
  arrivals = new Signal(0);
  /** Counts the user's starts of a run. */
  starts = new Signal(0);
  /** The curve that is drawn above the others. @type {Signal<number | undefined>} */
  emphasis = new Signal(/** @type {number | undefined} */ (undefined));
  /** Counts how often a run was opened or closed. */
  openings = new Signal(0);
  /** Counts sets of curves: a run begins one. */
  curves = new Signal(0);
  /** Counts changes of the pinned runs. */
  pins = new Signal(0);
  #edits = new Signal(0);
  #results = new Signal(0);
  #ended;

  /**
   * @param {Catalogue} catalogue
   * @param {Study} study
   * @param {Pool} pool
   */
  constructor(catalogue, study, pool) {
    this.catalogue = catalogue;
    this.study = study;
    this.pool = pool;
    this.#ended = computed(() => ['done', 'cancelled', 'refused'].includes(this.stage.value));
    const names = catalogue.parameters.filter(({ group }) => group === 'display').map(({ name }) => name);
    /** How the results are shown: it does not change while the user edits the next experiment. */
    this.look = computed(() => JSON.stringify([this.experiment.status(), ...names.map((name) => study.value(name))]));
    /** The curves, the pinned runs, and the colours to choose from. */
    this.legend = computed(() => {
      void [this.look.value, this.curves.value, this.pins.value];
      return study.legend(isDark());
    });
  }

  /**
   * The usual values of a parameter.
   * @param {string} name
   */
  examples(name) {
    return this.catalogue.parameters.find((parameter) => parameter.name === name)?.examples ?? [];
  }

  /** The experiment and its view. An effect that reads it runs again after an edit. */
  get experiment() {
    void this.#edits.value;
    return this.study;
  }

  /** The results. An effect that reads them runs again when there are more of them, or others. */
  get results() {
    void this.#results.value;
    return this.study;
  }

  /**
   * Changes the experiment or its view, or says that it has changed.
   * @param {(study: Study) => unknown} [change] may fail; then nothing has changed
   */
  edit(change = () => {}) {
    batch(() => {
      change(this.study);
      this.#edits.value += 1;
    });
  }

  /**
   * Sets a parameter.
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    this.edit((study) => study.set(name, value));
  }

  /** Whether there will be no more results before the next run. */
  get ended() {
    return this.#ended.value;
  }

  /** There are more results, or others. */
  addResults() {
    this.#results.value += 1;
  }

  /** The log to run on, null if the model makes the jobs. */
  get currentLog() {
    return this.experiment.uses_log() ? this.log.value : null;
  }

  /** The same, null also while it is not the one that the experiment needs. */
  get suitableLog() {
    const log = this.currentLog;
    const wanted = this.study.value('sha256');
    return log && ['', log.sha256].includes(wanted) && log.choice === this.study.value('column') ? log : null;
  }

  /** What the experiment needs and does not have, in a sentence; '' if nothing. */
  get missing() {
    if (!this.experiment.uses_log() || this.suitableLog) return '';
    const name = this.study.value('log') || 'a log';
    return `This experiment needs ${name}, which is not here: see under Workload, or drop it on the page.`;
  }
}
