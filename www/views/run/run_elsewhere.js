// @ts-check
/**
 * Imported schedules: the log's own, and those of dropped files. Files are kept while the page is open.
 */
import { find, make, sentence } from '../dom.js';

/** @import { RunChoice, Study, Trace } from '../../../subtorus.js' */
/** @import { FileResults } from '../../../run_view.js' */
/** @import { Log, Wanted } from '../../workers/messages.js' */
/** @import { Pool } from '../../workers/pool.js' */

/** The name of the log's schedule in permalinks, and the text before the name of a file. */
export const AS_LOGGED = 'as-logged';
const FILE = 'file:';

/**
 * An error with its place in the file, if that is known.
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
  /** The schedules of files, by their names in permalinks. @type {Map<string, Trace>} */
  #files = new Map();

  /**
   * @param {Study} study
   * @param {Pool} pool
   * @param {(run: string, named: () => void) => void} open opens the run with this name, and calls `named` once the
   * link has it
   * @param {(results: FileResults, name: string) => void} shown takes the results of the file of this name
   * @param {() => Log | null} log the current log
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
   * @param {Wanted} wanted the input of its proposal
   * @param {AbortSignal} [signal] ends it at once; then the promise never settles
   * @param {(said: string) => void} [heard] receives the progress
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
   * Why a run cannot be opened; empty if it can.
   * @param {RunChoice} choice
   */
  obstacle(choice) {
    return choice.file && !this.#files.has(choice.file) ? choice.missing : choice.problem;
  }

  /**
   * The trace of a run, from a worker or from a file.
   * @param {RunChoice} choice of a run that can be opened
   * @param {AbortSignal} signal
   * @returns {Promise<Trace>}
   */
  async trace({ file, link, cell }, signal) {
    const kept = this.#files.get(file);
    return kept ?? this.#pool.trace(link, /** @type {number} */ (cell), signal);
  }

  /** Whether the current log has the starts of its jobs, and so its own schedule. */
  logged() {
    return this.#log()?.tells_starts ?? false;
  }

  /** Offers the schedules that can be opened. */
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
    // A button with the focus keeps it.
    const at = [...this.#bar.children].findIndex((child) => child === document.activeElement);
    this.#bar.replaceChildren('Schedules from elsewhere: ', ...buttons);
    if (at >= 0) /** @type {HTMLElement | undefined} */ (this.#bar.children[at])?.focus();
  }
}
