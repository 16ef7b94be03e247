// @ts-check
/**
 * Imported schedules: the log's own, and those of dropped files. Files are kept while the page is open.
 */
import { effect, Signal } from '../../state/signals.js';
import { button, find, rebuild, sentence } from '../dom.js';

/** @import { RunChoice, Trace } from '../../../subtorus.js' */
/** @import { FileResults } from '../../../run_view.js' */
/** @import { Store } from '../../state/store.js' */
/** @import { Log, Wanted } from '../../workers/messages.js' */

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

/** @typedef {ReturnType<typeof elsewhere>} Elsewhere */

/**
 * @param {Store} store
 * @param {(run: string, named: () => void) => void} open opens the run with this name, and calls `named` once the
 * link has it
 * @param {(results: FileResults, name: string) => void} shown takes the results of the file of this name
 */
export function elsewhere(store, open, shown) {
  /** The schedules of files, by their names in permalinks. @type {Signal<ReadonlyMap<string, Trace>>} */
  const files = new Signal(new Map());
  effect(show);
  return { read, obstacle, trace, logged };

  /**
   * Reads a file. A log is returned; a schedule or results are opened, and nothing is returned.
   * @param {Blob} file
   * @param {string} name
   * @param {Wanted} wanted the input of its proposal
   * @param {AbortSignal} [signal] ends it at once; then the promise never settles
   * @param {(said: string) => void} [heard] receives the progress
   * @returns {Promise<Log | undefined>}
   */
  async function read(file, name, wanted, signal, heard) {
    const { pool, study } = store;
    const opened = pool.read(file, study.value('machine'), study.value('column'), wanted, signal, heard);
    const { log, schedule, results } = await opened.catch((error) => Promise.reject(placed(error)));
    if (schedule) {
      open(FILE + name, () => {
        files.value = new Map(files.peek()).set(study.run_choice()?.file ?? name, schedule);
      });
    }
    if (results) shown(results, name);
    return log;
  }

  /**
   * Why a run cannot be opened; empty if it can.
   * @param {RunChoice} choice
   */
  function obstacle(choice) {
    return choice.file && !files.value.has(choice.file) ? choice.missing : choice.problem;
  }

  /**
   * The trace of a run, from a worker or from a file.
   * @param {RunChoice} choice of a run that can be opened
   * @param {AbortSignal} signal
   * @returns {Promise<Trace>}
   */
  async function trace({ file, link, cell }, signal) {
    const kept = files.value.get(file);
    return kept ?? store.pool.trace(link, /** @type {number} */ (cell), signal);
  }

  /** Whether the current log has the starts of its jobs, and so its own schedule. */
  function logged() {
    return store.currentLog?.tells_starts ?? false;
  }

  /** Offers the schedules that can be opened. */
  function show() {
    const runs = [...files.value.keys()].map((file) => [FILE + file, file]);
    void [store.curves.value, store.openings.value];
    if (logged() && store.experiment.status().subject) runs.unshift([AS_LOGGED, 'The log as it was run']);
    const shownRun = store.study.value('run');
    const buttons = runs.map(([run, title]) => button(title, () => open(run, () => {}), { 'aria-pressed': String(run === shownRun) }));
    const bar = find('run-elsewhere');
    bar.hidden = buttons.length === 0;
    rebuild(bar, ['Schedules from elsewhere: ', ...buttons]);
  }
}
