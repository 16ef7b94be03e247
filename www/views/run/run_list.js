// @ts-check
/** Jobs at a moment of a run, row by row. While the cursor moves, only different text is changed. */
import { find, make, write } from '../dom.js';
import { tabs } from '../tabs.js';

/** @import { Rows, RunViewState } from '../../../subtorus.js' */
/** @import { OpenRun } from './run_panels.js' */

/** The columns with words, which wrap; numbers and times do not. */
const WORDS = ['there', 'processors', 'why'];

/** The jobs that wait and those that run. */
export class ListsPanel {
  #queue;
  #running;
  #select;

  /** @param {OpenRun} run */
  constructor(run) {
    this.#queue = jobList('queue', run);
    this.#running = jobList('running', run);
    this.#select = tabs(find('run-tabs'));
  }

  /** @param {RunViewState} seen */
  show({ queue, running, job, panels: { second_run: second } }) {
    this.#queue.show(queue, job?.id);
    this.#running.show(running, job?.id);
    const [there, differences] = ['run-there-title', 'run-differences-title'].map((tab) => find(tab));
    if (there.hidden === !second) return;
    there.hidden = differences.hidden = !second;
    this.#select(second ? differences : find('run-queue-title'));
  }
}

/**
 * A list of jobs.
 * @param {string} name of its elements
 * @param {OpenRun} run
 */
export function jobList(name, run) {
  /** The titles of the shown columns. */
  let shown = '';
  const table = find(`run-${name}`, HTMLTableElement);
  const [head, body] = [table.createTHead(), table.createTBody()];
  const more = find(`run-${name}-more`);
  more.addEventListener('click', () => {
    const all = more.ariaPressed !== 'true';
    for (const more of document.querySelectorAll('.more-jobs')) more.ariaPressed = String(all);
    run.run({ kind: 'unabridge', all });
  });
  return { show };

  /**
   * @param {Rows} rows
   * @param {string} [chosen] the chosen job
   */
  function show({ title, columns, jobs, colours, cells, rest }, chosen) {
    write(`run-${name}-title`, title);
    write(`run-${name}-rest`, rest);
    more.hidden = rest === '' && more.ariaPressed !== 'true';
    if (cells.length && columns.join() !== shown) {
      shown = columns.join();
      head.replaceChildren(make('tr', {}, ...columns.map((column) => make('th', { scope: 'col' }, column))));
      body.replaceChildren();
    }
    head.hidden = cells.length === 0;
    while (body.rows.length > cells.length) body.deleteRow(-1);
    const named = columns.indexOf('job');
    while (body.rows.length < cells.length) add(columns, named);
    for (const [place, row] of cells.entries()) {
      const { cells: fields } = body.rows[place];
      for (const [column, text] of row.entries()) {
        const field = fields[column];
        const target = column === named ? /** @type {HTMLElement} */ (field.firstElementChild) : field;
        write(target, text);
        if (column !== named) continue;
        target.dataset.job = String(jobs[place]);
        target.ariaCurrent = String(text === chosen);
        showColour(target, colours[place]);
      }
    }
  }

  /**
   * @param {string[]} columns
   * @param {number} named the column with the job's name
   */
  function add(columns, named) {
    const row = body.insertRow();
    for (const [column, title] of columns.entries()) {
      const cell = row.insertCell();
      cell.classList.toggle('wraps', WORDS.includes(title));
      if (column !== named) continue;
      const name = make('button', { type: 'button', class: 'plain' });
      row.addEventListener('click', () => run.choose(Number(name.dataset.job)));
      cell.append(name);
    }
  }
}

/**
 * Shows a job's colour beside its name; none if the job holds no nodes.
 * @param {HTMLElement} name
 * @param {number} [colour] of `--j0` and so on
 */
export function showColour(name, colour) {
  name.classList.toggle('job-name', colour !== undefined);
  name.style.setProperty('--job', colour === undefined ? '' : `var(--j${colour})`);
}
