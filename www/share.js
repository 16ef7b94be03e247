// @ts-check
/** Taking the experiment along: its link, its numbers, its picture. */
import { about } from '../subtorus.js';
import { whole } from './address.js';
import { find, make, sentence } from './dom.js';
import { notice } from './notices.js';
import { withText } from './png.js';

/** @import { Study } from '../subtorus.js' */

/** The picture's size in CSS pixels, and how many pixels of the file make one of them. */
const PICTURE = { width: 960, height: 640, density: 2 };

/** @param {Study} study */
export function offerSharing(study) {
  button('copy-link', () => copyLink(whole(study.link()), ''));
  const name = () => study.status().file_name;
  const drawing = () => study.svg(PICTURE.width, PICTURE.height);
  button('download-csv', () => save(name(), 'csv', new Blob([study.csv()], { type: 'text/csv' })));
  button('download-svg', () => save(name(), 'svg', new Blob([drawing()], { type: 'image/svg+xml' })));
  button('download-png', async () => save(name(), 'png', await picture(study)));
}

/**
 * @param {string} id
 * @param {() => void | Promise<void>} action
 */
export function button(id, action) {
  find(id, HTMLButtonElement).addEventListener('click', async () => {
    try {
      await action();
    } catch (error) {
      notice('download', `Nothing was saved: ${sentence(error)}`);
    }
  });
}

/**
 * The chart as a PNG, from a canvas nobody sees.
 * @param {Study} study
 * @returns {Promise<Blob>}
 */
function picture(study) {
  const canvas = make('canvas');
  study.picture(canvas, PICTURE.width, PICTURE.height, PICTURE.density);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(withText(blob, 'Software', `Subtorus ${about().build}`)) : reject(new Error('the browser could not make a PNG'))), 'image/png');
  });
}

/**
 * Hands a file to the browser.
 * @param {string} name without its extension
 * @param {string} extension
 * @param {Blob} content
 */
export function save(name, extension, content) {
  const address = URL.createObjectURL(content);
  make('a', { href: address, download: `${name}.${extension}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Copies the link; where the browser does not allow that, shows it to be copied by hand.
 * @param {string} link
 * @param {string} prefix of the ids of what is shown
 */
export async function copyLink(link, prefix) {
  const text = find(`${prefix}link-text`, HTMLInputElement);
  const said = find(`${prefix}copied`, HTMLSpanElement);
  text.value = link;
  try {
    await navigator.clipboard.writeText(link);
    text.hidden = true;
    said.textContent = 'The link is copied.';
  } catch {
    text.hidden = false;
    text.select();
    said.textContent = 'The browser does not allow copying: here is the link, copy it by hand.';
  }
  setTimeout(() => (said.textContent = ''), 6000);
}
