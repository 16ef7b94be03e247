// @ts-check
/** Runs in the run view. Until the first is opened, there is nothing to show. */
import { LazyPart } from './lazy_part.js';

/** @import { Study, Trace } from '../../subtorus.js' */
/** @import { RunPanel } from '../views/run/run.js' */
/** @import { Elsewhere } from '../views/run/run_elsewhere.js' */

export class Runs {
  #study;
  #elsewhere;
  #panel;

  /**
   * @param {Study} study
   * @param {Elsewhere} elsewhere
   * @param {() => Promise<RunPanel>} fetch makes the panel
   */
  constructor(study, elsewhere, fetch) {
    this.#study = study;
    this.#elsewhere = elsewhere;
    this.#panel = new LazyPart(fetch);
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
    if (this.#panel.wanted || this.#study.value('run')) this.#panel.ask((panel) => panel.show(moved));
    else this.#elsewhere.show();
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

  /** Draws again, for another theme. */
  redraw() {
    this.#panel.tell((panel) => panel.redraw());
  }
}
