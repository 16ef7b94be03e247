// @ts-check
/** The panel of the experiment: what most experiments change, in the order in which people decide it. */
import { split_list } from '../../subtorus.js';
import { effect } from '../state/signals.js';
import { AdjustSheet } from './adjust.js';
import { find } from './dom.js';
import { MachineChips } from './machine_chips.js';
import { OrderChips } from './order_chips.js';
import { StrategyTiles } from './strategy_tiles.js';
import { VaryMenu } from './vary_menu.js';

/** @import { Store } from '../state/store.js' */
/** @import { Form } from './form.js' */

/**
 * @param {Store} store
 * @param {Form} form
 */
export function showPanel(store, { fields, byPicture }) {
  const sheet = new AdjustSheet();
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => fields.set(name, value);
  const adjust = (/** @type {string} */ part, /** @type {string} */ field) => () => {
    sheet.open(part);
    fields.focus(field);
  };
  new MachineChips(store, set('machine'), adjust('machine', 'machine'));
  new StrategyTiles(store, set('allocation'), byPicture);
  new OrderChips(store, set('scheduling'), adjust('strategies', 'scheduling'));
  new VaryMenu(store, set('vary'), adjust('sweep', 'vary'));
  effect(() => {
    const [machines, placements, orders] = ['machine', 'allocation', 'scheduling'].map((name) => split_list(store.experiment.value(name)).length);
    const curves = machines * placements * orders;
    const product = [machines, placements, orders].filter((count, place) => place || count > 1).join(' × ');
    find('curve-count', HTMLSpanElement).textContent = `${product} = ${curves} ${curves === 1 ? 'curve' : 'curves'}`;
  });
}
