// @ts-check
/** Machines for the current log, with buttons for each, and a button to keep the current machine. */
import { computed, effect } from '../state/signals.js';
import { button, find, make, whenPressed } from './dom.js';

/** @import { Changes } from '../state/changes.js' */
/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {Changes} changes
 */
export function showMachines(store, changes) {
  const close = () => {
    find('machines', HTMLDetailsElement).open = false;
    find('machines-title').focus();
  };
  /** The buttons, and what each sets. @type {{ choice: HTMLButtonElement, settings: [string, string][] }[]} */
  let choices = [];
  whenPressed('keep-machine', () => {
    changes.keep('machine');
    close();
  });
  const listed = computed(() => {
    const log = store.suitableLog;
    return log ? (store.proposal.value ?? log.proposal).machines : [];
  });
  effect(() => {
    choices = [];
    find('keep-machine').hidden = !listed.value.length;
    find('machines-body').replaceChildren(...listed.value.map(({ title, remark, choices: offered }) => {
      const buttons = offered.map(({ label, settings }) => {
        const choose = () => {
          changes.choose(settings, 'chosen for this log');
          close();
        };
        const choice = button(label, choose, { class: 'small', 'aria-label': `${title}: ${label}` });
        choices.push({ choice, settings });
        return choice;
      });
      return make('li', {}, make('span', {}, title), ' ', make('span', { class: 'quiet' }, remark), make('span', { class: 'row' }, ...buttons));
    }));
  });
  effect(() => {
    void listed.value;
    for (const { choice, settings } of choices) {
      choice.ariaPressed = String(settings.every(([name, value]) => store.experiment.value(name) === value));
    }
  });
}
