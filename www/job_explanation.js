// @ts-check
/**
 * What is told of a job beyond its facts: what it waited for over time, who ran instead, when it would have started otherwise.
 * Fetched with the module that looks into runs.
 */
import { isDark } from './chart.js';
import { find, make } from './dom.js';

/** @import { CounterfactualState, ExplanationState, JobAction, OvertakerGroup, ReasonRow, RunViewState, WaitStretchRow } from '../subtorus.js' */
/** @import { OpenRun } from './run_panels.js' */

const ASK = 'When under other policies?';

export class ExplanationPanel {
  #run;
  #root = find('job-explanation', HTMLDivElement);
  #state = make('p', { role: 'status' });
  #strip = make('div', { class: 'waits' });
  #picture = make('div');
  #mark = make('span', { class: 'waits-mark', 'aria-hidden': 'true' });
  #hint = make('p', { class: 'small quiet' }, 'Press in the strip to go to that moment.');
  #reasons = make('table', { 'aria-label': 'What it waited for' });
  #stretches = make('details', {}, make('summary', {}, 'Stretch by stretch'));
  #standing = make('div', { class: 'standing' });
  #among = make('p', { class: 'small' });
  #overtakers = make('div', { class: 'instead' });
  #ask = make('button', { type: 'button' }, ASK);
  #others = make('div');
  #running = false;
  #width = 0;
  /** What each part shows. @type {Map<HTMLElement, string>} */
  #shown = new Map();

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    this.#strip.append(this.#picture, this.#mark);
    this.#root.replaceChildren(this.#state, this.#strip, this.#hint, this.#reasons, this.#stretches, this.#standing, this.#among, this.#overtakers, make('div', { class: 'row' }, this.#ask), this.#others);
    this.#strip.addEventListener('click', (event) => this.#act({ kind: 'press', x: event.clientX - this.#strip.getBoundingClientRect().left }));
    this.#ask.addEventListener('click', () => (this.#askOthers()));
    new ResizeObserver(() => this.#look()).observe(this.#root);
  }

  /** Draws again, for another theme. */
  redraw() {
    this.#width = 0;
    this.#look();
  }

  /** No run is open any more: the next one does not know how wide its pictures are. */
  forget() {
    this.#width = 0;
  }

  /** @param {RunViewState} seen */
  show({ job, panels: { explanation } }) {
    // A schedule in another place of the page has none.
    this.#root.hidden = !this.#run.choice();
    this.#mark.hidden = job?.at === undefined;
    if (job?.at !== undefined) this.#mark.style.left = `${100 * job.at}%`;
    if (explanation) this.#render(explanation);
  }

  /** Says how much room there is. */
  #look() {
    const { clientWidth } = this.#root;
    if (!clientWidth || clientWidth === this.#width) return;
    this.#width = clientWidth;
    this.#act({ kind: 'look', width: clientWidth, dark: isDark() });
  }

  /** Has workers find out when the job would have started otherwise, or no longer. */
  #askOthers() {
    const names = this.#run.choice()?.counterfactual.names ?? [];
    this.#act(this.#running ? { kind: 'cancel' } : { kind: 'ask', names });
    this.#run.ask();
  }

  /** @param {JobAction} action */
  #act(action) {
    this.#run.act({ panel: 'explanation', action });
  }

  /** @param {ExplanationState} explanation */
  #render(explanation) {
    if (this.#state.textContent !== explanation.sentence) this.#state.textContent = explanation.sentence;
    this.#strip.hidden = this.#hint.hidden = !explanation.strip;
    this.#reasons.hidden = !explanation.reasons.length;
    this.#stretches.hidden = explanation.stretches.length === 0;
    this.#part(this.#picture, explanation.strip, (svg) => (this.#picture.innerHTML = svg));
    this.#part(this.#reasons, explanation.reasons, (reasons) => this.#reasons.replaceChildren(...reasonRows(reasons)));
    this.#part(this.#stretches, explanation, ({ stretches, rest }) => this.#showStretches(stretches, rest));
    this.#part(this.#standing, explanation.standing, (svg) => (this.#standing.innerHTML = svg));
    this.#among.textContent = explanation.among;
    this.#part(this.#overtakers, explanation.overtakers, (groups) => this.#overtakers.replaceChildren(...groups.flatMap((group) => this.#group(group))));
    this.#ask.hidden = !explanation.counterfactual.asks;
    this.#running = explanation.counterfactual.running;
    this.#ask.textContent = this.#running ? 'Cancel' : ASK;
    this.#part(this.#others, explanation.counterfactual, (counterfactual) => this.#others.replaceChildren(...otherRows(counterfactual)));
  }

  /**
   * Makes a part anew, where it shows something else, so that nothing that has the focus goes without need.
   * @template T
   * @param {HTMLElement} element
   * @param {T} value
   * @param {(value: T) => unknown} render
   */
  #part(element, value, render) {
    const key = JSON.stringify(value);
    if (this.#shown.get(element) === key) return;
    this.#shown.set(element, key);
    render(value);
  }

  /**
   * @param {WaitStretchRow[]} stretches
   * @param {string} rest
   */
  #showStretches(stretches, rest) {
    const rows = stretches.map(({ from, moment, length, colour, why }) => {
      const button = make('button', { type: 'button', class: 'plain' }, from);
      button.addEventListener('click', () => this.#run.run({ kind: 'type', moment }));
      return make('tr', {}, make('td', {}, button), make('td', {}, length), make('td', {}, swatch(colour), why));
    });
    const table = make('table', { class: 'words' }, make('thead', {}, headed(['from', 'for', 'why'])), make('tbody', {}, ...rows));
    const scroll = make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Stretch by stretch' }, table);
    this.#stretches.replaceChildren(/** @type {Element} */ (this.#stretches.firstElementChild), scroll, make('p', { class: 'small' }, rest));
  }

  /** @param {OvertakerGroup} group */
  #group({ title, jobs, rest }) {
    const items = jobs.map(({ job, title, words }) => {
      const button = make('button', { type: 'button', class: 'plain' }, title);
      button.addEventListener('click', () => this.#run.choose(job));
      return make('li', {}, button, `: ${words}`);
    });
    return [make('h4', {}, title), make('ul', { class: 'small' }, ...items), make('p', { class: 'small' }, rest)];
  }
}

/** @param {string} colour */
function swatch(colour) {
  const patch = make('span', { class: 'patch', 'aria-hidden': 'true' });
  patch.style.background = colour;
  return patch;
}

/** @param {string[]} columns */
function headed(columns) {
  return make('tr', {}, ...columns.map((column) => make('th', { scope: 'col' }, column)));
}

/** @param {ReasonRow[]} reasons */
function reasonRows(reasons) {
  const rows = reasons.map(({ name, meaning, colour, length, share }) => make('tr', { title: meaning }, make('th', { scope: 'row' }, swatch(colour), name), make('td', {}, length), make('td', {}, share)));
  return [make('thead', {}, headed(['waited', 'for', 'share'])), make('tbody', {}, ...rows)];
}

/** @param {CounterfactualState} counterfactual */
function otherRows({ sentence, columns, rows }) {
  if (!rows.length) return [];
  const body = rows.map(([name, ...cells]) => make('tr', {}, make('th', { scope: 'row' }, name), ...cells.map((cell) => make('td', {}, cell))));
  const table = make('table', { class: 'words', 'aria-label': 'When it would have started otherwise' }, make('thead', {}, headed(columns)), make('tbody', {}, ...body));
  return [make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'When it would have started otherwise' }, table), make('p', { role: 'status' }, sentence)];
}
