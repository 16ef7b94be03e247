// @ts-check
/**
 * One run, below the chart. A worker runs it again, and the user explores it here, moment by moment. The run, the
 * moment and the job are part of the experiment's link; going back closes the run.
 */
import { effect, untracked } from '../../state/signals.js';
import { isDark } from '../../state/theme.js';
import { find, sentence } from '../dom.js';
import { JobPanel } from './run_job.js';
import { JobList } from './run_list.js';
import { runModule } from '../../workers/run_module.js';
import { PANELS } from './run_panels.js';
import { RunTime } from './run_time.js';

/** @import { Inspection, Query, RunAction, RunChoice, RunViewState, Trace } from '../../../subtorus.js' */
/** @import { RunView } from '../../../run_view.js' */
/** @import { Store } from '../../state/store.js' */
/** @import { Elsewhere } from './run_elsewhere.js' */
/** @import { OpenRun, Part } from './run_panels.js' */

/** How long the cursor rests before the address and a screen reader follow it, in milliseconds. */
const REST = 400;

/** The subjects of queries, for an error message. @type {Record<string, string>} */
const FINDS = { waits: 'Why jobs wait', traffic: 'Which packets are under way', 'job-explanation': 'What the job waited for' };

export class RunPanel {
  #study;
  #pool;
  #imported;
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
  /** The open run, or the one being opened: its experiment and its name. */
  #open = '';
  #waiting = new AbortController();
  /** @type {RunView | undefined} */
  #view;
  /** @type {RunViewState | undefined} */
  #currentState;
  #timer = 0;
  /** Whether the shown schedule is not a run of the sweep, and is elsewhere on the page. */
  #guest = false;
  /** Whether the user has opened the run, and not a link. */
  #asked = false;
  #time = new RunTime((act) => this.#act(act), (canvas, width) => this.#view?.draw(canvas, width, devicePixelRatio, isDark()), (canvas) => this.#view?.draw_cursor(canvas, devicePixelRatio, isDark()), (seen) => this.#show(seen));
  #queue = new JobList('queue', (job) => this.#choose(job), (all) => this.#time.act({ kind: 'unabridge', all }));
  #running = new JobList('running', (job) => this.#choose(job), (all) => this.#time.act({ kind: 'unabridge', all }));
  #job = new JobPanel((moment) => this.#time.act({ kind: 'type', moment }), () => this.#choose(undefined));
  /** The queries to workers that are still wanted; nothing once they are answered. @type {Map<string, AbortController | undefined>} */
  #queries = new Map();
  #panels;
  /** What had the focus when the job was chosen, and its text then. @type {[HTMLElement, string] | undefined} */
  #opener;

