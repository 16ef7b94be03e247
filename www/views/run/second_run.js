// @ts-check
/**
 * The second run, next to the open one: its name, its queue at the same moment, and the differences. Its machine is beside
 * the first (run_machine.js).
 * Its name is part of the link; going back removes it.
 */
import { button, find, make, offer, sentence, write, writeIfAny } from '../dom.js';
import { AS_LOGGED } from './run_elsewhere.js';
import { jobList } from './run_list.js';

/** @import { DivergenceReport, RunChoice, RunViewState, SecondRunAction, Trace } from '../../../subtorus.js' */
/** @import { OpenRun } from './run_panels.js' */

export class SecondRunPanel {
  #run;
  #select = find('second-run', HTMLSelectElement);
  #divergences = find('run-partings');
  #queue;
  #furthest;
  /** The name of the second run, or of the one being opened. */
  #open = '';
  #waiting = new AbortController();
  /** The shown divergences. */
  #shown = '';

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    this.#queue = jobList('there', run);
    this.#furthest = jobList('furthest', run);
    this.#select.addEventListener('change', () => run.note({ beside: this.#select.value }, true));
  }

  /** Adds the run that the permalink names, or removes it. */
  follow() {
    const { choice } = this.#run;
    if (!choice) return;
    this.#offer(choice);
    const { second_run: second, link, name } = choice;
    const cell = second?.cell ?? undefined;
    const key = second && cell !== undefined ? `${link} ${name} ${second.name}` : '';
    if (second && cell === undefined) this.#say(second.problem);
    else if (!second) this.#say('');
    if (key === this.#open) return;
    this.#waiting.abort();
    if (this.#open) this.#act({ kind: 'close' });
    this.#open = key;
    if (second && cell !== undefined) void this.#load(link, cell, second.title, key);
  }

  /** The run is closed. */
  forget() {
    this.#waiting.abort();
    this.#open = '';
    find('second-run-row').hidden = true;
    this.#say('');
    find('second-run-sentence').hidden = true;
  }

  /** @param {RunChoice} choice */
  #offer({ others: all, second_run: second }) {
    const others = all.filter(([name]) => name !== AS_LOGGED || this.#run.logged);
    find('second-run-row').hidden = others.length === 0 && !second;
    offer(this.#select, [['', 'no other run'], ...others], second?.name ?? '');
  }

  /**
   * @param {string} link
   * @param {number} cell
   * @param {string} title
   * @param {string} key
   */
  async #load(link, cell, title, key) {
    const { signal } = (this.#waiting = new AbortController());
    this.#say(`Running ${title}, to put it beside …`);
    try {
      const trace = await this.#run.pool.trace(link, cell, signal);
      if (key !== this.#open) return;
      this.#act({ kind: 'name', title }, trace);
      this.#say('');
    } catch (error) {
      if (key !== this.#open) return;
      this.#open = '';
      this.#say(`It could not be put beside: ${sentence(error)}`);
    }
  }

  /** @param {RunViewState} seen */
  show({ job, panels: { second_run: second } }) {
    find('second-run-sentence').hidden = !second;
    if (!second) return;
    write('second-run-title', second.title);
    write('second-run-sentence', second.sentence);
    write('run-differences-summary', second.summary);
    writeIfAny('run-differences-note', second.note);
    this.#queue.show(second.queue, job?.id);
    this.#furthest.show(second.differences, job?.id);
    this.#tell(second.divergences);
  }

  /**
   * Shows the divergences. Buttons are kept while only their text changes.
   * @param {DivergenceReport[]} divergences
   */
  #tell(divergences) {
    const shown = divergences.map(({ button, moment, job }) => `${button} ${moment} ${job}`).join();
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#divergences.replaceChildren(...divergences.map(({ button: label, moment, job }) => {
        const go = () => {
          this.#run.run({ kind: 'choose', job });
          this.#run.run({ kind: 'type', moment });
        };
        return make('li', {}, make('span'), ' ', button(label, go));
      }));
    }
    for (const [place, { text }] of divergences.entries()) {
      write(/** @type {HTMLElement} */ (this.#divergences.children[place].firstElementChild), text);
    }
  }

  /**
   * @param {SecondRunAction} action
   * @param {Trace} [trace] the second run to add
   */
  #act(action, trace) {
    this.#run.act({ panel: 'second-run', action }, trace);
  }

  /** @param {string} text */
  #say(text) {
    write('second-run-state', text);
  }
}
