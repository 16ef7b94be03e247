// @ts-check
/** Small choices of the user, in this browser's storage. A browser without storage forgets them. */

/**
 * @param {string} key
 * @returns {string | null | undefined} null if nothing was chosen, undefined without storage
 */
export function recallChoice(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} key
 * @param {string} choice
 */
export function rememberChoice(key, choice) {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Then the choice is made again the next time.
  }
}
