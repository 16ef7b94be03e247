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

/** @typedef {ReturnType<typeof workerRequests>} WorkerRequests */

/**
 * @param {() => PoolWorker} startWorker
 * @param {number} limit how long an answer may take, in milliseconds
 * @param {number} [tries]
 */
export function workerRequests(startWorker, limit, tries = TRIES) {
  let count = 0;
  /** An idle worker. @type {PoolWorker | undefined} */
  let idle;
  return { leave, send };

  /** New workers differ from now on, so no idle one is kept. */
  function leave() {
    idle?.stop();
    idle = undefined;
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
  async function send(wanted, orders, signal, heard) {
    for (let attempts = 1; ; attempts++) {
      const outcome = await attempt(wanted, orders, signal, heard);
      if (outcome.kind === 'refused') throw outcome.complaint;
      if (outcome.kind !== 'died') return /** @type {Extract<Answer, { kind: Kind }>} */ (outcome);
      if (attempts >= tries) throw new Error(`the worker died: ${outcome.message}.`);
    }
  }

  /**
   * @param {Answer['kind']} wanted
   * @param {RequestBody[]} orders
   * @param {AbortSignal} [signal]
   * @param {(said: string) => void} [heard]
   * @returns {Promise<Answer | WorkerExit>}
   */
  function attempt(wanted, orders, signal, heard) {
    return new Promise((resolve) => {
      const task = (count += 1);
      const member = idle ?? startWorker();
      idle = undefined;
      const stop = () => member.stop();
      member.listen((report) => {
        if (report.kind === 'reading' && report.task === task) heard?.(report.said);
        if (report.kind !== 'died' && (report.task !== task || ![wanted, 'refused'].includes(report.kind))) return;
        signal?.removeEventListener('abort', stop);
        // A worker that has read a file keeps that memory. A worker that could not hold a log must not be taken for one
        // that does. Neither is reused.
        const refused = report.kind === 'refused' ? report.order : '';
        if (report.kind === 'opened' || refused === 'read' || refused === 'hold') member.stop();
        else if (report.kind !== 'died') keepIdle(member);
        resolve(report);
      });
      signal?.addEventListener('abort', stop, { once: true });
      for (const order of orders.filter((order) => !holds(member, order))) member.tell(/** @type {Order} */ ({ ...order, task }), () => limit);
    });
  }

  /**
   * An idle worker waits a little for the next request, because typing causes many.
   * @param {PoolWorker} member
   */
  function keepIdle(member) {
    if (idle) return member.stop();
    idle = member;
    const dismiss = () => void (idle === member && leave());
    member.listen((report) => report.kind === 'died' && dismiss());
    setTimeout(dismiss, LINGER);
  }
}
