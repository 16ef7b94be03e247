// @ts-check
/**
 * The dialog that searches which placements Slurm should permit on a torus. A topology and a log are dropped on the page;
 * workers run the log's jobs with one list of placements after the other.
 */
import { button, dialogHead, explained, fileButton, find, make, options, scrolling, write } from './dom.js';
import { lazyPart } from '../state/lazy_part.js';
import { effect } from '../state/signals.js';
import { questions } from './questions.js';
import { runModule } from '../workers/run_module.js';
import { save } from './share.js';
import { fill } from './table.js';

/** @import { SearchLimits } from '../../subtorus.js' */
/** @import { PlacementProgress, PlacementSearcher, PlacementWish, TopologyReport } from '../../run_view.js' */
/** @import { Changes } from '../state/changes.js' */
/** @import { Store } from '../state/store.js' */
/** @import { Log, Wanted } from '../workers/messages.js' */

/** The numbers of the search: name on the command line, label, least, default. @type {[string, string, number, number][]} */
const NUMBERS = [
  ['runs', 'Most runs', 1, 200],
  ['sizes', 'Sizes of jobs', 1, 8],
  ['shapes', 'Shapes of a size', 1, 3],
  ['restarts', 'Further starts', 0, 0],
];

const SMALL = { class: 'small' };

/** How many runs are made at once. */
const WORKERS = Math.max(1, navigator.hardwareConcurrency || 1);

/** The part of the page that the dialog works on. @typedef {object} Around
 * @property {Store} store
 * @property {() => Wanted} wanted the experiment and what the user has set in it
 * @property {(link: string) => void} visit shows another experiment
 * @property {Changes} changes
 * @property {() => void} run
 */

