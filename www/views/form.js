// @ts-check
/** The form of a sweep: its fields, which of them the user has set, and which strategies can be used on its machines. */
import { fresh_seed, strategy, strategy_pictures } from '../../subtorus.js';
import { lazyPart } from '../state/lazy_part.js';
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { button, find, sentence } from './dom.js';
import { controlOf } from './field.js';
import { Fields } from './fields.js';
import { list } from './names_list.js';
import { notice, retract } from './notices.js';

/** @import { Catalogue, Field as Parameter } from '../../subtorus.js' */
/** @import { Control } from './field.js' */
/** @import { Log } from '../workers/messages.js' */
/** @import { Choices, Markable } from './names_list.js' */
/** @import { Store } from '../state/store.js' */

/** The delay from a change until the strategies are checked, in milliseconds. */
const PACE = 200;

export class Form {
  fields;
  /** The button that shows all placements with their pictures. */
  byPicture = button([], () => this.#picker.ask((picker) => picker.open()), {
    id: 'by-picture', 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'p', 'data-shortcut': 'Choose strategies by picture',
  });
  #picker = lazyPart(
    () => import('./picker.js'),
    ({ strategyPicker }) => strategyPicker(this.#store, /** @type {Markable} */ (this.#strategies)),
    'picker',
  );
  /** The list of allocation strategies. @type {Markable | undefined} */
  #strategies;
  /** The link and the log of the last check. */
  #markedFor = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #markTimer;
  #marking = new AbortController();
  #store;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    const { catalogue } = store;
    const changed = (/** @type {string} */ name) => store.edit(() => store.touched.add(name));
    const control = (/** @type {Parameter} */ parameter) => this.#control(parameter, catalogue);
    this.fields = new Fields('experiment', catalogue.groups, catalogue.parameters, store.study, changed, control);
    effect(() => {
      void store.experiment;
      this.fields.show();
    });
    effect(() => this.#markLater(store.experiment.link(), store.suitableLog));
    // A field with the focus must not be covered by the Run bar, which changes its height with its text.
    const bar = find('run-bar');
    new ResizeObserver(() => document.documentElement.style.setProperty('--run-height', `${bar.offsetHeight}px`)).observe(bar);
  }

  /**
   * @param {Parameter} parameter
   * @param {Catalogue} catalogue
   * @returns {Control}
   */
  #control(parameter, catalogue) {
    if (parameter.name === 'seed') return drawn(controlOf(parameter));
    if (parameter.control !== 'names') return controlOf(parameter);
    /** The strategies and policies that can be chosen. @type {Record<string, Choices>} */
    const choices = {
      allocation: {
        known: catalogue.allocations,
        families: catalogue.families,
        another: 'midplane(4)',
        describe: (name) => strategy(name) ?? { name, title: name, definition: '' },
        define: (named) => ({
          ...named,
          guide: named.name.startsWith('own(') ? 'own-strategies' : `strategies#${named.name.split('(')[0]}`,
          pictures: strategy_pictures(named.name, isDark()),
          warning: this.#store.refusals.peek().find(({ name }) => name === named.name)?.reason,
        }),
      },
      scheduling: {
        known: catalogue.schedulings,
        families: [],
        another: 'sjf/easy',
        describe: (name) => ({ name, title: name, definition: 'An order of the queue and what a blocked head leads to.' }),
        define: (named) => ({ ...named, guide: 'backfilling' }),
      },
    };
    const control = list(parameter, choices[parameter.name]);
    if (parameter.name === 'allocation') this.#strategies = control;
    return control;
  }

  /** Checks again which strategies can be used on the machines. */
  again() {
    this.#markedFor = '';
    this.#markLater(this.#store.study.link(), this.#store.suitableLog);
  }

  /**
   * On a large machine, making every allocator takes a moment. So a worker does it, and only after a change.
   * @param {string} link
   * @param {Log | null} log
   */
  #markLater(link, log) {
    const asked = `${link} ${log?.sha256}`;
    if (asked === this.#markedFor) return;
    this.#markedFor = asked;
    this.#store.outlook.value = undefined;
    clearTimeout(this.#markTimer);
    this.#marking.abort();
    this.#markTimer = setTimeout(() => this.#mark(link, log), PACE);
  }

  /**
   * Marks the strategies that cannot be used, and shows the outlook for the log's jobs.
   * @param {string} link
   * @param {Log | null} log
   */
  async #mark(link, log) {
    const strategies = this.#strategies;
    if (!strategies) return;
    this.#marking = new AbortController();
    try {
      const { refusals, outlook } = await this.#store.pool.outlook(link, log, strategies.names(), this.#marking.signal);
      retract('marking');
      this.#store.refusals.value = refusals;
      this.#store.outlook.value = outlook;
      strategies.mark(refusals);
    } catch (error) {
      this.#markedFor = '';
      notice('marking', `Which strategies suit the machine could not be found out: ${sentence(error)}`);
    }
  }

  /** Another link is on the page. Refused text is dropped, and the parameters in the permalink count as set. */
  arrive() {
    this.#store.touched = new Set(this.#store.study.fields().filter(({ is_set }) => is_set).map(({ name }) => name));
    this.fields.show(true);
  }
}

/**
 * The control of the seed, with a button that draws another one.
 * @param {Control} control
 */
function drawn(control) {
  const draw = () => {
    control.write(fresh_seed() ?? control.read() ?? '');
    control.row.dispatchEvent(new Event('change'));
  };
  control.row.append(button('draw another seed', draw, { class: 'more small' }));
  return control;
}
