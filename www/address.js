// @ts-check
/** The address bar always holds the experiment: replaced while it is edited, a new entry of the history on each run. */

/** The link in the address bar: `#v=1&...`, or nothing. */
export function read() {
  return location.hash;
}

/**
 * The experiment has been edited: the entry of the history stays the same.
 * @param {string} link
 */
export function replace(link) {
  if (link !== location.hash) history.replaceState(null, '', link);
}

/**
 * The experiment is being run: going back comes back to what was run before.
 * @param {string} link
 * @param {string} ranBefore the link of the last run, which editing has written over
 */
export function push(link, ranBefore) {
  if (link === ranBefore || ranBefore === '') return replace(link);
  history.replaceState(null, '', ranBefore);
  history.pushState(null, '', link);
}

/**
 * The whole address of an experiment, to give to a colleague.
 * @param {string} link
 * @returns {string}
 */
export function whole(link) {
  return new URL(link, location.href.split('#')[0]).href;
}

/**
 * Calls when the person goes back or forward, or edits the address by hand.
 * @param {(link: string) => void} arrived
 */
export function watch(arrived) {
  addEventListener('popstate', () => arrived(location.hash));
}
