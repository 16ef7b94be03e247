// @ts-check
/** Style sheets of parts that most visits do not open. */
import { SITE } from '../site_address.js';
import { make } from './dom.js';

/**
 * Fetches a style sheet of the site, once.
 * @param {string} name without its extension
 * @returns {Promise<void>} settles once it is there; without it, the part can still be used
 */
export function addStyleSheet(name) {
  const href = new URL(`www/styles/${name}.css`, SITE).href;
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = make('link', { rel: 'stylesheet', href });
  const settled = new Promise((resolve) => ['load', 'error'].forEach((event) => link.addEventListener(event, resolve)));
  document.head.append(link);
  return settled.then(() => {});
}
