// @ts-check
/**
 * Worker requests outside the run, one at a time for each worker. If a worker dies, its request is sent again.
 */

/** @import { PoolWorker } from './pool_worker.js' */
/** @import { Answer, WorkerExit, Order } from './messages.js' */

/**
 * A message to a worker, without the number of its request.
 * @typedef {Order extends infer One ? One extends Order ? Omit<One, 'task'> : never : never} RequestBody
 */

/** How long an idle worker waits for another request, in milliseconds. */
const LINGER = 1000;
/** How often a request is sent. For own strategies once, because their code would fail again. */
const TRIES = 2;

/**
 * Whether an order names the log that a worker holds already. Notes the log that it will hold.
 * @param {PoolWorker} member
 * @param {RequestBody} order
 */
function holds(member, order) {
  if (order.kind !== 'hold') return false;
  const columns = order.columns ?? null;
  const known = member.holds === columns;
  member.holds = columns;
  return known;
}

export class WorkerRequests {
  #startWorker;
  #limit;
  #tries;
  #count = 0;
  /** An idle worker. @type {PoolWorker | undefined} */
  #idle;

  /**
   * @param {() => PoolWorker} startWorker
   * @param {number} limit how long an answer may take, in milliseconds
   * @param {number} [tries]
   */
  constructor(startWorker, limit, tries = TRIES) {
    this.#startWorker = startWorker;
    this.#limit = limit;
    this.#tries = tries;
  }

  /** New workers differ from now on, so no idle one is kept. */
  leave() {
    this.#idle?.stop();
    this.#idle = undefined;
  }

  /**
   * Sends these orders to a worker until it returns an answer of the wanted kind. An aborted request stops at once and
   * never settles. A refusal of Rust is thrown as its message.
   * @template {Answer['kind']} Kind
   * @param {Kind} wanted
   * @param {RequestBody[]} orders
   * @param {AbortSignal} [signal]
   * @param {(said: string) => void} [heard] called with the progress, if there is any
   * @returns {Promise<Extract<Answer, { kind: Kind }>>}
   */
  async send(wanted, orders, signal, heard) {
    for (let tries = 1; ; tries++) {
      const outcome = await this.#attempt(wanted, orders, signal, heard);
      if (outcome.kind === 'refused') throw outcome.complaint;
      if (outcome.kind !== 'died') return /** @type {Extract<Answer, { kind: Kind }>} */ (outcome);
      if (tries >= this.#tries) throw new Error(`the worker died: ${outcome.message}.`);
    }
  }

  /**
   * @param {Answer['kind']} wanted
   * @param {RequestBody[]} orders
   * @param {AbortSignal} [signal]
   * @param {(said: string) => void} [heard]
   * @returns {Promise<Answer | WorkerExit>}
   */
  #attempt(wanted, orders, signal, heard) {
    return new Promise((resolve) => {
      const task = (this.#count += 1);
      const member = this.#idle ?? this.#startWorker();
      this.#idle = undefined;
      const stop = () => member.stop();
      member.listen((report) => {
        if (report.kind === 'reading' && report.task === task) heard?.(report.said);
        if (report.kind !== 'died' && (report.task !== task || ![wanted, 'refused'].includes(report.kind))) return;
        signal?.removeEventListener('abort', stop);
        // A worker that has read a file keeps that memory. A worker that could not hold a log must not be taken for one
        // that does. Neither is reused.
        const refused = report.kind === 'refused' ? report.order : '';
        if (report.kind === 'opened' || refused === 'read' || refused === 'hold') member.stop();
        else if (report.kind !== 'died') this.#keepIdle(member);
        resolve(report);
      });
      signal?.addEventListener('abort', stop, { once: true });
      for (const order of orders.filter((order) => !holds(member, order))) member.tell(/** @type {Order} */ ({ ...order, task }), () => this.#limit);
    });
  }

  /**
   * An idle worker waits a little for the next request, because typing causes many.
   * @param {PoolWorker} member
   */
  #keepIdle(member) {
    if (this.#idle) return member.stop();
    this.#idle = member;
    const leave = () => {
      if (this.#idle !== member) return;
      this.#idle = undefined;
      member.stop();
    };
    member.listen((report) => report.kind === 'died' && leave());
    setTimeout(leave, LINGER);
  }
}
