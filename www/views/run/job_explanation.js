// @ts-check
/**
 * The explanation of a job: what it waited for over time, which jobs ran instead, when it would have started otherwise.
 * Fetched with the module for runs.
 */
import { isDark } from '../../state/theme.js';
import { button, find, make, scrolling, write } from '../dom.js';

/** @import { CounterfactualState, ExplanationState, JobAction, OvertakerGroup, ReasonRow, RunViewState, WaitStretchRow } from '../../../subtorus.js' */
/** @import { OpenRun } from './run_panels.js' */

const ASK = 'When under other policies?';

export class ExplanationPanel {
  #run;
  #root = find('job-explanation');
  #state = make('p', { role: 'status' });
  #strip = make('div', { class: 'waits', title: 'Press to go to that moment' });
  #picture = make('div');
  #mark = make('span', { class: 'waits-mark', 'aria-hidden': 'true' });
  #reasons = make('table', { 'aria-label': 'What it waited for' });
  #stretches = make('details', {}, make('summary', {}, 'Stretch by stretch'));
  #standing = make('div', { class: 'standing' });
  #among = make('p', { class: 'small' });
  #overtakers = make('div', { class: 'instead' });
  /** Starts or cancels the counterfactual runs in workers. */
  #ask = button(ASK, () => {
    const names = this.#run.choice?.counterfactual.titles ?? [];
    this.#act(this.#running ? { kind: 'cancel' } : { kind: 'ask', names });
    this.#run.ask();
  });
  #others = make('div');
  #running = false;
  #width = 0;
  /** The shown state of each part. @type {Map<HTMLElement, string>} */
  #shown = new Map();

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    this.#strip.append(this.#picture, this.#mark);
    const [facts, moments] = this.#root.children;
    this.#root.replaceChildren(this.#state, this.#strip, this.#reasons, facts, moments, this.#stretches, this.#standing, this.#among, this.#overtakers, make('div', { class: 'row' }, this.#ask), this.#others);
    this.#strip.addEventListener('click', (event) => this.#act({ kind: 'press', x: event.clientX - this.#strip.getBoundingClientRect().left }));
    new ResizeObserver(() => requestAnimationFrame(() => this.#look())).observe(this.#root);
  }

  /** Draws again, for another theme. */
  redraw() {
    this.#width = 0;
    this.#look();
  }

  /** The run is closed. The next one does not know the width of its pictures. */
  forget() {
    this.#width = 0;
  }

  /** @param {RunViewState} seen */
  show({ job, panels: { explanation } }) {
    // A schedule in another place of the page has no explanation.
    this.#root.classList.toggle('unexplained', !this.#run.choice);
    this.#mark.hidden = job?.at === undefined;
    if (job?.at !== undefined) this.#mark.style.left = `${100 * job.at}%`;
    if (explanation) this.#render(explanation);
  }

  /** Reports the available width. */
  #look() {
    const { clientWidth } = this.#root;
    if (!clientWidth || clientWidth === this.#width) return;
    this.#width = clientWidth;
    this.#act({ kind: 'look', width: clientWidth, dark: isDark() });
  }

  /** @param {JobAction} action */
  #act(action) {
    this.#run.act({ panel: 'explanation', action });
  }

  /** @param {ExplanationState} explanation */
  #render(explanation) {
    write(this.#state, explanation.sentence);
    this.#strip.hidden = !explanation.strip;
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
   * Rebuilds a part if its state has changed; otherwise its element keeps the focus.
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
      const go = button(from, () => this.#run.run({ kind: 'type', moment }), { class: 'plain' });
      return make('tr', {}, make('td', {}, go), make('td', {}, length), make('td', {}, swatch(colour), why));
    });
    const table = make('table', { class: 'words' }, make('thead', {}, headed(['from', 'for', 'why'])), make('tbody', {}, ...rows));
    const title = /** @type {Element} */ (this.#stretches.firstElementChild);
    this.#stretches.replaceChildren(title, scrolling('Stretch by stretch', table), make('p', { class: 'small' }, rest));
  }

  /** @param {OvertakerGroup} group */
  #group({ title, jobs, rest }) {
    const items = jobs.map(({ job, title, words }) => {
      return make('li', {}, button(title, () => this.#run.choose(job), { class: 'plain' }), `: ${words}`);
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
  return [scrolling('When it would have started otherwise', table), make('p', { role: 'status' }, sentence)];
}
