// @ts-check
/** The ways to the dialog about placements, which is fetched on demand: its button, and a dropped topology. */
import { whenPressed } from './dom.js';
import { takeDropsOf } from './drop.js';
import { lazyPart } from '../state/lazy_part.js';

/** @param {import('./placements.js').Around} around */
export function offerPlacements(around) {
  const dialog = lazyPart(() => import('./placements.js'), ({ PlacementPanel }) => new PlacementPanel(around), 'place_job');
  whenPressed('open-placements', () => dialog.ask((panel) => panel.open()));
  takeDropsOf(({ name }) => /\.(ya?ml|conf)$/i.test(name), (file) => dialog.ask((panel) => void panel.take(file)));
  return dialog;
}
