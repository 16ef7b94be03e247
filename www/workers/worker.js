// @ts-check
/** A worker with its own wasm instance, which reads a log, prepares a plan, and runs cells, one message at a time. */
import init, { Runner, about, last_panic } from '../../subtorus.js';
import { handlingRequests } from './worker_protocol.js';
import { runModule } from './run_module.js';
import { forEachChunk } from './streams.js';
import { belongTogether } from '../version.js';

/** @import { Order } from './messages.js' */

/**
 * Takes a lock for the life of this worker. The page waits for it; getting it means that this worker has ended. Orders
 * wait until it is held, because an earlier exit would go unnoticed.
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

const handleRequest = handlingRequests({
  async start({ module, name }) {
    await init({ module_or_path: module });
    belongTogether(about().build);
    await hold(name);
    return new Runner(false);
  },
  pieces: (file, take) => forEachChunk(file.stream(), take),
  second: runModule,
  last_panic,
  post: (message, transfer) => postMessage(message, { transfer }),
});

/** @param {MessageEvent<Order>} event */
onmessage = ({ data: order }) => handleRequest(order);
