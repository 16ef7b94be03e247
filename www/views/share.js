// @ts-check
/** Sharing the experiment: its permalink, its numbers, its picture. */
import { about } from '../../subtorus.js';
import { whole } from '../state/address.js';
import { find, make, sentence, whenPressed, write } from './dom.js';
import { notice } from './notices.js';

/** @import { ExportRequest, PaperSize, Study } from '../../subtorus.js' */

/** The kinds of a file. @typedef {'csv' | 'json' | 'svg' | 'pdf' | 'png'} Kind */

/** The media types of files. @type {Record<string, string>} */
const TYPES = {
  csv: 'text/csv',
  json: 'application/json',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  png: 'image/png',
  yaml: 'text/yaml',
};

/** The picture for one click, as wide as a page of two columns. @type {PaperSize} */
const PAPER = { width: 175, height: 125, letters: 8, title: true, legend: true };
/** Its pixels per inch. */
const DENSITY = 300;

const MILLIMETRES_PER_INCH = 25.4;

/** @param {Study} study */
export function offerSharing(study) {
  button('copy-link', () => copyLink(whole(study.link()), ''));
  for (const kind of /** @type {const} */ (['csv', 'svg'])) {
    button(`download-${kind}`, () => {
      save(study.status().file_name, kind, study.file(wish(study, kind, PAPER)));
    });
  }
  button('download-png', async () => save(study.status().file_name, 'png', await picture(study, PAPER, DENSITY)));
}

/**
 * The request for a file, with the page's address and the date, which Rust does not know.
 * @param {Study} study
 * @param {ExportRequest['kind']} kind
 * @param {PaperSize} paper
 * @returns {ExportRequest}
 */
export function wish(study, kind, paper) {
  const { link, pinned } = study.status();
  // A picture contains pinned runs, too; the numbers are those of one run.
  const links = kind === 'csv' || kind === 'json' ? [link] : [link, ...pinned];
  return { kind, paper, address: links.map(whole).join(' '), date: today() };
}

/** The date, as in ISO 8601. */
function today() {
  return new Date().toISOString().slice(0, 10);
}

/**
 * A button that makes a file, or says why it cannot.
 * @param {string} id
 * @param {() => void | Promise<void>} action
 */
export function button(id, action) {
  whenPressed(id, async () => {
    try {
      await action();
    } catch (error) {
      notice('download', `Nothing was saved: ${sentence(error)}`);
    }
  });
}

/**
 * The chart as a PNG, from a hidden canvas.
 * @param {Study} study
 * @param {PaperSize} paper
 * @param {number} density pixels per inch
 * @returns {Promise<Blob>}
 */
export async function picture(study, paper, density) {
  const canvas = make('canvas');
  study.picture(canvas, paper, density / MILLIMETRES_PER_INCH);
  const blob = await pngOf(canvas, '; ask for fewer to the inch');
  return signed(blob, density / MILLIMETRES_PER_INCH, wish(study, 'svg', paper).address);
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} [remedy] of a failure
 * @returns {Promise<Blob>}
 */
export async function pngOf(canvas, remedy = '') {
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(`the browser makes no picture of ${canvas.width} by ${canvas.height} pixels${remedy}`);
  return blob;
}

/**
 * A PNG with its size on paper, its origin and the date.
 * @param {Blob} picture
 * @param {number} density pixels to the millimetre
 * @param {string} address
 */
export async function signed(picture, density, address) {
  const { withChunks } = await import('./png.js');
  return withChunks(picture, density, { Software: `Subtorus ${about().build}`, Source: address, 'Creation Time': today() });
}

/**
 * Downloads a file.
 * @param {string} name without its extension
 * @param {string} extension
 * @param {BlobPart} content
 */
export function save(name, extension, content) {
  const type = TYPES[extension.split('.').at(-1) ?? ''];
  const address = URL.createObjectURL(new Blob([content], { type }));
  make('a', { href: address, download: `${name}.${extension}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Copies a text, and says for a while whether it was copied.
 * @param {string} text
 * @param {HTMLElement} place
 * @param {string} done what is said
 * @param {string} [byHand] what is said if the browser does not allow it
 */
export async function copy(text, place, done, byHand = 'select rows and copy them by hand, or take the CSV file.') {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  write(place, copied ? done : `The browser does not allow copying: ${byHand}`);
  setTimeout(() => write(place, ''), 6000);
  return copied === true;
}

/**
 * Copies the permalink. If the browser does not allow that, shows it to be copied by hand.
 * @param {string} link
 * @param {string} prefix of the ids of the shown elements
 */
export async function copyLink(link, prefix) {
  const text = find(`${prefix}link-text`, HTMLInputElement);
  text.value = link;
  text.hidden = await copy(link, find(`${prefix}copied`), 'The link is copied.', 'here is the link, copy it by hand.');
  if (!text.hidden) text.select();
}
