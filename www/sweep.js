// @ts-check
/** A run of the experiment: from the press of the button to the last point, with what there is to say on the way. */
import { progress_words } from '../subtorus.js';
import { find } from './dom.js';
import { notice, retract } from './notices.js';
import { Question } from './question.js';

/** @import { Complaint, PlanReport, Study } from '../subtorus.js' */
/** @import { Log } from './messages.js' */
/** @import { Pool } from './pool.js' */

/**
 * @typedef {object} Listener
 * @property {() => void} begun there is a new set of curves
 * @property {() => void} progressed there are more points
 * @property {() => void} ended there will be no more points
 * @property {(complaint: Complaint) => boolean} refused the experiment cannot be run; whether this was shown beside a field
 * @property {() => string} missing what the experiment needs that is not here, in a sentence; '' if nothing
 */

/** How a run stands. @typedef {'none' | 'preparing' | 'asking' | 'running' | 'done' | 'cancelled' | 'refused'} Stage */

/** How often what is said of a run is brought up to date, in milliseconds. */
const PACE = 100;

export class Sweep {
  #study;
  #pool;
  #listener;
  /** @type {Stage} */
  #stage = 'none';
  #began = 0;
  #took = 0;
  /** @type {number[]} */
  #weights = [];
  /** The work asked for so far, and the runs it consists of; replications are added as they prove necessary. */
  #whole = 0;
  #asked = 0;
  #done = 0;
  #finished = 0;
  /** @type {string[]} */
  #failures = [];
  #showing = 0;
  /** The links of long runs that somebody has agreed to. @type {Set<string>} */
  #agreed = new Set();
  /** What the question is about. */
  #about = '';
  #question = new Question(find('progress', HTMLProgressElement));
  #run = find('run', HTMLButtonElement);
  #cancel = find('cancel', HTMLButtonElement);
  #progress = find('progress', HTMLProgressElement);
  #state = find('run-state', HTMLSpanElement);
  #sentence = find('sentence', HTMLParagraphElement);

  /**
   * @param {Study} study
   * @param {Pool} pool
   * @param {Listener} listener
   */
  constructor(study, pool, listener) {
    this.#study = study;
    this.#pool = pool;
    this.#listener = listener;
  }

