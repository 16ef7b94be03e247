// @ts-check
/** Starts the run of the experiment, unless something stands against it. */
import { find } from '../views/dom.js';

/** @import { Fields } from '../views/fields.js' */
/** @import { OwnStrategies } from '../views/own.js' */
/** @import { Proposals } from './proposals.js' */
/** @import { Store } from './store.js' */
/** @import { Sweep } from './sweep.js' */

/**
 * @typedef {object} Parts
 * @property {Fields} fields
 * @property {Proposals} proposals
 * @property {OwnStrategies} own
 * @property {Sweep} sweep
 */

export class Launcher {
  /** Whether the user has started the run, rather than a permalink. */
  pressed = false;
  #store;
  #parts;

  /**
   * @param {Store} store
   * @param {Parts} parts
   */
  constructor(store, parts) {
    this.#store = store;
    this.#parts = parts;
    const form = find('experiment', HTMLFormElement);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.run(event.submitter?.id === 'go-on');
    });
    form.addEventListener('corrected', () => (parts.sweep.refusal.value = ''));
  }

  /**
   * The user starts the run.
   * @param {boolean} [further] whether to continue with results from files, instead of computing all of them
   */
  run(further = false) {
    const { fields, proposals, own, sweep } = this.#parts;
    find('run').ariaBusy = proposals.coming ? 'true' : null;
    // Later settings would change the curves.
    if (proposals.coming) return void proposals.coming.then(() => this.run(further));
    this.pressed = true;
    fields.unmark();
    const { wrong } = fields;
    wrong?.focus();
    if (wrong) sweep.refusal.value = `Not run: ${wrong.title} needs another value (Escape brings back the last good one).`;
    if (wrong || this.#contradicts(true)) return;
    if (this.#store.missing) return void (sweep.refusal.value = 'Not run: the log is not here yet.');
    this.#store.starts.value += 1;
    own.prepare(() => sweep.run(further));
  }

  /** Runs the experiment of a permalink, if it has what it needs. */
  runLink() {
    const { own, sweep } = this.#parts;
    this.pressed = false;
    if (this.#contradicts(false)) return;
    if (this.#store.missing) sweep.cancel();
    else own.prepare(() => sweep.run());
  }

  /**
   * Whether values contradict each other, so that nothing can run. The Run bar says so, too.
   * @param {boolean} go whether to move the focus to the field
   */
  #contradicts(go) {
    const { fields, sweep } = this.#parts;
    const found = this.#store.study.fields().find(({ contradiction }) => contradiction);
    if (!found) return false;
    if (go) fields.focus(found.name);
    sweep.cancel();
    sweep.refusal.value = `Not run: ${found.name} ${found.contradiction}.`;
    return true;
  }
}
