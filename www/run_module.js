// @ts-check
/** The second module of the program, which looks into runs, reads files, plans batches and draws the gallery: fetched when somebody first does. */
import { belongTogether } from './version.js';

/** @type {Promise<typeof import('../run_view.js')> | undefined} */
let module;

async function load() {
  const loaded = await import('../run_view.js');
  await loaded.default();
  belongTogether(loaded.build());
  return loaded;
}

/** The module; who could not fetch it may try again. */
export function runModule() {
  module ??= load().catch((error) => {
    module = undefined;
    throw error;
  });
  return module;
}
