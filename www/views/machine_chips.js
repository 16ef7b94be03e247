// @ts-check
/** Machines to choose with a click, with a small picture each, and the name of the present one. */
import { machine_icon, machine_phrase, split_list } from '../../subtorus.js';
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { button, find, make } from './dom.js';

/** @import { Store } from '../state/store.js' */

/** The chips: places in the catalogue's list of machines, and short names. @type {[string, string][]} */
const OFFERED = [
  ['torus:2x2x2x4x4x8', 'QCDOC'],
  ['torus:2x2x2x6x8', 'JLAB'],
  ['mesh:16x22', '16×22'],
  ['torus:8x12x16x16x2', 'Mira'],
  ['torus:16x16x16', 'TPU v4'],
];

export class MachineChips {
  #set;
  #name = find('machine-name', HTMLSpanElement);

  /**
   * @param {Store} store
   * @param {(machine: string) => void} set sets the machine of the experiment
   * @param {() => void} more opens the list of all machines
   */
  constructor(store, set, more) {
    this.#set = set;
    const all = button(`All ${store.examples('machine').length} …`, more, { class: 'link' });
    const chips = OFFERED.map(([machine, name]) => this.#chip(machine, name));
    find('machine-chips', HTMLDivElement).append(...chips, all);
    effect(() => {
      const machines = split_list(store.experiment.value('machine'));
      for (const [place, [machine]] of OFFERED.entries()) chips[place].setAttribute('aria-pressed', String(machines.includes(machine)));
      this.#name.textContent = this.#name.title = machines.map(machine_phrase).join('; ');
    });
  }

  /**
   * @param {string} machine
   * @param {string} name
   */
  #chip(machine, name) {
    const picture = make('span', { 'aria-hidden': 'true' });
    picture.innerHTML = machine_icon(machine, isDark());
    return button([picture, name], () => this.#set(machine), { title: machine_phrase(machine) });
  }
}
