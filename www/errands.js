// @ts-check
/**
 * What workers do beside the run: one errand each. A worker that dies is no reason to give an errand up; it is sent once
 * more.
 */

/** @import { Member } from './member.js' */
/** @import { Answer, Death, Order } from './messages.js' */

/**
 * An order whose errand's number is still to come.
 * @typedef {Order extends infer One ? One extends Order ? Omit<One, 'task'> : never : never} Wish
 */

/** How long a worker waits for another errand, in milliseconds. */
const LINGER = 1000;
/** How often an errand is sent; where the code of a strategy is at fault once, it is the next time. */
const TRIES = 2;

/**
 * Whether an order is to hold the log that a worker holds already; notes which one it will.
 * @param {Member} member
 * @param {Wish} order
 */
function holds(member, order) {
  if (order.kind !== 'hold') return false;
  const columns = order.columns ?? null;
  const known = member.holds === columns;
  member.holds = columns;
  return known;
}

export class Errands {
  #hire;
  #limit;
  #tries;
  #count = 0;
  /** A worker that has come back. @type {Member | undefined} */
  #idle;

  /**
   * @param {() => Member} hire
   * @param {number} limit how long an answer may take, in milliseconds
   * @param {number} [tries]
   */
  constructor(hire, limit, tries = TRIES) {
    this.#hire = hire;
    this.#limit = limit;
    this.#tries = tries;
  }

  /** Workers come from somewhere else from now on: none that is idle is kept. */
  leave() {
    this.#idle?.stop();
    this.#idle = undefined;
  }

  /**
   * Has a worker obey these orders until it answers what is wanted. What is aborted stops at once and settles never; what
   * Rust refuses is thrown as a complaint.
   * @template {Answer['kind']} Kind
   * @param {Kind} wanted
   * @param {Wish[]} orders
   * @param {AbortSignal} [signal]
   * @param {(said: string) => void} [heard] how far it has come, where somebody says so
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
   * @param {Wish[]} orders
   * @param {AbortSignal} [signal]
   * @param {(said: string) => void} [heard]
   * @returns {Promise<Answer | Death>}
   */
  #attempt(wanted, orders, signal, heard) {
    return new Promise((resolve) => {
      const task = (this.#count += 1);
      const member = this.#idle ?? this.#hire();
      this.#idle = undefined;
      const stop = () => member.stop();
      member.listen((report) => {
        if (report.kind === 'reading' && report.task === task) heard?.(report.said);
        if (report.kind !== 'died' && (report.task !== task || ![wanted, 'refused'].includes(report.kind))) return;
        signal?.removeEventListener('abort', stop);
        // A worker that has read a log keeps the memory that took; one that could not hold a log must not pass for one that does.
        if (report.kind === 'log' || (report.kind === 'refused' && report.order === 'hold')) member.stop();
        else if (report.kind !== 'died') this.#linger(member);
        resolve(report);
      });
      signal?.addEventListener('abort', stop, { once: true });
      for (const order of orders.filter((order) => !holds(member, order))) member.tell(/** @type {Order} */ ({ ...order, task }), () => this.#limit);
    });
  }

  /**
   * A worker that has come back waits a little for the next errand: while somebody types there are many.
   * @param {Member} member
   */
  #linger(member) {
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
