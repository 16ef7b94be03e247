// @ts-check
/** What goes with a machine that somebody chooses, such as the unit in which it is handed out: set with it, and gone with it. */
import { split_list } from '../subtorus.js';

/** @import { Catalogue, Study } from '../subtorus.js' */
/** @import { Changes } from './changes.js' */

export class Companions {
  /** What goes with the machines. @type {Map<string, [string, string][]>} */
  #known;
  #study;
  #changes;
  /** The first machine as it was. */
  #machine = '';

  /**
   * @param {Catalogue} catalogue
   * @param {Study} study
   * @param {Changes} changes
   */
  constructor(catalogue, study, changes) {
    const machines = catalogue.parameters.find(({ name }) => name === 'machine')?.examples ?? [];
    this.#known = new Map(machines.map((machine) => [machine.name, machine.with]));
    this.#study = study;
    this.#changes = changes;
  }

  /** Another experiment is on the page: what its link sets stands as it is. */
  arrive() {
    this.#machine = this.#first();
  }

  /** The experiment has been edited: sets what goes with a machine that is new, and withdraws what went with the one before. */
  follow() {
    const machine = this.#first();
    if (machine === this.#machine) return;
    this.#machine = machine;
    this.#changes.withdraw('machine');
    for (const [name, value] of this.#known.get(machine) ?? []) {
      this.#changes.suggest(name, value, 'it goes with the machine', 'machine');
    }
  }

  /** The first machine: others are compared with it. */
  #first() {
    return split_list(this.#study.value('machine'))[0] ?? '';
  }
}
