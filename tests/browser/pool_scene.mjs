/** The base of tests of the pool without a browser: the test controls workers and a clock. */
import assert from "node:assert/strict";
import { Pool } from "../../www/workers/pool.js";
import { Watchdog } from "../../www/workers/watchdog.js";

/** @import { Order } from "../../www/workers/messages.js" */

export const MODULE = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));

/** The refusals of the codes. */
export const SURVEY = { answered: [{ strategy: "own(x)", machine: "mesh:2x2", refused: [3], wrong: [] }] };

/** A clock that the test moves. */
export class Clock {
  time = 0;
  /** @type {Map<number, { action: () => void, milliseconds: number, next: number }>} */
  #timers = new Map();
  #made = 0;

  now = () => this.time;
  every = (/** @type {() => void} */ action, /** @type {number} */ milliseconds) => {
    this.#timers.set((this.#made += 1), { action, milliseconds, next: this.time + milliseconds });
    return this.#made;
  };
  stop = (/** @type {number} */ timer) => void this.#timers.delete(timer);

  /** @param {number} seconds */
  pass(seconds) {
    const end = this.time + 1000 * seconds;
    for (;;) {
      const due = [...this.#timers.values()].filter(({ next }) => next <= end).sort((a, b) => a.next - b.next)[0];
      if (!due) break;
      this.time = due.next;
      due.next += due.milliseconds;
      due.action();
    }
    this.time = end;
  }

  /** The computer sleeps, and no timer runs. @param {number} seconds */
  sleep(seconds) {
    this.time += 1000 * seconds;
    for (const timer of this.#timers.values()) timer.next = this.time;
  }
}

/** A worker that keeps its orders until the test lets it answer. */
export class FakeWorker {
  /** @type {Order[]} */
  orders = [];
  gone = false;
  onmessage = (/** @type {{ data: unknown }} */ _event) => {};
  onerror = () => {};
  onmessageerror = () => {};
  postMessage = (/** @type {Order} */ order) => void this.orders.push(order);
  terminate = () => void (this.gone = true);

  /** @param {Record<string, unknown>} answer to the first order */
  answer(answer) {
    const order = this.orders.shift();
    assert.ok(order, "nothing was asked");
    this.onmessage({ data: { task: order.task, ...answer } });
    return order;
  }

  get asked() {
    return this.orders.map((order) => order.kind);
  }
}

/** @param {number} cells @param {object} [more] */
export function planOf(cells, more = {}) {
  const weights = Array.from({ length: cells }, (_, cell) => cell + 1);
  return { weights, alike: cells, machines: [], workers: 99, question: null, ...more };
}

/**
 * A pool of fake workers, and its reports about its run.
 * @param {{ size?: number, cells?: number, locks?: boolean, plan?: object, hesitant?: boolean, own?: number }} [options] `hesitant` if the
 *   listener takes its time before it goes on with a plan; the last `own` cells are of own strategies, with framed
 *   workers
 */
export function scene({ size = 2, cells = 3, locks = false, plan = {}, hesitant = false, own = 0 } = {}) {
  const clock = new Clock();
  /** @type {FakeWorker[]} */
  const workers = [];
  /** @type {string[]} */
  const reports = [];
  /** @type {string[]} */
  const plans = [];
  const never = /** @type {LockManager} */ (/** @type {unknown} */ ({ request: () => new Promise(() => {}) }));
  const pool = new Pool(MODULE, size, {
    worker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return /** @type {Worker} */ (/** @type {unknown} */ (worker));
    },
    locks: locks ? never : undefined,
    watchdog: new Watchdog(clock),
  });
  /** The framed workers. @type {FakeWorker[]} */
  const framed = [];
  if (own > 0) {
    pool.use({
      worker: () => {
        const worker = new FakeWorker();
        framed.push(worker);
        return /** @type {Worker} */ (/** @type {unknown} */ (worker));
      },
      locks: undefined,
      watchdog: new Watchdog(clock),
      silence: 10_000,
    });
  }
  const isOwn = (/** @type {number} */ cell) => cell >= cells - own;
  let agree = () => {};
  /** @type {number[]} */
  const waiting = [];
  /** The cells that the next result makes necessary. @type {number[]} */
  const more = [];
  /** @type {(() => void)[]} */
  const goes = [];
  const listener = (/** @type {string} */ run) => ({
    asked: (/** @type {string} */ question, /** @type {() => void} */ go) => {
      reports.push(`${run} asked ${question}`);
      agree = go;
    },
    planned: (/** @type {unknown} */ _plan, /** @type {unknown} */ _identities, /** @type {(cells: number) => void} */ go) => {
      plans.push(run);
      // The last cell first, because the listener decides the order.
      waiting.push(...Array.from({ length: cells }, (_, cell) => cell));
      if (hesitant) goes.push(() => go(cells));
      else go(cells);
    },
    next: (/** @type {boolean} */ wanted) => {
      const place = waiting.findLastIndex((cell) => (own > 0 && isOwn(cell)) === wanted);
      return place < 0 ? undefined : waiting.splice(place, 1)[0];
    },
    result: (/** @type {number} */ cell) => {
      reports.push(`${run} result ${cell}`);
      waiting.push(...more);
      return more.splice(0).length;
    },
    failed: (/** @type {number} */ cell, /** @type {string} */ message) => void reports.push(`${run} failed ${cell}: ${message}`),
    replaced: (/** @type {string} */ message) => void reports.push(`${run} replaced: ${message}`),
    refused: (/** @type {{ message: string }} */ { message }) => void reports.push(`${run} refused: ${message}`),
    done: () => void reports.push(`${run} done`),
  });
  return {
    pool, clock, workers, framed, reports, plans, more, goes,
    alive: () => workers.filter((worker) => !worker.gone),
    run: (/** @type {string} */ name) => pool.run(own > 0 ? `#${name}&allocation=own(x)` : `#${name}`, null, listener(name)),
    agree: () => agree(),
    /** Each worker carries out its order, except for cells. */
    prepare: () => {
      for (const worker of (function* () { yield* workers; yield* framed; })()) {
        while (!worker.gone && worker.orders.length && worker.orders[0].kind !== "cell") {
          const { kind } = worker.orders[0];
          if (kind === "start") worker.answer({ kind: "started" });
          else if (kind === "hold") worker.answer({ kind: "held" });
          else if (kind === "survey") worker.answer({ kind: "surveyed", survey: SURVEY });
          else worker.answer({ kind: "prepared", plan: planOf(cells, plan), identities: undefined, took: 100 });
        }
      }
    },
    /** @param {FakeWorker} worker @param {number} [took] */
    compute: (worker, took = 10) => {
      const order = worker.orders[0];
      assert.equal(order?.kind, "cell");
      const cell = order.kind === "cell" ? order.cell : -1;
      worker.answer({ kind: "result", cell, values: new Float64Array(), took });
      return cell;
    },
  };
}
