// @ts-check
/** The placements of the experiment and some more to choose from, each with a picture; a button shows all of them. */
import { split_list, strategy, strategy_pictures } from '../../subtorus.js';
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { find, make } from './dom.js';

/** @import { Store } from '../state/store.js' */

/** Offered on a first visit, in this order. */
const OFFERED = ['ep', 'nep', 'flat', 'tff', 'gabl', 'tbf', 'random'];
/** With the button for all of them, they fill two rows. */
const PLACES = 7;

export class StrategyTiles {
  #store;
  #set;
  #group = find('tiles', HTMLDivElement);
  #all;
  /** The shown names. @type {string[]} */
  #shown = [];
  /** The tiles by name. @type {Map<string, { tile: HTMLElement, box: HTMLInputElement, why: HTMLElement }>} */
  #tiles = new Map();

  /**
   * @param {Store} store
   * @param {(names: string) => void} set sets the placements of the experiment
   * @param {HTMLButtonElement} all opens the list of all strategies
   */
  constructor(store, set, all) {
    this.#store = store;
    this.#set = set;
    this.#all = all;
    all.className = 'tile';
    all.replaceChildren(`All ${store.catalogue.allocations.length} …`);
    effect(() => {
      // Pictures have the colours of the theme.
      isDark();
      this.#tiles.clear();
      this.#shown = [];
    });
    effect(() => this.#show());
  }

  /** Shows the experiment's placements. Tiles keep their places while the set is the same. */
  #show() {
    isDark();
    const chosen = split_list(this.#store.experiment.value('allocation'));
    const others = [...this.#shown, ...OFFERED].filter((name) => !chosen.includes(name));
    const wanted = chosen.length >= PLACES ? chosen : [...chosen, ...new Set(others)].slice(0, PLACES);
    const places = [...this.#shown.filter((name) => wanted.includes(name)), ...wanted.filter((name) => !this.#shown.includes(name))];
    if (places.join() !== this.#shown.join()) {
      this.#shown = places;
      this.#group.replaceChildren(...places.map((name) => this.#tile(name).tile), this.#all);
    }
    for (const name of places) this.#tile(name).box.checked = chosen.includes(name);
    this.#mark();
  }

  /** Shows which placements cannot run on the machine. */
  #mark() {
    const refusals = this.#store.refusals.value;
    for (const name of this.#shown) {
      const { tile, box, why } = this.#tile(name);
      const reason = refusals.find((refusal) => refusal.name === name)?.reason ?? '';
      tile.classList.toggle('refused', reason !== '');
      tile.title = reason;
      why.hidden = reason === '';
      if (reason) box.setAttribute('aria-description', reason);
      else box.removeAttribute('aria-description');
    }
  }

  /** @param {string} name */
  #tile(name) {
    const known = this.#tiles.get(name);
    if (known) return known;
    const box = make('input', { type: 'checkbox', value: name });
    const thumb = make('span', { class: 'thumb', 'aria-hidden': 'true' });
    const why = make('span', { class: 'why', hidden: true }, 'cannot run');
    const title = strategy(name)?.title ?? name;
    const tile = make('label', { class: 'tile' }, box, thumb, make('span', { class: 'name', title }, title), why);
    box.addEventListener('change', () => this.#tick(name, box.checked));
    // A picture is a run of its own; it waits until the page has nothing else to do.
    setTimeout(() => (thumb.innerHTML = strategy_pictures(name, isDark()).pictures.at(-1)?.svg ?? ''));
    const made = { tile, box, why };
    this.#tiles.set(name, made);
    return made;
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  #tick(name, on) {
    const chosen = split_list(this.#store.study.value('allocation'));
    this.#set((on ? [...chosen, name] : chosen.filter((other) => other !== name)).join(','));
    // The experiment may have refused it: it needs at least one.
    this.#show();
  }
}
