// @ts-check
/**
 * The address bar always holds the experiment: replaced while it is edited, a new entry of the history on each run. A
 * permalink that was opened stays unchanged as long as the experiment is the one read from it: a newer version may
 * understand parts that this one does not.
 */

/** The link that the page shows; an address that is another one has come from outside. */
let current = location.hash;

/**
 * Addresses with more content than was read from them, by the permalink of what was read.
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
 * @param {string} link its canonical one
 * @param {boolean} understood whether that says all there was
 */
export function open(address, link, understood) {
  if (understood) spellings.delete(link);
  else spellings.set(link, address);
  replace(link);
}

/**
 * The experiment that was read is complete: its log has arrived. The user changed nothing.
 * @param {string} before its link until now
 * @param {string} link
 */
export function complete(before, link) {
  const address = spellings.get(before);
  if (address === location.hash) spellings.set(link, address);
  replace(link);
}

/** The link in the address bar: `#v=1&...`, or nothing. */
export function read() {
  return location.hash;
}

/**
 * The experiment has been edited: the entry of the history stays the same.
 * @param {string} link
 */
export function replace(link) {
  const address = spelt(link);
  if (address !== location.hash) history.replaceState(null, '', address);
  current = location.hash;
}

/**
 * The experiment is being run: going back returns to the experiment run before.
 * @param {string} link
 * @param {string} ranBefore the link of the last run, which editing has written over
 */
export function push(link, ranBefore) {
  if (link === ranBefore || ranBefore === '') return replace(link);
  history.replaceState(null, '', spelt(ranBefore));
  history.pushState(null, '', spelt(link));
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
 * Calls when the user goes back or forward, or edits the address by hand.
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
