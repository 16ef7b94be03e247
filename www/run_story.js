// @ts-check
/**
 * What is told of a job beyond its facts: what it waited for over time, who ran instead, when it would have started otherwise.
 * LazyPart with the module that looks into runs.
 */
import { isDark } from './chart.js';
import { make, sentence } from './dom.js';

/** @import { GroupSeen, JobAct, JobReport, OtherSeen, ReasonSeen, RunChoice, StorySeen, StretchSeen } from '../subtorus.js' */
/** @import { Pool } from './pool.js' */

const ASK = 'When under other policies?';

export class StoryPanel {
  #act;
  #choose;
  #go;
  #choice;
  #pool;
  #root;
  #state = make('p', { role: 'status' });
  #strip = make('div', { class: 'waits' });
  #picture = make('div');
  #mark = make('span', { class: 'waits-mark', 'aria-hidden': 'true' });
  #hint = make('p', { class: 'small quiet' }, 'Press in the strip to go to that moment.');
  #reasons = make('table', { 'aria-label': 'What it waited for' });
  #stretches = make('details', {}, make('summary', {}, 'Stretch by stretch'));
  #standing = make('div', { class: 'standing' });
  #among = make('p', { class: 'small' });
  #instead = make('div', { class: 'instead' });
  #ask = make('button', { type: 'button' }, ASK);
  #others = make('div');
  /** Which job this is about, by its place. @type {number | undefined} */
  #job;
  /** Which job's waiting is being found out. @type {number | undefined} */
  #asked;
  #finding = new AbortController();
  #asking = new AbortController();
  #running = false;
  #number = '';
  #width = 0;
  /** What each part shows. @type {Map<HTMLElement, string>} */
  #shown = new Map();

