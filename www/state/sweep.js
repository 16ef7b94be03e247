// @ts-check
/** A run of the experiment, from pressing the button to the last point, with its messages. */
import { find } from '../views/dom.js';
import { notice, retract } from '../views/notices.js';
import { Confirmation } from '../views/confirmation.js';

/** @import { DiagnosticMessage, Identities, PlanReport, RunProgress, Study } from '../../subtorus.js' */
/** @import { FileResults } from '../../run_view.js' */
/** @import { Log } from '../workers/messages.js' */
/** @import { Pool } from '../workers/pool.js' */
/** @import { KnownCells, Results } from '../storage/results.js' */

/**
 * @typedef {object} Listener
 * @property {() => void} begun there is a new set of curves
 * @property {() => void} progressed there are more points
 * @property {() => void} ended there will be no more points
 * @property {(complaint: DiagnosticMessage) => boolean} refused the experiment cannot run; returns whether this was
 * shown next to a field
 * @property {(title: string) => void} titled the curves have this title
 * @property {() => string} missing what the experiment needs and does not have, in a sentence; '' if nothing
 */

/**
 * The results of one experiment from files, by cell. They were computed elsewhere, or may be made up, so they are shown
 * with the files' names and never stored.
 * @typedef {{ link: string, names: string[], plan: PlanReport, values: Map<number, Float64Array>, failed: Map<number, string> }} Given
 */

/** The stage of a run. @typedef {'none' | 'preparing' | 'asking' | 'running' | 'done' | 'cancelled' | 'refused'} Stage */

/** The interval of updating the progress, in milliseconds. */
const PACE = 100;
/** How long known results are taken without a pause for the page, in milliseconds. */
const SLICE = 12;

export class Sweep {
  #study;
  #pool;
  #results;
  #listener;
  /** @type {Stage} */
  #stage = 'none';
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
  #showing = 0;
  /** The permalinks of long runs that the user has agreed to. @type {Set<string>} */
  #agreed = new Set();
  /** The link that the question is about. */
  #about = '';
  #question = new Confirmation(find('progress', HTMLProgressElement));
  #run = find('run', HTMLButtonElement);
  #cancel = find('cancel', HTMLButtonElement);
  #goOn = find('go-on', HTMLButtonElement);
  #progress = find('progress', HTMLProgressElement);
  #state = find('run-state', HTMLSpanElement);
  #sentence = find('sentence', HTMLParagraphElement);

  /**
   * @param {Study} study
   * @param {Pool} pool
   * @param {Results} results
   * @param {Listener} listener
   */
  constructor(study, pool, results, listener) {
    this.#study = study;
    this.#pool = pool;
    this.#results = results;
    this.#listener = listener;
  }

