// @ts-check
/** Machines to choose with a click, with a small picture each, and the name of the present one. */
import { machine_icon, machine_phrase, split_list } from '../../subtorus.js';
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { button, find, pictured } from './dom.js';

/** @import { Store } from '../state/store.js' */

/** The chips: places in the catalogue's list of machines, and short names. @type {[string, string][]} */
const OFFERED = [
  ['torus:2x2x2x4x4x8', 'QCDOC'],
  ['torus:2x2x2x6x8', 'JLAB'],
  ['mesh:16x22', '16×22'],
  ['mesh:32x32', '32×32'],
  ['torus:8x12x16x16x2', 'Mira'],
  ['torus:25x16x24', 'Titan'],
  ['torus:16x16x16', 'TPU v4'],
];

/**
 * @param {Store} store
 * @param {(machine: string) => void} set sets the machine of the experiment
 * @param {() => void} more opens the list of all machines
 */
export function showMachineChips(store, set, more) {
  const chips = OFFERED.map(([machine, name]) => {
    const picture = pictured('span', { 'aria-hidden': 'true' }, machine_icon(machine, isDark()));
    return button([picture, name], () => set(machine), { title: machine_phrase(machine) });
  });
  find('machine-chips').append(...chips, button(`All ${store.examples('machine').length} …`, more, { class: 'link' }));
  const shown = find('machine-name');
  effect(() => {
    const machines = split_list(store.experiment.value('machine'));
    OFFERED.forEach(([machine], place) => (chips[place].ariaPressed = String(machines.includes(machine))));
    shown.textContent = shown.title = machines.map(machine_phrase).join('; ');
  });
}
