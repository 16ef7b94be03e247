// @ts-check
/** Checks that scripts and module are of one version: during an update they may be mixed. */
import { BUILD } from './build.js';

/**
 * Throws if the module and the scripts are of different versions, as after an incomplete reload.
 * @param {string} build what the module says of itself
 */
export function belongTogether(build) {
  if (build === BUILD) return;
  throw new Error(`its parts are of two versions, the scripts of ${BUILD}, the module of ${build}. Reload the page.`);
}
