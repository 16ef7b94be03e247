// @ts-check
/**
 * One worker: a wasm instance of its own that reads a log, prepares a plan, and runs cells, one message at a time.
 * Whatever Rust refuses goes back as `refused`; a panic as `died`, after which the page throws this worker away.
 */
import init, { Runner, about, last_panic, plan_batch } from '../subtorus.js';
import { text } from './unpack.js';
import { belongTogether } from './version.js';

/** @import { Answer, Order } from './messages.js' */

/** @type {Runner} */
let runner;
/** @type {Promise<unknown>} */
let started = Promise.resolve();

/**
 * @param {number} task the number of the run or errand it is about
 * @param {Answer | { kind: 'died', message: string }} answer
 * @param {Transferable[]} [transfer]
 */
function tell(task, answer, transfer = []) {
  postMessage({ ...answer, task }, { transfer });
}

/**
 * Takes a lock for as long as this worker lives. The page waits for it: getting it means that this worker is gone.
 * Whatever is ordered waits until it is held, for a death before that would go unnoticed.
 * @param {string} name
 * @returns {Promise<void>}
 */
function hold(name) {
  const forever = new Promise(() => {});
  return new Promise((held) => {
    if (!navigator.locks) return held();
    navigator.locks.request(name, () => (held(), forever)).catch(() => held());
  });
}

/** @param {Order} order */
async function obey(order) {
  const { task } = order;
  switch (order.kind) {
    case 'start': {
      await init({ module_or_path: order.module });
      belongTogether(about().build);
      runner = new Runner();
      await hold(order.name);
      return tell(task, { kind: 'started' });
    }
    case 'read': {
      const log = runner.read_log(await text(order.file));
      const columns = runner.columns();
      if (!columns) throw new Error('the log has no columns.');
      return tell(task, { kind: 'log', log: { ...log, columns } }, Object.values(columns).map((column) => column.buffer));
    }
    case 'hold':
      runner.hold_log(order.columns, order.malformed, order.processors);
      return tell(task, { kind: 'held' });
    case 'prepare': {
      const begun = performance.now();
      const plan = runner.prepare(order.link);
      const took = performance.now() - begun;
      return tell(task, { kind: 'prepared', plan, identities: order.first ? runner.identities() : undefined, took });
    }
    case 'inspect':
      return tell(task, { kind: 'inspected', inspection: runner.inspect(order.cell, order.aspect) });
    case 'trace': {
      const trace = runner.trace(order.cell);
      return tell(task, { kind: 'trace', trace }, Object.values(trace).map((column) => column.buffer));
    }
    case 'outlook':
      return tell(task, { kind: 'outlook', foresight: runner.outlook(order.link, order.names, order.processors) });
    case 'plan-batch':
      return tell(task, { kind: 'planned-batch', batch: plan_batch(order.link) });
    case 'cell': {
      const begun = performance.now();
      const values = runner.run(order.cell);
      const took = performance.now() - begun;
      return tell(task, { kind: 'result', cell: order.cell, values, took }, [values.buffer]);
    }
  }
}

/** @param {MessageEvent<Order>} event */
onmessage = ({ data: order }) => {
  started = started.then(() => obey(order)).catch((error) => {
    const panic = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    // Without an instance there is nobody to ask what the panic said, and nothing that could be done later.
    if (!runner || panic) return tell(order.task, { kind: 'died', message: (runner && last_panic()) || error.message });
    const complaint = error instanceof Error ? { place: '', message: error.message } : error;
    tell(order.task, { kind: 'refused', order: order.kind, cell: order.kind === 'cell' ? order.cell : -1, complaint });
  });
};