  get #active() {
    return this.#stage === 'preparing' || this.#stage === 'asking' || this.#stage === 'running';
  }

  /**
   * Runs the experiment being edited; the old curves stay until there are new ones.
   * @param {Log | null} log null for the model's jobs
   */
  run(log) {
    const link = this.#study.link();
    this.#stage = 'preparing';
    this.#began = performance.now();
    this.#weights = [];
    this.#failures = [];
    retract('run');
    retract('worker');
    this.#question.withdraw();
    this.#pool.run(link, log, {
      asked: (question, go) => this.#inquire(link, question, go),
      planned: (plan) => this.#planned(link, plan),
      result: (cell, values) => {
        const more = this.#study.add(cell, values);
        this.#ask(more);
        this.#settled(cell);
        return more;
      },
      failed: (cell, message) => {
        this.#failures.push(`${this.#study.fail(cell, message)}: ${message}`);
        notice('run', `${this.#failures.length} of the runs failed. ${this.#failures[0]}`);
        this.#settled(cell);
      },
      replaced: (message) => notice('worker', `A worker was replaced: ${message}. What it was doing is tried once more.`),
      refused: (complaint) => this.#refused(complaint),
      done: () => this.#end('done'),
    });
    this.show();
  }

  /** Stops computing and keeps the points there are. */
  cancel() {
    if (!this.#active) return;
    const pressed = document.activeElement === this.#cancel;
    this.#pool.cancel();
    this.#end(this.#stage === 'running' ? 'cancelled' : 'refused');
    if (pressed) this.#run.focus();
  }

  /** Stops because another experiment is on the page that cannot run yet. */
  stop() {
    if (this.#active) this.cancel();
    this.show();
  }

  /**
   * Asks before a long run, once for each link.
   * @param {string} link
   * @param {string} question
   * @param {() => void} go
   */
  #inquire(link, question, go) {
    if (this.#agreed.has(link)) return go();
    const agree = () => {
      this.#agreed.add(link);
      go();
    };
    this.#stage = 'asking';
    this.#about = link;
    this.#question.ask(question, [
      { text: 'Run anyway', action: agree },
      { text: 'Not now', action: () => this.cancel() },
    ]);
    this.show();
  }

  /**
   * Says something beside the button.
   * @param {string} text
   */
  say(text) {
    this.#state.textContent = text;
  }

  /**
   * @param {string} link
   * @param {PlanReport} plan
   */
  #planned(link, plan) {
    const first = this.#study.begin(link, plan);
    this.#stage = 'running';
    this.#weights = plan.weights;
    this.#whole = 0;
    this.#asked = 0;
    this.#done = 0;
    this.#finished = 0;
    this.#ask(first);
    this.#listener.begun();
    this.#soon();
    return first;
  }

  /**
   * More cells are to be run.
   * @param {Uint32Array} cells
   */
  #ask(cells) {
    this.#asked += cells.length;
    for (const cell of cells) this.#whole += this.#weights[cell];
  }

  /** @param {number} cell */
  #settled(cell) {
    this.#done += this.#weights[cell];
    this.#finished += 1;
    this.#listener.progressed();
    this.#soon();
  }

  /** @param {Complaint} complaint */
  #refused(complaint) {
    const whole = this.#stage !== 'running';
    this.#end('refused');
    if (!whole) {
      const missing = this.#asked - this.#finished;
      return notice('run', `${missing} of the ${this.#asked} runs are missing: ${complaint.message}`);
    }
    const beside = this.#listener.refused(complaint);
    const place = complaint.place ? `${complaint.place}: ` : '';
    notice('run', `This experiment cannot be run. ${place}${complaint.message}`);
    this.say(`Not run: ${beside ? 'see the marked field. ' : ''}${place}${complaint.message}`);
  }

  /** @param {Stage} stage */
  #end(stage) {
    this.#stage = stage;
    this.#question.withdraw();
    this.#took = performance.now() - this.#began;
    this.#listener.progressed();
    this.#listener.ended();
    this.show();
  }

  #soon() {
    this.#showing ||= setTimeout(() => {
      this.#showing = 0;
      this.show();
    }, PACE);
  }

  /** Shows how the run stands, and whether the curves are those of the experiment on the page. */
  show() {
    const asking = this.#stage === 'asking';
    // Nobody is asked about an experiment that is not on the page any more.
    if (asking && this.#about !== this.#study.link()) return this.cancel();
    this.#cancel.hidden = this.#progress.hidden = asking || !this.#active;
    this.#run.textContent = this.#active && !asking ? 'Run again' : 'Run';
    const share = this.#stage === 'running' && this.#whole > 0 ? this.#done / this.#whole : 0;
    if (this.#stage === 'preparing') this.#progress.removeAttribute('value');
    else this.#progress.value = share;
    if (this.#stage === 'running') this.say(this.#words(share, performance.now() - this.#began));
    else this.say({ preparing: 'preparing …', asking: 'not yet: see the question.' }[String(this.#stage)] ?? '');
    const { title, subject, stale } = this.#study.status();
    const none = this.#active && !asking ? 'Preparing the first curves …' : 'Nothing has been computed yet.';
    if (!subject) this.#sentence.textContent = none;
    else this.#sentence.textContent = `${title}: ${subject}, ${this.#timing()}`;
    const missing = this.#active ? '' : this.#listener.missing();
    // Curves of another experiment must not be taken for those of one that cannot run yet.
    find('chart', HTMLDivElement).classList.toggle('pale', stale && missing !== '');
    if (missing) this.#sentence.textContent = stale ? `${missing} The pale chart is that of another experiment.` : missing;
    const imprecise = this.#stage === 'done' ? this.#study.imprecise() : '';
    if (imprecise) notice('precision', imprecise);
    else retract('precision');
    if (stale && !this.#active && !missing) {
      const advice = 'Press Run to compute this one.';
      notice('stale', `The chart shows the experiment that was run before the last changes. ${advice}`);
    } else {
      retract('stale');
    }
  }

  /**
   * @param {number} share of the work that is done
   * @param {number} took so far, in milliseconds
   */
  #words(share, took) {
    const stage = this.#stage === 'done' || this.#stage === 'cancelled' ? this.#stage : 'running';
    return progress_words({ stage, share, finished: this.#finished, asked: this.#asked, seconds: took / 1000 });
  }

  #timing() {
    if (this.#stage === 'done' || this.#stage === 'cancelled') return `${this.#words(1, this.#took)}.`;
    return this.#stage === 'running' ? 'computing.' : 'computed before.';
  }
}
