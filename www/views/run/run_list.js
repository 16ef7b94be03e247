// @ts-check
/** Jobs at a moment of a run, row by row. While the cursor moves, only different text is changed. */
import { find, make } from '../dom.js';

/** @import { Rows } from '../../../subtorus.js' */

export class JobList {
  #title;
  #head;
  #body;
  #rest;
  #more;
  #choose;
  /** The titles of the columns. */
  #columns = '';

  /**
   * @param {string} name of its elements
   * @param {(job: number) => void} choose
   * @param {(all: boolean) => void} unabridge
   */
  constructor(name, choose, unabridge) {
    this.#title = find(`run-${name}-title`, HTMLHeadingElement);
    const table = find(`run-${name}`, HTMLTableElement);
    this.#head = table.createTHead();
    this.#body = table.createTBody();
    this.#rest = find(`run-${name}-rest`, HTMLSpanElement);
    this.#more = find(`run-${name}-more`, HTMLButtonElement);
    this.#choose = choose;
    this.#more.addEventListener('click', () => {
      const all = this.#more.getAttribute('aria-pressed') !== 'true';
      for (const more of document.querySelectorAll('.more-jobs')) more.setAttribute('aria-pressed', String(all));
      unabridge(all);
    });
  }

  /** @param {Rows} rows */
  show({ title, columns, jobs, colours, cells, rest }) {
    write(this.#title, title);
    write(this.#rest, rest);
    this.#more.hidden = rest === '' && this.#more.getAttribute('aria-pressed') !== 'true';
    if (cells.length && columns.join() !== this.#columns) {
      this.#columns = columns.join();
      this.#head.replaceChildren(make('tr', {}, ...columns.map((column) => make('th', { scope: 'col' }, column))));
      this.#body.replaceChildren();
    }
    this.#head.hidden = cells.length === 0;
    while (this.#body.rows.length > cells.length) this.#body.deleteRow(-1);
    const [named, places] = [columns.indexOf('job'), this.#body.rows.length];
    for (let place = places; place < cells.length; place++) this.#add(cells[place].length, named);
    for (const [place, row] of cells.entries()) {
      const { cells: fields } = this.#body.rows[place];
      for (const [column, text] of row.entries()) {
        const field = fields[column];
        const target = column === named ? /** @type {HTMLElement} */ (field.firstElementChild) : field;
        write(target, text);
        if (column !== named) continue;
        target.dataset.job = String(jobs[place]);
        showColour(target, colours[place]);
      }
    }
  }

  /**
   * @param {number} columns
   * @param {number} named the column with the job's name
   */
  #add(columns, named) {
    const row = this.#body.insertRow();
    for (let column = 0; column < columns; column++) {
      const cell = row.insertCell();
      if (column !== named) continue;
      const button = make('button', { type: 'button', class: 'plain' });
      button.addEventListener('click', () => this.#choose(Number(button.dataset.job)));
      cell.append(button);
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

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
