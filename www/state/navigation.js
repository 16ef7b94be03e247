// @ts-check
/** Permalinks: what the address bar holds, what going back restores, and which experiment is on the page. */
import { is_batch } from '../../subtorus.js';
import { whenPressed } from '../views/dom.js';
import { noticeOfLink } from '../views/notices.js';
import * as address from './address.js';
import { batch, effect, untracked } from './signals.js';

/** @import { FigureLine } from '../views/figure_line.js' */
/** @import { Form } from '../views/form.js' */
/** @import { OwnStrategies } from '../views/own.js' */
/** @import { BatchView } from '../views/batch.js' */
/** @import { RunPanel } from '../views/run/run.js' */
/** @import { Launcher } from './launcher.js' */
/** @import { LazyPart } from './lazy_part.js' */
/** @import { LogSource } from './log_source.js' */
/** @import { MachineDefaults } from './machine_defaults.js' */
/** @import { Proposals } from './proposals.js' */
/** @import { Store } from './store.js' */
/** @import { Sweep } from './sweep.js' */

/**
 * What follows when another experiment is on the page.
 * @typedef {object} Parts
 * @property {Form} form
 * @property {MachineDefaults} defaults
 * @property {Proposals} proposals
 * @property {FigureLine} figure
 * @property {LogSource} logs
 * @property {OwnStrategies} own
 * @property {Sweep} sweep
 * @property {LazyPart<RunPanel>} runs
 * @property {Launcher} launcher
 * @property {LazyPart<BatchView>} batches
 */

export class Navigation {
  #store;
  #parts;
  /** The link of the last run, to which going back returns. */
  #ran = '';
  /** Whether the history has an entry of its own for what was edited since. */
  #edited = false;
  /** Whether a sweep has been shown since the page was opened. */
  #swept = false;

  /**
   * @param {Store} store
   * @param {Parts} parts
   */
  constructor(store, parts) {
    this.#store = store;
    this.#parts = parts;
    whenPressed('to-batch', () => this.#showBatch());
    whenPressed('to-sweeps', () => this.showSweep());
    address.watch((link) => void this.arrive(link));
    effect(() => {
      if (!store.starts.value) return;
      this.#ran = store.study.link();
      this.#edited = false;
    });
    effect(() => this.#follow(store.experiment.link()));
    // A run of the experiment can be opened once there are curves.
    effect(() => {
      void [store.curves.value, store.ended];
      untracked(() => this.#showRun(false));
    });
  }

  /**
   * The experiment has been edited, or its view. The first edit after a run adds an entry to the history.
   * @param {string} link
   */
  #follow(link) {
    // Going back also restores the view of the results.
    const { stale } = this.#store.study.status();
    if (!this.#store.batch.peek()) {
      if (stale && !this.#edited && link !== this.#ran) {
        address.push(link, this.#ran);
        this.#edited = true;
      } else address.replace(link);
    }
    if (!stale) this.#ran = link;
  }

  /**
   * Shows the run that the experiment's link names, if it names one.
   * @param {boolean} moved whether another link has come
   */
  #showRun(moved) {
    const { runs } = this.#parts;
    if (runs.wanted || this.#store.study.value('run')) runs.ask((panel) => panel.show(moved));
  }

  /**
   * The user opens another experiment.
   * @param {string} link
   */
  visit(link) {
    address.push(link, this.#store.batch.peek() ? this.#batchLink : this.#store.study.link());
    void this.arrive(link);
  }

  /**
   * The open run, its moment or its job has changed, which is no edit of the experiment.
   * @param {Record<string, string>} parts of the permalink
   * @param {boolean} entry whether going back restores the present ones
   */
  note(parts, entry) {
    const { study } = this.#store;
    const before = study.link();
    for (const [part, value] of Object.entries(parts)) study.set(part, value);
    if ('run' in parts) this.#store.openings.value += 1;
    if (!study.status().stale) this.#ran = study.link();
    if (this.#store.batch.peek()) return;
    if (entry) address.push(study.link(), before);
    else address.replace(study.link());
  }

  /** The link of the batch, which may still be loading. */
  get #batchLink() {
    return this.#parts.batches.part?.link() ?? address.read();
  }

  #showBatch() {
    const { batches } = this.#parts;
    if (this.#store.batch.peek()) return;
    const filled = batches.part?.empty ? undefined : batches.part;
    // A first visit shows the paper's example instead of an empty form.
    const link = filled?.link() ?? this.#store.catalogue.figures.find((preset) => is_batch(preset.link))?.link ?? '#problem=';
    address.push(link, this.#store.study.link());
    this.#store.batch.value = true;
    if (filled) filled.show();
    else void this.arrive(link);
  }

  /** Goes from the batch to the sweep. */
  showSweep() {
    if (!this.#store.batch.peek()) return;
    address.push(this.#store.study.link(), this.#batchLink);
    if (!this.#swept) return void this.arrive(this.#store.study.link());
    this.#store.batch.value = false;
    this.#parts.runs.tell((panel) => panel.restoreView());
  }

  /**
   * Another link is on the page.
   * @param {string} link
   */
  async arrive(link) {
    const { batches, logs, own, runs, sweep, launcher } = this.#parts;
    this.#store.batch.value = is_batch(link);
    if (is_batch(link)) return batches.ask((shown) => this.#store.batch.peek() && shown.arrive(link));
    this.#swept = true;
    this.#open(link);
    runs.tell((panel) => panel.restoreView());
    this.#showRun(true);
    // Results of this experiment stay, in any view. A run of it continues.
    if (sweep.stands) return;
    if (await sweep.present()) return void logs.find();
    await own.arrive();
    if (!(await logs.find())) return;
    const before = this.#ran;
    const after = (this.#ran = this.#store.study.link());
    if (!this.#store.batch.peek()) address.complete(before, after);
    this.#store.edit();
    launcher.runLink();
  }

  /** @param {string} link */
  #open(link) {
    const { form, defaults, proposals, logs, figure, launcher } = this.#parts;
    batch(() => {
      launcher.pressed = false;
      this.#store.arrivals.value += 1;
      this.#store.edit((study) => {
        const problems = study.open(link);
        noticeOfLink('link', problems, study);
        this.#ran = study.link();
        this.#edited = false;
        address.open(link, this.#ran, problems.length === 0);
      });
      form.arrive();
      defaults.arrive();
      proposals.arrive();
      logs.arrive();
      figure.arrive();
    });
  }
}
