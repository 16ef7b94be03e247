// @ts-check
/** The column of controls. Every parameter is a field under its own name; Rust says what is right and what is wrong. */
import { strategy, strategy_pictures } from '../subtorus.js';
import { isDark } from './chart.js';
import { complaint, find, sentence } from './dom.js';
import { Field, line, lines, list, menu } from './field.js';
import { notice } from './notices.js';

/** @import { Catalogue, Complaint, Field as Parameter, Refusal, Study } from '../subtorus.js' */
/** @import { Markable } from './field.js' */
/** @import { Pool } from './pool.js' */

/** Fields that only a log, or only a model, gives a meaning. */
const OF_A_LOG = ['partition', 'queue', 'status', 'first', 'window'];
const OF_A_MODEL = ['model', 'jobs', 'rate', 'sides', 'runtimes'];
/** Fields that the stochastic model alone reads. */
const STOCHASTIC = ['sides', 'runtimes'];
/** Fields about sizes given as numbers, which the stochastic model does not make. */
const OF_SIZES = ['size-scale', 'round', 'shape'];
/** Fields of jobs that communicate. */
const OF_A_NETWORK = ['pattern', 'messages', 'sending', 'packet-length', 'routing-delay'];
/** Fields about runtimes, which mean nothing where communication alone determines how long jobs take. */
const OF_RUNTIMES = ['estimates', 'runtime-coefficient'];
const WIDE = ['vary', 'window', 'runtimes', 'service', 'pattern', 'messages'];

export class Form {
  /** @type {Map<string, Field>} */
  #fields = new Map();
  /** Parameters the person or the link has set; suggestions leave them alone. @type {Set<string>} */
  touched = new Set();
  /** The field that was marked because the experiment as a whole could not run. @type {Field | undefined} */
  #marked;
  /** The list of allocation strategies. @type {Markable | undefined} */
  #strategies;
  /** The strategies that are not for the machines, and why. @type {Refusal[]} */
  #refusals = [];
  /** What they were last looked for. */
  #markedFor = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #markTimer;
  #marking = new AbortController();
  #study;
  #pool;
  #changed;

  /**
   * @param {Catalogue} catalogue
   * @param {() => Study} study the experiment being edited
   * @param {Pool} pool
   * @param {() => void} changed called after the experiment has changed
   */
  constructor(catalogue, study, pool, changed) {
    this.#study = study;
    this.#pool = pool;
    this.#changed = changed;
    for (const group of find('experiment', HTMLFormElement).querySelectorAll('.fields')) {
      for (const name of (group.getAttribute('data-fields') ?? '').split(' ')) {
        const parameter = catalogue.parameters.find((candidate) => candidate.name === name);
        if (!parameter) continue;
        const control = this.#control(parameter, catalogue);
        const field = new Field(
          parameter,
          control,
          (_, text) => this.#offer(name, text),
          () => this.#restore(name),
        );
        this.#fields.set(name, field);
        group.append(field.element);
      }
    }
  }

  /**
   * @param {Parameter} parameter
   * @param {Catalogue} catalogue
   */
  #control(parameter, catalogue) {
    if (parameter.name === 'allocation') {
      const control = list(parameter, {
        known: catalogue.allocations,
        families: catalogue.families,
        another: 'midplane(4)',
        describe: (name) => strategy(name) ?? { name, title: name, definition: '' },
        define: (named) => ({
          ...named,
          pictures: strategy_pictures(named.name, isDark()),
          warning: this.#refusals.find(({ name }) => name === named.name)?.reason,
        }),
      });
      this.#strategies = control;
      return control;
    }
    if (parameter.name === 'scheduling') {
      const definition = 'An order of the queue and what a blocked head leads to.';
      return list(parameter, {
        known: catalogue.schedulings,
        families: [],
        another: 'sjf/easy',
        describe: (name) => ({ name, title: name, definition }),
        define: (named) => named,
      });
    }
    const wide = WIDE.includes(parameter.name);
    if (parameter.choices.length) return menu(parameter, wide);
    if (parameter.name === 'machine') return lines(parameter, catalogue.machines);
    return line(parameter, parameter.name === 'vary' ? catalogue.sweeps : [], wide);
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  #offer(name, text) {
    if (text === this.#study().value(name)) return '';
    try {
      this.#study().set(name, text);
    } catch (error) {
      return complaint(error).message;
    }
    this.touched.add(name);
    this.unmark();
    this.#fields.get(name)?.remark('');
    this.#changed();
    return '';
  }

  /** @param {string} name */
  #restore(name) {
    this.#fields.get(name)?.show(this.#study().value(name));
  }

  /**
   * Shows the experiment's values. What somebody has typed and Rust has refused stays, unless told otherwise.
   * @param {boolean} [everything]
   */
  show(everything = false) {
    const study = this.#study();
    for (const [name, field] of this.#fields) {
      if (everything || !field.draft) field.show(study.value(name));
      if (everything) field.remark('');
      if (OF_A_LOG.includes(name)) field.element.hidden = !study.uses_log();
      if (OF_A_MODEL.includes(name)) field.element.hidden = study.uses_log();
      const stochastic = !study.uses_log() && study.value('model') === 'stochastic';
      if (STOCHASTIC.includes(name)) field.element.hidden = !stochastic;
      if (OF_SIZES.includes(name)) field.element.hidden = stochastic;
      if (OF_RUNTIMES.includes(name)) field.element.hidden = study.value('service') === 'communication';
      if (OF_A_NETWORK.includes(name)) field.element.hidden = study.value('service') === 'runtime';
      if (name === 'precision') field.element.hidden = study.value('replications') === '1';
    }
    this.#markLater();
  }

  /** Making an allocator of every kind takes a moment on a large machine: only when it has changed, and not here. */
  #markLater() {
    const concerned = () => ['machine', 'allocation', 'service'].map((name) => this.#study().value(name)).join(' ');
    if (concerned() === this.#markedFor) return;
    this.#markedFor = concerned();
    clearTimeout(this.#markTimer);
    this.#marking.abort();
    this.#markTimer = setTimeout(() => this.#mark(), 200);
  }

  /** Marks the strategies that are not for the machines. */
  async #mark() {
    const strategies = this.#strategies;
    if (!strategies) return;
    this.#marking = new AbortController();
    try {
      this.#refusals = await this.#pool.refusals(this.#study().link(), strategies.names(), this.#marking.signal);
      strategies.mark(this.#refusals);
    } catch (error) {
      this.#markedFor = '';
      notice('marking', `Which strategies suit the machine could not be found out: ${sentence(error)}`);
    }
  }

  /**
   * Says beside a field why its value was set.
   * @param {string} name
   * @param {string} note
   */
  remark(name, note) {
    this.#fields.get(name)?.remark(note);
  }

  /**
   * Shows a complaint beside the field it is about; whether there is such a field.
   * @param {Complaint} complaint
   */
  complain({ place, message }) {
    this.#marked = this.#fields.get(place);
    this.#marked?.complain(message);
    return this.#marked !== undefined;
  }

  /** Takes back what was said about the experiment as a whole: it has changed, or is tried again. */
  unmark() {
    this.#marked?.complain('');
    this.#marked = undefined;
  }

  /**
   * Another link is on the page: what was typed and refused goes, what the link names counts as set.
   * @param {string} link
   */
  forget(link) {
    this.touched = new Set(new URLSearchParams(link.replace(/^#/, '')).keys());
  }

  /** The first field whose text was refused, after taking the person there. */
  goToWrong() {
    const wrong = [...this.#fields.values()].find((field) => field.wrong !== '');
    wrong?.focus();
    return wrong;
  }
}
