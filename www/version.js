// @ts-check
/** Checks that scripts and module are of one version. During an update they may be mixed. */
import { BUILD } from './build.js';

/**
 * Throws if the module and the scripts are of different versions, as after an incomplete reload.
 * @param {string} build the module's version
 */
export function belongTogether(build) {
  if (build === BUILD) return;
  throw new Error(`its parts are of two versions, the scripts of ${BUILD}, the module of ${build}. Reload the page.`);
}
