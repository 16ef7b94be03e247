// @ts-check
/**
 * The data table, with the same numbers as the chart. A click sorts it, and it is copied with all digits.
 */
import { effect } from '../state/signals.js';
import { defines } from './definition.js';
import { button, find, make, rebuild, whenPressed } from './dom.js';
import { copy } from './share.js';

/** @import { Sorting, Table } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

/** While points arrive, the table is rebuilt at most this often, in milliseconds. */
const PACE = 400;

/** @param {Store} store */
export function showTable(store) {
  const details = find('data', HTMLDetailsElement);
  const element = find('table', HTMLTableElement);
  let timer = 0;
  /** @type {Sorting} */
  let order = { column: undefined, descending: false, whole: false };
  /** The shown rows in the form for spreadsheets. @type {string[][]} */
  let exact = [];
  const { study } = store;
  details.addEventListener('toggle', () => show());
  whenPressed('copy-table', () => copyAll());
  element.addEventListener('copy', (event) => copySelection(event));
  effect(() => {
    void [store.look.value, store.results];
    if (details.open) timer ||= setTimeout(() => show(), PACE);
  });
  effect(() => {
    void store.look.value;
    const summary = store.ended && !store.experiment.status().stale && study.summary();
    find('summary').hidden = !summary;
    if (summary) fill(/** @type {HTMLTableElement} */ (find('summary').firstChild), summary, 'Summary of the curves');
  });
  effect(() => {
    // For a published figure, printed values next to computed ones.
    const comparison = store.ended && study.comparison();
    if (!store.ended) return;
    find('paper').hidden = !comparison;
    if (comparison) fill(find('comparison', HTMLTableElement), comparison, 'Published and computed values');
  });

  function show() {
    clearTimeout(timer);
    timer = 0;
    const table = details.open && study.table(order);
    if (!table) return;
    exact = table.exact;
    fill(element, table, study.status().title, (head, column) => offerSorting(head, column, table.columns[column].title));
  }

  /**
   * A button in the head of a column. A third press restores the order of the legend.
   * @param {HTMLElement} head
   * @param {number} column
   * @param {string} title
   */
  function offerSorting(head, column, title) {
    const { descending } = order;
    const sorted = order.column === column;
    const sign = sorted ? (descending ? '▼' : '▲') : '↕';
    const sort = () => {
      order = { column: sorted && descending ? undefined : column, descending: sorted && !descending, whole: false };
      show();
    };
    if (sorted) head.ariaSort = descending ? 'descending' : 'ascending';
    head.append(button(sign, sort, { class: 'sort', 'aria-label': `sort by ${title}`, 'data-key': `sort ${column}` }));
  }

  /** Copies the whole table in its order. */
  async function copyAll() {
    const table = study.table({ ...order, whole: true });
    await copy(tabbed(table?.exact ?? []), find('table-copied'), `${table?.rows.length ?? 0} rows are copied, with every digit.`);
  }

  /**
   * Selected rows are copied with all digits, below the names of their columns. A part of a single row is copied
   * unchanged.
   * @param {ClipboardEvent} event
   */
  function copySelection(event) {
    const selection = getSelection();
    if (!selection) return;
    const lines = [...element.querySelectorAll('tbody tr')];
    const rows = exact.slice(1).filter((_, place) => lines[place] && selection.containsNode(lines[place], true));
    if (rows.length < 2) return;
    event.clipboardData?.setData('text/plain', tabbed([exact[0], ...rows]));
    event.preventDefault();
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
 * @param {(head: HTMLElement, column: number) => void} [headed] called with the head of each column
 */
export function fill(table, { columns, rows, rest }, caption, headed) {
  const titles = columns.map((column, place) => {
    const head = make('th', { scope: 'col' }, column.definition ? termButton(column) : column.title);
    headed?.(head, place);
    return head;
  });
  rebuild(table, [
    make('caption', { class: 'hidden' }, caption),
    make('thead', {}, make('tr', {}, ...titles)),
    make('tbody', {}, ...rows.map(([first, ...others]) => rowOf(first, others))),
    ...(rest ? [make('tfoot', {}, make('tr', {}, make('td', { colspan: columns.length }, rest)))] : []),
  ]);
}

/** @param {Table['columns'][number]} column */
function termButton(column) {
  const button = make('button', { type: 'button', class: 'name' }, column.title);
  defines(button, () => ({ ...column, guide: 'metrics' }));
  return button;
}

/**
 * A row of a table.
 * @param {string | Node} title
 * @param {(string | Node)[]} cells
 */
export function rowOf(title, cells) {
  return make('tr', {}, make('th', { scope: 'row' }, title), ...cells.map((cell) => make('td', {}, cell)));
}
