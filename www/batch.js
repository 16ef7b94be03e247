// @ts-check
/** The other kind of experiment: a batch of jobs on a torus, planned as it is edited. */
import { BatchStudy, batch_parameters } from '../subtorus.js';
import * as address from './address.js';
import { isDark } from './chart.js';
import { find, make } from './dom.js';
import { Field, line, menu } from './field.js';
import { JobsTable } from './jobs.js';
import { complaintItems, notice, retract } from './notices.js';
import { button, copyLink, save } from './share.js';
import { fill } from './table.js';

/** @import { LogDesk } from './log.js' */
/** @import { Parameter, Refusal, Table } from './types.js' */

/** What each problem asks. @type {Record<string, string>} */
const QUESTIONS = {
  cnp: 'Jobs on interleaved subtori slow each other down where they share links: who runs where, and until when?',
  preemptive: 'Jobs on subtori without common links may be stopped and go on elsewhere: can all end by the deadline?',
  'min-makespan': 'Jobs on subtori without common links may be stopped and go on elsewhere: what is the least deadline?',
};

/** How long after a change the jobs are planned again, in milliseconds. */
const PACE = 150;

/** The width of the chart in a file, in CSS pixels. */
const FILE_WIDTH = 960;

export class BatchView {
  #study = new BatchStudy();
  #desk;
  /** @type {Map<string, Field>} */
  #fields = new Map();
  #jobs;
  /** The deadline, while a problem without one is asked. */
  #deadline = '';
  #timer = 0;
  #width = 0;
  #gantt = find('gantt', HTMLDivElement);
  #moment = find('moment', HTMLInputElement);

