// @ts-check
/**
 * The data table, with the same numbers as the chart. A click sorts it, and it is copied with all digits.
 */
import { effect } from '../state/signals.js';
import { defines } from './definition.js';
import { button, find, make } from './dom.js';

/** @import { Sorting, Table } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

/** While points arrive, the table is rebuilt at most this often, in milliseconds. */
const PACE = 400;

export class TableView {
  #study;
  #details = find('data', HTMLDetailsElement);
  #table = find('table', HTMLTableElement);
  #timer = 0;
  /** @type {Sorting} */
  #sorting = { column: undefined, descending: false, whole: false };
  /** The shown rows in the form for spreadsheets. @type {string[][]} */
  #exact = [];

  /** @param {Store} store */
  constructor(store) {
    this.#study = store.study;
    this.#details.addEventListener('toggle', () => this.#show());
    find('copy-table', HTMLButtonElement).addEventListener('click', () => this.#copy());
    this.#table.addEventListener('copy', (event) => this.#copySelection(event));
    effect(() => {
      void [store.look.value, store.results];
      if (this.#details.open) this.#timer ||= setTimeout(() => this.#show(), PACE);
    });
    effect(() => store.ended && this.#compare());
  }

  #show() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const table = this.#details.open && this.#study.table(this.#sorting);
    if (!table) return;
    const focused = [...this.#table.querySelectorAll('.sort')].indexOf(/** @type {Element} */ (document.activeElement));
    this.#exact = table.exact;
    fill(this.#table, table, this.#study.status().title);
    this.#offerSorting(table);
    if (focused >= 0) /** @type {HTMLElement} */ (this.#table.querySelectorAll('.sort')[focused])?.focus();
  }

  /**
   * A button in the head of each column. A third press restores the order of the legend.
   * @param {Table} table
   */
  #offerSorting(table) {
    this.#table.querySelectorAll('thead th').forEach((head, column) => {
      const { descending } = this.#sorting;
      const sorted = this.#sorting.column === column;
      const sign = sorted ? (descending ? '▼' : '▲') : '↕';
      if (sorted) head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      const sort = () => {
        this.#sorting = { column: sorted && descending ? undefined : column, descending: sorted && !descending, whole: false };
        this.#show();
      };
      head.append(button(sign, sort, { class: 'sort', 'aria-label': `sort by ${table.columns[column].title}` }));
    });
  }

  /** Copies the whole table in its order. */
  async #copy() {
    const table = this.#study.table({ ...this.#sorting, whole: true });
    const said = find('table-copied', HTMLSpanElement);
    try {
      await navigator.clipboard.writeText(tabbed(table?.exact ?? []));
      said.textContent = `${table?.rows.length ?? 0} rows are copied, with every digit.`;
    } catch {
      said.textContent = 'The browser does not allow copying: select rows and copy them by hand, or take the CSV file.';
    }
    setTimeout(() => (said.textContent = ''), 6000);
  }

  /**
   * Selected rows are copied with all digits, below the names of their columns. A part of a single row is copied
   * unchanged.
   * @param {ClipboardEvent} event
   */
  #copySelection(event) {
    const selection = getSelection();
    if (!selection) return;
    const lines = [...this.#table.querySelectorAll('tbody tr')];
    const rows = this.#exact.slice(1).filter((_, place) => lines[place] && selection.containsNode(lines[place], true));
    if (rows.length < 2) return;
    event.clipboardData?.setData('text/plain', tabbed([this.#exact[0], ...rows]));
    event.preventDefault();
  }

  /** Shows printed values next to computed ones for a published figure. */
  #compare() {
    const comparison = this.#study.comparison();
    find('paper', HTMLDetailsElement).hidden = !comparison;
    if (comparison) fill(find('comparison', HTMLTableElement), comparison, 'Published and computed values');
  }
}

/**
 * Rows in the form that spreadsheets read from the clipboard.
 * @param {string[][]} rows
 */
export function tabbed(rows) {
  return rows.map((row) => row.join('\t')).join('\n');
}

/**
 * Rebuilds a table.
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
      defines(button, () => ({ ...column, guide: 'metrics' }));
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
