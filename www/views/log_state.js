// @ts-check
/** The texts about the state of the log: current, on its way, needed, or missing. */
import { button, find, make } from './dom.js';

/** @import { Log } from '../workers/messages.js' */

/** A part of the log's area. @typedef {Node | string} Part */

/** @param {Part[]} parts */
export function say(...parts) {
  find('log-state', HTMLParagraphElement).replaceChildren(...parts);
}

/**
 * A link to another site.
 * @param {string} address
 * @param {string} text
 */
export function page(address, text) {
  return make('a', { href: address, target: '_blank', rel: 'noopener' }, text);
}

/**
 * A longer action that the user can cancel.
 * @param {string} busy
 * @param {() => void} cancel
 * @returns {Part[]}
 */
export function waiting(busy, cancel) {
  return busy.startsWith('Looking') ? [busy] : [`${busy} `, button('Cancel', cancel)];
}

/**
 * Updates its progress. The button keeps the focus.
 * @param {string} busy
 */
export function further(busy) {
  const first = find('log-state', HTMLParagraphElement).firstChild;
  if (first instanceof Text) first.data = `${busy} `;
}

/**
 * A link must not make the page send a request to a server. The user does, after seeing its name.
 * @param {URL} address
 * @param {() => void} fetch
 * @param {() => void} leave
 * @returns {Part[]}
 */
export function question(address, fetch, leave) {
  // It is shown as in the address, so that no name can imitate a host.
  const name = make('strong', {}, address.pathname.split('/').pop() || address.href);
  const buttons = make('span', { class: 'row' }, button('Fetch', fetch), button('Do not fetch', leave));
  return ['The link has its log at another site. Fetch ', name, ` (from ${address.host})?`, buttons];
}

/**
 * The current log.
 * @param {Log} log
 * @param {string} name
 * @returns {Part[]}
 */
export function present(log, name) {
  const title = make('strong', { class: 'log-name', title: name }, name || 'a log');
  return [title, make('br'), make('span', { class: 'small' }, log.summary)];
}

/**
 * The ways to other jobs. Beside a log they leave no room for the invitation to drop one.
 * @param {boolean} uses whether the experiment uses a log
 */
export function offerOthers(uses) {
  find('forget-log', HTMLButtonElement).hidden = !uses;
  find('choose-log', HTMLButtonElement).textContent = uses ? 'Choose a file' : 'choose a file';
}

/**
 * A missing log.
 * @param {string} name
 * @param {string} publisher the address of its publisher
 * @returns {Part[]}
 */
export function needed(name, publisher) {
  const needs = make('strong', {}, `This experiment needs ${name || 'a log'}`);
  const source = page(publisher, 'The archive publishes it');
  return [needs, ', which this browser does not have yet. ', source, ': download it and drop it here.'];
}
