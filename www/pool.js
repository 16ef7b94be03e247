// @ts-check
/**
 * The pool: one worker per processor, each with a wasm instance of its own and nothing shared. The heaviest cells go
 * out first; a worker that dies is replaced, its cell is tried once more, and then given up by name.
 */
import { Member } from './member.js';

/** @import { Aspect, Columns, Complaint, Inspection, LogReport, PlanReport, PlannedBatch, Refusal } from '../subtorus.js' */

/**
 * A log in hand: its columns go to each worker once.
 * @typedef {LogReport & { columns: Columns }} Log
 */

/**
 * What the page says to a worker.
 * @typedef {{ kind: 'start', name: string, module: WebAssembly.Module }
 *   | { kind: 'read', file: Blob }
 *   | { kind: 'hold', columns: Columns | undefined, malformed: number }
 *   | { kind: 'prepare', run: number, link: string }
 *   | { kind: 'cell', run: number, cell: number }
 *   | { kind: 'inspect', cell: number, aspect: Aspect }
 *   | { kind: 'refusals', link: string, names: string[] }
 *   | { kind: 'plan-batch', link: string }} Order
 */

/**
 * What a worker says to the page.
 * @typedef {{ kind: 'started' }
 *   | { kind: 'log', log: Log }
 *   | { kind: 'prepared', run: number, plan: PlanReport }
 *   | { kind: 'result', run: number, cell: number, values: Float64Array, took: number }
 *   | { kind: 'inspected', inspection: Inspection }
 *   | { kind: 'refusals', refusals: Refusal[] }
 *   | { kind: 'planned-batch', batch: PlannedBatch }
 *   | { kind: 'refused', order: Order['kind'], cell: number, complaint: Complaint }
 *   | { kind: 'died', message: string }} Report
 */

/**
 * Who hears how a run goes on.
 * @typedef {object} Listener
 * @property {(plan: PlanReport) => Uint32Array} planned says which cells to run first
 * @property {(cell: number, values: Float64Array) => Uint32Array} result says which cells to run because of it
 * @property {(cell: number, message: string) => void} failed this cell will have no result
 * @property {(complaint: Complaint) => void} refused nothing can be run
 * @property {() => void} done every cell has its result or has failed
 */

/** A worker is given this many cells at a time, so that it need not wait for the page while the page draws. */
const AHEAD = 2;
/** How long a worker waits for another errand, in milliseconds. */
const LINGER = 1000;
/** A cell, or the preparation of a run, is tried this often before it is given up. */
const TRIES = 2;

export class Pool {
  #module;
  #size;
  /** @type {Member[]} */
  #members = [];
  /** A worker that has come back from an errand. @type {Member | undefined} */
  #idle;
  #run = 0;
  /** @type {Listener | null} */
  #listener = null;
  #link = '';
  /** The log of the run, null for a model's jobs. @type {Log | null} */
  #log = null;
  /** Cells nobody has been given yet, the lightest first. @type {number[]} */
  #queue = [];
  #planned = false;
  /** Cells without an outcome. */
  #open = 0;
  /** How often a cell's worker has died. @type {Map<number, number>} */
  #deaths = new Map();
  #failedStarts = 0;

  /**
   * @param {WebAssembly.Module} module
   * @param {number} size
   */
  constructor(module, size) {
    this.#module = module;
    this.#size = size;
  }

  /** How many workers compute at once. */
  get size() {
    return this.#size;
  }

