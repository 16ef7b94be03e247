// @ts-check
/**
 * A second run beside the one that is open: which one, its queue and its machine at the same moment, and in what the two
 * differ. Which one is part of the link; going back takes it away.
 */
import { isDark } from './chart.js';
import { find, make, sentence } from './dom.js';
import { JobList } from './run_list.js';
import { AS_LOGGED } from './run_elsewhere.js';
import { followPointer } from './run_machine.js';

/** @import { Act, BesideAct, PartingReport, Question, RunChoice, Seen, Trace } from '../subtorus.js' */
/** @import { RunView } from '../run_view.js' */
/** @import { Pool } from './pool.js' */

export class BesidePanel {
  #pool;
  #does;
  #put;
  #logged;
  #row = find('run-beside-row', HTMLDivElement);
  #select = find('run-beside', HTMLSelectElement);
  #state = find('run-beside-state', HTMLSpanElement);
  #sentence = find('run-beside-sentence', HTMLParagraphElement);
  #section = find('run-differences', HTMLElement);
  #title = find('run-beside-title', HTMLSpanElement);
  #summary = find('run-differences-summary', HTMLParagraphElement);
  #partings = find('run-partings', HTMLUListElement);
  #note = find('run-differences-note', HTMLParagraphElement);
  #queueGroup = find('run-there-group', HTMLDivElement);
  #queue;
  #furthest;
  #machine;
  /** @type {RunChoice | undefined} */
  #choice;
  /** Which run stands beside, or is on its way. */
  #open = '';
  #waiting = new AbortController();
  /** What has been asked of workers. @type {Set<string>} */
  #asked = new Set();
  /** What the partings say. */
  #told = '';

  /**
   * @param {Pool} pool
   * @param {object} hands
   * @param {(act: Act) => void} hands.act does something with both runs
   * @param {(trace: Trace, act: Act) => void} hands.put does so, having put a run beside the open one
   * @param {(job: number | undefined) => void} hands.choose looks at a job
   * @param {() => boolean} hands.logged whether the log has a schedule of its own
   * @param {(name: string) => void} hands.wanted called with the run that somebody wants to see beside it; empty for none
   */
  constructor(pool, { act, put, choose, wanted, logged }) {
    this.#pool = pool;
    this.#logged = logged;
    this.#does = act;
    this.#put = put;
    const unabridge = (/** @type {boolean} */ all) => act({ kind: 'unabridge', all });
    this.#queue = new JobList('there', choose, unabridge);
    this.#furthest = new JobList('furthest', choose, unabridge);
    this.#machine = new MachineBeside((machine) => this.#act({ kind: 'machine', act: machine }), choose);
    this.#select.addEventListener('change', () => wanted(this.#select.value));
  }

