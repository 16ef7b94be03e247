// @ts-check
/** What is said about where the log is: in hand, on its way, asked for, or missing. */
import { find, make } from './dom.js';

/** @import { SampleLog } from '../subtorus.js' */
/** @import { Log } from './messages.js' */

/** Something that stands in the log's place. @typedef {Node | string} Part */

/** @param {Part[]} parts */
export function say(...parts) {
  find('log-state', HTMLParagraphElement).replaceChildren(...parts);
}

/**
 * A link to another site.
 * @param {string} address
 * @param {string} text
 */
function page(address, text) {
  return make('a', { href: address, target: '_blank', rel: 'noopener' }, text);
}

/**
 * @param {string} text
 * @param {() => void} pressed
 */
function button(text, pressed) {
  const button = make('button', { type: 'button' }, text);
  button.addEventListener('click', pressed);
  return button;
}

/**
 * What is being done; it can take long, and be ended.
 * @param {string} busy
 * @param {() => void} cancel
 * @returns {Part[]}
 */
export function waiting(busy, cancel) {
  return busy.startsWith('Looking') ? [busy] : [`${busy} `, button('Cancel', cancel)];
}

/**
 * How far that has come, where it is waited for: who stands on the button stays there.
 * @param {string} busy
 */
export function further(busy) {
  const first = find('log-state', HTMLParagraphElement).firstChild;
  if (first instanceof Text) first.data = `${busy} `;
}

/**
 * A link cannot have the page ask a server for something: a person does, who has seen its name.
 * @param {URL} address
 * @param {() => void} fetch
 * @param {() => void} leave
 * @returns {Part[]}
 */
export function question(address, fetch, leave) {
  // As it stands in the address, so that no name can pass for a host.
  const name = make('strong', {}, address.pathname.split('/').pop() || address.href);
  const buttons = make('span', { class: 'row' }, button('Fetch', fetch), button('Do not fetch', leave));
  return ['The link has its log at another site. Fetch ', name, ` (from ${address.host})?`, buttons];
}

/**
 * The log in hand.
 * @param {Log} log
 * @param {string} name
 * @param {SampleLog | undefined} sample
 * @returns {Part[]}
 */
export function present(log, name, sample) {
  const small = { class: 'small quiet' };
  const thanks = sample ? [make('br'), make('span', small, sample.acknowledgement, ' ', page(sample.page, 'Its page'))] : [];
  return [make('strong', {}, name || 'a log'), make('br'), make('span', { class: 'small' }, log.summary), ...thanks];
}

/**
 * A log that is not here.
 * @param {string} name
 * @param {string} publisher the address of those who publish it
 * @returns {Part[]}
 */
export function needed(name, publisher) {
  const needs = make('strong', {}, `This experiment needs ${name || 'a log'}`);
  const source = page(publisher, 'The archive publishes it');
  return [needs, ', which this browser does not have yet. ', source, ': download it and drop it here.'];
}
