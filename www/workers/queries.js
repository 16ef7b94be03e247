// @ts-check
/**
 * The page's requests to workers in addition to the run: reading logs, recording and inspecting runs, previews of
 * experiments, plans of batches. Cells of own strategies are inspected where their code runs, all others where none
 * runs. The refusals of codes are asked for once and passed on as data.
 */
import { workerRequests } from './worker_requests.js';
import { PoolWorker, browser } from './pool_worker.js';
import { Timeouts } from './timeouts.js';

/** @import { Aspect, DiagnosticMessage, Inspection, ExperimentPreview, Survey, Trace } from '../../subtorus.js' */
/** @import { PlannedBatch, Proposal } from '../../run_view.js' */
/** @import { RequestBody } from './worker_requests.js' */
/** @import { Host } from './pool_worker.js' */
/** @import { Log, Opened, Wanted } from './messages.js' */

/** The survey of an experiment without own code. @type {Survey} */
export const NONE = { answered: [] };
/** The number of surveys that are kept. */
const SURVEYS = 8;

/**
 * The order to hold a log, or none.
 * @param {Log | null} log
 */
export function held(log) {
  return { kind: /** @type {const} */ ('hold'), columns: log?.columns, malformed: log?.malformed ?? 0, processors: log?.processors ?? 0 };
}

export class Queries {
  /** The log of the run, null for a model's jobs. @type {Log | null} */
  log = null;
  #module;
  #usual;
  /** The workers for own code, while there is code that may run. @type {Host | undefined} */
  #framed;
  #workerRequests;
  /** The requests to workers for own code. */
  #framedRequests;
  /** For files: a worker that has read one is not kept. */
  #reading;
  /** The answers of codes, by link. @type {Map<string, { log: Log | null, isKnown: boolean, survey: Promise<Survey> }>} */
  #surveys = new Map();
  #asking = new AbortController();

  /**
   * @param {WebAssembly.Module} module
   * @param {Host} [host]
   */
  constructor(module, host = browser()) {
    this.#module = module;
    this.#usual = host;
    const usual = this.timeouts(false).workerRequest;
    this.#workerRequests = workerRequests(() => this.member(false), usual);
    this.#reading = workerRequests(() => this.member(false), usual);
    this.#framedRequests = workerRequests(() => this.member(true), this.timeouts(true).workerRequest, 1);
  }

