// @ts-check
/**
 * The pool: workers with a wasm instance each and nothing shared, as many as processors, cells and memory allow.
 * Workers of one kind make the plan and run the cells of built-in strategies. Workers of the other kind run the code of
 * own strategies in a frame, and only cells of these strategies: no other cell is computed next to foreign code. Cells
 * go out in the order of the listener. A worker that dies is replaced. Its cell is tried again, and then given up by
 * name.
 */
import { Queries, NONE, held } from './queries.js';

/** @import { DiagnosticMessage, PlanReport, Identities, Survey } from '../../subtorus.js' */
/** @import { Host, PoolWorker } from './pool_worker.js' */
/** @import { Log, Report } from './messages.js' */
/** @import { Timeouts } from './timeouts.js' */

/**
 * The listener of a run.
 * @typedef {object} Listener
 * @property {(question: string, go: () => void) => void} asked a question must be answered before anything runs
 * @property {(plan: PlanReport, identities: Identities | undefined, go: (cells: number) => void) => void} planned
 * continues when it knows how many cells to run
 * @property {(own: boolean) => number | undefined} next returns the cell to run next, of an own strategy or of another
 * @property {(cell: number, values: Float64Array, took: number) => number} result returns how many more cells to run
 * because of it; `took` is in milliseconds
 * @property {(cell: number, message: string) => void} failed this cell will have no result
 * @property {(message: string) => void} replaced a worker was given up; its work is tried again
 * @property {(complaint: DiagnosticMessage) => void} refused nothing can run, or nothing more
 * @property {() => void} done every cell has its result or has failed
 */

/** A worker gets this many cells at a time, so that it does not wait for the page while the page draws. */
const AHEAD = 2;
/** The number of times that a cell is tried. */
const TRIES = 2;
/** The number of workers that may fail in a row before one has prepared a run. */
const STARTS = 4;

/**
 * The workers of one kind: whether they run the code of own strategies, the cells of those that have died, whether there
 * was no cell for them at their last request, how many have failed to start, and their time limits.
 * @typedef {{ own: boolean, again: number[], isDry: boolean, failedStarts: number, timeouts: Timeouts }} WorkerGroup
 */

/** @param {WorkerGroup} group */
const isIdle = ({ isDry, again }) => isDry && again.length === 0;

export class Pool extends Queries {
  #size;
  /** @type {PoolWorker[]} */
  #members = [];
  #usual = this.#group(false);
  #framed = this.#group(true);
  /** The number of the run. */
  #task = 0;
  /** @type {Listener | null} */
  #listener = null;
  #link = '';
  /** The refusals of the codes of the run. @type {Survey | null} */
  #survey = null;
  /** @type {PlanReport | null} */
  #plan = null;
  /** Whether the plan has consent or needs none, so that cells are handed out. */
  #agreed = false;
  #begun = false;
  /** Cells without an outcome. */
  #open = 0;
  /** How often a cell's worker has died. @type {Map<number, number>} */
  #exits = new Map();

  /**
   * @param {WebAssembly.Module} module
   * @param {number} size the most workers that compute at once
   * @param {Host} [host]
   */
  constructor(module, size, host) {
    super(module, host);
    this.#size = size;
  }

  /**
   * From now on these workers run the cells of own strategies.
   * @override
   * @param {Host} [framed] none without code that may run
   */
  use(framed) {
    const changes = super.use(framed);
    if (changes) this.cancel();
    return changes;
  }

