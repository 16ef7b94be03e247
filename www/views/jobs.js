// @ts-check
/** The table of a batch's jobs: a row for each size and time, and always an empty row at the end. */
import { pasted_rows } from '../../run_view.js';
import { button, find, make, writeIfAny } from './dom.js';

/** @import { BatchStudy } from '../../run_view.js' */

/** @typedef {{ element: HTMLElement, inputs: HTMLInputElement[], message: HTMLElement, remove: HTMLButtonElement }} Row */

const COLUMNS = ['size', 'time'];

export class JobsTable {
  #study;
  #changed;
  #place = find('jobs');
  /** @type {Row[]} */
  #rows = [];

  /**
   * @param {BatchStudy} study
   * @param {() => void} changed called after the text of a row has changed
   */
  constructor(study, changed) {
    this.#study = study;
    this.#changed = changed;
  }

  /**
   * Shows these jobs only.
   * @param {string[]} fields sizes and times in turn
   */
  show(fields) {
    this.#rows = [...pairs(fields), []].map((job) => this.#row(job));
    this.#place.replaceChildren(...this.#rows.map(({ element }) => element));
    this.#number();
    this.check();
  }

  /** The sizes and times in the rows in turn, right or wrong. */
  fields() {
    return this.#filled.flat();
  }

  /** The jobs as Rust reads them; null if one of them is wrong or half-typed. */
  text() {
    const good = this.#good;
    return good.length === this.#filled.length ? written(good) : null;
  }

  /** The same without wrong rows. */
  goodText() {
    return written(this.#good);
  }

  get #filled() {
    return this.#rows.map(texts).filter((job) => job.join('') !== '');
  }

  get #good() {
    return this.#filled.filter(([size, time]) => this.#study.complaint(size, time) === '');
  }

  /** Shows the error next to each row, except while the user types in it. */
  check() {
    for (const row of this.#rows) if (!row.element.contains(document.activeElement)) this.#complain(row);
  }

  /** @param {Row} row */
  #complain(row) {
    const [size, time] = texts(row);
    const reason = size + time === '' ? '' : this.#study.complaint(size, time);
    writeIfAny(row.message, reason);
    for (const input of row.inputs) input.ariaInvalid = reason ? 'true' : null;
  }

  /** @param {string[]} job */
  #row(job) {
    const message = make('p', { class: 'wrong small', hidden: true });
    const inputs = COLUMNS.map((_, column) => make('input', { type: 'text', inputmode: 'decimal', value: job[column] ?? '' }));
    const remove = button('✕', () => this.#remove(row));
    const element = make('div', { class: 'job' }, ...inputs, remove, message);
    /** @type {Row} */
    const row = { element, inputs, message, remove };
    element.addEventListener('input', () => this.#typed(row));
    element.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && element.contains(relatedTarget)) return;
      this.#complain(row);
      this.#changed();
    });
    inputs.forEach((input, column) => {
      input.addEventListener('keydown', (event) => this.#key(event, row, column));
      input.addEventListener('paste', (event) => this.#paste(event, row));
    });
    return row;
  }

  /** @param {Row} row */
  #typed(row) {
    if (this.#rows.at(-1) === row && texts(row).join('') !== '') this.#insert(this.#rows.length, [[]]);
    if (!row.message.hidden) this.#complain(row);
    this.#changed();
  }

  /**
   * @param {number} position
   * @param {string[][]} jobs
   */
  #insert(position, jobs) {
    const rows = jobs.map((job) => this.#row(job));
    const before = this.#rows[position]?.element ?? null;
    for (const { element } of rows) this.#place.insertBefore(element, before);
    this.#rows.splice(position, 0, ...rows);
    this.#number();
  }

  /** @param {Row} row */
  #remove(row) {
    const position = this.#rows.indexOf(row);
    this.#rows.splice(position, 1);
    const next = this.#rows[Math.max(0, position - 1)];
    next.inputs[0].focus();
    row.element.remove();
    this.#number();
    this.#changed();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Row} row
   * @param {number} column
   */
  #key(event, row, column) {
    const position = this.#rows.indexOf(row);
    const isLast = position === this.#rows.length - 1;
    if (event.key === 'Backspace' && !isLast && this.#rows.length > 1 && texts(row).join('') === '') this.#remove(row);
    else if (event.key === 'Enter') this.#rows[Math.min(position + 1, this.#rows.length - 1)].inputs[0].focus();
    else if (event.key === 'ArrowDown') this.#rows[position + 1]?.inputs[column].focus();
    else if (event.key === 'ArrowUp') this.#rows[position - 1]?.inputs[column].focus();
    else return;
    event.preventDefault();
  }

  /**
   * Rows of a spreadsheet replace this row, and move the others down.
   * @param {ClipboardEvent} event
   * @param {Row} row
   */
  #paste(event, row) {
    const jobs = pairs(pasted_rows(event.clipboardData?.getData('text') ?? ''));
    if (jobs.length === 0) return;
    event.preventDefault();
    const position = this.#rows.indexOf(row);
    const isEmpty = texts(row).join('') === '';
    this.#insert(isEmpty ? position : position + 1, jobs);
    if (isEmpty && position + jobs.length < this.#rows.length - 1) {
      this.#rows.splice(position + jobs.length, 1);
      row.element.remove();
      this.#number();
    }
    this.#rows.at(-1)?.inputs[0].focus();
    this.check();
    this.#changed();
  }

  #number() {
    this.#rows.forEach(({ inputs, remove }, position) => {
      COLUMNS.forEach((name, column) => (inputs[column].ariaLabel = `${name} of job ${position + 1}`));
      remove.ariaLabel = `Remove job ${position + 1}`;
      remove.tabIndex = position === this.#rows.length - 1 ? -1 : 0;
    });
  }
}

/** @param {string[][]} jobs */
function written(jobs) {
  return jobs.map((job) => job.join(':')).join(',');
}

/** @param {Row} row */
function texts({ inputs }) {
  return inputs.map((input) => input.value.trim());
}

/**
 * Makes jobs of sizes and times in turn.
 * @param {string[]} fields
 */
function pairs(fields) {
  return Array.from({ length: fields.length / 2 }, (_, job) => fields.slice(2 * job, 2 * job + 2));
}
