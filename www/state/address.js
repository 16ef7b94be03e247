// @ts-check
/**
 * The address bar always contains the experiment. The first edit after a run adds an entry to the history, so that going
 * back returns to what ran; further edits replace it. An opened permalink stays unchanged until the experiment changes,
 * because a newer version may understand parts that this one does not.
 */

/** The link that the page shows. Any other address has come from outside. */
let current = location.hash;

/**
 * Addresses with parts that were not understood, by the permalink of what was read.
 * @type {Map<string, string>}
 */
const spellings = new Map();

/**
 * The spelling of a permalink.
 * @param {string} link
 */
function spelt(link) {
  return spellings.get(link) ?? link;
}

/**
 * The experiment on the page has been read from an address.
 * @param {string} address
 * @param {string} link its canonical form
 * @param {boolean} understood whether that contains everything
 */
export function open(address, link, understood) {
  if (understood) spellings.delete(link);
  else spellings.set(link, address);
  replace(link);
}

/**
 * The log of the experiment that was read has arrived. The user has changed nothing.
 * @param {string} before its link until now
 * @param {string} link
 */
export function complete(before, link) {
  const address = spellings.get(before);
  if (address === location.hash) spellings.set(link, address);
  replace(link);
}

/** The link in the address bar, `#v=1&...`, or an empty text. */
export function read() {
  return location.hash;
}

/**
 * The experiment has been edited; the entry of the history stays.
 * @param {string} link
 */
export function replace(link) {
  const address = spelt(link);
  if (address !== location.hash) history.replaceState(null, '', address);
  current = location.hash;
}

/**
 * Another link, with an entry of its own. Going back returns to the one before.
 * @param {string} link
 * @param {string} before
 */
export function push(link, before) {
  if (link === before || before === '') return replace(link);
  history.replaceState(null, '', spelt(before));
  history.pushState(null, '', spelt(link));
  current = location.hash;
}

/**
 * The whole address of an experiment, to share it.
 * @param {string} link
 * @returns {string}
 */
export function whole(link) {
  return new URL(link, location.href.split('#')[0]).href;
}

/**
 * Calls a function when the user goes back or forward, or edits the address.
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
