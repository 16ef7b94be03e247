// @ts-check
/**
 * What comes out of workers that run code of one's own is taken for nothing but data: each report is made anew of what this
 * page expects in it, and a worker that says anything else is given up. Rust looks at surveys and traces itself; pictures, which
 * end up in the page, may consist of shapes and letters only.
 */

/** Elements and attributes of the pictures that Rust draws (`figure::svg`); none of them leads anywhere or does anything. */
const ELEMENTS = new Set(['svg', 'g', 'title', 'desc', 'metadata', 'path', 'rect', 'circle', 'line', 'polyline', 'polygon', 'text', 'tspan']);
const ATTRIBUTES = new Set([
  'xmlns', 'width', 'height', 'viewBox', 'role', 'aria-label', 'aria-hidden', 'class', 'd', 'x', 'y', 'dx', 'dy', 'x1', 'y1', 'x2', 'y2',
  'cx', 'cy', 'r', 'rx', 'ry', 'points', 'fill', 'fill-opacity', 'opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray',
  'stroke-linecap', 'stroke-linejoin', 'font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'dominant-baseline', 'transform',
  'shape-rendering', 'preserveAspectRatio',
]);
/** How long a message may be, and how deep an answer. */
const LONGEST = 2000;
const DEEPEST = 12;

/** @typedef {Record<string, unknown>} Fields */

/**
 * The report, made anew; a death where it is none.
 * @param {unknown} said
 * @returns {object}
 */
export function sound(said) {
  try {
    return report(/** @type {Fields} */ (Object(said)));
  } catch {
    return { kind: 'died', message: 'what it said could not be understood' };
  }
}

/**
 * @param {Fields} said
 * @returns {object}
 */
function report(said) {
  const { kind } = said;
  if (kind === 'alive' || kind === 'begun') return { kind };
  if (kind === 'died') return { kind, message: words(said.message) };
  const task = whole(said.task);
  switch (kind) {
    case 'started':
    case 'held':
      return { kind, task };
    case 'surveyed':
      return { kind, task, survey: plain(said.survey, 0) };
    case 'prepared':
      // The plan is that of a worker in which no such code runs.
      return { kind, task, took: time(said.took) };
    case 'result':
      return { kind, task, cell: whole(said.cell), values: numbers(said.values), took: time(said.took) };
    case 'inspected':
      return { kind, task, inspection: plain(said.inspection, 0) };
    case 'trace':
      return { kind, task, trace: Object.fromEntries(Object.entries(Object(said.trace)).map(([name, column]) => [name, array(column)])) };
    case 'tried': {
      const { complaint, verdict, line } = /** @type {Fields} */ (Object(said.trial));
      const trial = { complaint: words(complaint), verdict: words(verdict), line: line === undefined || line === null ? undefined : whole(line) };
      return { kind, task, trial };
    }
    case 'refused': {
      const { place, message } = /** @type {Fields} */ (Object(said.complaint));
      return { kind, task, order: words(said.order), cell: Number(said.cell), complaint: { place: words(place), message: words(message) } };
    }
    default:
      throw new Error('no report');
  }
}

/** @param {unknown} value */
function words(value) {
  if (typeof value !== 'string') throw new Error('no words');
  return value.slice(0, LONGEST);
}

/** @param {unknown} value */
function whole(value) {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new Error('no whole number');
  return Number(value);
}

/** @param {unknown} value in milliseconds */
function time(value) {
  if (typeof value !== 'number' || !(value >= 0 && value < Infinity)) throw new Error('no time');
  return value;
}

/** @param {unknown} value finite numbers, or NaN where something does not apply */
function numbers(value) {
  if (!(value instanceof Float64Array) || value.some((number) => Math.abs(number) === Infinity)) throw new Error('no numbers');
  return value;
}

/** @param {unknown} value */
function array(value) {
  if (value instanceof Uint32Array || value instanceof Int32Array || value instanceof BigInt64Array) return value;
  throw new Error('no column');
}

/**
 * Plain data, whose texts are words or pictures.
 * @param {unknown} value
 * @param {number} depth
 * @returns {unknown}
 */
function plain(value, depth) {
  if (depth > DEEPEST) throw new Error('too deep');
  if (typeof value === 'string') return isWords(value) ? value : picture(value);
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
  if (ArrayBuffer.isView(value)) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('no plain data');
  return Object.fromEntries(Object.entries(/** @type {Fields} */ (value)).map(([name, one]) => [name, plain(one, depth + 1)]));
}

/** @param {string} text in which no markup begins */
function isWords(text) {
  return !/<[^\s\d=]/.test(text);
}

/**
 * The picture of a text, written anew from what was read; nothing where it has anything but shapes and letters.
 * @param {string} text
 */
function picture(text) {
  if (!text.startsWith('<svg')) return '';
  const drawn = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const nodes = document.createTreeWalker(drawn);
  for (let node = nodes.root; node; node = /** @type {Node} */ (nodes.nextNode())) {
    if (!(node instanceof Element ? isHarmless(node) : node.nodeType === Node.TEXT_NODE)) return '';
  }
  return new XMLSerializer().serializeToString(drawn);
}

/** @param {Element} element */
function isHarmless({ localName, namespaceURI, attributes }) {
  const isKnown = namespaceURI === 'http://www.w3.org/2000/svg' && ELEMENTS.has(localName);
  return isKnown && Array.from(attributes).every(({ name, value }) => ATTRIBUTES.has(name) && !/url\s*\(/i.test(value));
}