  /**
   * Sets the workers for cells of own strategies. Returns whether they differ from the previous ones.
   * @param {Host} [framed] none without code that may run
   */
  use(framed) {
    if (framed === this.#framed) return false;
    this.stopSurveys();
    this.#framedRequests.leave();
    this.#surveys.clear();
    this.#framed = framed;
    return true;
  }

  /** Stops asking codes at once. Callers that wait for their answers wait for ever. */
  stopSurveys() {
    this.#asking.abort();
    this.#asking = new AbortController();
    for (const [link, { isKnown }] of this.#surveys) if (!isKnown) this.#surveys.delete(link);
  }

  /** @param {boolean} own whether for cells of own strategies */
  timeouts(own) {
    return new Timeouts(!own && this.#usual.locks !== undefined);
  }

  /**
   * A new worker.
   * @param {boolean} own whether for cells of own strategies
   */
  member(own) {
    return new PoolWorker(this.#module, own && this.#framed ? this.#framed : this.#usual, this.timeouts(own).start, own);
  }

  /**
   * Whether the experiment of a link may have code that runs.
   * @param {string} link
   */
  runsCode(link) {
    return this.#framed !== undefined && link.includes('own(');
  }

  /**
   * The refusals of the codes of an experiment, asked for at most once while the same codes may run.
   * @param {string} link
   * @param {Log | null} log null for the model's jobs
   * @returns {Promise<Survey>}
   */
  survey(link, log) {
    const known = this.#surveys.get(link);
    if (known && known.log === log) return known.survey;
    const strategies = [...new Set(link.match(/own\([^()]*\)/g))];
    const asking = Promise.all(strategies.map((strategy) => this.#ask(strategy, link, log)));
    const entry = { log, isKnown: false, survey: asking.then((answered) => ({ answered: answered.flat() })) };
    void entry.survey.then(() => (entry.isKnown = true));
    this.#surveys.set(link, entry);
    for (const [oldest] of this.#surveys) if (this.#surveys.size > SURVEYS) this.#surveys.delete(oldest);
    return entry.survey;
  }

  /**
   * The refusals of one strategy's code, by machine. Code that cannot be asked excludes only its own strategy.
   * @param {string} strategy
   * @param {string} link
   * @param {Log | null} log
   * @returns {Promise<Survey['answered']>}
   */
  async #ask(strategy, link, log) {
    try {
      const orders = [held(log), { kind: /** @type {const} */ ('survey'), link, strategy }];
      const { survey } = await this.#framedRequests.send('surveyed', orders, this.#asking.signal);
      return survey.answered.filter((answered) => answered.strategy === strategy);
    } catch (error) {
      const { message } = /** @type {DiagnosticMessage | Error} */ (error);
      const remedy = 'check the code, or remove the strategy';
      return [{ strategy, machine: '', refused: [], wrong: [message, 'an answer within ten seconds', remedy] }];
    }
  }

  /**
   * Reads a file in a separate worker, which is then discarded with its memory.
   * @param {Blob} file
   * @param {string} machines on which a schedule may have run
   * @param {string} choice the choice of a table's columns, as in the parameter
   * @param {Wanted} wanted the input of its proposal
   * @param {AbortSignal} [signal] ends it at once; then the promise never settles
   * @param {(said: string) => void} [heard] receives the progress
   * @returns {Promise<Opened>}
   */
  async read(file, machines, choice, wanted, signal, heard) {
    const wish = /** @type {const} */ ({ kind: 'read', file, machines, choice, wanted });
    const { opened } = await this.#reading.send('opened', [wish], signal, heard);
    return { ...opened, log: opened.log && { ...opened.log, file, choice } };
  }

  /**
   * The proposal for a log that was read.
   * @param {Log} log
   * @param {Wanted} wanted the input of the proposal
   * @param {AbortSignal} signal
   * @returns {Promise<Proposal>}
   */
  async propose({ columns, facts }, wanted, signal) {
    return (await this.#reading.send('proposal', [{ kind: 'propose', columns, header: facts, wanted }], signal)).proposal;
  }

  /**
   * Runs one cell of an experiment on the log of the last run again, with an observer.
   * @param {string} link
   * @param {number} cell
   * @param {Aspect} aspect
   * @param {AbortSignal} [signal]
   * @param {Log | null} [log] another than that of the last run
   * @returns {Promise<Inspection>}
   */
  async inspect(link, cell, aspect, signal, log) {
    return (await this.#look('inspected', link, cell, { kind: 'inspect', cell, aspect }, signal, log)).inspection;
  }

  /**
   * The same, but records the whole run.
   * @param {string} link
   * @param {number} cell
   * @param {AbortSignal} signal
   * @returns {Promise<Trace>}
   */
  async trace(link, cell, signal) {
    return (await this.#look('trace', link, cell, { kind: 'trace', cell }, signal)).trace;
  }

  /**
   * @template {'inspected' | 'trace'} Kind
   * @param {Kind} wanted
   * @param {string} link
   * @param {number} cell
   * @param {RequestBody} wish
   * @param {AbortSignal} [signal]
   * @param {Log | null} [log]
   */
  async #look(wanted, link, cell, wish, signal, log = this.log) {
    const survey = this.runsCode(link) ? await this.survey(link, log) : NONE;
    const isOwn = this.runsCode(link) && this.#framed?.isOwn?.(link, cell);
    const requests = isOwn ? this.#framedRequests : this.#workerRequests;
    return requests.send(wanted, [held(log), { kind: 'prepare', link, survey, first: false }, wish], signal);
  }

  /**
   * The strategies that the experiment of a link cannot use, with reasons, and the outlook for a log's jobs.
   * @param {string} link
   * @param {Log | null} log null for the model's jobs
   * @param {string[]} names
   * @param {AbortSignal} signal
   * @returns {Promise<ExperimentPreview>}
   */
  async outlook(link, log, names, signal) {
    const survey = this.runsCode(link) ? await this.survey(link, log) : NONE;
    const wish = /** @type {const} */ ({ kind: 'outlook', link, names, processors: log?.processors ?? 0, survey });
    return (await this.#workerRequests.send('outlook', [held(log), wish], signal)).foresight;
  }

  /**
   * Plans the batch of a link.
   * @param {string} link
   * @param {AbortSignal} signal
   * @returns {Promise<PlannedBatch>}
   */
  async planBatch(link, signal) {
    return (await this.#workerRequests.send('planned-batch', [{ kind: 'plan-batch', link }], signal)).batch;
  }
}