export class PlacementPanel {
  #around;
  /** @type {{ name: string, text: string, report: TopologyReport } | null} */
  #topology = null;
  /** The last search, what it searches, and how far it is. @type {{ searcher: PlacementSearcher, key: string, seconds: number } | null} */
  #search = null;
  /** @type {AbortController | null} */
  #running = null;
  #job = lazyPart(
    () => import('./place_job.js'),
    ({ PlaceJobPanel }) => new PlaceJobPanel(() => this.#around.wanted().link, (file) => void this.take(file)),
  );
  #topologyLine = make('p', { id: 'placements-topology' });
  #jobsLine = make('p', { id: 'placements-jobs' });
  #state = make('p', { id: 'placements-state', class: 'small', role: 'status' });
  #bar = make('progress', { max: 1, value: 0, 'aria-label': 'Runs done', hidden: true });
  #table = make('table', { id: 'placements-table' });
  #command = make('code');
  #found = make('div', { class: 'stack', hidden: true });
  #start = make('button', { type: 'submit', class: 'primary' }, 'Compare placements');
  #cancel = button('Cancel', () => this.#stop(), { class: 'primary', hidden: true });
  #policy = make('select', { name: 'scheduling', 'aria-label': 'Scheduling' });
  #form = make('form', { class: 'row', 'aria-label': 'Search', autocomplete: 'off' });
  #dialog = make('dialog', { id: 'placements', class: 'over', 'aria-labelledby': 'placements-title' });
  /** The table and the files of the last answer. @type {PlacementProgress | null} */
  #last = null;

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
    const aim = 'Which boxes of nodes should topology/torus3d of Slurm permit? Drop topology.yaml and a log of jobs on this page. Each list of placements is tried in a run of the same jobs; the best list refuses least work, then uses the nodes best.';
    this.#policy.append(...options(around.store.catalogue.schedulings));
    this.#policy.value = 'easy';
    const numbers = NUMBERS.map(([name, label, least, usual]) =>
      make('label', {}, `${label} `, make('input', { type: 'number', name, min: least, max: 1000000, step: 1, value: usual, required: true })),
    );
    const one = button('Place one job …', () => this.#job.ask((panel) => void panel.open(this.#topology)), { class: 'small', 'aria-haspopup': 'dialog' });
    const turn = make('label', { class: 'tick' }, make('input', { type: 'checkbox', name: 'rotated', checked: true }), ' Boxes may turn');
    this.#form.append(this.#policy, ...numbers, turn, this.#start, this.#cancel);
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#compare();
    });
    this.#form.addEventListener('input', () => this.show());
    const files = make('p', { class: 'row' },
      button('Save topology.yaml', () => save('topology', 'yaml', this.#last?.yaml ?? ''), SMALL),
      button('Save the table', () => save('placements', 'csv', this.#last?.csv ?? ''), SMALL),
    );
    this.#found.append(scrolling('Ranked placements', this.#table, 'scrolls'), files, make('p', { class: 'small quiet' }, 'The same on the command line: ', this.#command));
    const asked = make('p', { class: 'row' }, one, 'Which nodes would a job get, and why not others?');
    const more = make('section', { class: 'stack', 'aria-label': 'Questions' });
    this.#dialog.append(dialogHead('placements-title', 'Placements to permit'),
      make('p', { class: 'small quiet' }, aim), this.#topologyLine, this.#jobsLine, asked, this.#form, this.#state, this.#bar, this.#found, more);
    document.body.append(this.#dialog);
    const open = (/** @type {string} */ link) => {
      this.#dialog.close();
      around.visit(link);
    };
    void questions(open).then((parts) => more.append(...parts));
    effect(() => {
      // The experiment or its log may have changed.
      void [around.store.experiment, around.store.log.value];
      this.show();
    });
  }

  get isOpen() {
    return this.#dialog.open;
  }

  /** Opens it. */
  open() {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.show();
  }

  /** @param {File} file a topology */
  async take(file) {
    this.open();
    try {
      const { topology_report } = await runModule();
      const text = await file.text();
      this.#topology = { name: file.name, text, report: topology_report(text) };
      this.show();
      void this.#job.part?.change(this.#topology);
    } catch (error) {
      const why = `${file.name} could not be read: ${explained(error)}`;
      this.#say(why);
      this.#job.part?.complain(why);
    }
  }

  /** Shows what is searched. */
  show() {
    if (!this.#dialog.open) return;
    const { experiment: study, currentLog: jobs } = this.#around.store;
    const topology = this.#topology;
    if (topology) {
      const { sentence: said, is_torus } = topology.report;
      const put = button('Use it in the experiment', () => this.#use(topology.report, topology.name), SMALL);
      const rest = is_torus ? '' : ' Lists of placements are for one torus of three dimensions; the experiment compares what other topologies cost. ';
      this.#topologyLine.replaceChildren(make('strong', {}, topology.name), ` ${said}.${rest} `, put);
    } else {
      const choose = fileButton('choose a file', '.yaml,.yml,.conf', (file) => this.take(file));
      this.#topologyLine.replaceChildren('No topology yet: drop topology.yaml, or ', choose, `. Until then the machine is ${study.value('machine')}; it must be a torus of three dimensions.`);
    }
    const logs = button('choose a log', () => find('log-file').click(), { class: 'link' });
    if (jobs) this.#jobsLine.replaceChildren(make('strong', {}, study.value('log')), ` ${jobs.summary}`);
    else this.#jobsLine.replaceChildren(`Synthetic jobs, from ${study.source()}: drop the output of sacct, or `, logs, '.');
    const goesOn = this.#last?.open.length && this.#search?.key === this.#key();
    this.#start.textContent = goesOn ? 'Go on' : 'Compare placements';
    this.#start.hidden = this.#running !== null;
    this.#cancel.hidden = this.#bar.hidden = this.#running === null;
  }

  /**
   * Puts the experiment on the topology.
   * @param {TopologyReport} report
   * @param {string} file
   */
  #use({ settings: [topology, ...others] }, file) {
    const { changes, run } = this.#around;
    this.#dialog.close();
    // Undoing what has a field takes the topology out, too.
    changes.choose([...others, topology], `as ${file} has it`);
    run();
  }

  /** What is searched. @returns {PlacementWish} */
  #wish() {
    const { wanted, store } = this.#around;
    const { link, touched } = wanted();
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (this.#form.elements.namedItem(name));
    const [budget, sizes, shapes, restarts] = NUMBERS.map(([name]) => field(name).valueAsNumber);
    /** @type {SearchLimits} */
    const limits = { budget, sizes, shapes, restarts, rotated: field('rotated').checked };
    const processors = store.currentLog?.processors ?? 0;
    return { link, touched, topology: this.#topology?.text ?? '', scheduling: this.#policy.value, processors, limits };
  }

  #key() {
    return JSON.stringify([this.#wish(), this.#around.store.currentLog?.sha256]);
  }

  async #compare() {
    const running = (this.#running = new AbortController());
    this.show();
    try {
      const key = this.#key();
      const log = this.#around.store.currentLog;
      if (this.#search?.key !== key || !this.#last?.open.length) {
        this.#say('Choosing the first placements …');
        const { placement_study } = await runModule();
        const columns = log ? new Uint8Array(await log.columns.arrayBuffer()) : undefined;
        if (running.signal.aborted) return;
        this.#search = { searcher: placement_study(this.#wish(), columns), key, seconds: 0 };
      }
      await this.#run(this.#search, log, running.signal);
    } catch (error) {
      if (running.signal.aborted) return;
      running.abort();
      this.#running = null;
      this.#say(explained(error));
    }
    this.show();
  }

  /**
   * Makes the runs of a search, round by round. An aborted search stays as it is, and can go on.
   * @param {{ searcher: PlacementSearcher, seconds: number }} search
   * @param {Log | null} log
   * @param {AbortSignal} signal
   */
  async #run(search, log, signal) {
    const began = performance.now() - search.seconds * 1000;
    const look = () => {
      search.seconds = (performance.now() - began) / 1000;
      return this.#show(search.searcher.progress(search.seconds));
    };
    for (let { open } = look(); open.length; { open } = look()) {
      const waiting = [...open];
      const lane = async () => {
        for (let run = waiting.shift(); run; run = waiting.shift()) {
          const found = await this.#around.store.pool.inspect(run.link, 0, 'placements', signal, log);
          search.searcher.take(run.place, found);
          if (waiting.length) look();
        }
      };
      await Promise.all(Array.from({ length: WORKERS }, lane));
    }
    this.#running = null;
  }

  /** @param {PlacementProgress} progress */
  #show(progress) {
    this.#last = progress;
    this.#bar.value = progress.runs / progress.most;
    this.#say(progress.sentence);
    this.#found.hidden = progress.runs === 0;
    fill(this.#table, progress.table, 'Ranked placements');
    this.#command.textContent = progress.command;
    return progress;
  }

  /** Ends the workers. What they have found stays. */
  #stop() {
    this.#running?.abort();
    this.#running = null;
    this.#say(`Stopped. ${this.#last?.runs ? `The table has the best of ${this.#last.runs} runs; Go on makes the others.` : ''}`);
    this.show();
    this.#start.focus();
  }

  /** @param {string} text */
  #say(text) {
    write(this.#state, text);
  }
}
