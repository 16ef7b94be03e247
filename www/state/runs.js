// @ts-check
/** Runs in the run view. Until the first is opened, there is nothing to show. */
import { LazyPart } from './lazy_part.js';
import { effect, untracked } from './signals.js';

/** @import { Trace } from '../../subtorus.js' */
/** @import { RunPanel } from '../views/run/run.js' */
/** @import { Store } from './store.js' */

export class Runs {
  #store;
  #panel;

  /**
   * @param {Store} store
   * @param {() => Promise<RunPanel>} fetch makes the panel
   */
  constructor(store, fetch) {
    this.#store = store;
    this.#panel = new LazyPart(fetch);
    // A run of the experiment can be opened once there are curves.
    effect(() => {
      void [store.curves.value, store.ended];
      untracked(() => this.show());
    });
  }

  /**
   * The user opens a run.
   * @param {string} run its name in permalinks
   */
  open(run) {
    this.#panel.ask((panel) => panel.open(run));
  }

  /**
   * The user opens another schedule of the same jobs.
   * @param {string} run its name in permalinks
   * @param {() => void} named called once the link has it
   */
  change(run, named) {
    this.#panel.ask((panel) => panel.change(run, named));
  }

  /**
   * Shows the run that the experiment's link names, if it names one.
   * @param {boolean} [moved] whether another link has come
   */
  show(moved = false) {
    if (this.#panel.wanted || this.#store.study.value('run')) this.#panel.ask((panel) => panel.show(moved));
  }

  /**
   * Shows a schedule that no link names in another place of the page.
   * @param {HTMLElement} place
   * @param {Trace} trace
   * @param {string} title
   * @param {string} start the moment for the first schedule
   */
  host(place, trace, title, start) {
    this.#panel.ask((panel) => void panel.host(place, trace, title, start));
  }

  /** The place for runs of the sweep is used again. */
  restoreView() {
    this.#panel.tell((panel) => panel.restoreView());
  }
}
