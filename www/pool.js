// @ts-check
/**
 * The pool: workers with a wasm instance each and nothing shared, as many as there are processors, cells and memory for.
 * The first one makes the plan; then cells go out in the order in which the listener has them. A worker that dies is
 * replaced, its cell is tried once more, and then given up by name.
 */
import { Errands } from './errands.js';
import { Member, browser } from './member.js';
import { Patience } from './patience.js';

/** @import { Aspect, Complaint, Inspection, PlanReport, Foresight, Identities, Trace } from '../subtorus.js' */
/** @import { PlannedBatch } from '../run_view.js' */
/** @import { Wish } from './errands.js' */
/** @import { Host } from './member.js' */
/** @import { Log, Opened, Report } from './messages.js' */

/**
 * Who hears how a run goes on.
 * @typedef {object} Listener
 * @property {(question: string, go: () => void) => void} asked something is to be asked before anything is run
 * @property {(plan: PlanReport, identities: Identities | undefined, go: (cells: number) => void) => void} planned goes on once it knows how many cells to run
 * @property {() => number | undefined} next says which cell to run next
 * @property {(cell: number, values: Float64Array, took: number) => number} result says how many more cells to run because of
 *   it; `took` is in milliseconds
 * @property {(cell: number, message: string) => void} failed this cell will have no result
 * @property {(message: string) => void} replaced a worker had to be given up; what it did is tried again
 * @property {(complaint: Complaint) => void} refused nothing can be run, or nothing more
 * @property {() => void} done every cell has its result or has failed
 */

/** A worker is given this many cells at a time, so that it need not wait for the page while the page draws. */
const AHEAD = 2;
/** A cell is tried this often before it is given up. */
const TRIES = 2;
/** So many workers may fail one after the other before they have prepared a run. */
const STARTS = 4;

/**
 * The order to hold a log, or none.
 * @param {Log | null} log
 */
function held(log) {
  return { kind: /** @type {const} */ ('hold'), columns: log?.columns, malformed: log?.malformed ?? 0, processors: log?.processors ?? 0 };
}

export class Pool {
  #module;
  #size;
  #usual;
  #host;
  #patience;
  #errands;
  /** For logs, which are read where workers usually come from. */
  #reading;
  /** @type {Member[]} */
  #members = [];
  /** The number of the run. */
  #task = 0;
  /** @type {Listener | null} */
  #listener = null;
  #link = '';
  /** The log of the run, null for a model's jobs. @type {Log | null} */
  #log = null;
  /** @type {PlanReport | null} */
  #plan = null;
  /** Whether nobody need be asked about the plan any more, and whether cells are handed out. */
  #agreed = false;
  #begun = false;
  /** Cells that somebody has been given who is gone. @type {number[]} */
  #again = [];
  /** Cells without an outcome. */
  #open = 0;
  /** How often a cell's worker has died. @type {Map<number, number>} */
  #deaths = new Map();
  #failedStarts = 0;

  /**
   * @param {WebAssembly.Module} module
   * @param {number} size the most workers that compute at once
   * @param {Host} [host]
   */
  constructor(module, size, host = browser()) {
    this.#module = module;
    this.#size = size;
    this.#usual = this.#host = host;
    this.#patience = new Patience(host.locks !== undefined);
    this.#errands = new Errands(() => this.#member(), this.#patience.errand);
    this.#reading = new Errands(() => new Member(module, this.#usual, this.#patience.start), this.#patience.errand);
  }

