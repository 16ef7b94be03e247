// @ts-check
/** Machines to choose with a click, with a small picture each, and the name of the present one. */
import { machine_icon, machine_phrase, split_list } from '../../subtorus.js';
import { isDark } from './chart.js';
import { find, make } from './dom.js';

/** @import { Example, Study } from '../../subtorus.js' */

/** The chips: places in the catalogue's list of machines, and short names. @type {[string, string][]} */
const OFFERED = [
  ['torus:2x2x2x4x4x8', 'QCDOC'],
  ['torus:2x2x2x6x8', 'JLAB'],
  ['mesh:16x22', '16×22'],
  ['torus:8x12x16x16x2', 'Mira'],
  ['torus:16x16x16', 'TPU v4'],
];

export class MachineChips {
  #study;
  #set;
  #name = find('machine-name', HTMLSpanElement);
  /** @type {Map<string, HTMLButtonElement>} */
  #chips = new Map();

  /**
   * @param {Study} study
   * @param {Example[]} known the machines of the catalogue
   * @param {(machine: string) => void} set sets the machine of the experiment
   * @param {() => void} more opens the list of all machines
   */
  constructor(study, known, set, more) {
    this.#study = study;
    this.#set = set;
    const all = make('button', { type: 'button', class: 'link' }, `All ${known.length} …`);
    all.addEventListener('click', more);
    for (const [machine, name] of OFFERED) this.#chips.set(machine, this.#chip(machine, name));
    find('machine-chips', HTMLDivElement).append(...this.#chips.values(), all);
  }

  show() {
    const machines = split_list(this.#study.value('machine'));
    for (const [machine, chip] of this.#chips) chip.setAttribute('aria-pressed', String(machines.includes(machine)));
    this.#name.textContent = this.#name.title = machines.map(machine_phrase).join('; ');
  }

  /**
   * @param {string} machine
   * @param {string} name
   */
  #chip(machine, name) {
    const picture = make('span', { 'aria-hidden': 'true' });
    picture.innerHTML = machine_icon(machine, isDark());
    const chip = make('button', { type: 'button', title: machine_phrase(machine) }, picture, name);
    chip.addEventListener('click', () => this.#set(machine));
    return chip;
  }
}
