// @ts-check
/** The machine at a moment of a run. */
import { find } from './dom.js';

/** @import { RunView, Seen } from '../subtorus.js' */

export class MachinePanel {
  #panel = find('run-machine', HTMLDivElement);

  /**
   * The cursor is somewhere else, or another job is looked at.
   * @param {RunView} _view
   * @param {Seen} _seen
   */
  show(_view, _seen) {
    this.#panel.hidden = this.#panel.childElementCount === 0;
  }
}
