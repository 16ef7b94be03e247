// @ts-check
/**
 * The dialog that places one job: which nodes it gets while others are busy, and what the other places cost or lack. The
 * same as `subtorus place` on the command line.
 */
import { button, complaint, dialogHead, explained, fileButton, make, offer, scrolling, write } from './dom.js';
import { NodesPicture } from './nodes_picture.js';
import { runModule } from '../workers/run_module.js';
import { fill } from './table.js';

/** @import { PlacePicture, PlaceQuestion } from '../../run_view.js' */

const SMALL = { class: 'small' };

/** A square with its gap, in pixels: of large clusters, and of small ones. */
const UNITS = [12, 20];
/** The most nodes of a small cluster. */
const FEW = 520;

/** The ticks: name, label, and the field of the question that they are part of. @type {[string, string, string][]} */
const TICKS = [
  ['spread', 'Spread', 'flags'],
  ['consolidate', 'Consolidate', 'flags'],
  ['round_up', 'Round up', 'round_up'],
  ['dragonfly', 'Dragonfly', 'dragonfly'],
];

/** @typedef {typeof import('../../run_view.js')} RunModule */
/** A file with a topology. @typedef {{ name: string, text: string }} TopologyText */

export class PlaceJobPanel {
  #link;
  /** @type {RunModule | null} */
  #module = null;
  /** @type {TopologyText | null} */
  #topology = null;
  /** What is drawn. */
  #key = '';
  /** @type {PlacePicture | null} */
  #picture = null;
  /** @type {number[]} */
  #busy = [];
  #about = make('p', { id: 'place-topology' });
  #nodes = make('input', { type: 'number', name: 'nodes', min: 1, step: 1, required: true });
  #segment = make('input', { type: 'number', name: 'segment', min: 1, step: 1 });
  #ticks = TICKS.map(([name, text, field]) => {
    const input = make('input', { type: 'checkbox', name });
    return { name, field, input, label: make('label', { class: 'tick' }, input, ` ${text}`) };
  });
  #strategy = make('select', { name: 'allocation' });
  #free = make('input', { name: 'free', placeholder: 'none; such as 0-7,10', spellcheck: 'false', 'aria-describedby': 'place-free-form' });
  #form = make('form', { class: 'stack', 'aria-label': 'The job', autocomplete: 'off' });
  #answer = make('p', { id: 'place-answer', role: 'status' });
  #squares = new NodesPicture((nodes) => this.#ask(nodes));
  #table = make('table', { id: 'place-table' });
  #rule = make('p', { id: 'place-rule', class: 'small quiet' });
  #numbers = make('code', { id: 'place-numbers' });
  #names = make('code', { id: 'place-names' });
  #lists = make('p', { class: 'small quiet' }, 'Numbers: ', this.#numbers, make('br'), 'Names: ', this.#names);
  #command = make('code', { id: 'place-command' });
  #commandLine = make('p', { class: 'small quiet' }, 'The same on the command line: ', this.#command);
  #places = scrolling('Places for the job', this.#table, 'scrolls');
  #parts = make('div', { class: 'stack', hidden: true });
  #dialog = make('dialog', { id: 'place-job', class: 'over', 'aria-labelledby': 'place-title' });
  #choose;

  /**
   * @param {() => string} link of the experiment
   * @param {(file: File) => void} take a topology that the user chooses
   */
  constructor(link, take) {
    this.#link = link;
    this.#choose = fileButton('choose a file', '.yaml,.yml,.conf', take);
    const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => make('label', {}, `${name} `, input);
    const ticks = this.#ticks.map(({ label }) => label);
    const job = make('p', { class: 'row' }, field('Nodes', this.#nodes), field('Segment', this.#segment), ...ticks, field('Strategy', this.#strategy));
    const free = make('label', { id: 'place-free' }, 'Free nodes', this.#free);
    const all = button('All free', () => this.#set(null), SMALL);
    const none = button('All busy', () => this.#set(''), SMALL);
    const half = button('Random half', () => this.#ask(this.#half()), SMALL);
    const form = make('span', { id: 'place-free-form', class: 'hidden' }, 'Numbers such as 0-7,10');
    this.#form.append(job, make('p', { class: 'row' }, free, form, all, none, half));
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('input', () => this.#ask([]));
    const key = (/** @type {string} */ state, /** @type {string} */ word) => make('span', {}, make('span', { class: `place-key ${state}` }), ` ${word}`);
    const legend = make('p', { class: 'row small quiet' }, key('free', 'free'), key('busy', 'busy'), key('chosen', 'chosen for the job'), 'Click or drag over squares to make nodes busy or free.');
    this.#parts.append(this.#form, this.#answer, legend, this.#squares.element, this.#places, this.#rule, this.#lists, this.#commandLine);
    this.#dialog.append(dialogHead('place-title', 'Place one job'), this.#about, this.#parts);
    document.body.append(this.#dialog);
    addEventListener('resize', () => this.#dialog.open && this.#redraw());
  }

  /** @param {TopologyText | null} topology of a file; null for that of the experiment */
  async open(topology) {
    if (!this.#dialog.open) this.#dialog.showModal();
    await this.change(topology);
  }

  /**
   * Another file has come, if the dialog is open.
   * @param {TopologyText | null} topology
   */
  async change(topology) {
    if (!this.#dialog.open) return;
    this.#topology = topology;
    this.#module = await runModule();
    const key = JSON.stringify([this.#link(), topology]);
    if (key === this.#key) return;
    this.#key = key;
    try {
      this.#begin(this.#draw(this.#module));
    } catch (error) {
      this.#key = '';
      this.#parts.hidden = true;
      this.#about.replaceChildren(`${complaint(error).message}. Drop topology.yaml on the page, or `, this.#choose, '.');
    }
  }

  /** @param {string} text about a file that cannot be read */
  complain(text) {
    this.#about.replaceChildren(`${text}. `, this.#choose);
  }

  /**
   * Draws the nodes, those of a small cluster larger.
   * @param {RunModule} module
   * @param {number} [unit]
   * @returns {PlacePicture}
   */
  #draw(module, unit = UNITS[0]) {
    this.#parts.hidden = false;
    const columns = Math.floor((this.#squares.element.clientWidth - 20) / unit);
    const picture = module.place_picture(this.#link(), this.#topology?.text ?? '', Math.max(1, columns));
    if (unit === UNITS[0] && picture.names.length <= FEW) return this.#draw(module, UNITS[1]);
    this.#squares.draw(picture, unit);
    return (this.#picture = picture);
  }

  /** For another width of the window. */
  #redraw() {
    if (this.#parts.hidden || !this.#module) return;
    this.#draw(this.#module);
    this.#ask([]);
  }

  /**
   * Asks the first question about a cluster.
   * @param {PlacePicture} picture
   */
  #begin({ sentence, question, strategies }) {
    const name = this.#topology?.name;
    this.#about.replaceChildren(...(name ? [make('strong', {}, name), ` ${sentence}.`] : [`${sentence}, of the experiment. For another topology, `, this.#choose, '.']));
    offer(this.#strategy, strategies.map(({ name }) => name), strategies[0]?.name);
    this.#nodes.value = question.nodes ?? '';
    this.#segment.value = question.segment ?? '';
    const { flags = '', round_up, dragonfly } = question;
    for (const { name, input } of this.#ticks) input.checked = { round_up, dragonfly }[name] ?? flags.includes(name);
    this.#set(question.free ?? null);
  }

  /** The fields that the strategy reads. */
  #fields() {
    const fields = new Set(this.#picture?.strategies[this.#strategy.selectedIndex]?.fields);
    for (const { field, label } of this.#ticks) label.hidden = !fields.has(field);
    /** @type {HTMLElement} */ (this.#segment.parentElement).hidden = !fields.has('segment');
    return fields;
  }

  /** @returns {PlaceQuestion} */
  #question() {
    const fields = this.#fields();
    const ticked = this.#ticks.filter(({ field, input }) => fields.has(field) && input.checked);
    return {
      free: this.#free.value,
      nodes: this.#nodes.value,
      segment: fields.has('segment') && this.#segment.value ? this.#segment.value : undefined,
      flags: ticked.filter(({ field }) => field === 'flags').map(({ name }) => name).join('+') || undefined,
      allocation: this.#strategy.selectedIndex > 0 ? this.#strategy.value : undefined,
      round_up: ticked.some(({ name }) => name === 'round_up'),
      dragonfly: ticked.some(({ name }) => name === 'dragonfly'),
    };
  }

  /** @param {string | null} free the free nodes; null for all */
  #set(free) {
    this.#free.value = free ?? `0-${(this.#picture?.names.length ?? 1) - 1}`;
    this.#ask([]);
  }

  /** What makes every second node busy, by chance. */
  #half() {
    const busy = new Set(this.#busy);
    return (this.#picture?.names ?? []).map((_, node) => node).filter((node) => busy.has(node) !== (Math.random() < 0.5));
  }

  /** @param {number[]} toggled nodes that become busy or free */
  #ask(toggled) {
    if (!this.#module) return;
    for (const input of this.#form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
    try {
      const began = performance.now();
      const report = this.#module.place_job({ link: this.#link(), topology: this.#topology?.text ?? '', question: this.#question(), toggled });
      this.#busy = report.busy;
      if (toggled.length) this.#free.value = report.free;
      this.#squares.show(report);
      this.#answer.textContent = report.sentence;
      this.#answer.dataset.milliseconds = (performance.now() - began).toFixed(0);
      this.#rule.textContent = report.rule;
      this.#places.hidden = report.places.rows.length === 0;
      fill(this.#table, report.places, 'Places for the job');
      this.#follow(report.place_nodes);
      this.#numbers.textContent = report.answer;
      this.#names.textContent = report.names;
      this.#lists.hidden = report.chosen.length === 0;
      this.#command.textContent = report.command;
      this.#commandLine.hidden = !report.command;
    } catch (error) {
      write(this.#answer, explained(error));
      this.#form.querySelector(`[name="${complaint(error).place}"]`)?.setAttribute('aria-invalid', 'true');
      this.#places.hidden = this.#lists.hidden = this.#commandLine.hidden = true;
      this.#rule.textContent = '';
    }
    this.#squares.outline([]);
  }

  /**
   * The rows of the table outline their nodes.
   * @param {number[][]} nodes
   */
  #follow(nodes) {
    this.#table.querySelectorAll('tbody tr').forEach((row, place) => {
      row.setAttribute('tabindex', '0');
      for (const event of ['mouseenter', 'focus']) row.addEventListener(event, () => this.#squares.outline(nodes[place]));
      for (const event of ['mouseleave', 'blur']) row.addEventListener(event, () => this.#squares.outline([]));
    });
  }
}
