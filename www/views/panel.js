// @ts-check
/** The panel of the experiment: what most experiments change, in the order in which people decide it. */
import { split_list } from '../../subtorus.js';
import { find } from './dom.js';
import { AdjustSheet } from './adjust.js';
import { MachineChips } from './machine_chips.js';
import { OrderChips } from './order_chips.js';
import { StrategyTiles } from './strategy_tiles.js';
import { VaryMenu } from './vary_menu.js';

/** @import { Catalogue, Study } from '../../subtorus.js' */
/** @import { Form } from './form.js' */

export class ExperimentPanel {
  #study;
  #views;
  #tiles;
  #count = find('curve-count', HTMLSpanElement);

  /**
   * @param {Catalogue} catalogue
   * @param {Study} study
   * @param {Form} form
   */
  constructor(catalogue, study, form) {
    this.#study = study;
    const sheet = new AdjustSheet();
    const examples = (/** @type {string} */ name) => catalogue.parameters.find((parameter) => parameter.name === name)?.examples ?? [];
    const set = (/** @type {string} */ name) => (/** @type {string} */ value) => form.fields.set(name, value);
    const adjust = (/** @type {string} */ part, /** @type {string} */ field) => () => {
      sheet.open(part);
      form.fields.focus(field);
    };
    this.#tiles = new StrategyTiles(study, catalogue.allocations, set('allocation'), () => form.refusals, form.byPicture);
    this.#views = [
      new MachineChips(study, examples('machine'), set('machine'), adjust('machine', 'machine')),
      this.#tiles,
      new OrderChips(study, catalogue.schedulings, set('scheduling'), adjust('strategies', 'scheduling')),
      new VaryMenu(study, examples('vary'), set('vary'), adjust('sweep', 'vary')),
    ];
    form.marked = () => this.#tiles.mark();
  }

  show() {
    for (const view of this.#views) view.show();
    const [machines, placements, orders] = ['machine', 'allocation', 'scheduling'].map((name) => split_list(this.#study.value(name)).length);
    const curves = machines * placements * orders;
    const product = [machines, placements, orders].filter((count, place) => place || count > 1).join(' × ');
    this.#count.textContent = `${product} = ${curves} ${curves === 1 ? 'curve' : 'curves'}`;
  }
}
