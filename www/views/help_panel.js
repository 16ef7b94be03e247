// @ts-check
/** What a question mark opens: the first paragraph at a place of the guide, and a link to the rest. */
import { guideAddress, placeBeside } from './definition.js';
import { make } from './dom.js';
import { siteFile } from '../storage/fetching.js';
import { addStyleSheet } from './style_sheet.js';

/** What the build writes, by `page` or `page#anchor`. @typedef {Record<string, { title: string, text: string }>} Entries */

/** @type {Promise<Entries> | undefined} */
let coming;
const title = make('p', { id: 'help-title' });
const text = make('p', { class: 'small' });
const more = make('a', { class: 'small', target: '_blank' }, 'More in the guide');
const panel = make('div', { id: 'help-panel', popover: 'auto', role: 'dialog', 'aria-labelledby': 'help-title', tabindex: '-1' }, title, text, more);
addStyleSheet('help');

/** @returns {Promise<Entries>} */
async function fetched() {
  return (await siteFile('guide/help.json')).json();
}

/**
 * Opens the help of a button next to it. Escape closes it, and the focus returns to the button.
 * @param {HTMLElement} button
 */
export async function showHelp(button) {
  const place = button.dataset.help ?? '';
  coming ??= fetched();
  const entries = await coming.catch(() => {
    coming = undefined;
    return /** @type {Entries} */ ({});
  });
  const entry = entries[place] ?? { title: 'Help', text: 'The guide cannot be reached at the moment.' };
  title.textContent = entry.title;
  text.textContent = entry.text;
  more.href = guideAddress(place);
  // Behind an open dialog nothing can be reached.
  (button.closest('dialog') ?? document.body).append(panel);
  panel.showPopover();
  placeBeside(panel, button);
  more.focus();
}