  get #active() {
    return this.#stage === 'preparing' || this.#stage === 'asking' || this.#stage === 'running';
  }

  /** Whether the results are, or will be, all results of the experiment being edited. */
  get stands() {
    return (this.#stage === 'done' || this.#stage === 'running') && !this.#due && !this.#study.status().stale;
  }

  /**
   * Runs the experiment being edited. The old curves stay until there are new ones.
   * @param {Log | null} log null for the model's jobs
   * @param {boolean} [further] whether shown results from files stay; otherwise everything is computed here
   */
  run(log, further = false) {
    const link = this.#study.link();
    const from = further && this.#from?.link === link ? this.#from : null;
    this.#stage = 'preparing';
    this.#clear(from);
    if (!from && this.#given?.link === link) this.#given = null;
    this.#pool.run(link, log, {
      asked: (question, go) => this.#query(link, question, go),
      planned: (plan, identities, go) => void this.#planned(link, plan, identities, go),
      next: (own) => this.#study.next(own, this.#now),
      result: (cell, values, took) => this.#result(cell, values, took),
      failed: (cell, message) => {
        this.#failed(cell, message);
        this.#settled();
      },
      replaced: (message) => notice('worker', `A worker was replaced: ${message}. What it was doing is tried once more.`),
      refused: (complaint) => this.#refused(complaint),
      done: () => this.#end('done'),
    });
    this.show();
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
    this.#question.withdraw();
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
    if (given?.link !== this.#study.link()) return false;
    if (this.#active) this.cancel();
    this.#clear(given);
    this.#pool.cancel();
    const count = this.#count;
    const first = this.#study.begin(given.link, given.plan, given.names);
    this.#stage = 'running';
    this.#listener.begun();
    const missing = await this.#takeIn(Array.from(first));
    if (count === this.#count && this.#active) this.#end(missing ? 'cancelled' : 'done');
    return true;
  }

  /** Stops computing and keeps the points. */
  cancel() {
    if (!this.#active) return;
    const pressed = document.activeElement === this.#cancel;
    this.#pool.cancel();
    this.#end(this.#stage === 'running' ? 'cancelled' : 'refused');
    if (pressed) this.#run.focus();
  }

  /** Stops, because another experiment is on the page that cannot run yet. */
  stop() {
    if (this.#active) this.cancel();
    this.show();
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
      go();
    };
    this.#stage = 'asking';
    this.#about = link;
    this.#question.ask(question, [
      { text: 'Run anyway', action: agree },
      { text: 'Not now', action: () => this.cancel() },
    ]);
    this.show();
  }

  /**
   * Shows a text next to the button.
   * @param {string} text
   */
  say(text) {
    this.#state.textContent = text;
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
    this.#stage = 'preparing';
    const known = await this.#results.of(identities);
    if (count !== this.#count || !this.#active) return;
    this.#known = known;
    const first = this.#study.begin(link, plan, this.#from?.names ?? []);
    this.#stage = 'running';
    this.#listener.begun();
    const missing = await this.#takeIn(Array.from(first));
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
    let missing = 0;
    let slice = performance.now();
    for (let next = 0; next < cells.length; next++) {
      missing += this.#lookUp(cells[next], cells);
      if (performance.now() - slice < SLICE) continue;
      this.#settled();
      await new Promise((resolve) => setTimeout(resolve));
      if (count !== this.#count || !this.#active) break;
      slice = performance.now();
    }
    return missing;
  }

  /**
   * @param {number} cell
   * @param {string} message
   */
  #failed(cell, message) {
    this.#failures.push(`${this.#study.fail(cell, message)}: ${message}`);
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
    for (const more of this.#study.add(cell, values, undefined, this.#now)) cells.push(more);
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
    const cells = Array.from(this.#study.add(cell, values, took / 1000, this.#now));
    let missing = 0;
    for (let next = 0; next < cells.length; next++) missing += this.#lookUp(cells[next], cells);
    this.#settled();
    return missing;
  }

  /** There are new results. */
  #settled() {
    this.#listener.progressed();
    this.#soon();
  }

  /** @param {DiagnosticMessage} complaint */
  #refused(complaint) {
    const whole = this.#stage !== 'running';
    const { missing, asked } = this.#standing ?? { missing: 0, asked: 0 };
    this.#end('refused');
    if (!whole) return notice('run', `${missing} of the ${asked} runs are missing: ${complaint.message}`);
    const beside = this.#listener.refused(complaint);
    const place = complaint.place ? `${complaint.place}: ` : '';
    notice('run', `This experiment cannot be run. ${place}${complaint.message}`);
    this.say(`Not run: ${beside ? 'see the marked field. ' : ''}${place}${complaint.message}`);
  }

  /** @param {Stage} stage */
  #end(stage) {
    this.#stage = stage;
    this.#question.withdraw();
    this.#took = performance.now() - this.#began;
    this.#listener.progressed();
    this.#listener.ended();
    this.show();
  }

  #soon() {
    this.#showing ||= setTimeout(() => {
      this.#showing = 0;
      this.show();
      // The time left also decreases while a long cell runs.
      if (this.#stage === 'running') this.#soon();
    }, PACE);
  }

  /** Shows the state of the run, and whether the curves are those of the experiment on the page. */
  show() {
    const asking = this.#stage === 'asking';
    // A question about a previous experiment is withdrawn.
    if (asking && this.#about !== this.#study.link()) return this.cancel();
    this.#cancel.hidden = this.#progress.hidden = asking || !this.#active;
    this.#run.textContent = this.#active && !asking ? 'Run again' : 'Run';
    const standing = this.#standing;
    if (this.#stage === 'preparing') this.#progress.removeAttribute('value');
    else this.#progress.value = this.#stage === 'running' ? (standing?.share ?? 0) : 0;
    if (this.#stage === 'running') this.say([standing?.words, standing?.slow].filter(Boolean).join('; '));
    else this.say({ preparing: 'preparing …', asking: 'not yet: see the question.' }[String(this.#stage)] ?? '');
    const { title, subject, stale } = this.#study.status();
    const none = this.#active && !asking ? 'Preparing the first curves …' : 'Nothing has been computed yet.';
    if (!subject) this.#sentence.textContent = none;
    else this.#sentence.textContent = `${title}: ${subject}, ${this.#timing(standing)}`;
    this.#listener.titled(subject ? `${title}: ${subject} · Subtorus` : 'Subtorus');
    // The results of the run so far are known. Continuing runs only the missing cells.
    const absent = this.#active ? '' : this.#listener.missing();
    const known = this.#known ?? this.#from;
    this.#goOn.hidden = this.#stage !== 'cancelled' || stale || !known || !standing?.missing || absent !== '';
    // Results from files are shown without their jobs.
    const missing = this.#from && subject && !stale ? '' : absent;
    // Curves of another experiment must not look like those of this one.
    find('chart', HTMLDivElement).classList.toggle('pale', stale);
    if (missing) this.#sentence.textContent = stale ? `${missing} The pale chart is that of another experiment.` : missing;
    const imprecise = this.#stage === 'done' ? this.#study.imprecise() : '';
    if (imprecise) notice('precision', imprecise);
    else retract('precision');
    if (stale && !this.#active && !missing) {
      const advice = 'Press Run to compute this one.';
      notice('stale', `The chart shows the experiment that was run before the last changes. ${advice}`);
    } else {
      retract('stale');
    }
  }

  /** The state of the run. @returns {RunProgress | undefined} */
  get #standing() {
    const stage = this.#stage;
    if (stage !== 'running' && stage !== 'done' && stage !== 'cancelled') return undefined;
    const seconds = stage === 'running' ? this.#now : this.#took / 1000;
    return this.#study.standing({ stage, seconds, workers: this.#pool.workers, given: this.#taken }) ?? undefined;
  }

  /** @param {RunProgress | undefined} standing */
  #timing(standing) {
    if (this.#stage === 'done' || this.#stage === 'cancelled') return `${standing?.words}.`;
    return this.#stage === 'running' ? 'computing.' : 'computed before.';
  }
}
