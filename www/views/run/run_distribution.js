// @ts-check
/**
 * The wait distribution: the share of a run's jobs that wait, or are slowed down, at most x, class by class; on
 * request, also the wait breakdown. The choice is part of the permalink.
 */
import { isDark } from '../../state/theme.js';
import { button, find, make, offer, pictured, whenPressed, write } from '../dom.js';
import { copy, save } from '../share.js';
import { fill, tabbed } from '../table.js';

/** @import { DistributionSettings, RunViewState, WaitDistributionState } from '../../../subtorus.js' */
/** @import { OpenRun } from './run_panels.js' */

export class DistributionPanel {
  #details = find('run-distribution', HTMLDetailsElement);
  #delay = find('run-distribution-delay', HTMLSelectElement);
  #by = find('run-distribution-by', HTMLSelectElement);
  #picture = find('run-distribution-picture');
  #table = find('run-distribution-table', HTMLTableElement);
  #ask = find('run-split', HTMLButtonElement);
  #words = find('run-split-words');
  #run;
  /** The distribution in the link; empty for none. */
  #name = '';
  /** Whether a run is open. */
  #open = false;
  /** The width of the last picture. */
  #width = 0;
  /** @type {WaitDistributionState | undefined} */
  #currentState;

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    this.#details.addEventListener('toggle', () => this.#toggle());
    find('run-tabs').after(button('All waits', () => {
      this.#details.open = true;
      this.#toggle();
      this.#details.scrollIntoView();
      this.#details.querySelector('summary')?.focus();
    }, { class: 'link', title: 'Distribution of waits by class, below' }));
    for (const select of [this.#delay, this.#by]) select.addEventListener('change', () => this.#choose());
    // A worker finds what jobs wait for.
    whenPressed('run-split', () => {
      run.act({ panel: 'wait-distribution', action: { kind: 'ask' } });
      run.ask();
    });
    whenPressed('run-distribution-copy', () => this.#copy());
    whenPressed('run-distribution-csv', () => {
      if (this.#currentState) save(run.fileName, 'waits.csv', this.#currentState.csv);
    });
    // In the next frame: what is drawn changes the size again.
    new ResizeObserver(() => requestAnimationFrame(() => {
      if (this.#details.open && this.#picture.clientWidth !== this.#width) this.redraw();
    })).observe(this.#details);
  }

  /** A run is open, or another permalink has come. */
  follow() {
    const name = this.#run.linked('whose');
    if (this.#open && name === this.#name) return;
    this.#open = true;
    this.#name = name;
    this.#details.open = name !== '';
    this.redraw();
  }

  /** The run is closed. */
  forget() {
    this.#open = false;
    this.#currentState = undefined;
  }

  /** Draws again, for another theme or width. */
  redraw() {
    this.#draw({ delay: '', by: '' });
  }

  #toggle() {
    if (!this.#open || this.#details.open === (this.#name !== '')) return;
    if (this.#details.open) return this.#choose();
    this.#name = '';
    this.#run.note({ whose: '' }, false);
  }

  /** Shows the chosen distribution. */
  #choose() {
    this.#draw({ delay: this.#delay.value, by: this.#by.value });
    if (this.#currentState) this.#run.note({ whose: (this.#name = this.#currentState.name) }, false);
  }

  /** @param {Pick<DistributionSettings, 'delay' | 'by'>} chosen */
  #draw(chosen) {
    if (!this.#open || !this.#details.open) return;
    this.#width = this.#picture.clientWidth;
    this.#run.act({ panel: 'wait-distribution', action: { kind: 'show', ...chosen, name: this.#name, width: this.#width, dark: isDark() } });
  }

  /** @param {RunViewState} seen */
  show({ panels: { wait_distribution: state } }) {
    if (!state) return;
    const found = this.#currentState?.running && state.split;
    this.#currentState = state;
    offer(this.#delay, state.delays, state.delay);
    offer(this.#by, state.classes, state.by);
    write('run-distribution-sentence', state.sentence);
    write('run-distribution-note', state.note);
    this.#picture.innerHTML = state.svg;
    fill(this.#table, state.table, 'Percentiles');
    for (const [row, key] of state.keys.entries()) {
      this.#table.tBodies[0].rows[row]?.cells[0].prepend(pictured('span', { class: 'swatch', 'aria-hidden': 'true' }, key));
    }
    this.#ask.hidden = !state.asks;
    this.#ask.disabled = state.running;
    write('run-split-state', state.progress);
    find('run-split-found').hidden = !state.split;
    if (state.split) fill(find('run-split-table', HTMLTableElement), state.split, 'What jobs wait for');
    this.#words.replaceChildren(...state.words.map((words) => make('p', {}, words)));
    if (found) this.#words.focus();
  }

  /** Copies the table with all digits. */
  async #copy() {
    const { exact, rows } = this.#currentState?.table ?? { exact: [], rows: [] };
    const count = rows.length === 1 ? '1 row is' : `${rows.length} rows are`;
    await copy(tabbed(exact), find('run-distribution-copied'), `${count} copied, with every digit.`);
  }
}
