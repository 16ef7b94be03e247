// @ts-check
/**
 * One run, below the chart. A worker runs it again, and the user explores it here, moment by moment. The run, the
 * moment and the job are part of the experiment's link; going back closes the run.
 */
import { effect, untracked } from '../../state/signals.js';
import { isDark } from '../../state/theme.js';
import { find, make, sentence, whenPressed, write } from '../dom.js';
import { runModule } from '../../workers/run_module.js';
import { PANELS } from './run_panels.js';
import { RunTime } from './run_time.js';

/** @import { Inspection, PanelAction, Query, RunAction, RunChoice, RunViewState, Trace } from '../../../subtorus.js' */
/** @import { RunView } from '../../../run_view.js' */
/** @import { Store } from '../../state/store.js' */
/** @import { Elsewhere } from './run_elsewhere.js' */
/** @import { Part } from './run_panels.js' */

/** How long the cursor rests before the address and a screen reader follow it, in milliseconds. */
const REST = 400;

/** The subjects of queries, for an error message. @type {Record<string, string>} */
const FINDS = { waits: 'Why jobs wait', traffic: 'Which packets are under way', 'job-explanation': 'What the job waited for' };

export class RunPanel {
  /** The run, once it is open. @type {RunView | undefined} */
  view;
  pool;
  #store;
  #study;
  #elsewhere;
  #noted;
  #section = find('run-view');
  #title = find('run-title-line');
  /** The open run, or the one being opened: its experiment and its name. */
  #open = '';
  #waiting = new AbortController();
  /** @type {RunViewState | undefined} */
  #currentState;
  #timer = 0;
  /** Whether the shown schedule is not a run of the sweep, and is elsewhere on the page. */
  #guest = false;
  /** Whether the user has opened the run, and not a link. */
  #asked = false;
  #time = new RunTime(this);
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
  constructor(store, elsewhere, noted) {
    this.#store = store;
    this.#study = store.study;
    this.pool = store.pool;
    this.#elsewhere = elsewhere;
    this.#noted = (/** @type {Parameters<typeof noted>} */ ...parts) => this.#guest || noted(...parts);
    this.#panels = PANELS.map((Panel) => new Panel(this));
    whenPressed('run-to-sweep', () => {
      this.note({ run: '', beside: '', moment: '', job: '', whose: '' }, true);
      find('canvas').focus();
    });
    whenPressed('run-to-run', () => {
      this.choose(undefined);
      this.#title.focus();
    });
    whenPressed('run-log', () => find('choose-log').click());
    whenPressed('run-again', () => {
      this.#open = '';
      this.show();
    });
    addEventListener('keydown', (event) => this.#key(event));
    effect(() => {
      isDark();
      this.#time.redraw();
      untracked(() => this.#panels.forEach((panel) => panel.redraw?.()));
    });
  }

  /**
   * Applies an action to the run, and shows the state after it. The next frame draws it.
   * @param {RunAction} action
   * @param {Trace} [second] a second run to add
   */
  run(action, second) {
    const seen = this.view?.apply_action(action, second);
    if (!seen) return undefined;
    this.#show(seen);
    this.#time.redraw(seen.redraw || second !== undefined);
    return seen;
  }

  /**
   * The same for an action of a panel.
   * @param {PanelAction} action
   * @param {Trace} [second]
   */
  act(action, second) {
    return this.run({ kind: 'panel', ...action }, second);
  }

  /** The run in the permalink; nothing if it has none. */
  get choice() {
    return this.#guest ? undefined : this.#study.run_choice();
  }

  /**
   * A part of the permalink.
   * @param {Part} part
   */
  linked(part) {
    return this.#guest ? '' : this.#study.value(part);
  }

  /**
   * Changes the permalink.
   * @param {Partial<Record<Part, string>>} parts
   * @param {boolean} entry whether with a new entry of the browser's history
   */
  note(parts, entry) {
    this.#noted(parts, entry);
    if (entry) this.show();
  }

  /** Whether the log has its own schedule. */
  get logged() {
    return this.#elsewhere.logged();
  }

  /** The beginning of the names of files. */
  get fileName() {
    return this.#study.status().file_name;
  }

  /**
   * Escape goes one step back: from the job to the run, from the run to all runs. What stands over the page comes first.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || this.#guest || !this.#section.checkVisibility()) return;
    if (document.querySelector('dialog[open], :popover-open')) return;
    event.preventDefault();
    if (!this.#currentState?.job) return find('run-to-sweep').click();
    const [from, text] = this.#opener ?? [];
    find('run-to-run').click();
    // A row may be gone, or of another job by now.
    if (from?.checkVisibility() && from.textContent === text) from.focus();
  }

  /**
   * The user opens a run.
   * @param {string} run its name in permalinks
   */
  open(run) {
    this.#asked = true;
    this.note({ run, beside: '', moment: '', job: '' }, true);
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
    this.#guest = true;
    const key = (this.#open = `${title} ${performance.now()}`);
    place.append(this.#section);
    this.#section.hidden = false;
    find('run-crumbs').hidden = true;
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
    this.#guest = find('run-crumbs').hidden = false;
    find('run-elsewhere').after(this.#section);
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
    const { title, place } = choice ?? { title: named, place: '' };
    for (const name of [this.#title, find('run-to-run')]) {
      name.replaceChildren(title.slice(0, title.length - place.length));
      if (place) name.append(' ', make('span', { class: 'chip' }, place.trim()));
    }
    const { missing } = this.#store;
    find('run-log').hidden = !missing || Boolean(choice);
    if (!choice) return this.#say(missing || 'It is opened as soon as the sweep has begun.');
    const key = `${choice.link} ${choice.name}`;
    const obstacle = this.#elsewhere.obstacle(choice);
    if (obstacle) {
      this.#forget();
      this.#say(obstacle);
      return this.#arrive();
    }
    if (key === this.#open) {
      if (!this.view) return;
      if (moved) this.run({ kind: 'open', moment: choice.moment, job: choice.job });
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
    const { signal } = (this.#waiting = new AbortController());
    this.#say('Opening it …');
    try {
      const [{ run_view }, trace] = await Promise.all([runModule(), this.#elsewhere.trace(choice, signal)]);
      if (key !== this.#open) return;
      // The link may name another moment by now.
      const now = this.#study.run_choice() ?? choice;
      this.#begin(run_view(trace, choice.cycles), now.moment, now.job);
    } catch (error) {
      if (key !== this.#open) return;
      this.#say(`The run could not be looked at: ${sentence(error)}`);
      find('run-again').hidden = false;
    }
    this.#arrive();
  }

  /**
   * @param {RunView} view
   * @param {string} moment
   * @param {string} job
   */
  #begin(view, moment, job) {
    this.view = view;
    this.#say('');
    find('run-body').hidden = false;
    this.run({ kind: 'open', moment, job });
    // If it has the size of the previous one, nothing else would draw it.
    this.#time.redraw();
    this.#follow();
  }

  /** Sends the wanted queries to workers, and cancels those that are no longer wanted. Otherwise this happens when the cursor rests. */
  ask() {
    const queries = this.#guest ? [] : (this.#currentState?.queries ?? []);
    const wanted = new Map(queries.map((query) => [JSON.stringify(query), query]));
    for (const [key, stop] of this.#queries) {
      if (wanted.has(key)) continue;
      stop?.abort();
      this.#queries.delete(key);
    }
    for (const [key, query] of wanted) {
      const running = [...this.#queries.values()].filter(Boolean).length;
      if (!this.#queries.has(key) && (typeof query.run === 'string' || running < this.pool.workers)) void this.#answer(key, query);
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
      answer = await this.pool.inspect(String(of), Number(place), aspect, stop.signal);
    } catch (error) {
      problem = sentence(error);
      const kind = typeof aspect === 'string' ? aspect : Object.keys(aspect)[0];
      if (kind in FINDS && !stop.signal.aborted) this.#say(`${FINDS[kind]} could not be found out: ${problem}`);
    }
    if (stop.signal.aborted) return;
    this.#queries.set(key, undefined);
    if (this.run({ kind: 'answer', query, answer, problem })) this.ask();
  }

  /** Closes the run. */
  #forget() {
    this.#waiting.abort();
    this.#time.stop();
    clearTimeout(this.#timer);
    for (const stop of this.#queries.values()) stop?.abort();
    this.#queries.clear();
    for (const panel of this.#panels) panel.forget?.();
    this.view?.free();
    this.view = this.#currentState = undefined;
    this.#open = '';
    find('run-body').hidden = find('run-again').hidden = true;
    write('run-job-crumb', '');
  }

  /** @param {string} text */
  #say(text) {
    write('run-view-state', text);
  }

  /**
   * Chooses a job, or none.
   * @param {number | undefined} job
   */
  choose(job) {
    const from = document.activeElement;
    if (job === undefined) this.#opener = undefined;
    else if (from instanceof HTMLElement && from !== document.body && !from.closest('#run-job')) this.#opener = [from, from.textContent];
    this.run({ kind: 'choose', job });
    if (job !== undefined) find('run-job-title').focus();
  }

  /**
   * Shows the view at the cursor.
   * @param {RunViewState} seen
   */
  #show(seen) {
    const before = this.#currentState;
    this.#currentState = seen;
    this.#time.show(seen);
    write('run-origin', seen.origin);
    for (const panel of this.#panels) panel.show(seen);
    const id = seen.job?.id ?? '';
    write('run-job-crumb', seen.job?.title ?? '');
    // Text from the link is in the field already.
    const chosen = before && id !== (before.job?.id ?? '') && id !== this.#study.value('job');
    if (chosen) this.#noted({ moment: seen.moment, job: id }, true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#time.tell(seen);
      this.ask();
      if (seen.moment !== (this.#study.value('moment') || '0')) this.#noted({ moment: seen.moment }, false);
    }, REST);
  }
}
