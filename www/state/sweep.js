// @ts-check
/** A run of the experiment, from pressing the button to the last point. */
import { notice, retract } from '../views/notices.js';
import { pauses } from './pauses.js';
import { batch, effect, Signal } from './signals.js';

/** @import { DiagnosticMessage, Identities, PlanReport, RunProgress } from '../../subtorus.js' */
/** @import { FileResults } from '../../run_view.js' */
/** @import { KnownCells, Results } from '../storage/results.js' */
/** @import { Store } from './store.js' */

/**
 * The results of one experiment from files, by cell. They were computed elsewhere, or may be made up, so they are shown
 * with the files' names and never stored.
 * @typedef {{ link: string, names: string[], plan: PlanReport, values: Map<number, Float64Array>, failed: Map<number, string> }} Given
 */

/** The interval of updating the progress, in milliseconds. */
const PACE = 100;

export class Sweep {
  /** A question before a long run. @type {Signal<{ link: string, text: string, agree: () => void } | null>} */
  question = new Signal(/** @type {{ link: string, text: string, agree: () => void } | null} */ (null));
  /** Why the experiment does not run; '' if it does. */
  refusal = new Signal('');
  #store;
  #results;
  #beside;
  /** Counts updates of the progress. */
  #ticks = new Signal(0);
  #timer = 0;
  #began = 0;
  #took = 0;
  /** Counts runs: answers to an earlier one are ignored. */
  #count = 0;
  /** The known results of the run's cells; null if nothing can be stored. @type {KnownCells | null} */
  #known = null;
  /** The results from files, and whether they are still to be shown. @type {Given | null} */
  #given = null;
  #due = false;
  /** The files that some of the results come from; null if all are computed here. @type {Given | null} */
  #from = null;
  /** The number of results from files. */
  #taken = 0;
  /** @type {string[]} */
  #failures = [];
  /** The permalinks of long runs that the user has agreed to. @type {Set<string>} */
  #agreed = new Set();

  /**
   * @param {Store} store
   * @param {Results} results
   * @param {(complaint: DiagnosticMessage) => boolean} beside shows next to its field why the experiment cannot run;
   * returns whether there is one
   */
  constructor(store, results, beside) {
    this.#store = store;
    this.#results = results;
    this.#beside = beside;
    // After an edit, neither the refusal nor the question is about this experiment.
    effect(() => {
      const link = store.experiment.link();
      this.refusal.value = '';
      const question = this.question.peek();
      if (question && question.link !== link) this.cancel();
    });
  }

