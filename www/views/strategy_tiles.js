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

/**
 * @param {Store} store
 * @param {(name: string, on: boolean) => void} tick adds a placement to the experiment, or removes it
 * @param {HTMLButtonElement} all opens the list of all strategies
 */
export function showStrategyTiles(store, tick, all) {
  /** The shown names. @type {string[]} */
  let shown = [];
  /** The tiles by name. @type {Map<string, ReturnType<typeof tileOf>>} */
  const tiles = new Map();

  /** Shows the experiment's placements. Tiles keep their places while the set is the same. */
  const show = () => {
    isDark();
    const chosen = split_list(store.experiment.value('allocation'));
    const others = [...shown, ...OFFERED].filter((name) => !chosen.includes(name));
    const wanted = chosen.length >= PLACES ? chosen : [...chosen, ...new Set(others)].slice(0, PLACES);
    const places = [...shown.filter((name) => wanted.includes(name)), ...wanted.filter((name) => !shown.includes(name))];
    for (const name of places) if (!tiles.has(name)) tiles.set(name, tileOf(name, ticked));
    const shownTiles = places.flatMap((name) => tiles.get(name) ?? []);
    if (places.join() !== shown.join()) find('tiles').replaceChildren(...shownTiles.map(({ tile }) => tile), all);
    shown = places;
    for (const { name, tile, box, why } of shownTiles) {
      box.checked = chosen.includes(name);
      // Which placements cannot run on the machine.
      const reason = store.refusals.value.find((refusal) => refusal.name === name)?.reason ?? '';
      tile.classList.toggle('refused', reason !== '');
      tile.title = reason;
      why.hidden = reason === '';
      box.ariaDescription = reason || null;
    }
  };
  const ticked = (/** @type {string} */ name, /** @type {boolean} */ on) => {
    tick(name, on);
    // The experiment may have refused it: it needs at least one.
    show();
  };

  all.className = 'tile';
  all.replaceChildren(`All ${store.catalogue.allocations.length} …`);
  effect(() => {
    // Pictures have the colours of the theme.
    isDark();
    tiles.clear();
    shown = [];
  });
  effect(show);
}

/**
 * @param {string} name
 * @param {(name: string, on: boolean) => void} ticked
 */
function tileOf(name, ticked) {
  const box = make('input', { type: 'checkbox', value: name });
  const thumb = make('span', { class: 'thumb', 'aria-hidden': 'true' });
  const why = make('span', { class: 'why', hidden: true }, 'cannot run');
  const title = strategy(name)?.title ?? name;
  const tile = make('label', { class: 'tile' }, box, thumb, make('span', { class: 'name', title }, title), why);
  box.addEventListener('change', () => ticked(name, box.checked));
  // A picture is a run of its own; it waits until the page has nothing else to do.
  setTimeout(() => (thumb.innerHTML = strategy_pictures(name, isDark()).pictures.findLast(({ waits }) => !waits)?.svg ?? ''));
  return { name, tile, box, why };
}
