// @ts-check
/**
 * One run, below the chart: a worker runs it once more, then it is looked at here, moment by moment. Which run, which moment
 * and which job are part of the experiment's link; going back closes it again.
 */
import { isDark } from './chart.js';
import { find, sentence } from './dom.js';
import { JobPanel } from './run_job.js';
import { JobList } from './run_list.js';
import { MachinePanel } from './run_machine.js';
import { runModule } from './run_module.js';
import { RunTime } from './run_time.js';
import { WhosePanel } from './run_whose.js';

/** @import { Act, Aspect, JobAct, RunChoice, Seen, Study, Trace } from '../subtorus.js' */
/** @import { RunView } from '../run_view.js' */
/** @import { Pool } from './pool.js' */
/** @import { BesidePanel } from './run_beside.js' */
/** @import { Elsewhere } from './run_elsewhere.js' */
/** @import { StoryPanel } from './run_story.js' */

/** What of a run stands in the link. @typedef {'run' | 'beside' | 'moment' | 'job' | 'whose'} Part */

/** How long the cursor rests before the address and a screen reader follow it, in milliseconds. */
const REST = 400;

export class RunPanel {
  #study;
  #pool;
  #elsewhere;
  #noted;
  #section = find('run-view', HTMLElement);
  #title = find('run-title-line', HTMLHeadingElement);
  #origin = find('run-origin', HTMLParagraphElement);
  #state = find('run-view-state', HTMLParagraphElement);
  #again = find('run-again', HTMLButtonElement);
  #body = find('run-body', HTMLDivElement);
  #home = find('run-elsewhere', HTMLDivElement);
  #crumbs = find('run-crumbs', HTMLElement);
  #sweepCrumb = find('run-to-sweep', HTMLButtonElement);
  #runCrumb = find('run-to-run', HTMLButtonElement);
  #jobCrumb = find('run-job-crumb', HTMLSpanElement);
  /** Which run is open, or on its way: its experiment and its name. */
  #open = '';
  #waiting = new AbortController();
  /** @type {RunView | undefined} */
  #view;
  /** @type {Seen | undefined} */
  #seen;
  #timer = 0;
  /** Whether what is shown is no run of the sweep, and stands elsewhere on the page. */
  #guest = false;
  /** Whether somebody has asked for the run, rather than a link. */
  #asked = false;
  #time = new RunTime((act) => this.#act(act), (canvas, width) => this.#view?.draw(canvas, width, devicePixelRatio, isDark()), (canvas) => this.#view?.draw_cursor(canvas, devicePixelRatio, isDark()), (seen) => this.#show(seen));
  #queue = new JobList('queue', (job) => this.#choose(job), (all) => this.#time.act({ kind: 'unabridge', all }));
  #running = new JobList('running', (job) => this.#choose(job), (all) => this.#time.act({ kind: 'unabridge', all }));
  /** @type {StoryPanel | undefined} */
  #story;
  #job = new JobPanel((moment) => this.#time.act({ kind: 'type', moment }), () => this.#choose(undefined));
  #machine = new MachinePanel((job) => this.#choose(job), (seen) => {
    this.#beside?.show(this.#view, seen);
    this.#findOut({ unexplained: '', unobserved: seen.unobserved });
  });
  /** The moment of which it is being found out which packets are under way. */
  #observing = '';
  /** @type {BesidePanel | undefined} */
  #beside;
  #whose = new WhosePanel((look) => this.#act({ kind: 'whose', look })?.whose, () => this.#split(), (whose) => this.#noted({ whose }, false), () => this.#study.status().file_name);

  /**
   * @param {Study} study
   * @param {Pool} pool
   * @param {Elsewhere} elsewhere
   * @param {(parts: Partial<Record<Part, string>>, entry: boolean) => void} noted called with what is to stand in the link from
   *   now on, and whether going back comes back to what stands there now
   */
  constructor(study, pool, elsewhere, noted) {
    this.#study = study;
    this.#pool = pool;
    this.#elsewhere = elsewhere;
    this.#noted = (/** @type {Parameters<typeof noted>} */ ...parts) => this.#guest || noted(...parts);
    this.#sweepCrumb.addEventListener('click', () => {
      this.#noted({ run: '', beside: '', moment: '', job: '', whose: '' }, true);
      this.show();
      find('canvas', HTMLCanvasElement).focus();
    });
    this.#runCrumb.addEventListener('click', () => {
      this.#choose(undefined);
      this.#title.focus();
    });
    this.#again.addEventListener('click', () => {
      this.#open = '';
      this.show();
    });
  }

  /**
   * Somebody wants to look into a run.
   * @param {string} run its name in links
   */
  open(run) {
    this.#asked = true;
    this.#noted({ run, beside: '', moment: '', job: '' }, true);
    this.show();
  }

  /**
   * Somebody wants to look into another schedule of the same jobs, at the same moment and at the same job.
   * @param {string} run its name in links
   * @param {() => void} named called once the link has it
   */
  change(run, named) {
    this.#asked = true;
    this.#open = '';
    this.#noted({ run }, true);
    named();
    this.show();
  }

  /**
   * Shows a schedule that no link names in another place of the page, at the moment and the job of the one before it there.
   * @param {HTMLElement} place
   * @param {Trace} trace
   * @param {string} title
   * @param {string} start the moment of the first one
   */
  async host(place, trace, title, start) {
    const { moment = start, job = undefined } = (this.#guest && this.#seen) || {};
    this.#forget();
    // Where the machine is the answer, it is there to be seen.
    if (!this.#guest) find('run-machine-shown', HTMLDetailsElement).open = true;
    this.#guest = true;
    const key = (this.#open = `${title} ${performance.now()}`);
    place.append(this.#section);
    this.#section.hidden = false;
    this.#crumbs.hidden = true;
    this.#title.textContent = title;
    this.#say('');
    try {
      const { run_view } = await runModule();
      if (key !== this.#open) return;
      this.#begin(run_view(trace, false), moment, job?.id ?? '');
    } catch (error) {
      if (key === this.#open) this.#say(`It could not be looked at: ${sentence(error)}`);
    }
  }

  /** The place for runs of the sweep is used again. */
  restoreView() {
    if (!this.#guest) return;
    this.#forget();
    this.#guest = this.#crumbs.hidden = false;
    this.#home.after(this.#section);
    this.show();
  }

  /** There is something to see: somebody who has asked for it is taken there, but not under a second click. */
  #arrive() {
    if (!this.#asked) return;
    this.#asked = false;
    this.#title.focus();
    this.#section.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Shows the run that the experiment's link names, if it names one and there are results.
   * @param {boolean} [moved] whether another link has come, which may name another moment of it
   */
  show(moved = false) {
    if (this.#guest) return;
    const choice = this.#study.run_choice();
    const named = this.#study.value('run');
    this.#section.hidden = !named;
    this.#elsewhere.show();
    if (!named) return this.#forget();
    this.#title.textContent = this.#runCrumb.textContent = choice?.title ?? named;
    if (!choice) return this.#say('It is opened as soon as the sweep has begun …');
    const key = `${choice.link} ${choice.name}`;
    const obstacle = this.#elsewhere.obstacle(choice);
    if (obstacle) {
      this.#forget();
      this.#say(obstacle);
      return this.#arrive();
    }
    if (key === this.#open) {
      if (this.#view && moved) this.#time.act({ kind: 'open', moment: choice.moment, job: choice.job });
      if (this.#view && moved) this.#whose.show(this.#study.value('whose'));
      if (this.#view) this.#beside?.follow(choice);
      if (this.#view) this.#arrive();
      return;
    }
    this.#forget();
    this.#open = key;
    void this.#load(choice, key);
  }

  /** Draws again, for another theme. */
  redraw() {
    this.#time.redraw();
    this.#machine.redraw();
    this.#whose.redraw();
    this.#story?.redraw();
  }

  /**
   * @param {RunChoice} choice
   * @param {string} key
   */
  async #load(choice, key) {
    const signal = (this.#waiting = new AbortController()).signal;
    this.#say('Opening it …');
    try {
      const [{ run_view }, trace] = await Promise.all([runModule(), this.#elsewhere.trace(choice, signal), this.#addControls()]);
      if (key !== this.#open) return;
      // The link may have gone on to another moment in the meantime.
      const now = this.#study.run_choice() ?? choice;
      this.#begin(run_view(trace, choice.cycles), now.moment, now.job);
      this.#beside?.follow(now);
      this.#arrive();
    } catch (error) {
      if (key !== this.#open) return;
      this.#say(`The run could not be looked at: ${sentence(error)}`);
      this.#again.hidden = false;
      this.#arrive();
    }
  }

  /** Fetches what only a run of the sweep has, with the first of them: a second run beside it, and a job's story. */
  async #addControls() {
    const [{ BesidePanel }, { StoryPanel }] = await Promise.all([import('./run_beside.js'), import('./run_story.js')]);
    this.#beside ??= new BesidePanel(this.#pool, {
      act: (act) => this.#time.act(act),
      put: (trace, act) => {
        const seen = this.#view?.act(act, trace);
        if (!seen) return;
        this.#show(seen);
        this.#time.redraw();
      },
      choose: (job) => this.#choose(job),
      logged: () => this.#elsewhere.logged(),
      wanted: (beside) => {
        this.#noted({ beside }, true);
        this.show();
      },
    });
    const told = (/** @type {JobAct} */ act) => this.#time.act({ kind: 'job', act });
    this.#story ??= new StoryPanel(find('run-story', HTMLDivElement), told, (job) => this.#choose(job), (moment) => this.#time.act({ kind: 'type', moment }), () => this.#study.run_choice(), this.#pool);
  }

  /**
   * @param {RunView} view
   * @param {string} moment
   * @param {string} job
   */
  #begin(view, moment, job) {
    this.#view = view;
    this.#say('');
    this.#body.hidden = false;
    this.#time.act({ kind: 'open', moment, job });
    // As large as the one before it, nothing else would draw it.
    this.#time.redraw();
    this.#whose.show(this.#guest ? '' : this.#study.value('whose'));
  }

  /**
   * What a worker finds out of the run that is open; nothing where that is open no more by then.
   * @param {Aspect} aspect
   */
  async #inspect(aspect) {
    const { link, cell } = this.#study.run_choice() ?? {};
    if (!link || cell === undefined || cell === null) return undefined;
    const open = this.#open;
    const inspection = await this.#pool.inspect(link, cell, aspect);
    return open === this.#open ? inspection : undefined;
  }

  /**
   * Has workers find out why jobs wait, and which packets are under way, where that is wanted and not known.
   * @param {Pick<Seen, 'unexplained' | 'unobserved'>} seen what is seen where the cursor rests
   */
  #findOut({ unexplained, unobserved }) {
    const say = (/** @type {string} */ what) => (/** @type {unknown} */ error) => this.#say(`${what} could not be found out: ${sentence(error)}`);
    if (unexplained) void this.#explain(unexplained).catch(say('Why jobs wait'));
    if (!unobserved || unobserved === this.#observing) return;
    this.#observing = unobserved;
    void this.#observe(unobserved).catch(say('Which packets are under way')).finally(() => (this.#observing = ''));
  }

  /** @param {string} instant */
  async #explain(instant) {
    const found = await this.#inspect({ waits: instant });
    if (found && 'waits' in found && this.#seen?.unexplained === instant) this.#time.act({ kind: 'explain', reasons: found.waits });
  }

  /** @param {string} moment */
  async #observe(moment) {
    const found = await this.#inspect({ traffic: moment });
    if (found && 'traffic' in found && this.#seen?.moment === moment) this.#time.act({ kind: 'carry', traffic: found.traffic });
  }

  /** Has a worker find out what all jobs of the run wait for. */
  async #split() {
    const found = await this.#inspect('split');
    return found && 'split' in found ? found.split : undefined;
  }

  /** No run is open. */
  #forget() {
    this.#waiting.abort();
    this.#time.stop();
    clearTimeout(this.#timer);
    this.#machine.forget();
    this.#whose.forget();
    this.#beside?.forget();
    this.#story?.forget();
    this.#view?.free();
    this.#view = this.#seen = undefined;
    this.#open = '';
    this.#body.hidden = this.#again.hidden = true;
    this.#jobCrumb.textContent = '';
  }

  /** @param {string} text */
  #say(text) {
    this.#state.textContent = text;
  }

  /**
   * @param {Act} act
   * @returns {Seen | undefined}
   */
  #act(act) {
    return this.#view?.act(act);
  }

  /**
   * Looks at a job, or at none.
   * @param {number | undefined} job
   */
  #choose(job) {
    this.#time.act({ kind: 'choose', job });
    if (job !== undefined) this.#job.focus();
  }

  /**
   * Shows what is seen at the cursor.
   * @param {Seen} seen
   */
  #show(seen) {
    const before = this.#seen;
    this.#seen = seen;
    this.#time.show(seen);
    this.#origin.textContent = seen.origin;
    this.#queue.show(seen.queue);
    this.#running.show(seen.running);
    this.#job.show(seen.job);
    this.#story?.show(seen.job);
    if (this.#view) this.#machine.show(this.#view, seen);
    this.#beside?.show(this.#view, seen);
    const id = seen.job?.id ?? '';
    this.#jobCrumb.textContent = seen.job?.title ?? '';
    // What comes from a link stands there already.
    const chosen = before && id !== (before.job?.id ?? '') && id !== this.#study.value('job');
    if (chosen) this.#noted({ moment: seen.moment, job: id }, true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#time.tell(seen);
      this.#findOut(seen);
      this.#beside?.explain(seen);
      void this.#story?.rest(seen.job);
      if (seen.moment !== (this.#study.value('moment') || '0')) this.#noted({ moment: seen.moment }, false);
    }, REST);
  }
}
