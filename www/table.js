// @ts-check
/** The data table: the same numbers as the chart, for those who read rather than look. */
import { defines } from './definition.js';
import { find, make } from './dom.js';

/** @import { Study } from '../subtorus.js' */
/** @import { Table } from './types.js' */

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
    if (!this.#details.open) return;
    const { columns, rows } = /** @type {Table} */ (this.#study.table());
    const titles = columns.map((column) => {
      const head = make('th', { scope: 'col' });
      if (!column.definition) head.append(column.title);
      else {
        const button = make('button', { type: 'button', class: 'name' }, column.title);
        defines(button, () => ({ title: column.title, definition: column.definition }));
        head.append(button);
      }
      return head;
    });
    const lines = rows.map((row) => {
      const cells = row.map((text, position) => (position ? make('td', {}, text) : make('th', { scope: 'row' }, text)));
      return make('tr', {}, ...cells);
    });
    this.#table.replaceChildren(
      make('caption', { class: 'hidden' }, this.#study.title()),
      make('thead', {}, make('tr', {}, ...titles)),
      make('tbody', {}, ...lines),
    );
  }
}