  /** @param {LogDesk} desk */
  constructor(desk) {
    this.#desk = desk;
    this.#jobs = new JobsTable(this.#study, () => this.#edited());
    for (const parameter of /** @type {Parameter[]} */ (batch_parameters())) {
      if (parameter.name === 'jobs') continue;
      const control = parameter.choices.length ? menu(parameter, parameter.name === 'problem') : line(parameter, [], false);
      const offer = (/** @type {string} */ name, /** @type {string} */ text) => this.#offer(name, text);
      const field = new Field(parameter, control, offer, (name) => this.#fields.get(name)?.show(this.#study.value(name)));
      this.#fields.set(parameter.name, field);
      find('batch-fields', HTMLDivElement).append(field.element);
    }
    find('batch-form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
    find('take-jobs', HTMLButtonElement).addEventListener('click', () => this.#take());
    find('clear-jobs', HTMLButtonElement).addEventListener('click', () => {
      this.#jobs.show([]);
      this.#edited();
    });
    this.#moment.addEventListener('input', () => this.#showMoment());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
    new ResizeObserver(() => this.#gantt.clientWidth !== this.#width && this.#draw()).observe(this.#gantt);
    const svg = () => new Blob([this.#study.gantt(FILE_WIDTH, false)], { type: 'image/svg+xml' });
    button('batch-copy-link', () => copyLink(address.whole(this.#study.link()), 'batch-'));
    button('batch-download-csv', () => save(this.#study, 'csv', new Blob([this.#study.csv()], { type: 'text/csv' })));
    button('batch-download-svg', () => save(this.#study, 'svg', svg()));
  }

  /** The link of the batch being edited. */
  link() {
    return this.#study.link();
  }

  /**
   * Shows the batch of a link.
   * @param {string} link
   */
  arrive(link) {
    const problems = /** @type {Refusal[]} */ (this.#study.open(link));
    retract('batch-link');
    const items = make('ul', {}, ...complaintItems(problems));
    if (problems.length) notice('batch-link', 'Not everything in this link could be used: ', items);
    this.#deadline = '';
    for (const [name, field] of this.#fields) field.show(this.#study.value(name));
    this.#jobs.show(/** @type {string[][]} */ (this.#study.jobs()));
    this.#jobs.check();
    find('take-note', HTMLParagraphElement).textContent = '';
    address.replace(this.link());
    this.#plan();
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  #offer(name, text) {
    try {
      this.#study.set(name, text);
    } catch (refusal) {
      return /** @type {Refusal} */ (refusal).message;
    }
    if (name === 'problem') this.#setDeadlineAside(text);
    if (name === 'side') this.#jobs.check();
    this.#edited();
    return '';
  }

  /** @param {string} problem a deadline means something to one of them only */
  #setDeadlineAside(problem) {
    if (problem === 'preemptive') this.#study.set('deadline', this.#deadline);
    else {
      this.#deadline = this.#study.value('deadline') || this.#deadline;
      this.#study.set('deadline', '');
    }
    this.#fields.get('deadline')?.show(this.#study.value('deadline'));
  }

  #edited() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#plan(), PACE);
  }

  #plan() {
    clearTimeout(this.#timer);
    const text = this.#jobs.text();
    if (text !== null) this.#study.set('jobs', text);
    address.replace(this.link());
    const problem = this.#study.value('problem');
    find('problem-text', HTMLParagraphElement).textContent = QUESTIONS[problem] ?? '';
    const deadline = this.#fields.get('deadline');
    if (deadline) deadline.element.hidden = problem !== 'preemptive';
    const wrong = find('wrong-batch', HTMLParagraphElement);
    wrong.hidden = true;
    if (text === '') {
      return this.#say('No jobs yet: type some into the table, paste rows from a spreadsheet, or take some from a log.');
    }
    if (text === null) return this.#stale();
    try {
      const sentence = this.#study.plan();
      const [least, moments] = [this.#study.least(), this.#study.moments()];
      deadline?.remark(least ? `The least deadline is ${least}.` : '');
      if (deadline?.wrong.startsWith('missing')) deadline.complain('');
      this.#say(sentence, moments > 0);
      retract('batch-stale');
      this.#moment.max = String(Math.max(0, moments - 1));
      this.#moment.value = String(this.#study.busiest());
      this.#draw();
      fill(find('schedule', HTMLTableElement), table(this.#study.csv()), sentence);
    } catch (error) {
      const { place, message } = /** @type {Refusal} */ (error);
      if (!message) throw error;
      const field = this.#fields.get(place);
      if (field) field.complain(message);
      else {
        wrong.textContent = message;
        wrong.hidden = false;
      }
      this.#stale();
    }
  }

  /**
   * @param {string} sentence
   * @param {boolean} [planned] whether there is something to see
   */
  #say(sentence, planned = false) {
    find('batch-sentence', HTMLParagraphElement).textContent = sentence;
    find('plan', HTMLDivElement).hidden = !planned;
    if (!planned) retract('batch-stale');
  }

  /** What is seen is not what is typed. */
  #stale() {
    if (find('plan', HTMLDivElement).hidden) return this.#say('Not planned: see what is marked.');
    notice('batch-stale', 'The plan shown is the one before the last changes: see what is marked.');
  }

  #draw() {
    this.#width = this.#gantt.clientWidth;
    if (!this.#width) return;
    this.#gantt.innerHTML = this.#study.gantt(this.#width, isDark());
    find('gantt-note', HTMLParagraphElement).hidden = this.#study.value('problem') !== 'cnp';
    this.#showMoment();
  }

  #showMoment() {
    const moment = Number(this.#moment.value);
    const picture = this.#study.picture(moment, isDark());
    const caption = this.#study.caption(moment);
    find('torus', HTMLElement).hidden = !picture;
    find('torus-picture', HTMLDivElement).innerHTML = picture;
    find('torus-caption', HTMLElement).textContent = caption;
    this.#moment.setAttribute('aria-valuetext', caption);
  }

  /** Takes the first jobs of the log that the page has. */
  #take() {
    const note = find('take-note', HTMLParagraphElement);
    const log = this.#desk.inHand();
    if (!log) {
      note.textContent = 'There is no log here yet: drop one anywhere on this page, or choose one under Sweeps.';
      return;
    }
    const count = Math.max(1, Math.floor(Number(find('take-count', HTMLInputElement).value)) || 1);
    const { requested_processors, allocated, runtime } = log.columns;
    const taken = this.#study.from_log(
      /** @type {Int32Array} */ (requested_processors),
      /** @type {Int32Array} */ (allocated),
      /** @type {BigInt64Array} */ (runtime),
      count,
    );
    const jobs = taken.split(',').map((job) => job.split(':'));
    const largest = Math.max(...jobs.map(([size]) => Number(size)));
    if (largest > Number(this.#study.value('side'))) {
      this.#study.set('side', String(Math.min(largest, 1024)));
      this.#fields.get('side')?.show(this.#study.value('side'));
    }
    this.#jobs.show(jobs);
    this.#jobs.check();
    note.textContent =
      `${jobs.length} jobs of the log, times in seconds. A job of p processors takes a square of at least p, ` +
      `its side rounded up to a power of two; the largest is ${largest}.`;
    this.#edited();
  }
}

/** Longer numbers are shortened in the table; the file has every digit. */
const LONGEST = 12;

/**
 * The rows of a file as a table.
 * @param {string} csv
 * @returns {Table}
 */
function table(csv) {
  const [titles, ...rows] = csv.trim().split('\n').filter((line) => !line.startsWith('#')).map((line) => line.split(','));
  return { columns: titles.map((title) => ({ title, definition: '' })), rows: rows.map((row) => row.map(brief)) };
}

/** @param {string} number */
function brief(number) {
  if (number.length <= LONGEST) return number;
  const [numerator, denominator = 1] = number.split('/').map(Number);
  return `≈ ${+(numerator / denominator).toPrecision(8)}`;
}
