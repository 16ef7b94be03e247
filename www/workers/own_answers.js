// @ts-check
/**
 * The output of workers that run own strategies is treated as data only. Each report is rebuilt from the fields that
 * this page expects, and a worker that sends anything else is terminated. Rust checks surveys, traces and inspections
 * itself; they contain only numbers and words, which it draws here.
 */

/** The greatest length of a message, and the greatest depth of an answer. */
const LONGEST = 2000;
const DEEPEST = 12;

/** @typedef {Record<string, unknown>} Fields */

/**
 * The rebuilt report; an exit if it is invalid.
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
      return { kind, task, survey: { answered: each(Object(said.survey).answered).map(answered) } };
    case 'prepared':
      // The plan comes from a worker that runs no such code.
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

/** The answer of a code on one machine. @param {unknown} said */
function answered(said) {
  const { strategy, machine, refused, wrong } = /** @type {Fields} */ (Object(said));
  return { strategy: words(strategy), machine: words(machine), refused: each(refused).map(whole), wrong: each(wrong).map(words) };
}

/**
 * The value, if it is as expected.
 * @template T
 * @param {T} value
 * @param {boolean} fits
 */
function expected(value, fits) {
  if (!fits) throw new Error('not as expected');
  return value;
}

/** @param {any} value @returns {unknown[]} */
const each = (value) => expected(value, Array.isArray(value));
/** @param {any} value @returns {string} */
const words = (value) => expected(value, typeof value === 'string').slice(0, LONGEST);
/** @param {any} value @returns {number} */
const whole = (value) => expected(value, Number.isSafeInteger(value) && value >= 0);
/** A time in milliseconds. @param {any} value @returns {number} */
const time = (value) => expected(value, typeof value === 'number' && value >= 0 && value < Infinity);
/** Finite numbers, or NaN if it does not apply. @param {any} value @returns {Float64Array} */
const numbers = (value) => expected(value, value instanceof Float64Array && !value.some((number) => Math.abs(number) === Infinity));
/** @param {any} value @returns {Uint32Array | Int32Array | BigInt64Array} */
const array = (value) => expected(value, [Uint32Array, Int32Array, BigInt64Array].some((kind) => value instanceof kind));

/**
 * Checks for plain data.
 * @param {unknown} value
 * @param {number} depth
 * @returns {unknown}
 */
function plain(value, depth) {
  if (depth > DEEPEST) throw new Error('too deep');
  if (typeof value === 'string') return words(value);
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('no plain data');
  return Object.fromEntries(Object.entries(/** @type {Fields} */ (value)).map(([name, one]) => [name, plain(one, depth + 1)]));
}