  /**
   * Puts the run beside that the link names, if the open one is there; or takes it away.
   * @param {RunChoice} choice
   */
  follow(choice) {
    this.#choice = choice;
    this.#offer(choice);
    const { beside, link, name } = choice;
    const cell = beside?.cell ?? undefined;
    const key = beside && cell !== undefined ? `${link} ${name} ${beside.name}` : '';
    if (beside && cell === undefined) this.#say(beside.problem);
    else if (!beside) this.#say('');
    if (key === this.#open) return;
    this.#waiting.abort();
    if (this.#open) this.#act({ kind: 'close' });
    this.#asked.clear();
    this.#open = key;
    if (beside && cell !== undefined) void this.#load(link, cell, beside.title, key);
  }

  /** No run is open. */
  forget() {
    this.#waiting.abort();
    this.#asked.clear();
    this.#choice = undefined;
    this.#open = '';
    this.#row.hidden = true;
    this.#say('');
    this.show(undefined, undefined);
  }

  /** @param {RunChoice} choice */
  #offer({ others: all, beside }) {
    const others = all.filter(([name]) => name !== AS_LOGGED || this.#logged());
    this.#row.hidden = others.length === 0 && !beside;
    const options = [['', 'no other run'], ...others];
    const known = [...this.#select.options].map((option) => `${option.value} ${option.text}`);
    if (known.join('\n') !== options.map((option) => option.join(' ')).join('\n')) {
      this.#select.replaceChildren(...options.map(([value, text]) => make('option', { value }, text)));
    }
    this.#select.value = beside?.name ?? '';
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
      const trace = await this.#pool.trace(link, cell, signal);
      if (key !== this.#open) return;
      this.#put(trace, { kind: 'beside', act: { kind: 'name', title } });
      this.#say('');
    } catch (error) {
      if (key !== this.#open) return;
      this.#open = '';
      this.#say(`It could not be put beside: ${sentence(error)}`);
    }
  }

  /**
   * Has workers find out why jobs wait, where the cursor rests.
   * @param {Seen} seen
   */
  explain(seen) {
    for (const question of seen.beside?.questions ?? []) void this.#explain(question);
  }

  /** @param {Question} question */
  async #explain({ of, there, instant }) {
    const { link = '', cell, beside } = this.#choice ?? {};
    const [open, asked, place] = [this.#open, `${of} ${instant}`, there ? beside?.cell : cell];
    if (place === undefined || place === null || this.#asked.has(asked)) return;
    this.#asked.add(asked);
    try {
      const inspection = await this.#pool.inspect(link, place, { waits: instant });
      if (open === this.#open && 'waits' in inspection) this.#act({ kind: 'explain', of, reasons: inspection.waits });
    } catch (error) {
      if (open === this.#open) this.#say(`Why jobs wait could not be found out: ${sentence(error)}`);
    } finally {
      // What has come back may have been for another moment by then, and is asked again when it is wanted again.
      this.#asked.delete(asked);
    }
  }

  /**
   * Shows what is seen of the run beside.
   * @param {RunView | undefined} view
   * @param {Seen | undefined} seen
   */
  show(view, seen) {
    const beside = seen?.beside;
    this.#section.hidden = this.#queueGroup.hidden = this.#sentence.hidden = !beside;
    this.#machine.show(view, seen);
    if (!beside) return;
    this.#title.textContent = beside.title;
    this.#sentence.textContent = beside.sentence;
    this.#summary.textContent = beside.summary;
    this.#note.textContent = beside.note;
    this.#note.hidden = !beside.note;
    this.#queue.show(beside.queue);
    this.#furthest.show(beside.differences);
    this.#tell(beside.partings);
  }

  /**
   * Shows where the runs part; buttons stay where they are while only the text changes.
   * @param {PartingReport[]} partings
   */
  #tell(partings) {
    const told = partings.map(({ button, moment, job }) => `${button} ${moment} ${job}`).join();
    if (told !== this.#told) {
      this.#told = told;
      this.#partings.replaceChildren(...partings.map(({ button, moment, job }) => {
        const go = make('button', { type: 'button' }, button);
        go.addEventListener('click', () => {
          this.#does({ kind: 'choose', job });
          this.#does({ kind: 'type', moment });
        });
        return make('li', {}, make('span'), ' ', go);
      }));
    }
    for (const [place, { text }] of partings.entries()) {
      const line = /** @type {HTMLElement} */ (this.#partings.children[place].firstElementChild);
      if (line.textContent !== text) line.textContent = text;
    }
  }

  /** @param {BesideAct} act */
  #act(act) {
    this.#does({ kind: 'beside', act });
  }

  /** @param {string} text */
  #say(text) {
    if (this.#state.textContent !== text) this.#state.textContent = text;
  }
}

/** The machine of the run beside: laid out as the other one, pointed at by itself. */
class MachineBeside {
  #panel = find('run-map-there-panel', HTMLDivElement);
  #name = find('run-map-name', HTMLParagraphElement);
  #title = find('run-map-there-name', HTMLParagraphElement);
  #canvas = find('run-map-there-canvas', HTMLCanvasElement);
  #node = find('run-node-there', HTMLParagraphElement);
  #caption = find('run-map-there-caption', HTMLParagraphElement);
  /** The job that is pointed at. @type {number | undefined} */
  #job;

  /**
   * @param {import('./run_machine.js').DoesToMachine} act
   * @param {(job: number) => void} choose
   */
  constructor(act, choose) {
    followPointer(find('run-map-there', HTMLDivElement), this.#canvas, act, () => {
      if (this.#job !== undefined) choose(this.#job);
    });
  }

  /**
   * @param {RunView | undefined} view
   * @param {Seen | undefined} seen
   */
  show(view, seen) {
    const beside = seen?.beside;
    const placed = beside && seen.machine && beside.machine;
    this.#panel.hidden = !placed;
    this.#name.hidden = !placed;
    if (!placed || !view) return;
    const { width, height, node, job } = placed;
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    view.draw_machine(this.#canvas, true, devicePixelRatio, isDark());
    this.#title.textContent = beside.title;
    this.#node.textContent = node;
    this.#caption.textContent = placed.caption;
    this.#job = job ?? undefined;
  }
}