  get #stage() {
    return this.#store.stage.peek();
  }

  get #active() {
    return ['preparing', 'asking', 'running'].includes(this.#stage);
  }

  /** Whether the results are, or will be, all results of the experiment being edited. */
  get stands() {
    return ['done', 'running'].includes(this.#stage) && !this.#due && !this.#store.study.status().stale;
  }

  /** Whether the shown results are from files, and have come without their jobs. */
  get given() {
    return this.#from !== null;
  }

  /** Whether results of the run so far are known, so that continuing computes only the missing ones. */
  get resumable() {
    return (this.#known ?? this.#from) !== null;
  }

  /** The progress of the run; nothing before there is a plan. @returns {RunProgress | undefined} */
  get progress() {
    void this.#ticks.value;
    const stage = this.#store.stage.value;
    if (stage !== 'running' && stage !== 'done' && stage !== 'cancelled') return undefined;
    const seconds = stage === 'running' ? this.#now : this.#took / 1000;
    return this.#store.study.standing({ stage, seconds, workers: this.#store.pool.workers, given: this.#taken }) ?? undefined;
  }

  /**
   * Runs the experiment being edited. The old curves stay until there are new ones.
   * @param {boolean} [further] whether shown results from files stay; without it everything is computed here
   */
  run(further = false) {
    const { pool, study } = this.#store;
    const link = study.link();
    const from = further && this.#from?.link === link ? this.#from : null;
    this.#clear(from);
    if (!from && this.#given?.link === link) this.#given = null;
    this.#store.stage.value = 'preparing';
    pool.run(link, this.#store.currentLog, {
      asked: (question, go) => this.#query(link, question, go),
      planned: (plan, identities, go) => void this.#planned(link, plan, identities, go),
      next: (own) => study.next(own, this.#now),
      result: (cell, values, took) => this.#result(cell, values, took),
      failed: (cell, message) => {
        this.#failed(cell, message);
        this.#settled();
      },
      replaced: (message) => notice('worker', `A worker was replaced: ${message}. What it was doing is tried once more.`),
      refused: (complaint) => this.#refused(complaint),
      done: () => this.#end('done'),
    });
  }

  /**
   * Resets the state of the previous run.
   * @param {Given | null} from the results from files for the next run
   */
  #clear(from) {
    this.#from = from;
    this.#taken = 0;
    this.#due = false;
    this.#began = performance.now();
    this.#count += 1;
    this.#known = null;
    this.#failures = [];
    retract('run');
    retract('worker');
    this.refusal.value = '';
    this.question.value = null;
  }

  /**
   * Adds the results of a file to those of other files of the same experiment.
   * @param {FileResults} results
   * @param {string} name of the file
   */
  give({ link, plan, cells, numbers, failed }, name) {
    if (this.#given?.link !== link) this.#given = { link, names: [], plan, values: new Map(), failed: new Map() };
    const { names, values, failed: lost } = this.#given;
    if (!names.includes(name)) names.push(name);
    this.#due = true;
    const each = numbers.length / cells.length;
    cells.forEach((cell, place) => values.set(cell, Float64Array.from(numbers.slice(place * each, (place + 1) * each))));
    for (const [cell, reason] of failed) lost.set(cell, reason);
  }

  /** Shows the results from files for the experiment being edited, without jobs or workers. */
  async present() {
    const given = this.#given;
    if (given?.link !== this.#store.study.link()) return false;
    if (this.#active) this.cancel();
    this.#clear(given);
    this.#store.pool.cancel();
    const count = this.#count;
    const missing = await this.#begin(given.link, given.plan, given);
    if (count === this.#count && this.#active) this.#end(missing ? 'cancelled' : 'done');
    return true;
  }

  /**
   * There is a set of curves. Known results are added at once.
   * @param {string} link
   * @param {PlanReport} plan
   * @param {Given | null} from
   * @returns {Promise<number>} how many cells are to be run
   */
  #begin(link, plan, from) {
    const first = this.#store.study.begin(link, plan, from?.names ?? []);
    batch(() => {
      this.#store.stage.value = 'running';
      this.#store.curves.value += 1;
    });
    return this.#takeIn(Array.from(first));
  }

  /** Stops computing and keeps the points. */
  cancel() {
    if (!this.#active) return;
    this.#store.pool.cancel();
    this.#end(this.#stage === 'running' ? 'cancelled' : 'refused');
  }

  /**
   * Asks before a long run, once for each link.
   * @param {string} link
   * @param {string} question
   * @param {() => void} go
   */
  #query(link, question, go) {
    if (this.#agreed.has(link)) return go();
    const agree = () => {
      this.#agreed.add(link);
      batch(() => {
        this.question.value = null;
        this.#store.stage.value = 'preparing';
      });
      go();
    };
    batch(() => {
      this.#store.stage.value = 'asking';
      this.question.value = { link, text: question, agree };
    });
  }

  /** Seconds since the run began. */
  get #now() {
    return (performance.now() - this.#began) / 1000;
  }

  /**
   * There is a plan. Known results are taken at once, and the rest runs.
   * @param {string} link
   * @param {PlanReport} plan
   * @param {Identities | undefined} identities
   * @param {(cells: number) => void} go
   */
  async #planned(link, plan, identities, go) {
    const count = this.#count;
    this.#store.stage.value = 'preparing';
    const known = await this.#results.of(identities);
    if (count !== this.#count || !this.#active) return;
    this.#known = known;
    const missing = await this.#begin(link, plan, this.#from);
    if (count !== this.#count || !this.#active) return;
    this.#settled();
    go(missing);
  }

  /**
   * Adds known results of cells, and of the cells that they make necessary.
   * @param {number[]} cells
   * @returns {Promise<number>} how many are to be run
   */
  async #takeIn(cells) {
    const count = this.#count;
    const pause = pauses(() => this.#settled());
    let missing = 0;
    // The list grows.
    for (const cell of cells) {
      missing += this.#lookUp(cell, cells);
      await pause();
      if (count !== this.#count || !this.#active) break;
    }
    return missing;
  }

  /**
   * @param {number} cell
   * @param {string} message
   */
  #failed(cell, message) {
    this.#failures.push(`${this.#store.study.fail(cell, message)}: ${message}`);
    notice('run', `${this.#failures.length} of the runs failed. ${this.#failures[0]}`);
  }

  /**
   * @param {number} cell
   * @param {number[]} cells receives the cells that its known result makes necessary
   * @returns {number} 1 if it is to be run
   */
  #lookUp(cell, cells) {
    const given = this.#from?.values.get(cell);
    const lost = this.#from?.failed.get(cell);
    if (lost !== undefined) this.#failed(cell, lost);
    const values = given ?? this.#known?.get(cell);
    if (!values) return lost === undefined ? 1 : 0;
    if (given) this.#taken += 1;
    cells.push(...this.#store.study.add(cell, values, undefined, this.#now));
    return 0;
  }

  /**
   * @param {number} cell
   * @param {Float64Array} values
   * @param {number} took in milliseconds
   * @returns {number} how many cells to run because of it
   */
  #result(cell, values, took) {
    this.#known?.add(cell, values);
    const cells = Array.from(this.#store.study.add(cell, values, took / 1000, this.#now));
    let missing = 0;
    for (const next of cells) missing += this.#lookUp(next, cells);
    this.#settled();
    return missing;
  }

  /** There are new results. */
  #settled() {
    this.#store.addResults();
    this.#soon();
  }

  /** @param {DiagnosticMessage} complaint */
  #refused(complaint) {
    const progress = this.#stage === 'running' ? this.progress : undefined;
    const place = complaint.place ? `${complaint.place}: ` : '';
    this.#end('refused');
    if (progress) return notice('run', `${progress.missing} of the ${progress.asked} runs are missing: ${complaint.message}`);
    const beside = this.#beside(complaint);
    notice('run', `This experiment cannot be run. ${place}${complaint.message}`);
    this.refusal.value = `Not run: ${beside ? 'see the marked field. ' : ''}${place}${complaint.message}`;
  }

  /** @param {'done' | 'cancelled' | 'refused'} stage */
  #end(stage) {
    this.#took = performance.now() - this.#began;
    batch(() => {
      this.#store.stage.value = stage;
      this.question.value = null;
      this.#store.addResults();
    });
  }

  /** Updates the progress soon. The time left also decreases while a long cell runs. */
  #soon() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#ticks.value += 1;
      if (this.#stage === 'running') this.#soon();
    }, PACE);
  }
}
