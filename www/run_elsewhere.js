// @ts-check
/**
 * Schedules that are no runs of this page: what the log says of its own jobs, and files that are dropped. Files are kept for
 * as long as the page is open.
 */
import { find, make, sentence } from './dom.js';

/** @import { RunChoice, Study, Trace } from '../subtorus.js' */
/** @import { FileResults } from '../run_view.js' */
/** @import { Log, Wanted } from './messages.js' */
/** @import { Pool } from './pool.js' */

/** What links call the schedule of the log, and what stands in them before the name of a file. */
export const AS_LOGGED = 'as-logged';
const FILE = 'file:';

/**
 * A complaint that says where in the file something is wrong, if that is known.
 * @param {unknown} error
 */
function placed(error) {
  const place = error instanceof Object && 'place' in error && error.place !== 'log' ? error.place : '';
  return place ? new Error(`${place}: ${sentence(error)}`, { cause: error }) : error;
}

export class Elsewhere {
  #study;
  #pool;
  #open;
  #shown;
  #log;
  #bar = find('run-elsewhere', HTMLDivElement);
  /** The schedules of files, by their names in links. @type {Map<string, Trace>} */
  #files = new Map();

  /**
   * @param {Study} study
   * @param {Pool} pool
   * @param {(run: string, named: () => void) => void} open opens the run of this name in links, and calls `named` once the
   *   link has it
   * @param {(results: FileResults, name: string) => void} shown takes the results of the file of this name
   * @param {() => Log | null} log the log in hand
   */
  constructor(study, pool, open, shown, log) {
    this.#study = study;
    this.#pool = pool;
    this.#open = open;
    this.#shown = shown;
    this.#log = log;
  }

  /**
   * Reads a file. A log is returned; a schedule or results are opened, and nothing is returned.
   * @param {Blob} file
   * @param {string} name
   * @param {Wanted} wanted what its proposal has to go with
   * @param {AbortSignal} [signal] ends it at once: then it settles never
   * @param {(said: string) => void} [heard] how far it has come
   * @returns {Promise<Log | undefined>}
   */
  async read(file, name, wanted, signal, heard) {
    const opened = this.#pool.read(file, this.#study.value('machine'), this.#study.value('column'), wanted, signal, heard);
    const { log, schedule, results } = await opened.catch((error) => Promise.reject(placed(error)));
    if (schedule) this.#open(FILE + name, () => this.#files.set(this.#study.run_choice()?.file ?? name, schedule));
    if (results) this.#shown(results, name);
    return log;
  }

  /**
   * What keeps a run from being opened; empty where nothing does.
   * @param {RunChoice} choice
   */
  obstacle(choice) {
    return choice.file && !this.#files.has(choice.file) ? choice.missing : choice.problem;
  }

  /**
   * All of a run: run once more, or looked up.
   * @param {RunChoice} choice one without an obstacle
   * @param {AbortSignal} signal
   * @returns {Promise<Trace>}
   */
  async trace({ file, link, cell }, signal) {
    const kept = this.#files.get(file);
    return kept ?? this.#pool.trace(link, /** @type {number} */ (cell), signal);
  }

  /** Whether the log in hand tells when its jobs ran, so that there is a schedule of its own. */
  logged() {
    return this.#log()?.tells_starts ?? false;
  }

  /** Offers what there is to look into. */
  show() {
    const runs = [...this.#files.keys()].map((file) => [FILE + file, file]);
    if (this.logged() && this.#study.status().subject) runs.unshift([AS_LOGGED, 'The log as it was run']);
    const open = this.#study.value('run');
    const buttons = runs.map(([run, title]) => {
      const button = make('button', { type: 'button', 'aria-pressed': run === open ? 'true' : 'false' }, title);
      button.addEventListener('click', () => this.#open(run, () => {}));
      return button;
    });
    this.#bar.hidden = buttons.length === 0;
    // Who stands on one of the buttons stays there.
    const at = [...this.#bar.children].findIndex((child) => child === document.activeElement);
    this.#bar.replaceChildren('Schedules from elsewhere: ', ...buttons);
    if (at >= 0) /** @type {HTMLElement | undefined} */ (this.#bar.children[at])?.focus();
  }
}