  /**
   * Reads a log in a worker of its own, whose memory goes with it.
   * @param {Blob} file
   * @returns {Promise<Log>}
   */
  async read(file) {
    return (await this.#errand('log', [{ kind: 'read', file }])).log;
  }

  /**
   * Runs one cell of an experiment on the log of the last run once more, to look inside.
   * @param {string} link
   * @param {number} cell
   * @param {Aspect} aspect
   * @returns {Promise<Inspection>}
   */
  async inspect(link, cell, aspect) {
    const log = this.#log;
    const report = await this.#errand('inspected', [
      { kind: 'hold', columns: log?.columns, malformed: log?.malformed ?? 0 },
      { kind: 'prepare', run: 0, link },
      { kind: 'inspect', cell, aspect },
    ]);
    return report.inspection;
  }

  /**
   * Which of these strategies the experiment of a link has no use for, and why.
   * @param {string} link
   * @param {string[]} names
   * @param {AbortSignal} signal
   * @returns {Promise<Refusal[]>}
   */
  async refusals(link, names, signal) {
    return (await this.#errand('refusals', [{ kind: 'refusals', link, names }], signal)).refusals;
  }

  /**
   * Plans the batch of a link.
   * @param {string} link
   * @param {AbortSignal} signal
   * @returns {Promise<PlannedBatch>}
   */
  async planBatch(link, signal) {
    return (await this.#errand('planned-batch', [{ kind: 'plan-batch', link }], signal)).batch;
  }

  /**
   * Has a worker obey these orders beside the run, until it reports what is wanted. What is aborted stops at once and
   * settles never; what Rust refuses is thrown as a complaint.
   * @template {Report['kind']} Kind
   * @param {Kind} wanted
   * @param {Order[]} orders
   * @param {AbortSignal} [signal]
   * @returns {Promise<Extract<Report, { kind: Kind }>>}
   */
  #errand(wanted, orders, signal) {
    return new Promise((resolve, reject) => {
      const member = this.#idle ?? new Member(this.#module);
      this.#idle = undefined;
      const stop = () => member.stop();
      const end = (/** @type {boolean} */ reusable) => {
        signal?.removeEventListener('abort', stop);
        // A worker that has read a log keeps the memory that took.
        if (reusable && wanted !== 'log') this.#linger(member);
        else this.#dismiss(member);
      };
      member.listen((report) => {
        if (report.kind === wanted) {
          end(true);
          resolve(/** @type {Extract<Report, { kind: Kind }>} */ (report));
        } else if (report.kind === 'refused') {
          end(true);
          reject(report.complaint);
        } else if (report.kind === 'died') {
          end(false);
          reject(new Error(`the worker died: ${report.message}.`));
        }
      });
      signal?.addEventListener('abort', stop, { once: true });
      for (const order of orders) member.tell(order);
    });
  }

  /**
   * A worker that has come back from an errand waits a little for the next one: while somebody types there are many.
   * @param {Member} member
   */
  #linger(member) {
    if (this.#idle) return member.stop();
    this.#idle = member;
    setTimeout(() => this.#idle === member && this.#dismiss(member), LINGER);
  }

  /** @param {Member} member */
  #dismiss(member) {
    if (this.#idle === member) this.#idle = undefined;
    member.stop();
  }

  /**
   * Runs the experiment of a link on a log (null: the model); whatever ran before is given up.
   * @param {string} link
   * @param {Log | null} log
   * @param {Listener} listener
   */
  run(link, log, listener) {
    if (this.#listener) this.cancel();
    this.#run += 1;
    this.#listener = listener;
    this.#link = link;
    this.#log = log;
    this.#planned = false;
    this.#queue = [];
    this.#deaths.clear();
    this.#failedStarts = 0;
    while (this.#members.length < this.#size) this.#hire();
    for (const member of this.#members) this.#prepare(member);
  }

  /** Stops at once. The workers are thrown away, as nothing else interrupts a run; the next run hires new ones. */
  cancel() {
    this.#listener = null;
    for (const member of this.#members) member.stop();
    this.#members = [];
  }

  /** @returns {Member} */
  #hire() {
    const member = new Member(this.#module);
    member.listen((report) => this.#hear(member, report));
    this.#members.push(member);
    return member;
  }

  /** @param {Member} member */
  #prepare(member) {
    if (member.holds !== this.#log) {
      member.holds = this.#log;
      member.tell({ kind: 'hold', columns: this.#log?.columns, malformed: this.#log?.malformed ?? 0 });
    }
    member.cells = [];
    member.tell({ kind: 'prepare', run: this.#run, link: this.#link });
  }

  /**
   * @param {Member} member
   * @param {Report} report
   */
  #hear(member, report) {
    if (report.kind === 'died') return this.#bury(member, report.message);
    if (!this.#listener) return;
    if (report.kind === 'prepared' && report.run === this.#run) {
      member.prepared = this.#run;
      if (!this.#planned) this.#plan(report.plan);
      this.#feed(member);
    } else if (report.kind === 'result' && report.run === this.#run) {
      const more = this.#listener.result(report.cell, report.values);
      this.#queue.push(...more);
      this.#open += more.length;
      this.#settle(member, report.cell);
      if (more.length > 0) for (const other of this.#members) this.#feed(other);
      this.#finish();
    } else if (report.kind === 'refused' && report.order === 'cell') {
      this.#settle(member, report.cell);
      this.#listener.failed(report.cell, report.complaint.message);
      this.#finish();
    } else if (report.kind === 'refused') {
      this.#refuse(report.complaint);
    }
  }

  /** @param {PlanReport} plan */
  #plan(plan) {
    this.#planned = true;
    const first = this.#listener?.planned(plan) ?? [];
    this.#queue = Array.from(first).sort((a, b) => plan.weights[a] - plan.weights[b]);
    this.#open = this.#queue.length;
    this.#finish();
  }

  /** @param {Member} member */
  #feed(member) {
    while (this.#listener && member.prepared === this.#run && member.cells.length < AHEAD) {
      const cell = this.#queue.pop();
      if (cell === undefined) return;
      member.cells.push(cell);
      member.tell({ kind: 'cell', run: this.#run, cell });
    }
  }

  /**
   * A cell has its outcome; its worker gets another.
   * @param {Member} member
   * @param {number} cell
   */
  #settle(member, cell) {
    member.cells = member.cells.filter((other) => other !== cell);
    this.#open -= 1;
    this.#feed(member);
  }

  #finish() {
    if (!this.#planned || this.#open > 0 || !this.#listener) return;
    const listener = this.#listener;
    this.#listener = null;
    listener.done();
  }

  /** @param {Complaint} complaint */
  #refuse(complaint) {
    const listener = this.#listener;
    this.#listener = null;
    listener?.refused(complaint);
  }

  /**
   * A worker died: another takes its place. The cell it was running gets one more try; those it had not begun lose nothing.
   * @param {Member} member
   * @param {string} message
   */
  #bury(member, message) {
    this.#members = this.#members.filter((other) => other !== member);
    if (!this.#listener) return;
    const [running, ...waiting] = member.prepared === this.#run ? member.cells : [];
    this.#queue.push(...waiting);
    if (member.prepared !== this.#run) {
      this.#failedStarts += 1;
      if (this.#failedStarts >= TRIES * this.#size) {
        return this.#refuse({ place: '', message: `no worker could prepare the run: ${message}.` });
      }
    }
    if (running !== undefined) {
      const deaths = (this.#deaths.get(running) ?? 0) + 1;
      this.#deaths.set(running, deaths);
      if (deaths < TRIES) {
        this.#queue.push(running);
      } else {
        this.#open -= 1;
        this.#listener.failed(running, `its worker died twice: ${message}`);
      }
    }
    this.#prepare(this.#hire());
    for (const other of this.#members) this.#feed(other);
    this.#finish();
  }
}
