// @ts-check
/** The ways to the shelf, which is fetched on demand: its button, a kept experiment, and a dropped file. */
import { whenPressed } from './dom.js';
import { takeDropsOf } from './drop.js';
import { lazyPart } from '../state/lazy_part.js';

/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {(link: string) => void} visit shows the experiment that the user chooses
 * @param {() => string} name the name of the experiment on the page
 */
export function offerShelf(store, visit, name) {
  const shelf = lazyPart(() => import('./shelf.js'), ({ Shelf }) => new Shelf(store.pool, visit), 'shelf');
  whenPressed('open-shelf', () => shelf.ask((shelf) => void shelf.show()));
  whenPressed('keep', () => shelf.ask((shelf) => void shelf.keep(store.study.link(), name())));
  takeDropsOf((file) => file.name.toLowerCase().endsWith('.json'), (file, leave) => shelf.ask((shelf) => void shelf.take(file, leave)));
}
