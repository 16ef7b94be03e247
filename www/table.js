// @ts-check
/** The data table: the same numbers as the chart, for those who read rather than look. */
import { defines } from './definition.js';
import { find, make } from './dom.js';

/** @import { Study, Table } from '../subtorus.js' */

/** While points keep coming, the table is made anew at most this often, in milliseconds. */
const PACE = 400;

export class TableView {
  #study;
  #details = find('data', HTMLDetailsElement);
  #table = find('table', HTMLTableElement);
  #timer = 0;

  /** @param {Study} study */
  constructor(study) {
    this.#study = study;
    this.#details.addEventListener('toggle', () => this.#show());
  }

  /** The numbers have changed; shows them soon, if anybody is looking. */
  refresh() {
    if (this.#details.open) this.#timer ||= setTimeout(() => this.#show(), PACE);
  }

  #show() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const table = this.#details.open && this.#study.table();
    if (table) fill(this.#table, table, this.#study.status().title);
  }

  /** Shows what a paper prints beside what came out, where the experiment is that of a published figure. */
  compare() {
    const comparison = this.#study.comparison();
    find('paper', HTMLDetailsElement).hidden = !comparison;
    if (comparison) fill(find('comparison', HTMLTableElement), comparison, 'Published and computed values');
  }
}

/**
 * Writes a table anew.
 * @param {HTMLTableElement} table
 * @param {Table} content
 * @param {string} caption
 */
export function fill(table, { columns, rows, rest }, caption) {
  const titles = columns.map((column) => {
    const head = make('th', { scope: 'col' });
    if (!column.definition) head.append(column.title);
    else {
      const button = make('button', { type: 'button', class: 'name' }, column.title);
      defines(button, () => column);
      head.append(button);
    }
    return head;
  });
  const lines = rows.map((row) => {
    const cells = row.map((text, position) => (position ? make('td', {}, text) : make('th', { scope: 'row' }, text)));
    return make('tr', {}, ...cells);
  });
  table.replaceChildren(
    make('caption', { class: 'hidden' }, caption),
    make('thead', {}, make('tr', {}, ...titles)),
    make('tbody', {}, ...lines),
    ...(rest ? [make('tfoot', {}, make('tr', {}, make('td', { colspan: columns.length }, rest)))] : []),
  );
}
