// @ts-check
/**
 * What the page asks of workers beside the run: logs to be read, runs to be looked into, what an experiment would do, plans of
 * batches. Cells of strategies of one's own are looked into where their code runs, everything else where none does; what such
 * codes refuse is asked once and handed on as data.
 */
import { WorkerRequests } from './worker_requests.js';
import { PoolWorker, browser } from './pool_worker.js';
import { Timeouts } from './timeouts.js';

/** @import { Aspect, DiagnosticMessage, Inspection, ExperimentPreview, Survey, Trace } from '../subtorus.js' */
/** @import { PlannedBatch, Proposal } from '../run_view.js' */
/** @import { RequestBody } from './worker_requests.js' */
/** @import { Host } from './pool_worker.js' */
/** @import { Log, Opened, Wanted } from './messages.js' */

/** Of an experiment without codes that run. @type {Survey} */
export const NONE = { answered: [] };
/** So many surveys are remembered. */
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
  /** Where code of one's own runs, while there is code that may. @type {Host | undefined} */
  #framed;
  #workerRequests;
  /** Where code of one's own runs. @type {WorkerRequests} */
  #framedRequests;
  /** For files: a worker that has read one is not kept. */
  #reading;
  /** What codes have answered, by link. @type {Map<string, { log: Log | null, isKnown: boolean, survey: Promise<Survey> }>} */
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
    this.#workerRequests = new WorkerRequests(() => this.member(false), usual);
    this.#reading = new WorkerRequests(() => this.member(false), usual);
    this.#framedRequests = new WorkerRequests(() => this.member(true), this.timeouts(true).workerRequest, 1);
  }

  /**
   * From now on there are these workers for cells of one's own strategies. Returns whether these are others than before.
   * @param {Host} [framed] none where there is no code that may run
   */
  use(framed) {
    if (framed === this.#framed) return false;
    this.stopSurveys();
    this.#framedRequests.leave();
    this.#surveys.clear();
    this.#framed = framed;
    return true;
  }

  /** Stops asking codes at once; what waits for their answers waits for ever. */
  stopSurveys() {
    this.#asking.abort();
    this.#asking = new AbortController();
    for (const [link, { isKnown }] of this.#surveys) if (!isKnown) this.#surveys.delete(link);
  }

  /** @param {boolean} own whether for cells of one's own strategies */
  timeouts(own) {
    return new Timeouts(!own && this.#usual.locks !== undefined);
  }

  /**
   * A new worker.
   * @param {boolean} own whether for cells of one's own strategies
   */
  member(own) {
    return new PoolWorker(this.#module, own && this.#framed ? this.#framed : this.#usual, this.timeouts(own).start, own);
  }

  /**
   * Whether the experiment of a link may have codes that run.
   * @param {string} link
   */
  runsCode(link) {
    return this.#framed !== undefined && link.includes('own(');
  }

  /**
   * What the codes of an experiment that runs some refuse, asked at most once as long as the same codes may run.
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
   * What the code of one strategy refuses, by machine. Code that cannot be asked excludes its own strategy and nothing else.
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
   * Reads a file in a worker of its own, whose memory goes with it.
   * @param {Blob} file
   * @param {string} machines those that a schedule may have run on
   * @param {string} choice which columns of a table tell what, as the parameter says
   * @param {Wanted} wanted what its proposal has to go with
   * @param {AbortSignal} [signal] ends it at once: then it settles never
   * @param {(said: string) => void} [heard] how far it has come
   * @returns {Promise<Opened>}
   */
  async read(file, machines, choice, wanted, signal, heard) {
    const wish = /** @type {const} */ ({ kind: 'read', file, machines, choice, wanted });
    const { opened } = await this.#reading.send('opened', [wish], signal, heard);
    return { ...opened, log: opened.log && { ...opened.log, file, choice } };
  }

  /**
   * What is proposed for a log that was read.
   * @param {Log} log
   * @param {Wanted} wanted what the proposal has to go with
   * @param {AbortSignal} signal
   * @returns {Promise<Proposal>}
   */
  async propose({ columns, facts }, wanted, signal) {
    return (await this.#reading.send('proposal', [{ kind: 'propose', columns, header: facts, wanted }], signal)).proposal;
  }

  /**
   * Runs one cell of an experiment on the log of the last run once more, to look inside.
   * @param {string} link
   * @param {number} cell
   * @param {Aspect} aspect
   * @param {AbortSignal} [signal]
   * @returns {Promise<Inspection>}
   */
  async inspect(link, cell, aspect, signal) {
    return (await this.#look('inspected', link, cell, { kind: 'inspect', cell, aspect }, signal)).inspection;
  }

  /**
   * The same, to look at all of it.
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
   */
  async #look(wanted, link, cell, wish, signal) {
    const log = this.log;
    const survey = this.runsCode(link) ? await this.survey(link, log) : NONE;
    const isOwn = this.runsCode(link) && this.#framed?.isOwn?.(link, cell);
    const workerRequests = isOwn ? this.#framedRequests : this.#workerRequests;
    return workerRequests.send(wanted, [held(log), { kind: 'prepare', link, survey, first: false }, wish], signal);
  }

  /**
   * Which of these strategies the experiment of a link has no use for, and why; and what would become of a log's jobs.
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