  /**
   * Runs the experiment of a link on a log (null: the model). A previous run is given up.
   * @param {string} link
   * @param {Log | null} log
   * @param {Listener} listener
   */
  run(link, log, listener) {
    if (this.#listener) this.cancel();
    const task = (this.#task += 1);
    this.#listener = listener;
    this.#link = link;
    this.log = log;
    this.#survey = this.#plan = null;
    this.#agreed = this.#begun = false;
    this.#open = 0;
    this.#exits.clear();
    this.#usual = this.#group(false);
    this.#framed = this.#group(true);
    const begin = (/** @type {Survey} */ survey) => {
      if (task !== this.#task || !this.#listener) return;
      this.#survey = survey;
      this.#assignWorkers();
    };
    if (this.runsCode(link)) void this.survey(link, log).then(begin);
    else begin(NONE);
  }

  /** Stops at once. The workers are terminated, because nothing else interrupts a run. The next run starts new ones. */
  cancel() {
    this.#listener = null;
    this.stopSurveys();
    this.#dismiss(() => true);
  }

  /**
   * @param {boolean} own
   * @returns {WorkerGroup}
   */
  #group(own) {
    return { own, again: [], isDry: false, failedStarts: 0, timeouts: this.timeouts(own) };
  }

  /** @param {(member: PoolWorker) => boolean} which */
  #dismiss(which) {
    for (const member of this.#members.filter(which)) member.stop();
    this.#members = this.#members.filter((member) => !which(member));
  }

  /** @param {PoolWorker} member */
  #workersOf(member) {
    return member.own ? this.#framed : this.#usual;
  }

  /**
   * @param {WorkerGroup} group
   * @returns {PoolWorker}
   */
  #startWorker({ own }) {
    const member = this.member(own);
    member.listen((report) => this.#onReport(member, report));
    this.#members.push(member);
    return member;
  }

  /** @param {PoolWorker} member */
  #prepare(member) {
    const limit = () => this.#workersOf(member).timeouts.preparation;
    const task = this.#task;
    if (member.holds !== this.log) {
      member.holds = this.log;
      member.tell({ ...held(this.log), task }, limit);
    }
    Object.assign(member, { task, ready: false, cells: [] });
    member.tell({ kind: 'prepare', task, link: this.#link, survey: this.#survey ?? NONE, first: !this.#plan }, limit);
  }

  /**
   * @param {PoolWorker} member
   * @param {Report} report
   */
  #onReport(member, report) {
    if (report.kind === 'died') return this.#handleExit(member, report.message, report.late);
    if (report.task !== this.#task || !this.#listener) return;
    const group = this.#workersOf(member);
    if (report.kind === 'prepared') {
      group.timeouts.learnPreparation(report.took);
      group.failedStarts = 0;
      member.ready = true;
      if (this.#plan) this.#assignWorkers();
      else this.#offer(report.plan, report.identities);
    } else if (report.kind === 'result' && member.cells.includes(report.cell)) {
      group.timeouts.learn(report.cell, this.#weight(report.cell), report.took);
      group.failedStarts = 0;
      const more = this.#listener.result(report.cell, report.values, report.took);
      this.#open += more;
      if (more > 0) this.#usual.isDry = this.#framed.isDry = false;
      this.#settle(member, report.cell);
    } else if (report.kind === 'refused' && report.order === 'cell' && member.cells.includes(report.cell)) {
      this.#listener.failed(report.cell, report.complaint.message);
      this.#settle(member, report.cell);
    } else if (report.kind === 'refused' && !member.own) {
      this.#refuse(report.complaint);
    } else if (!['started', 'held'].includes(report.kind)) {
      member.stop();
      this.#handleExit(member, report.kind === 'refused' ? report.complaint.message : 'it answered what it was not asked', false);
    }
  }

  /**
   * There is a plan. It may need the user's consent.
   * @param {PlanReport} plan
   * @param {Identities | undefined} identities
   */
  #offer(plan, identities) {
    this.#plan = plan;
    for (const group of [this.#usual, this.#framed]) group.timeouts.begin(plan.alike);
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
    const first = this.runsCode(this.#link) ? this.#take(this.#framed) : undefined;
    if (first !== undefined) this.#framed.again.push(first);
    else this.#framed.isDry = true;
    for (const surplus of this.#members.splice(Math.max(1, this.#share(this.#usual)))) surplus.stop();
    this.#assignWorkers();
  }

  /** How many workers compute at once if there are enough cells. */
  get workers() {
    return Math.min(this.#size, this.#plan?.workers ?? 1);
  }

  /** The number of workers that have something to do. */
  get #wanted() {
    return Math.min(this.workers, this.#open);
  }

  /** @param {number} cell */
  #weight(cell) {
    return this.#plan?.weights[cell] ?? 1;
  }

  /** Starts the wanted workers and gives them work, or ends the run. */
  #assignWorkers() {
    if (!this.#listener || !this.#survey) return;
    if (this.#begun && this.#open === 0) return this.#finish();
    // If one kind has no cells left, the other gets its share, so check again.
    for (const group of [this.#usual, this.#framed, this.#usual]) {
      const mine = this.#members.filter(({ own }) => own === group.own);
      const share = this.#share(group);
      while (mine.length < share && group.failedStarts < STARTS) mine.push(this.#startWorker(group));
      for (const member of mine.slice(0, share)) {
        if (member.task !== this.#task) this.#prepare(member);
        else this.#assignCells(member, group);
        if (!this.#listener) return;
      }
    }
    const idle = this.#begun && [this.#usual, this.#framed].find(isIdle);
    if (idle && this.runsCode(this.#link)) this.#dismiss(({ own, cells }) => own === idle.own && cells.length === 0);
  }

  /**
   * How many workers of a kind are wanted: half of all while there are cells for both kinds, and at least one.
   * @param {WorkerGroup} group
   */
  #share(group) {
    if (!this.#begun) return group.own ? 0 : 1;
    if (isIdle(group)) return 0;
    const other = group.own ? this.#usual : this.#framed;
    const busy = this.#members.filter(({ own, cells }) => own === other.own && cells.length > 0).length;
    const half = group.own ? Math.floor(this.#wanted / 2) : Math.ceil(this.#wanted / 2);
    return Math.max(1, isIdle(other) ? this.#wanted - busy : half);
  }

  /**
   * @param {PoolWorker} member
   * @param {WorkerGroup} group
   */
  #assignCells(member, group) {
    // If few cells are left, it takes none that another worker could begin at once.
    const taken = this.#members.reduce((sum, { cells }) => sum + cells.length, 0);
    const ahead = this.#open - taken > this.#members.length ? AHEAD : 1;
    while (this.#listener && this.#begun && member.ready && member.cells.length < ahead) {
      const cell = this.#take(group);
      if (cell === undefined) return;
      member.cells.push(cell);
      const limit = () => group.timeouts.cell(cell, this.#weight(cell), this.#exits.has(cell));
      member.tell({ kind: 'cell', task: this.#task, cell }, limit);
    }
  }

  /**
   * The next cell for a kind of workers.
   * @param {WorkerGroup} group
   */
  #take(group) {
    const cell = group.again.pop() ?? (group.isDry ? undefined : this.#listener?.next(group.own));
    if (cell === undefined) group.isDry = true;
    return cell;
  }

  /**
   * A cell has its outcome, and its worker gets another cell.
   * @param {PoolWorker} member
   * @param {number} cell
   */
  #settle(member, cell) {
    member.cells = member.cells.filter((other) => other !== cell);
    this.#open -= 1;
    this.#assignWorkers();
  }

  /** The code of own strategies does not outlive its run. */
  #finish() {
    const listener = this.#listener;
    this.#listener = null;
    this.#dismiss(({ own }) => own);
    listener?.done();
  }

  /** @param {DiagnosticMessage} complaint */
  #refuse(complaint) {
    const listener = this.#listener;
    this.cancel();
    listener?.refused(complaint);
  }

  /**
   * A worker has died, and another replaces it. The cell it was running gets one more try. Cells that had not begun
   * keep their tries.
   * @param {PoolWorker} member
   * @param {string} message
   * @param {boolean} late
   */
  #handleExit(member, message, late) {
    this.#members = this.#members.filter((other) => other !== member);
    if (!this.#listener || member.task !== this.#task) return;
    const group = this.#workersOf(member);
    // Code that did not answer will not answer the next time.
    const isStuck = late && member.own;
    if (late && !isStuck) this.#listener.replaced(message);
    if (member.ready) this.#retry(group, member.cells, message, isStuck);
    else group.failedStarts += 1;
    const works = this.#members.some((other) => other.own === group.own && other.task === this.#task);
    if (!member.ready && !works && (isStuck || group.failedStarts >= STARTS)) return this.#giveUp(group, message);
    this.#assignWorkers();
  }

  /**
   * No worker of a kind can prepare the run. Without ordinary workers nothing runs; without the others the rest runs.
   * @param {WorkerGroup} group
   * @param {string} message
   */
  #giveUp(group, message) {
    if (!group.own) return this.#refuse({ place: '', message: `no worker could prepare the run: ${message}.` });
    for (let cell = this.#take(group); cell !== undefined; cell = this.#take(group)) {
      this.#open -= 1;
      this.#listener?.failed(cell, `no worker could prepare the run: ${message}`);
    }
    this.#assignWorkers();
  }

  /**
   * @param {WorkerGroup} group
   * @param {number[]} cells those of the worker when it died, the running one first
   * @param {string} message
   * @param {boolean} isStuck whether another try would fail, too
   */
  #retry(group, [running, ...waiting], message, isStuck) {
    group.again.push(...waiting);
    if (running === undefined) return;
    const deaths = (this.#exits.get(running) ?? 0) + 1;
    this.#exits.set(running, deaths);
    if (deaths < TRIES && !isStuck) {
      group.again.push(running);
    } else {
      this.#open -= 1;
      this.#listener?.failed(running, isStuck ? message : `its worker died twice: ${message}`);
    }
  }
}
