// @ts-check
/** Machines for the current log, with buttons for each, and a button to keep the current machine. */
import { effect } from '../state/signals.js';
import { button, find, make } from './dom.js';

/** @import { Choice } from '../../subtorus.js' */
/** @import { SuitableMachine } from '../../run_view.js' */
/** @import { Changes } from '../state/changes.js' */
/** @import { Store } from '../state/store.js' */

export class MachinesPanel {
  #store;
  #changes;
  #panel = find('machines', HTMLDetailsElement);
  #keep = find('keep-machine', HTMLButtonElement);
  /** The listed machines. @type {SuitableMachine[]} */
  #listed = [];

  /**
   * @param {Store} store
   * @param {Changes} changes
   */
  constructor(store, changes) {
    this.#store = store;
    this.#changes = changes;
    this.#keep.addEventListener('click', () => {
      this.#changes.keep('machine');
      this.#close();
    });
    effect(() => {
      const log = store.suitableLog;
      this.#show(log ? (store.proposal.value ?? log.proposal).machines : []);
    });
  }

  /**
   * Lists the machines for a log.
   * @param {SuitableMachine[]} machines
   */
  #show(machines) {
    this.#keep.hidden = !machines.length;
    if (machines !== this.#listed) find('machines-body', HTMLUListElement).replaceChildren(...machines.map((one) => this.#row(one)));
    this.#listed = machines;
    this.#mark();
  }

  /** Marks the chosen machine. */
  #mark() {
    for (const button of this.#panel.querySelectorAll('button[data-settings]')) {
      const settings = /** @type {[string, string][]} */ (JSON.parse(button.getAttribute('data-settings') ?? '[]'));
      const chosen = settings.every(([name, value]) => this.#store.experiment.value(name) === value);
      button.setAttribute('aria-pressed', String(chosen));
    }
  }

  /** @param {SuitableMachine} machine */
  #row({ title, remark, choices }) {
    const buttons = choices.map((choice) => this.#button(title, choice));
    return make('li', {}, make('span', {}, title), ' ', make('span', { class: 'quiet' }, remark), make('span', { class: 'row' }, ...buttons));
  }

  /**
   * @param {string} title
   * @param {Choice} choice
   */
  #button(title, { label, settings }) {
    const choose = () => {
      this.#changes.choose(settings, 'chosen for this log');
      this.#close();
    };
    return button(label, choose, { class: 'small', 'data-settings': JSON.stringify(settings), 'aria-label': `${title}: ${label}` });
  }

  #close() {
    this.#panel.open = false;
    find('machines-title', HTMLElement).focus();
  }
}
