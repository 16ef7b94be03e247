// @ts-check
/**
 * The second run, next to the open one: its name, its queue and its machine at the same moment, and the differences.
 * Its name is part of the link; going back removes it.
 */
import { isDark } from '../../state/theme.js';
import { button, find, make, sentence } from '../dom.js';
import { AS_LOGGED } from './run_elsewhere.js';
import { JobList } from './run_list.js';
import { followPointer } from './run_machine.js';

/** @import { DivergenceReport, RunChoice, RunViewState, SecondRunAction, SecondRunState } from '../../../subtorus.js' */
/** @import { OpenRun } from './run_panels.js' */

export class SecondRunPanel {
  #run;
  #row = find('second-run-row', HTMLDivElement);
  #select = find('second-run', HTMLSelectElement);
  #state = find('second-run-state', HTMLSpanElement);
  #sentence = find('second-run-sentence', HTMLParagraphElement);
  #section = find('run-differences', HTMLElement);
  #title = find('second-run-title', HTMLSpanElement);
  #summary = find('run-differences-summary', HTMLParagraphElement);
  #divergences = find('run-partings', HTMLUListElement);
  #note = find('run-differences-note', HTMLParagraphElement);
  #queueGroup = find('run-there-group', HTMLDivElement);
  #queue;
  #furthest;
  #machine;
  /** The name of the second run, or of the one being opened. */
  #open = '';
  #waiting = new AbortController();
  /** The shown divergences. */
  #shown = '';

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    const unabridge = (/** @type {boolean} */ all) => run.run({ kind: 'unabridge', all });
    this.#queue = new JobList('there', run.choose, unabridge);
    this.#furthest = new JobList('furthest', run.choose, unabridge);
    this.#machine = new SecondRunMachine(run, (machine) => this.#act({ kind: 'machine', act: machine }));
    this.#select.addEventListener('change', () => run.note({ beside: this.#select.value }, true));
  }

  /** Adds the run that the permalink names, or removes it. */
  follow() {
    const choice = this.#run.choice();
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
    this.#row.hidden = true;
    this.#say('');
    this.#hide();
  }

  /** Draws again for another theme. The machine of the first run draws both. */
  redraw() {}

  /** @param {RunChoice} choice */
  #offer({ others: all, second_run: second }) {
    const others = all.filter(([name]) => name !== AS_LOGGED || this.#run.logged());
    this.#row.hidden = others.length === 0 && !second;
    const options = [['', 'no other run'], ...others];
    const known = [...this.#select.options].map((option) => `${option.value} ${option.text}`);
    if (known.join('\n') !== options.map((option) => option.join(' ')).join('\n')) {
      this.#select.replaceChildren(...options.map(([value, text]) => make('option', { value }, text)));
    }
    this.#select.value = second?.name ?? '';
    if (this.#select.selectedIndex < 0) this.#select.value = '';
  }

  /**
   * @param {string} link
   * @param {number} cell
   * @param {string} title
   * @param {string} key
   */
  async #load(link, cell, title, key) {
    const signal = (this.#waiting = new AbortController()).signal;
    this.#say(`Running ${title}, to put it beside …`);
    try {
      const trace = await this.#run.pool.trace(link, cell, signal);
      if (key !== this.#open) return;
      this.#run.put(trace, { panel: 'second-run', action: { kind: 'name', title } });
      this.#say('');
    } catch (error) {
      if (key !== this.#open) return;
      this.#open = '';
      this.#say(`It could not be put beside: ${sentence(error)}`);
    }
  }

  #hide() {
    this.#section.hidden = this.#queueGroup.hidden = this.#sentence.hidden = true;
    this.#machine.hide();
  }

  /** @param {RunViewState} seen */
  show({ panels: { second_run: second, machine } }) {
    if (!second) return this.#hide();
    this.#section.hidden = this.#queueGroup.hidden = this.#sentence.hidden = false;
    this.#machine.show(second, Boolean(machine));
    this.#title.textContent = second.title;
    this.#sentence.textContent = second.sentence;
    this.#summary.textContent = second.summary;
    this.#note.textContent = second.note;
    this.#note.hidden = !second.note;
    this.#queue.show(second.queue);
    this.#furthest.show(second.differences);
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
      const line = /** @type {HTMLElement} */ (this.#divergences.children[place].firstElementChild);
      if (line.textContent !== text) line.textContent = text;
    }
  }

  /** @param {SecondRunAction} act */
  #act(act) {
    this.#run.act({ panel: 'second-run', action: act });
  }

  /** @param {string} text */
  #say(text) {
    if (this.#state.textContent !== text) this.#state.textContent = text;
  }
}

/** The machine of the second run: it has the layout of the first, and its own pointer. */
class SecondRunMachine {
  #panel = find('run-map-there-panel', HTMLDivElement);
  #name = find('run-map-name', HTMLParagraphElement);
  #title = find('run-map-there-name', HTMLParagraphElement);
  #area = find('run-map-there', HTMLDivElement);
  #canvas = find('run-map-there-canvas', HTMLCanvasElement);
  #node = find('run-node-there', HTMLParagraphElement);
  #caption = find('run-map-there-caption', HTMLParagraphElement);
  /** The pointed job. @type {number | undefined} */
  #job;

  #run;

  /**
   * @param {OpenRun} run
   * @param {import('./run_machine.js').DoesToMachine} act
   */
  constructor(run, act) {
    this.#run = run;
    followPointer(this.#area, this.#canvas, act, () => {
      if (this.#job !== undefined) run.choose(this.#job);
    });
  }

  hide() {
    this.#panel.hidden = this.#name.hidden = true;
  }

  /**
   * @param {SecondRunState} second
   * @param {boolean} machines whether machines are shown
   */
  show({ title, machine }, machines) {
    if (!machine || !machines) return this.hide();
    this.#panel.hidden = this.#name.hidden = false;
    const { width, height, node, job, caption, solid } = machine;
    // In three dimensions, the panel of the first machine draws both.
    const isSolid = this.#area.hidden;
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    if (!isSolid) this.#run.view()?.draw_machine(this.#canvas, true, devicePixelRatio, isDark());
    this.#title.textContent = title;
    this.#node.textContent = node;
    this.#caption.textContent = isSolid ? solid : caption;
    this.#job = job ?? undefined;
  }
}
