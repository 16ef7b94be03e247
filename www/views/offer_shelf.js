// @ts-check
/** The ways to the shelf, which is fetched on demand: its button, a kept experiment, and a dropped file. */
import { find } from './dom.js';
import { takeDropsOf } from './drop.js';
import { addStyleSheet } from './style_sheet.js';
import { LazyPart } from '../state/lazy_part.js';

/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {(link: string) => void} visit shows the experiment that the user chooses
 * @param {() => string} name the name of the experiment on the page
 */
export function offerShelf(store, visit, name) {
  const shelf = new LazyPart(async () => {
    const [{ Shelf }] = await Promise.all([import('./shelf.js'), addStyleSheet('shelf')]);
    return new Shelf(store.pool, visit);
  });
  find('open-shelf', HTMLButtonElement).addEventListener('click', () => shelf.ask((shelf) => void shelf.show()));
  find('keep', HTMLButtonElement).addEventListener('click', () => shelf.ask((shelf) => void shelf.keep(store.study.link(), name())));
  takeDropsOf((file) => file.name.toLowerCase().endsWith('.json'), (file, leave) => shelf.ask((shelf) => void shelf.take(file, leave)));
}
