// @ts-check
/**
 * Whose waits these are: what share of a run's jobs waits, or is slowed down, at most so long, class by class; and, once
 * somebody asks, what all of them wait for. What is looked at is part of the link.
 */
import { isDark } from './chart.js';
import { find, make, sentence } from './dom.js';
import { save } from './share.js';
import { fill, tabbed } from './table.js';

/** @import { WaitSplit, WhoseLook, WhoseSeen } from '../subtorus.js' */

export class WhosePanel {
  #details = find('run-whose', HTMLDetailsElement);
  #delay = find('run-whose-delay', HTMLSelectElement);
  #by = find('run-whose-by', HTMLSelectElement);
  #sentence = find('run-whose-sentence', HTMLParagraphElement);
  #note = find('run-whose-note', HTMLParagraphElement);
  #picture = find('run-whose-picture', HTMLDivElement);
  #table = find('run-whose-table', HTMLTableElement);
  #copied = find('run-whose-copied', HTMLSpanElement);
  #ask = find('run-split', HTMLButtonElement);
  #state = find('run-split-state', HTMLParagraphElement);
  #found = find('run-split-found', HTMLDivElement);
  #parts = find('run-split-table', HTMLTableElement);
  #words = find('run-split-words', HTMLDivElement);
  #look;
  #find;
  #noted;
  /** The distribution that the link names; empty for none. */
  #name = '';
  /** Whether a run is open. */
  #open = false;
  /** The width of the last picture. */
  #width = 0;
  /** What all jobs wait for. @type {WaitSplit | undefined} */
  #split;
  /** @type {WhoseSeen | undefined} */
  #seen;

  /**
   * @param {(look: WhoseLook) => WhoseSeen | undefined} look
   * @param {() => Promise<WaitSplit | undefined>} split finds out what the jobs of the open run wait for; nothing where it is
   *   open no longer
   * @param {(name: string) => void} noted called with the name of the distribution that is to stand in the link
   * @param {() => string} fileName what files are called
   */
  constructor(look, split, noted, fileName) {
    this.#look = look;
    this.#find = split;
    this.#noted = noted;
    this.#details.addEventListener('toggle', () => this.#toggle());
    for (const select of [this.#delay, this.#by]) select.addEventListener('change', () => this.#choose());
    this.#ask.addEventListener('click', () => void this.#explain());
    find('run-whose-copy', HTMLButtonElement).addEventListener('click', () => void this.#copy());
    find('run-whose-csv', HTMLButtonElement).addEventListener('click', () => {
      if (this.#seen) save(fileName(), 'waits.csv', new Blob([this.#seen.csv], { type: 'text/csv' }));
    });
    new ResizeObserver(() => {
      if (this.#details.open && this.#picture.clientWidth !== this.#width) this.redraw();
    }).observe(this.#details);
  }

  /**
   * A run is open, or another link has come.
   * @param {string} name what the link names
   */
  show(name) {
    this.#open = true;
    this.#name = name;
    this.#details.open = name !== '';
    this.redraw();
  }

  /** No run is open any more. */
  forget() {
    this.#open = false;
    this.#split = this.#seen = undefined;
    this.#state.textContent = '';
    this.#ask.hidden = false;
    this.#ask.disabled = false;
    this.#found.hidden = true;
  }

  /** Draws again, for another theme or width. */
  redraw() {
    this.#draw({ delay: '', by: '' });
  }

  #toggle() {
    if (!this.#open || this.#details.open === (this.#name !== '')) return;
    if (this.#details.open) return this.#choose();
    this.#name = '';
    this.#noted('');
  }

  /** Shows what has been chosen. */
  #choose() {
    this.#draw({ delay: this.#delay.value, by: this.#by.value });
    if (this.#seen) this.#noted((this.#name = this.#seen.name));
  }

  /** @param {Pick<WhoseLook, 'delay' | 'by'>} chosen */
  #draw(chosen) {
    if (!this.#open || !this.#details.open) return;
    this.#width = this.#picture.clientWidth;
    const seen = this.#look({ ...chosen, name: this.#name, width: this.#width, dark: isDark(), split: this.#split });
    if (!seen) return;
    this.#seen = seen;
    offer(this.#delay, seen.delays, seen.delay);
    offer(this.#by, seen.classes, seen.by);
    this.#sentence.textContent = seen.sentence;
    this.#note.textContent = seen.note;
    this.#picture.innerHTML = seen.svg;
    fill(this.#table, seen.table, 'Percentiles');
    for (const [row, key] of seen.keys.entries()) {
      const swatch = make('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.innerHTML = key;
      this.#table.tBodies[0].rows[row]?.cells[0].prepend(swatch);
    }
    this.#ask.hidden = !seen.asks;
    this.#found.hidden = !seen.split;
    if (seen.split) fill(this.#parts, seen.split, 'What jobs wait for');
    this.#words.replaceChildren(...seen.words.map((words) => make('p', {}, words)));
  }

  /** Has a worker find out what the jobs wait for. */
  async #explain() {
    this.#ask.disabled = true;
    this.#state.textContent = 'Running it once more for the reasons, and its jobs once on flat …';
    try {
      const split = await this.#find();
      if (!split) return;
      this.#split = split;
      this.#state.textContent = '';
      this.redraw();
      this.#words.focus();
    } catch (error) {
      this.#ask.disabled = false;
      this.#state.textContent = `What jobs wait for could not be found out: ${sentence(error)}`;
    }
  }

  /** Copies the table with every digit. */
  async #copy() {
    const { exact, rows } = this.#seen?.table ?? { exact: [], rows: [] };
    try {
      await navigator.clipboard.writeText(tabbed(exact));
      this.#copied.textContent = `${rows.length === 1 ? '1 row is' : `${rows.length} rows are`} copied, with every digit.`;
    } catch {
      this.#copied.textContent = 'The browser does not allow copying: select rows and copy them by hand, or take the CSV file.';
    }
    setTimeout(() => (this.#copied.textContent = ''), 6000);
  }
}

/**
 * What can be chosen, and what is.
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} choices names and titles
 * @param {string} chosen
 */
function offer(select, choices, chosen) {
  const titles = choices.map(([, title]) => title).join();
  if ([...select.options].map(({ text }) => text).join() !== titles) {
    select.replaceChildren(...choices.map(([value, title]) => make('option', { value }, title)));
  }
  select.value = chosen;
}
