// @ts-check
/** Style sheets of parts that most visits do not open. */
import { SITE } from '../site_address.js';
import { make } from './dom.js';

/**
 * Fetches a style sheet of the site, once.
 * @param {string} name without its extension
 */
export function addStyleSheet(name) {
  const href = new URL(`www/styles/${name}.css`, SITE).href;
  if (!document.head.querySelector(`link[href="${href}"]`)) document.head.append(make('link', { rel: 'stylesheet', href }));
}