  /**
   * @param {HTMLElement} root where it is shown
   * @param {(act: JobAct) => void} act
   * @param {(job: number) => void} choose
   * @param {(moment: string) => void} go
   * @param {() => RunChoice | undefined} choice the run that is open
   * @param {Pool} pool
   */
  constructor(root, act, choose, go, choice, pool) {
    this.#root = root;
    this.#act = act;
    this.#choose = choose;
    this.#go = go;
    this.#choice = choice;
    this.#pool = pool;
    this.#strip.append(this.#picture, this.#mark);
    root.replaceChildren(this.#state, this.#strip, this.#hint, this.#reasons, this.#stretches, this.#standing, this.#among, this.#instead, make('div', { class: 'row' }, this.#ask), this.#others);
    this.#strip.addEventListener('click', (event) => this.#act({ kind: 'press', x: event.clientX - this.#strip.getBoundingClientRect().left }));
    this.#ask.addEventListener('click', () => (this.#running ? this.#cancel() : void this.#askOthers()));
    new ResizeObserver(() => this.#look()).observe(root);
  }

  /** Draws again, for another theme. */
  redraw() {
    this.#width = 0;
    this.#look();
  }

  /** Looks at no job any more. */
  forget() {
    this.#finding.abort();
    this.#asking.abort();
    this.#job = this.#asked = undefined;
  }

  /** @param {JobReport | undefined} job */
  show(job) {
    if (job?.place !== this.#job) this.forget();
    if (!job) return;
    this.#job = job.place;
    this.#number = job.id;
    this.#mark.hidden = job.at === undefined;
    if (job.at !== undefined) this.#mark.style.left = `${100 * job.at}%`;
    if (job.story) this.#render(job.story);
  }

  /**
   * The cursor rests: has a worker find out what the job waited for, if nobody knows.
   * @param {JobReport | undefined} job
   */
  async rest(job) {
    const { link, cell } = this.#choice() ?? {};
    if (!job?.untold || job.place !== this.#job || this.#asked === job.place || !link || cell === undefined || cell === null) return;
    this.#asked = job.place;
    const { signal } = (this.#finding = new AbortController());
    try {
      const inspection = await this.#pool.inspect(link, cell, { story: job.place }, signal);
      if (!signal.aborted && 'story' in inspection) this.#act({ kind: 'told', told: inspection.story });
    } catch (error) {
      if (signal.aborted) return;
      this.#asked = undefined;
      this.#state.textContent = `What it waited for could not be found out: ${sentence(error)}`;
    }
  }

  /** Says how much room there is. */
  #look() {
    const { clientWidth } = this.#root;
    if (!clientWidth || clientWidth === this.#width) return;
    this.#width = clientWidth;
    this.#act({ kind: 'look', width: clientWidth, dark: isDark() });
  }

  /** Has workers find out when the job would have started otherwise, as many at once as there are. */
  async #askOthers() {
    const otherwise = this.#choice()?.otherwise;
    if (!otherwise) return;
    const { link, names, cells } = otherwise;
    const number = this.#number;
    const { signal } = (this.#asking = new AbortController());
    this.#act({ kind: 'ask', names });
    const rest = names.map((name, place) => ({ name, cell: cells[place] }));
    const work = async () => {
      for (let next = rest.shift(); next && !signal.aborted; next = rest.shift()) {
        const answer = await this.#answer(link, next.cell, number, signal);
        if (!signal.aborted) this.#act({ kind: 'answer', name: next.name, ...answer });
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#pool.workers, names.length) }, work));
  }

  /**
   * @param {string} link
   * @param {number} cell
   * @param {string} number
   * @param {AbortSignal} signal
   */
  async #answer(link, cell, number, signal) {
    try {
      const inspection = await this.#pool.inspect(link, cell, { start: number }, signal);
      if ('start' in inspection) return inspection.start;
      throw new Error('the worker told something else.');
    } catch (error) {
      return { start: '', problem: sentence(error) };
    }
  }

  #cancel() {
    this.#asking.abort();
    this.#act({ kind: 'cancel' });
  }

  /** @param {StorySeen} story */
  #render(story) {
    if (this.#state.textContent !== story.sentence) this.#state.textContent = story.sentence;
    this.#strip.hidden = this.#hint.hidden = !story.strip;
    this.#reasons.hidden = !story.reasons.length;
    this.#stretches.hidden = story.stretches.length === 0;
    this.#part(this.#picture, story.strip, (svg) => (this.#picture.innerHTML = svg));
    this.#part(this.#reasons, story.reasons, (reasons) => this.#reasons.replaceChildren(...reasonRows(reasons)));
    this.#part(this.#stretches, story, ({ stretches, rest }) => this.#showStretches(stretches, rest));
    this.#part(this.#standing, story.standing, (svg) => (this.#standing.innerHTML = svg));
    this.#among.textContent = story.among;
    this.#part(this.#instead, story.instead, (groups) => this.#instead.replaceChildren(...groups.flatMap((group) => this.#group(group))));
    this.#ask.hidden = !story.otherwise.asks;
    this.#running = story.otherwise.running;
    this.#ask.textContent = this.#running ? 'Cancel' : ASK;
    this.#part(this.#others, story.otherwise, (otherwise) => this.#others.replaceChildren(...otherRows(otherwise)));
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
   * @param {StretchSeen[]} stretches
   * @param {string} rest
   */
  #showStretches(stretches, rest) {
    const rows = stretches.map(({ from, moment, length, colour, why }) => {
      const button = make('button', { type: 'button', class: 'plain' }, from);
      button.addEventListener('click', () => this.#go(moment));
      return make('tr', {}, make('td', {}, button), make('td', {}, length), make('td', {}, swatch(colour), why));
    });
    const table = make('table', { class: 'words' }, make('thead', {}, headed(['from', 'for', 'why'])), make('tbody', {}, ...rows));
    const scroll = make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Stretch by stretch' }, table);
    this.#stretches.replaceChildren(/** @type {Element} */ (this.#stretches.firstElementChild), scroll, make('p', { class: 'small' }, rest));
  }

  /** @param {GroupSeen} group */
  #group({ title, jobs, rest }) {
    const items = jobs.map(({ job, title, words }) => {
      const button = make('button', { type: 'button', class: 'plain' }, title);
      button.addEventListener('click', () => this.#choose(job));
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

/** @param {ReasonSeen[]} reasons */
function reasonRows(reasons) {
  const rows = reasons.map(({ name, meaning, colour, length, share }) => make('tr', { title: meaning }, make('th', { scope: 'row' }, swatch(colour), name), make('td', {}, length), make('td', {}, share)));
  return [make('thead', {}, headed(['waited', 'for', 'share'])), make('tbody', {}, ...rows)];
}

/** @param {OtherSeen} otherwise */
function otherRows({ sentence, columns, rows }) {
  if (!rows.length) return [];
  const body = rows.map(([name, ...cells]) => make('tr', {}, make('th', { scope: 'row' }, name), ...cells.map((cell) => make('td', {}, cell))));
  const table = make('table', { class: 'words', 'aria-label': 'When it would have started otherwise' }, make('thead', {}, headed(columns)), make('tbody', {}, ...body));
  return [make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'When it would have started otherwise' }, table), make('p', { role: 'status' }, sentence)];
}
