// @ts-check
/** Machines for the current log, with buttons for each, and a button to keep the current machine. */
import { find, make } from './dom.js';

/** @import { Choice, Study } from '../../subtorus.js' */
/** @import { SuitableMachine } from '../../run_view.js' */
/** @import { Changes } from '../state/changes.js' */

export class MachinesPanel {
  #study;
  #changes;
  #panel = find('machines', HTMLDetailsElement);
  #keep = find('keep-machine', HTMLButtonElement);
  /** The listed machines. @type {SuitableMachine[]} */
  #listed = [];

  /**
   * @param {Study} study
   * @param {Changes} changes
   */
  constructor(study, changes) {
    this.#study = study;
    this.#changes = changes;
    this.#keep.addEventListener('click', () => {
      this.#changes.keep('machine');
      this.#close();
    });
  }

  /**
   * Lists the machines for a log.
   * @param {SuitableMachine[]} machines
   */
  show(machines) {
    this.#keep.hidden = !machines.length;
    if (machines !== this.#listed) find('machines-body', HTMLUListElement).replaceChildren(...machines.map((one) => this.#row(one)));
    this.#listed = machines;
    this.#mark();
  }

  /** Marks the chosen machine. */
  #mark() {
    for (const button of this.#panel.querySelectorAll('button[data-settings]')) {
      const settings = /** @type {[string, string][]} */ (JSON.parse(button.getAttribute('data-settings') ?? '[]'));
      const chosen = settings.every(([name, value]) => this.#study.value(name) === value);
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
    const button = make('button', { type: 'button', class: 'small', 'data-settings': JSON.stringify(settings) }, label);
    button.setAttribute('aria-label', `${title}: ${label}`);
    button.addEventListener('click', () => {
      this.#changes.choose(settings, 'chosen for this log');
      this.#close();
    });
    return button;
  }

  #close() {
    this.#panel.open = false;
    find('machines-title', HTMLElement).focus();
  }
}
