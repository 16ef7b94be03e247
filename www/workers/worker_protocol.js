// @ts-check
/**
 * The handling of orders, one at a time, in both kinds of workers. A refusal of Rust is returned as `refused`, a panic
 * as `died`; then the page terminates the worker. Imports only types, because in a worker for own code it is part of a
 * text (www/workers/own_sandbox.js).
 */

/** @import { Answer, Order } from './messages.js' */
/** @import { Runner } from '../../subtorus.js' */

/**
 * The module's functions, and the differences between the kinds of workers.
 * @typedef {object} Means
 * @property {(order: Extract<Order, { kind: 'start' }>) => Promise<Runner>} start
 * @property {(file: Blob, take: (piece: Uint8Array) => void) => Promise<void>} pieces reads a file unchanged
 * @property {() => Promise<typeof import('../../run_view.js')>} second module, which not every visit needs
 * @property {typeof import('../../subtorus.js').last_panic} last_panic
 * @property {() => void} [begun] called when an order begins
 * @property {(message: { task: number } & (Answer | { kind: 'died', message: string }), transfer: Transferable[]) => void} post
 */

/**
 * Handles requests.
 * @param {Means} means
 * @returns {(order: Order) => void}
 */
export function handlingRequests({ start, pieces, second, last_panic, begun, post }) {
  /** @type {Runner} */
  let runner;
  /** @type {Promise<unknown>} */
  let done = Promise.resolve();

  /**
   * @param {number} task the number of its run or request
   * @param {Answer | { kind: 'died', message: string }} answer
   * @param {Transferable[]} [transfer]
   */
  const tell = (task, answer, transfer = []) => post({ ...answer, task }, transfer);

  /** @param {Order} order */
  async function handleRequest(order) {
    const { task } = order;
    begun?.();
    switch (order.kind) {
      case 'start':
        runner = await start(order);
        return tell(task, { kind: 'started' });
      case 'read': {
        const reader = (await second()).file_reader(order.choice);
        let said = '';
        await pieces(order.file, (piece) => {
          const now = reader.take(piece);
          if (now !== said) tell(task, { kind: 'reading', said: now });
          said = now;
        });
        reader.finish(order.machines);
        const [log, schedule, results] = [reader.log(), reader.schedule(), reader.results()];
        const { link, touched, nodes } = order.wanted;
        const read = log && { ...log, proposal: reader.proposal(link, touched, nodes), columns: reader.columns() };
        const moved = Object.values(schedule ?? {}).map((column) => column.buffer);
        return tell(task, { kind: 'opened', opened: { log: read, schedule, results } }, moved);
      }
      case 'propose': {
        const { link, touched, nodes } = order.wanted;
        const reader = (await second()).log_again(order.columns, { fields: order.header });
        return tell(task, { kind: 'proposal', proposal: reader.proposal(link, touched, nodes) });
      }
      case 'hold':
        runner.hold_log(order.columns, order.malformed, order.processors);
        return tell(task, { kind: 'held' });
      case 'prepare': {
        const begun = performance.now();
        const plan = runner.prepare(order.link, order.survey);
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
        return tell(task, { kind: 'outlook', foresight: runner.outlook(order.link, order.names, order.processors, order.survey) });
      case 'survey':
        return tell(task, { kind: 'surveyed', survey: runner.survey(order.link, order.strategy) });
      case 'try-own': {
        const trial = runner.try_own(order.own, order.name, order.machines);
        if (!trial) throw new Error('no code of one’s own runs here.');
        return tell(task, { kind: 'tried', trial });
      }
      case 'plan-batch':
        return tell(task, { kind: 'planned-batch', batch: (await second()).plan_batch(order.link) });
      case 'cell': {
        const begun = performance.now();
        const values = runner.run(order.cell);
        const took = performance.now() - begun;
        return tell(task, { kind: 'result', cell: order.cell, values, took }, [values.buffer]);
      }
    }
  }

  return (order) => {
    done = done.then(() => handleRequest(order)).catch((error) => {
      const panic = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
      // Without an instance, the panic message cannot be read, and nothing else can be done.
      if (!runner || panic) return tell(order.task, { kind: 'died', message: (runner && last_panic()) || error.message });
      const complaint = error instanceof Error ? { place: '', message: error.message } : error;
      tell(order.task, { kind: 'refused', order: order.kind, cell: order.kind === 'cell' ? order.cell : -1, complaint });
    });
  };
}