  /**
   * @param {Store} store
   * @param {Elsewhere} elsewhere
   * @param {(parts: Partial<Record<Part, string>>, entry: boolean) => void} noted called with the new parts of the
   * link, and whether going back restores the current ones
   */
  constructor({ study, pool }, elsewhere, noted) {
    this.#study = study;
    this.#pool = pool;
    this.#imported = elsewhere;
    this.#noted = (/** @type {Parameters<typeof noted>} */ ...parts) => this.#guest || noted(...parts);
    /** @type {OpenRun} */
    const run = {
      pool,
      act: (action) => this.#time.act({ kind: 'panel', ...action }),
      put: (trace, action) => {
        const seen = this.#view?.apply_action({ kind: 'panel', ...action }, trace);
        if (!seen) return;
        this.#show(seen);
        this.#time.redraw();
      },
      run: (action) => void this.#time.act(action),
      ask: () => this.#currentState && this.#ask(this.#currentState),
      choose: (job) => this.#choose(job),
      view: () => this.#view,
      choice: () => (this.#guest ? undefined : study.run_choice()),
      linked: (part) => (this.#guest ? '' : study.value(part)),
      note: (parts, entry) => {
        this.#noted(parts, entry);
        if (entry) this.show();
      },
      logged: () => elsewhere.logged(),
      fileName: () => study.status().file_name,
    };
    this.#panels = PANELS.map((Panel) => new Panel(run));
    this.#sweepCrumb.addEventListener('click', () => {
      this.#noted({ run: '', beside: '', moment: '', job: '', whose: '' }, true);
      this.show();
      find('canvas', HTMLCanvasElement).focus();
    });
    this.#runCrumb.addEventListener('click', () => {
      this.#choose(undefined);
      this.#title.focus();
    });
    this.#section.addEventListener('keydown', (event) => this.#key(event));
    this.#again.addEventListener('click', () => {
      this.#open = '';
      this.show();
    });
    effect(() => {
      isDark();
      this.#time.redraw();
      untracked(() => this.#panels.forEach((panel) => panel.redraw()));
    });
  }

  /**
   * Escape goes one step back: from the job to the run, from the run to all runs.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || this.#guest) return;
    event.preventDefault();
    if (!this.#currentState?.job) return this.#sweepCrumb.click();
    const [from, text] = this.#opener ?? [];
    this.#runCrumb.click();
    // A row may be gone, or of another job by now.
    if (from?.checkVisibility() && from.textContent === text) from.focus();
  }

  /**
   * The user opens a run.
   * @param {string} run its name in permalinks
   */
  open(run) {
    this.#asked = true;
    this.#noted({ run, beside: '', moment: '', job: '' }, true);
    this.show();
  }

  /**
   * The user opens another schedule of the same jobs, at the same moment and the same job.
   * @param {string} run its name in permalinks
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
   * Shows a schedule that no link names in another place of the page, at the moment and the job of the previous one
   * there.
   * @param {HTMLElement} place
   * @param {Trace} trace
   * @param {string} title
   * @param {string} start the moment for the first schedule
   */
  async host(place, trace, title, start) {
    const { moment = start, job = undefined } = (this.#guest && this.#currentState) || {};
    this.#forget();
    // The plan of a batch is about places, so the machine is open at first.
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

  /** Moves the focus to a run that the user has opened. It scrolls little, so that a second click hits the same place. */
  #arrive() {
    if (!this.#asked) return;
    this.#asked = false;
    this.#title.focus();
    this.#section.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Shows the run that the experiment's link names, if there is one with results.
   * @param {boolean} [moved] whether another link has come, perhaps with another moment
   */
  show(moved = false) {
    if (this.#guest) return;
    const choice = this.#study.run_choice();
    const named = this.#study.value('run');
    this.#section.hidden = !named;
    if (!named) return this.#forget();
    this.#title.textContent = this.#runCrumb.textContent = choice?.title ?? named;
    if (!choice) return this.#say('It is opened as soon as the sweep has begun.');
    const key = `${choice.link} ${choice.name}`;
    const obstacle = this.#imported.obstacle(choice);
    if (obstacle) {
      this.#forget();
      this.#say(obstacle);
      return this.#arrive();
    }
    if (key === this.#open) {
      if (!this.#view) return;
      if (moved) this.#time.act({ kind: 'open', moment: choice.moment, job: choice.job });
      this.#follow();
      return this.#arrive();
    }
    this.#forget();
    this.#open = key;
    void this.#load(choice, key);
  }

  /** The run has been opened, or another permalink has come. */
  #follow() {
    for (const panel of this.#panels) panel.follow?.();
  }

  /**
   * @param {RunChoice} choice
   * @param {string} key
   */
  async #load(choice, key) {
    const signal = (this.#waiting = new AbortController()).signal;
    this.#say('Opening it …');
    try {
      const [{ run_view }, trace] = await Promise.all([runModule(), this.#imported.trace(choice, signal)]);
      if (key !== this.#open) return;
      // The link may name another moment by now.
      const now = this.#study.run_choice() ?? choice;
      this.#begin(run_view(trace, choice.cycles), now.moment, now.job);
      this.#arrive();
    } catch (error) {
      if (key !== this.#open) return;
      this.#say(`The run could not be looked at: ${sentence(error)}`);
      this.#again.hidden = false;
      this.#arrive();
    }
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
    // If it has the size of the previous one, nothing else would draw it.
    this.#time.redraw();
    this.#follow();
  }

  /**
   * Sends the wanted queries to workers, and cancels those that are no longer wanted.
   * @param {RunViewState} seen
   */
  #ask({ queries }) {
    const wanted = new Map(this.#guest ? [] : queries.map((query) => [JSON.stringify(query), query]));
    for (const [key, stop] of this.#queries) {
      if (wanted.has(key)) continue;
      stop?.abort();
      this.#queries.delete(key);
    }
    for (const [key, query] of wanted) {
      const running = [...this.#queries.values()].filter(Boolean).length;
      if (!this.#queries.has(key) && (typeof query.run === 'string' || running < this.#pool.workers)) void this.#answer(key, query);
    }
  }

  /**
   * Sends a query to a worker.
   * @param {string} key
   * @param {Query} query
   */
  async #answer(key, query) {
    const { run, aspect } = query;
    const { link = '', cell, second_run, counterfactual } = this.#study.run_choice() ?? {};
    const cells = { here: [link, cell], there: [link, second_run?.cell] };
    const [of, place] = typeof run === 'string' ? cells[run] : [counterfactual?.link, counterfactual?.cells[run.counterfactual]];
    const stop = new AbortController();
    this.#queries.set(key, stop);
    let [answer, problem] = [/** @type {Inspection | undefined} */ (undefined), ''];
    try {
      answer = await this.#pool.inspect(String(of), Number(place), aspect, stop.signal);
    } catch (error) {
      problem = sentence(error);
      const kind = typeof aspect === 'string' ? aspect : Object.keys(aspect)[0];
      if (kind in FINDS && !stop.signal.aborted) this.#say(`${FINDS[kind]} could not be found out: ${problem}`);
    }
    if (stop.signal.aborted) return;
    this.#queries.set(key, undefined);
    const seen = this.#time.act({ kind: 'answer', query, answer, problem });
    if (seen) this.#ask(seen);
  }

  /** Closes the run. */
  #forget() {
    this.#waiting.abort();
    this.#time.stop();
    clearTimeout(this.#timer);
    for (const stop of this.#queries.values()) stop?.abort();
    this.#queries.clear();
    for (const panel of this.#panels) panel.forget();
    this.#view?.free();
    this.#view = this.#currentState = undefined;
    this.#open = '';
    this.#body.hidden = this.#again.hidden = true;
    this.#jobCrumb.textContent = '';
  }

  /** @param {string} text */
  #say(text) {
    this.#state.textContent = text;
  }

  /**
   * @param {RunAction} act
   * @returns {RunViewState | undefined}
   */
  #act(act) {
    return this.#view?.apply_action(act);
  }

  /**
   * Chooses a job, or none.
   * @param {number | undefined} job
   */
  #choose(job) {
    const from = document.activeElement;
    if (job === undefined) this.#opener = undefined;
    else if (from instanceof HTMLElement && from !== document.body && !from.closest('#run-job')) this.#opener = [from, from.textContent];
    this.#time.act({ kind: 'choose', job });
    if (job !== undefined) this.#job.focus();
  }

  /**
   * Shows the view at the cursor.
   * @param {RunViewState} seen
   */
  #show(seen) {
    const before = this.#currentState;
    this.#currentState = seen;
    this.#time.show(seen);
    this.#origin.textContent = seen.origin;
    this.#queue.show(seen.queue);
    this.#running.show(seen.running);
    this.#job.show(seen.job);
    for (const panel of this.#panels) panel.show(seen);
    const id = seen.job?.id ?? '';
    this.#jobCrumb.textContent = seen.job?.title ?? '';
    // Text from the link is in the field already.
    const chosen = before && id !== (before.job?.id ?? '') && id !== this.#study.value('job');
    if (chosen) this.#noted({ moment: seen.moment, job: id }, true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#time.tell(seen);
      this.#ask(seen);
      if (seen.moment !== (this.#study.value('moment') || '0')) this.#noted({ moment: seen.moment }, false);
    }, REST);
  }
}
