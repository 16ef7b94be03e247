// @ts-check
/**
 * One worker: a wasm instance of its own that reads a log, prepares a plan, and runs cells, one message at a time.
 * Whatever Rust refuses goes back as `refused`; a panic as `died`, after which the page throws this worker away.
 */
import init, { Runner, about, last_panic, plan_batch } from '../subtorus.js';
import { text } from './unpack.js';
import { belongTogether } from './version.js';

/** @import { Order, Report } from './pool.js' */

/** @type {Runner} */
let runner;
/** @type {Promise<unknown>} */
let started = Promise.resolve();

/**
 * @param {Report} report
 * @param {Transferable[]} [transfer]
 */
function tell(report, transfer = []) {
  postMessage(report, { transfer });
}

/** @param {Order} order */
async function obey(order) {
  switch (order.kind) {
    case 'start': {
      await init({ module_or_path: order.module });
      belongTogether(about().build);
      runner = new Runner();
      if (!navigator.locks) return tell({ kind: 'started' });
      // Held for as long as this worker lives. The page waits for it: getting it means that this worker is gone.
      navigator.locks.request(order.name, () => {
        tell({ kind: 'started' });
        return new Promise(() => {});
      });
      return;
    }
    case 'read': {
      const log = runner.read_log(await text(order.file));
      const columns = runner.columns();
      if (!columns) throw new Error('the log has no columns.');
      return tell({ kind: 'log', log: { ...log, columns } }, Object.values(columns).map((column) => column.buffer));
    }
    case 'hold':
      return runner.hold_log(order.columns, order.malformed);
    case 'prepare':
      return tell({ kind: 'prepared', run: order.run, plan: runner.prepare(order.link) });
    case 'inspect':
      return tell({ kind: 'inspected', inspection: runner.inspect(order.cell, order.aspect) });
    case 'refusals':
      return tell({ kind: 'refusals', refusals: runner.refusals(order.link, order.names) });
    case 'plan-batch':
      return tell({ kind: 'planned-batch', batch: plan_batch(order.link) });
    case 'cell': {
      const begun = performance.now();
      const values = runner.run(order.cell);
      const took = performance.now() - begun;
      return tell({ kind: 'result', run: order.run, cell: order.cell, values, took }, [values.buffer]);
    }
  }
}

/** @param {MessageEvent<Order>} event */
onmessage = ({ data: order }) => {
  started = started.then(() => obey(order)).catch((error) => {
    const panic = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (panic) return tell({ kind: 'died', message: last_panic() || error.message });
    const complaint = error instanceof Error ? { place: '', message: error.message } : error;
    tell({ kind: 'refused', order: order.kind, cell: order.kind === 'cell' ? order.cell : -1, complaint });
  });
};
