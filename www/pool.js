// @ts-check
/**
 * The pool: one worker per processor, each with a wasm instance of its own and nothing shared. The heaviest cells go
 * out first; a worker that dies is replaced, its cell is tried once more, and then given up by name.
 */
import { Member } from './member.js';

/** @import { Columns, LinkLoads, Log, Plan, Refusal } from './types.js' */

/**
 * What the page says to a worker.
 * @typedef {{ kind: 'start', name: string, module: WebAssembly.Module }
 *   | { kind: 'read', file: Blob }
 *   | { kind: 'hold', columns: Columns | undefined, malformed: number }
 *   | { kind: 'prepare', run: number, link: string }
 *   | { kind: 'links', cell: number }
 *   | { kind: 'cell', run: number, cell: number }} Order
 */

/**
 * What a worker says to the page.
 * @typedef {{ kind: 'started' }
 *   | { kind: 'log', log: Log }
 *   | { kind: 'prepared', run: number, plan: Plan }
 *   | { kind: 'links', links: LinkLoads }
 *   | { kind: 'result', run: number, cell: number, values: Float64Array, took: number }
 *   | { kind: 'refused', order: Order['kind'], cell: number, refusal: Refusal }
 *   | { kind: 'died', message: string }} Report
 */

/**
 * Who hears how a run goes on.
 * @typedef {object} Listener
 * @property {(plan: Plan) => Uint32Array} planned says which cells to run first
 * @property {(cell: number, values: Float64Array) => Uint32Array} result says which cells to run because of it
 * @property {(cell: number, message: string) => void} failed this cell will have no result
 * @property {(refusal: Refusal) => void} refused nothing can be run
 * @property {() => void} done every cell has its result or has failed
 */

/** A worker is given this many cells at a time, so that it need not wait for the page while the page draws. */
const AHEAD = 2;
/** A cell, or the preparation of a run, is tried this often before it is given up. */
const TRIES = 2;

export class Pool {
  #module;
  #size;
  /** @type {Member[]} */
  #members = [];
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
    const report = await this.#alone('log', [{ kind: 'read', file }]);
    return report.log;
  }

  /**
   * Runs one cell of an experiment on the log of the last run once more, for its links.
   * @param {string} link
   * @param {number} cell
   * @returns {Promise<LinkLoads>}
   */
  async links(link, cell) {
    const log = this.#log;
    const report = await this.#alone('links', [
      { kind: 'hold', columns: log?.columns, malformed: log?.malformed ?? 0 },
      { kind: 'prepare', run: 0, link },
      { kind: 'links', cell },
    ]);
    return report.links;
  }

  /**
   * Has a worker of its own obey these orders, until it reports what is wanted; its memory goes with it.
   * @template {Report['kind']} Kind
   * @param {Kind} wanted
   * @param {Order[]} orders
   * @returns {Promise<Extract<Report, { kind: Kind }>>}
   */
  #alone(wanted, orders) {
    return new Promise((resolve, reject) => {
      const member = new Member(this.#module, (_, report) => {
        if (report.kind === 'prepared' && wanted !== 'prepared') return;
        if (report.kind === wanted) resolve(/** @type {Extract<Report, { kind: Kind }>} */ (report));
        if (report.kind === 'refused') reject(new Error(report.refusal.message));
        if (report.kind === 'died') reject(new Error(`the worker died: ${report.message}.`));
        member.stop();
      });
      for (const order of orders) member.tell(order);
    });
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
    const member = new Member(this.#module, (from, report) => this.#hear(from, report));
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
      this.#listener.failed(report.cell, report.refusal.message);
      this.#finish();
    } else if (report.kind === 'refused') {
      this.#refuse(report.refusal);
    }
  }

  /** @param {Plan} plan */
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

  /** @param {Refusal} refusal */
  #refuse(refusal) {
    const listener = this.#listener;
    this.#listener = null;
    listener?.refused(refusal);
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
