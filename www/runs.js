// @ts-check
/** Looks into runs: the panel for it is fetched when somebody first does, and until then there is nothing to show. */

/** @import { Study, Trace } from '../subtorus.js' */
/** @import { RunPanel } from './run.js' */
/** @import { Elsewhere } from './run_elsewhere.js' */

export class Runs {
  #study;
  #elsewhere;
  #fetch;
  /** @type {RunPanel | undefined} */
  #panel;
  /** @type {Promise<RunPanel> | undefined} */
  #fetched;

  /**
   * @param {Study} study
   * @param {Elsewhere} elsewhere
   * @param {() => Promise<RunPanel>} fetch makes the panel
   */
  constructor(study, elsewhere, fetch) {
    this.#study = study;
    this.#elsewhere = elsewhere;
    this.#fetch = fetch;
  }

  /**
   * Somebody wants to look into a run.
   * @param {string} run its name in links
   */
  open(run) {
    this.#ask((panel) => panel.open(run));
  }

  /**
   * Somebody wants to look into another schedule of the same jobs.
   * @param {string} run its name in links
   * @param {() => void} named called once the link has it
   */
  change(run, named) {
    this.#ask((panel) => panel.change(run, named));
  }

  /**
   * Shows the run that the experiment's link names, if it names one.
   * @param {boolean} [moved] whether another link has come
   */
  show(moved = false) {
    if (this.#fetched || this.#study.value('run')) this.#ask((panel) => panel.show(moved));
    else this.#elsewhere.show();
  }

  /**
   * Shows a schedule that no link names in another place of the page.
   * @param {HTMLElement} place
   * @param {Trace} trace
   * @param {string} title
   * @param {string} start the moment of the first one
   */
  host(place, trace, title, start) {
    this.#ask((panel) => void panel.host(place, trace, title, start));
  }

  /** The place for runs of the sweep is used again. */
  comeHome() {
    this.#tell((panel) => panel.comeHome());
  }

  /** Draws again, for another theme. */
  redraw() {
    this.#tell((panel) => panel.redraw());
  }

  /**
   * Has the panel do something; who could not fetch it may try again.
   * @param {(panel: RunPanel) => void} act
   */
  #ask(act) {
    if (this.#panel) return act(this.#panel);
    this.#fetched ??= this.#fetch().catch((error) => {
      this.#fetched = undefined;
      throw error;
    });
    void this.#fetched.then((panel) => act((this.#panel = panel)));
  }

  /**
   * The same, unless nobody has looked into a run yet.
   * @param {(panel: RunPanel) => void} act
   */
  #tell(act) {
    if (this.#fetched) this.#ask(act);
  }
}