  /**
   * Where workers come from, from now on.
   * @param {Host | undefined} host nothing for where they usually do
   */
  use(host = this.#usual) {
    if (host === this.#host) return;
    this.cancel();
    this.#errands.leave();
    this.#host = host;
  }

  /**
   * Reads a file in a worker of its own, whose memory goes with it.
   * @param {Blob} file
   * @param {string} machines those that a schedule may have run on
   * @param {AbortSignal} [signal] ends it at once: then it settles never
   * @param {(said: string) => void} [heard] how far it has come
   * @returns {Promise<Opened>}
   */
  async read(file, machines, signal, heard) {
    return (await this.#reading.send('opened', [{ kind: 'read', file, machines }], signal, heard)).opened;
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
    return (await this.#errands.send('inspected', [...this.#prepared(link), { kind: 'inspect', cell, aspect }], signal)).inspection;
  }

  /**
   * The same, to look at all of it.
   * @param {string} link
   * @param {number} cell
   * @param {AbortSignal} signal
   * @returns {Promise<Trace>}
   */
  async trace(link, cell, signal) {
    return (await this.#errands.send('trace', [...this.#prepared(link), { kind: 'trace', cell }], signal)).trace;
  }

  /**
   * What a worker must have done before it can run a cell of the last run once more.
   * @param {string} link
   * @returns {Wish[]}
   */
  #prepared(link) {
    return [held(this.#log), { kind: 'prepare', link, first: false }];
  }

  /**
   * Which of these strategies the experiment of a link has no use for, and why; and what would become of a log's jobs.
   * @param {string} link
   * @param {Log | null} log null for the model's jobs
   * @param {string[]} names
   * @param {AbortSignal} signal
   * @returns {Promise<Foresight>}
   */
  async outlook(link, log, names, signal) {
    const outlook = await this.#errands.send('outlook', [
      held(log),
      { kind: 'outlook', link, names, processors: log?.processors ?? 0 },
    ], signal);
    return outlook.foresight;
  }

  /**
   * Plans the batch of a link.
   * @param {string} link
   * @param {AbortSignal} signal
   * @returns {Promise<PlannedBatch>}
   */
  async planBatch(link, signal) {
    return (await this.#errands.send('planned-batch', [{ kind: 'plan-batch', link }], signal)).batch;
  }

  /**
   * Runs the experiment of a link on a log (null: the model); whatever ran before is given up.
   * @param {string} link
   * @param {Log | null} log
   * @param {Listener} listener
   */
  run(link, log, listener) {
    if (this.#listener) this.cancel();
    this.#task += 1;
    this.#listener = listener;
    this.#link = link;
    this.#log = log;
    this.#plan = null;
    this.#agreed = false;
    this.#begun = false;
    this.#again = [];
    this.#open = 0;
    this.#deaths.clear();
    this.#failedStarts = 0;
    this.#patience = new Patience(this.#host.locks !== undefined);
    this.#prepare(this.#members[0] ?? this.#hire());
  }

  /** Stops at once. The workers are thrown away, as nothing else interrupts a run; the next run hires new ones. */
  cancel() {
    this.#listener = null;
    for (const member of this.#members) member.stop();
    this.#members = [];
  }

  #member() {
    return new Member(this.#module, this.#host, this.#patience.start);
  }

  /** @returns {Member} */
  #hire() {
    const member = this.#member();
    member.listen((report) => this.#hear(member, report));
    this.#members.push(member);
    return member;
  }

  /** @param {Member} member */
  #prepare(member) {
    const limit = () => this.#patience.preparation;
    const task = this.#task;
    if (member.holds !== this.#log) {
      member.holds = this.#log;
      member.tell({ ...held(this.#log), task }, limit);
    }
    Object.assign(member, { task, ready: false, cells: [] });
    member.tell({ kind: 'prepare', task, link: this.#link, first: !this.#plan }, limit);
  }

  /**
   * @param {Member} member
   * @param {Report} report
   */
  #hear(member, report) {
    if (report.kind === 'died') return this.#bury(member, report.message, report.late);
    if (report.task !== this.#task || !this.#listener) return;
    if (report.kind === 'prepared') {
      this.#patience.learnPreparation(report.took);
      this.#failedStarts = 0;
      member.ready = true;
      if (this.#plan) this.#feed(member);
      else this.#offer(report.plan, report.identities);
    } else if (report.kind === 'result') {
      this.#patience.learn(report.cell, this.#weight(report.cell), report.took);
      this.#failedStarts = 0;
      this.#open += this.#listener.result(report.cell, report.values, report.took);
      this.#settle(member, report.cell);
    } else if (report.kind === 'refused' && report.order === 'cell') {
      this.#listener.failed(report.cell, report.complaint.message);
      this.#settle(member, report.cell);
    } else if (report.kind === 'refused') {
      this.#refuse(report.complaint);
    }
  }

  /**
   * There is a plan; perhaps somebody is to be asked about it.
   * @param {PlanReport} plan
   * @param {Identities | undefined} identities
   */
  #offer(plan, identities) {
    this.#plan = plan;
    this.#patience.begin(plan.alike);
    const listener = this.#listener;
    const go = () => {
      if (listener !== this.#listener || this.#agreed) return;
      this.#agreed = true;
      listener?.planned(plan, identities, (cells) => listener === this.#listener && !this.#begun && this.#begin(cells));
    };
    if (plan.question) listener?.asked(plan.question, go);
    else go();
  }

  /** @param {number} cells how many are to be run */
  #begin(cells) {
    this.#begun = true;
    this.#open = cells;
    for (const surplus of this.#members.splice(Math.max(1, this.#wanted))) surplus.stop();
    this.#staff();
  }

  /** How many workers compute at once where there is enough to do. */
  get workers() {
    return Math.min(this.#size, this.#plan?.workers ?? 1);
  }

  /** How many workers there is something to do for. */
  get #wanted() {
    return Math.min(this.workers, this.#open);
  }

  /** @param {number} cell */
  #weight(cell) {
    return this.#plan?.weights[cell] ?? 1;
  }

  /** Sees to it that everybody who is wanted is here and has something to do, or that the run ends. */
  #staff() {
    if (!this.#listener) return;
    if (this.#begun && this.#open === 0) return this.#finish();
    const wanted = this.#begun ? this.#wanted : 1;
    while (this.#members.length < wanted && this.#failedStarts < STARTS) this.#hire();
    for (const member of this.#members.slice(0, wanted)) {
      if (member.task !== this.#task) this.#prepare(member);
      else this.#feed(member);
    }
  }

  /** @param {Member} member */
  #feed(member) {
    // Where there are few cells left, nobody takes one that another could begin with.
    const taken = this.#members.reduce((sum, { cells }) => sum + cells.length, 0);
    const ahead = this.#open - taken > this.#members.length ? AHEAD : 1;
    while (this.#listener && this.#begun && member.ready && member.cells.length < ahead) {
      const cell = this.#again.pop() ?? this.#listener.next();
      if (cell === undefined) return;
      member.cells.push(cell);
      const limit = () => this.#patience.cell(cell, this.#weight(cell), this.#deaths.has(cell));
      member.tell({ kind: 'cell', task: this.#task, cell }, limit);
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
    this.#staff();
  }

  #finish() {
    const listener = this.#listener;
    this.#listener = null;
    listener?.done();
  }

  /** @param {Complaint} complaint */
  #refuse(complaint) {
    const listener = this.#listener;
    this.cancel();
    listener?.refused(complaint);
  }

  /**
   * A worker died: another takes its place. The cell it was running gets one more try; those it had not begun lose nothing.
   * @param {Member} member
   * @param {string} message
   * @param {boolean} late
   */
  #bury(member, message, late) {
    this.#members = this.#members.filter((other) => other !== member);
    if (!this.#listener || member.task !== this.#task) return;
    if (late) this.#listener.replaced(message);
    if (member.ready) this.#retry(member.cells, message);
    else this.#failedStarts += 1;
    // Code that does not answer on the empty machine will not the next time.
    const stuck = late && !member.ready && this.#host !== this.#usual;
    const helpless = stuck || (this.#failedStarts >= STARTS && !this.#members.some((other) => other.task === this.#task));
    if (helpless) return this.#refuse({ place: '', message: `no worker could prepare the run: ${message}.` });
    this.#staff();
  }

  /**
   * @param {number[]} cells those a worker had when it died, the one it was running first
   * @param {string} message
   */
  #retry([running, ...waiting], message) {
    this.#again.push(...waiting);
    if (running === undefined) return;
    const deaths = (this.#deaths.get(running) ?? 0) + 1;
    this.#deaths.set(running, deaths);
    if (deaths < TRIES) {
      this.#again.push(running);
    } else {
      this.#open -= 1;
      this.#listener?.failed(running, `its worker died twice: ${message}`);
    }
  }
}
