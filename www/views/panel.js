// @ts-check
/** The panel of the experiment: what most experiments change, in the order in which people decide it. */
import { split_list } from '../../subtorus.js';
import { effect } from '../state/signals.js';
import { offerAdjusting } from './adjust.js';
import { write } from './dom.js';
import { showMachineChips } from './machine_chips.js';
import { showOrderChips } from './order_chips.js';
import { showStrategyTiles } from './strategy_tiles.js';
import { showVaryMenu } from './vary_menu.js';

/** @import { Store } from '../state/store.js' */
/** @import { Form } from './form.js' */

/**
 * @param {Store} store
 * @param {Form} form
 */
export function showPanel(store, { fields, byPicture }) {
  const open = offerAdjusting();
  const adjust = (/** @type {string} */ part, /** @type {string} */ field) => () => {
    open(part);
    fields.focus(field);
  };
  const tick = (/** @type {string} */ list) => (/** @type {string} */ name, /** @type {boolean} */ on) => fields.tick(list, name, on);
  showMachineChips(store, (machine) => fields.set('machine', machine), adjust('machine', 'machine'));
  showStrategyTiles(store, tick('allocation'), byPicture);
  showOrderChips(store, tick('scheduling'), adjust('strategies', 'scheduling'));
  showVaryMenu(store, (vary) => fields.set('vary', vary), adjust('sweep', 'vary'));
  effect(() => {
    const [machines, placements, orders] = ['machine', 'allocation', 'scheduling'].map((name) => split_list(store.experiment.value(name)).length);
    const curves = machines * placements * orders;
    const product = [machines, placements, orders].filter((count, place) => place || count > 1).join(' × ');
    write('curve-count', `${product} = ${curves} ${curves === 1 ? 'curve' : 'curves'}`);
  });
}
