// @ts-check
/** The ways to the dialog about placements, which is fetched on demand: its button, and a dropped topology. */
import { find } from './dom.js';
import { takeDropsOf } from './drop.js';
import { LazyPart } from '../state/lazy_part.js';

/** @param {import('./placements.js').Around} around */
export function offerPlacements(around) {
  const dialog = new LazyPart(async () => {
    const { PlacementPanel } = await import('./placements.js');
    return new PlacementPanel(around);
  });
  find('open-placements', HTMLButtonElement).addEventListener('click', () => dialog.ask((panel) => panel.open()));
  takeDropsOf(({ name }) => /\.(ya?ml|conf)$/i.test(name), (file) => dialog.ask((panel) => void panel.take(file)));
  return dialog;
}
