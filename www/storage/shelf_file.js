// @ts-check
/**
 * The shelf as a file: JSON with the experiments, the own strategies, and on request the logs, packed with gzip in
 * base64. A file is checked completely before any part of it is used.
 */
/** @import { Remembered } from './store.js' */

/**
 * An experiment on the shelf.
 * @typedef {object} Kept
 * @property {number} [id] its number in this browser
 * @property {string} link
 * @property {string} name
 * @property {string} note
 * @property {boolean} pinned whether it precedes the others
 * @property {number} kept the time when it was added, in milliseconds since 1970
 */

/** A log in a file. @typedef {{ sha256: string, name: string, file: Blob }} PackedLog */

/** An own strategy in a file. @typedef {{ title: string, code: string }} PlainCode */

/** The version of the format. */
const FORMAT = 1;

/** The longest texts, in letters. This page writes no longer ones. */
const LONGEST = { link: 100_000, name: 200, note: 10_000, code: 1_000_000 };

/**
 * The text of a file.
 * @param {Kept[]} experiments
 * @param {Remembered[]} logs
 * @param {PlainCode[]} codes
 * @param {string} build the program that writes it
 * @returns {Promise<string>}
 */
export async function write(experiments, logs, codes, build) {
  const kept = experiments.map(({ link, name, note, pinned, kept }) => ({ link, name, note, pinned, kept: new Date(kept).toISOString() }));
  const plain = codes.map(({ title, code }) => ({ title, code }));
  const packed = [];
  for (const { sha256, name, file } of logs) packed.push({ sha256, name, gzip: base64(await gzip(file)) });
  return `${JSON.stringify({ 'subtorus-shelf': FORMAT, build, experiments: kept, logs: packed, codes: plain }, null, 1)}\n`;
}

/**
 * The content of a file. Throws an error with the place and the problem.
 * @param {string} text
 * @returns {{ experiments: Kept[], logs: PackedLog[], codes: PlainCode[] }}
 */
export function read(text) {
  const file = object(parsed(text), 'the file', 'an object that the page’s shelf has written');
  const format = file['subtorus-shelf'];
  if (format === undefined) throw wrong('the file', 'a shelf, with the member "subtorus-shelf"');
  if (format !== FORMAT) throw wrong('subtorus-shelf', `${FORMAT}: a newer version of this page may read it`);
  const experiments = list(file.experiments, 'experiments').map((one, number) => experiment(one, `experiments[${number}]`));
  const logs = list(file.logs ?? [], 'logs').map((one, number) => log(one, `logs[${number}]`));
  const codes = list(file.codes ?? [], 'codes').map((one, number) => code(one, `codes[${number}]`));
  return { experiments, logs, codes };
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no JSON (${error instanceof Error ? error.message : error}); choose a file that the shelf has written`);
  }
}

/**
 * @param {unknown} value
 * @param {string} place
 * @returns {Kept}
 */
function experiment(value, place) {
  const { link, name, note = '', pinned = false, kept } = object(value, place, 'an object');
  if (typeof link !== 'string' || !/^#?v=\d/.test(link) || link.length > LONGEST.link) throw wrong(`${place}.link`, 'a link, #v=1&…');
  if (typeof name !== 'string' || name.length > LONGEST.name) throw wrong(`${place}.name`, `a text of at most ${LONGEST.name} letters`);
  if (typeof note !== 'string' || note.length > LONGEST.note) throw wrong(`${place}.note`, `a text of at most ${LONGEST.note} letters`);
  if (typeof pinned !== 'boolean') throw wrong(`${place}.pinned`, 'true or false');
  const when = typeof kept === 'string' ? Date.parse(kept) : NaN;
  if (Number.isNaN(when)) throw wrong(`${place}.kept`, 'a date, 2026-11-22T05:00:00.000Z');
  return { link: link.startsWith('#') ? link : `#${link}`, name, note, pinned, kept: when };
}

/**
 * @param {unknown} value
 * @param {string} place
 * @returns {PackedLog}
 */
function log(value, place) {
  const { sha256, name, gzip } = object(value, place, 'an object');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw wrong(`${place}.sha256`, '64 hexadecimal digits');
  if (typeof name !== 'string' || name === '' || name.length > LONGEST.name) throw wrong(`${place}.name`, 'the name of a file');
  if (typeof gzip !== 'string') throw wrong(`${place}.gzip`, 'a packed log in base64');
  try {
    return { sha256, name, file: new Blob([Uint8Array.from(atob(gzip), (letter) => letter.charCodeAt(0))]) };
  } catch {
    throw wrong(`${place}.gzip`, 'a packed log in base64');
  }
}

/**
 * @param {unknown} value
 * @param {string} place
 * @returns {PlainCode}
 */
function code(value, place) {
  const { title, code } = object(value, place, 'an object');
  if (typeof title !== 'string' || title.length > LONGEST.name) throw wrong(`${place}.title`, 'the title of a strategy');
  if (typeof code !== 'string' || code.length > LONGEST.code) throw wrong(`${place}.code`, `a text of at most ${LONGEST.code} letters`);
  return { title, code };
}

/**
 * @param {unknown} value
 * @param {string} place
 * @param {string} expected
 * @returns {Record<string, unknown>}
 */
function object(value, place, expected) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(place, expected);
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * @param {unknown} value
 * @param {string} place
 * @returns {unknown[]}
 */
function list(value, place) {
  if (!Array.isArray(value)) throw wrong(place, 'a list');
  return value;
}

/**
 * @param {string} place
 * @param {string} expected
 */
function wrong(place, expected) {
  return new Error(`${place}: expected ${expected}`);
}

/**
 * A file packed with gzip. A packed file is unchanged.
 * @param {Blob} file
 */
async function gzip(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  // The first bytes of each gzip (RFC 1952).
  if (first === 0x1f && second === 0x8b) return new Uint8Array(await file.arrayBuffer());
  return new Uint8Array(await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
}

/** The number of bytes that are converted at a time, because the number of arguments of a function is limited. */
const AT_ONCE = 0x8000;

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let letters = '';
  for (let place = 0; place < bytes.length; place += AT_ONCE) letters += String.fromCharCode(...bytes.subarray(place, place + AT_ONCE));
  return btoa(letters);
}
