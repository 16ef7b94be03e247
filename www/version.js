// @ts-check
/** Whether scripts and module are of one version: of one that is being replaced, a part may come late. */
import { BUILD } from './build.js';

/**
 * Throws where the module is of another version than the scripts, as after half a reload.
 * @param {string} build what the module says of itself
 */
export function belongTogether(build) {
  if (build === BUILD) return;
  throw new Error(`its parts are of two versions, the scripts of ${BUILD}, the module of ${build}. Reload the page.`);
}
