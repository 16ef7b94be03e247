// @ts-check
/** The address bar always holds the experiment: replaced while it is edited, a new entry of the history on each run. */

/** The link that the page shows; an address that is another one has come from outside. */
let current = location.hash;

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
  current = location.hash;
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
  current = location.hash;
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
  const look = () => {
    if (location.hash === current) return;
    current = location.hash;
    arrived(current);
  };
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
}
