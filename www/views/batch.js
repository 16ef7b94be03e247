// @ts-check
/** The other kind of experiment: a batch of jobs on a torus, which is planned as it is edited. */
import * as address from '../state/address.js';
import { computed, effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { complaint, find, whenPressed, write, writeIfAny } from './dom.js';
import { Fields } from './fields.js';
import { showFigureLine } from './figure_line.js';
import { JobsTable } from './jobs.js';
import { notice, noticeOfLink, retract } from './notices.js';
import { runModule } from '../workers/run_module.js';
import { button, copyLink, save } from './share.js';
import { fill } from './table.js';

/** @import { Trace } from '../../subtorus.js' */
/** @import { BatchStudy, PlannedBatch } from '../../run_view.js' */
/** @import { Store } from '../state/store.js' */
/** @import { Log } from '../workers/messages.js' */

/** The delay from a change to the next plan, in milliseconds. */
const PACE = 150;

/** The most bytes of a log's columns that are read for jobs; they have half a million jobs or more. */
const BEGINNING = 1 << 25;

/** The width of the chart in a file, in CSS pixels. */
const FILE_WIDTH = 960;

/**
 * The batches of a page, at first without jobs.
 * @param {Store} store
 * @param {() => void} browse opens the gallery
 * @param {(trace: Trace, moment: string) => void} look shows the plan in the run view, at first at this moment
 */
export async function openBatches(store, browse, look) {
  const { batch_study } = await runModule();
  return new BatchView(batch_study(), store, browse, look);
}

export class BatchView {
  #study;
  #store;
  #figure;
  #look;
  #fields;
  #jobs;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #planning = new AbortController();
  #width = 0;
  /** The moment with the most running jobs. */
  #busiest = '';
  /** The rows before they were removed or replaced all at once. @type {string[]} */
  #removed = [];
  /** Counts changes of the rows. An answer with an older count is ignored. */
  #change = 0;
  /** Whether the plan leaves out wrong rows. */
  #partial = false;
  #undo = find('restore-jobs');
  #gantt = find('gantt');

  /**
   * @param {BatchStudy} study
   * @param {Store} store
   * @param {() => void} browse
   * @param {(trace: Trace, moment: string) => void} look
   */
  constructor(study, store, browse, look) {
    const { catalogue } = store;
    this.#study = study;
    this.#store = store;
    this.#look = look;
    this.#figure = showFigureLine(catalogue, this, browse, { line: 'batch-figure-line', form: 'batch-form', first: '' });
    this.#jobs = new JobsTable(this.#study, () => this.#edited());
    this.#fields = new Fields('batch-form', catalogue.groups, catalogue.batch_parameters, this.#study, () => {
      this.#fields.show();
      this.#jobs.check();
      this.#edited();
    });
    find('batch-form').addEventListener('submit', (event) => event.preventDefault());
    whenPressed('take-jobs', () => this.#take());
    whenPressed('clear-jobs', () => {
      this.#replace([]);
      this.#undo.focus();
    });
    whenPressed('restore-jobs', () => {
      this.#replace(this.#removed);
      this.#keep([]);
      find('clear-jobs').focus();
    });
    effect(() => {
      isDark();
      this.#draw();
    });
    const log = computed(() => store.currentLog);
    effect(() => this.#introduce(log.value));
    new ResizeObserver(() => this.#gantt.clientWidth !== this.#width && this.#draw()).observe(this.#gantt);
    button('batch-copy-link', () => copyLink(address.whole(this.#study.link()), 'batch-'));
    button('batch-download-csv', () => save(this.#study.file_name(), 'csv', this.#study.csv()));
    button('batch-download-svg', () => save(this.#study.file_name(), 'svg', this.#study.gantt(FILE_WIDTH, false)));
  }

  /** The link of the batch being edited. */
  link() {
    return this.#study.link();
  }

  /** Whether it has no jobs yet. */
  get empty() {
    return this.#study.jobs().length === 0;
  }

  /**
   * Shows the batch of a link.
   * @param {string} link
   */
  arrive(link) {
    const problems = this.#study.open(link);
    noticeOfLink('batch-link', problems, this.#study);
    this.#fields.show(true);
    this.#jobs.show(this.#study.jobs());
    this.#keep([]);
    this.#introduce(this.#store.currentLog);
    address.open(link, this.link(), problems.length === 0);
    void this.#plan();
    this.#figure.arrive();
  }

  /**
   * Replaces the jobs, and offers to restore the old ones.
   * @param {string[]} fields
   */
  #replace(fields) {
    this.#keep(this.#jobs.fields());
    this.#jobs.show(fields);
    this.#edited();
  }

  /** @param {string[]} fields the rows that can be restored, empty for no offer */
  #keep(fields) {
    this.#change += 1;
    this.#removed = fields;
    const count = fields.length / 2;
    this.#undo.textContent = `Bring back the ${count === 1 ? 'row' : `${count} rows`} before`;
    this.#undo.hidden = count === 0;
  }

  #edited() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#plan(), PACE);
  }

  async #plan() {
    clearTimeout(this.#timer);
    this.#planning.abort();
    const whole = this.#jobs.text();
    // Wrong rows leave the current plan unchanged. Without a plan, the other rows make one.
    const partial = whole === null && (this.#partial || find('plan').hidden);
    const text = partial ? this.#jobs.goodText() || null : whole;
    this.#partial = partial && text !== null;
    if (text !== null) this.#study.set('jobs', text);
    // Going to the sweeps also counts as leaving a field.
    if (!find('batch').hidden) address.replace(this.link());
    this.#figure.show();
    const problem = this.#store.catalogue.problems.find(({ name }) => name === this.#study.value('problem'));
    write('problem-text', problem?.definition ?? '');
    writeIfAny('wrong-batch', '');
    if (text === '') {
      return this.#say('No jobs yet: type some into the table, paste rows from a spreadsheet, or take some from a log.');
    }
    if (text === null) return this.#stale();
    const planning = (this.#planning = new AbortController());
    try {
      const batch = await this.#store.pool.planBatch(this.link(), planning.signal);
      if (!planning.signal.aborted) this.#planned(batch);
    } catch (error) {
      if (planning.signal.aborted) return;
      const refused = error instanceof Error ? { place: '', message: error.message } : complaint(error);
      if (!this.#fields.complain(refused)) writeIfAny('wrong-batch', refused.message);
      this.#stale();
    }
  }

  /** @param {PlannedBatch} batch */
  #planned(batch) {
    this.#study.receive(batch);
    this.#fields.unmark();
    this.#fields.remark('deadline', batch.least ? `The least deadline is ${batch.least}.` : '');
    this.#say(batch.sentence, batch.busiest !== '');
    retract('batch-stale');
    this.#gantt.classList.remove('pale');
    if (this.#partial) notice('batch-stale', 'The marked rows are in neither the plan nor its permalink: fix or remove them.');
    this.#busiest = batch.busiest;
    this.#draw();
    this.show();
    fill(find('schedule', HTMLTableElement), batch.table, batch.sentence);
  }

  /**
   * @param {string} sentence
   * @param {boolean} [planned] whether there is a plan to show
   */
  #say(sentence, planned = false) {
    write('batch-sentence', sentence);
    find('plan').hidden = !planned;
    if (!planned) retract('batch-stale');
  }

  /** Marks the plan as older than the rows. */
  #stale() {
    if (find('plan').hidden) return this.#say('Not planned: see what is marked.');
    this.#gantt.classList.add('pale');
    notice('batch-stale', 'The plan shown is the one before the last changes: see what is marked.');
  }

  #draw() {
    this.#width = this.#gantt.clientWidth;
    if (!this.#width) return;
    this.#gantt.innerHTML = this.#study.gantt(this.#width, isDark());
    find('gantt-note').hidden = this.#study.value('problem') !== 'cnp';
  }

  /** Says which log the jobs would be taken from. @param {Log | null} log */
  #introduce(log) {
    write('take-note', log ? `${this.#store.study.value('log')} is here: ${log.summary}` : '');
  }

  /** Shows the plan in the run view, if there is one. */
  show() {
    const trace = this.#study.trace();
    if (trace) this.#look(trace, this.#busiest);
  }

  /**
   * Takes the first jobs of the page's log.
   * @returns {Promise<void>}
   */
  async #take() {
    const log = this.#store.currentLog;
    if (!log) return void write('take-note', 'There is no log here yet: drop one anywhere on this page, or choose one under Explore.');
    const { value, max } = find('take-count', HTMLInputElement);
    const count = Math.min(Number(max), Math.max(1, Math.floor(Number(value)) || 1));
    const change = (this.#change += 1);
    const beginning = await log.columns.slice(0, BEGINNING).arrayBuffer().catch(() => undefined);
    if (change !== this.#change) return;
    if (log !== this.#store.currentLog) return this.#take();
    write('take-note', this.#study.take_from_log(beginning && new Uint8Array(beginning), count));
    if (!beginning) return;
    this.#fields.show();
    this.#replace(this.#study.jobs());
  }
}
