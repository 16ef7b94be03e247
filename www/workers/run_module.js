// @ts-check
/** The second module of the program, for runs, files, batches and the gallery. It is fetched at its first use. */
import { belongTogether } from '../version.js';

/** @type {Promise<typeof import('../../run_view.js')> | undefined} */
let module;

async function load() {
  const loaded = await import('../../run_view.js');
  await loaded.default();
  belongTogether(loaded.build());
  return loaded;
}

/** The module. After a failed fetch it may be tried again. */
export function runModule() {
  module ??= load().catch((error) => {
    module = undefined;
    throw error;
  });
  return module;
}
