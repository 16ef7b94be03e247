// @ts-check
/**
 * A worker for own code, in a frame without network and without access to the site. It does the same as the other
 * workers, but for cells with own code only, and runs the code when Rust asks. This text and its imports are joined
 * to one text (www/workers/own_sandbox.js), because nothing can be fetched here. The browser's features for workers are removed
 * before any code is read, so the code has only the language. Nothing that comes from here is trusted
 * (www/workers/own_answers.js).
 */
import init, { Runner, about, last_panic } from '../../subtorus.js';
import { handlingRequests } from './worker_protocol.js';

/**
 * The contents of a code.
 * @typedef {object} Functions
 * @property {((machine: Machine, request: object) => unknown) | undefined} allocate
 * @property {((request: object) => unknown) | undefined} effective
 * @property {((machine: Machine, blocks: object[]) => void) | undefined} release
 * @property {((job: object, now: number, queue: object[]) => unknown) | undefined} key
 */

/**
 * The first message: the codes by digest, the build of the module, the module, and the page's end of a line.
 * @typedef {{ codes: Record<string, string>, build: string, module: WebAssembly.Module, port: MessagePort }} Beginning
 */

/** The globals of a code: the language without clocks, randomness, threads, effects of garbage collection, and its location. */
const LANGUAGE = new Set([
  'globalThis', 'Infinity', 'NaN', 'undefined', 'eval', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'decodeURI',
  'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'Object', 'Function', 'Boolean', 'Symbol', 'Error',
  'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'Number', 'BigInt', 'Math',
  'String', 'RegExp', 'Array', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array',
  'Uint32Array', 'BigInt64Array', 'BigUint64Array', 'Float16Array', 'Float32Array', 'Float64Array', 'Map', 'Set', 'WeakMap', 'WeakSet',
  'ArrayBuffer', 'DataView', 'JSON', 'Promise', 'Reflect', 'Proxy', 'Iterator', 'structuredClone', 'console',
]);

/** The end of a line of a stack with the position in the code. */
const PLACE = /own-strategy\.js:(\d+)/;

const [now, freeze, float] = [performance.now.bind(performance), Object.freeze, Float64Array];
/** @type {Map<string, string>} */
const texts = new Map();
/** @type {Map<string, Functions>} */
const loaded = new Map();
/** @type {MessagePort} */
let line;
let heard = -Infinity;
/** The interval of the messages that show that the code still answers, in milliseconds. */
const PULSE = 500;
/** How many numbers describe a waiting job. */
const JOB = 4;

/** A machine as a code sees it. Nodes are numbered; the last coordinate varies fastest. */
class Machine {
  /**
   * @param {number[]} extents
   * @param {boolean[]} rings
   * @param {Uint8Array} free
   */
  constructor(extents, rings, free) {
    /** The length of each dimension. */
    this.extents = freeze(extents);
    /** Whether each dimension is a ring. */
    this.rings = freeze(rings);
    /** 1 for each free node, 0 for the others, by node number. It is a copy that the code may change. */
    this.free = free;
    /** The number of nodes. */
    this.nodes = free.length;
    freeze(this);
  }

  /** @param {number} node */
  coordinates(node) {
    const place = [];
    for (let dimension = this.extents.length - 1; dimension >= 0; dimension--) {
      place[dimension] = node % this.extents[dimension];
      node = (node - place[dimension]) / this.extents[dimension];
    }
    return place;
  }

  /** @param {number[]} coordinates */
  node(coordinates) {
    return coordinates.reduce((node, coordinate, dimension) => node * this.extents[dimension] + coordinate, 0);
  }

  /**
   * Whether a box is inside the machine and all of its nodes are free. On a ring it may go around.
   * @param {number[]} base
   * @param {number[]} extents
   */
  isFree(base, extents) {
    for (let dimension = 0; dimension < base.length; dimension++) {
      const length = this.extents[dimension];
      if (extents[dimension] > length || base[dimension] >= length) return false;
      if (!this.rings[dimension] && base[dimension] + extents[dimension] > length) return false;
    }
    return this.#free(base, extents, 0, 0);
  }

  /**
   * @param {number[]} base
   * @param {number[]} extents
   * @param {number} dimension
   * @param {number} node
   * @returns {boolean}
   */
  #free(base, extents, dimension, node) {
    if (dimension === base.length) return this.free[node] === 1;
    const length = this.extents[dimension];
    for (let step = 0; step < extents[dimension]; step++) {
      if (!this.#free(base, extents, dimension + 1, node * length + ((base[dimension] + step) % length))) return false;
    }
    return true;
  }
}

/**
 * The contents of the code with a digest, read at its first use; nothing if the code is missing.
 * @param {string} digest
 * @returns {Functions | undefined}
 */
function load(digest) {
  const text = texts.get(digest);
  if (text === undefined || loaded.has(digest)) return loaded.get(digest);
  const names = ['allocate', 'effective', 'release', 'key'].map((name) => `${name}: typeof ${name} === 'function' ? ${name} : undefined`);
  const read = (0, eval)(`(function () { 'use strict'; ${text}\n;return { ${names} }; })\n//# sourceURL=own-strategy.js`);
  const functions = read();
  loaded.set(digest, freeze(functions));
  return functions;
}

/**
 * Numbers of blocks: the base and the extents of each; NaN for anything else.
 * @param {Machine} machine
 * @param {unknown} blocks
 */
function numbers(machine, blocks) {
  const { length } = machine.extents;
  const row = (/** @type {unknown} */ row) => (Array.isArray(row) && row.length === length ? row : new Array(length).fill(NaN));
  const one = (/** @type {any} */ block) => {
    const isNode = Number.isInteger(block) && block >= 0 && block < machine.nodes;
    return isNode ? [...machine.coordinates(block), ...new Array(length).fill(1)] : [...row(block?.base), ...row(block?.extents)];
  };
  if (!Array.isArray(blocks)) return float.of(NaN);
  const all = new float(blocks.length * 2 * length);
  blocks.forEach((block, place) => all.set(one(block).map((number) => (typeof number === 'number' ? number : NaN)), place * 2 * length));
  return all;
}

/**
 * The key of each waiting job; NaN for anything else.
 * @param {Functions} code
 * @param {Float64Array} given the time of the pass, then arrival, estimate, processors and user of each job
 */
function keys(code, given) {
  const { key } = code;
  if (!key) throw new Error('it has no function key(job, now, queue)');
  const [now] = given;
  const queue = Array.from({ length: (given.length - 1) / JOB }, (_, place) => {
    const at = 1 + JOB * place;
    return freeze({ submit: given[at], waited: now - given[at], estimate: given[at + 1], processors: given[at + 2], user: given[at + 3] });
  });
  freeze(queue);
  return float.from(queue, (job) => {
    const number = key(job, now, queue);
    return typeof number === 'number' ? number : NaN;
  });
}

/**
 * What is wrong with the syntax of a text, and the first line that causes it. Browsers do not report the line.
 * @param {string} text
 * @param {string} message the browser's
 */
function syntaxError(text, message) {
  const complaint = (/** @type {string} */ code) => {
    try {
      return Function(code) && '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  const lines = text.trimEnd().split('\n');
  // The browser's message is about a bracket that it has put around the code.
  const open = ['}', '}}', '}}}'].some((end) => complaint(`${text}\n${end}`) === '');
  if (open) return { message: 'the code ends too early: a } is missing', line: lines.length };
  const whole = complaint(text);
  const first = lines.findIndex((_, place) => complaint(lines.slice(0, place + 1).join('\n')) === whole);
  return { message, line: whole ? first + 1 : undefined };
}

/**
 * Asks the code with a digest. Rust calls it. Throws the code's exception as a message and a line.
 * @param {string} digest
 * @param {string} asked
 * @param {Uint32Array} shape the extents of the machine, then a 1 for each dimension that is a ring and a 0 for the others
 * @param {Uint8Array} free a view of the module's memory
 * @param {Float64Array} given
 * @returns {Float64Array | undefined}
 */
function ask_own(digest, asked, shape, free, given) {
  const time = now();
  if (time - heard > PULSE) {
    line.postMessage({ kind: 'alive' });
    heard = time;
  }
  try {
    const code = load(digest);
    if (!code) return undefined;
    if (asked === 'key') return keys(code, given);
    if (!code.allocate) throw new Error('it has no function allocate(machine, request)');
    const length = shape.length / 2;
    const request = freeze({ processors: given[0], extents: freeze(Array.from(given.subarray(1))) });
    if (asked === 'effective') {
      const made = code.effective?.(request);
      return made === undefined || made === null ? undefined : float.of(typeof made === 'number' ? made : NaN);
    }
    if (asked === 'load') return new float(0);
    const machine = new Machine(Array.from(shape.subarray(0, length)), Array.from(shape.subarray(length), Boolean), free.slice());
    if (asked === 'allocate') {
      const blocks = code.allocate(machine, request);
      return blocks === null || blocks === undefined ? undefined : numbers(machine, blocks);
    }
    const corner = (/** @type {number} */ from) => Array.from(given.subarray(from, from + length));
    const block = (/** @type {unknown} */ _, /** @type {number} */ place) => ({ base: corner(2 * place * length), extents: corner((2 * place + 1) * length) });
    code.release?.(machine, Array.from({ length: given.length / (2 * length) }, block));
    return undefined;
  } catch (error) {
    const { message = String(error), stack = '' } = error instanceof Error ? error : {};
    const line = Number(PLACE.exec(stack)?.[1]);
    if (line || !(error instanceof SyntaxError)) throw { message, line: line || undefined };
    throw syntaxError(texts.get(digest) ?? '', message);
  }
}

/**
 * Removes everything that is not the language, so that no code can reach it indirectly. The code can then open no other
 * worker, channel, store or address, and cannot close the worker.
 */
function strip() {
  for (let owner = globalThis; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const name of Reflect.ownKeys(owner)) {
      if (typeof name === 'string' && !LANGUAGE.has(name)) Reflect.deleteProperty(owner, name);
    }
  }
  const left = ['Worker', 'SharedWorker', 'Blob', 'URL', 'close', 'postMessage', 'addEventListener', 'setTimeout', 'WebAssembly'];
  const found = left.filter((name) => name in globalThis);
  if (found.length > 0) throw new Error(`this browser cannot remove ${found.join(', ')} from the sandbox, so own strategies do not run in it`);
}

/** One object of each kind without a global name, to find its prototype. */
function nameless() {
  const iterators = [[].values(), ''[Symbol.iterator](), new Map().keys(), new Set().keys(), ''.matchAll(/./g)];
  // Some browsers that run the page lack these.
  const { Iterator } = /** @type {any} */ (globalThis);
  const helpers = Iterator ? [Iterator.from([]).map(Number), Iterator.from({ next: () => ({ done: true, value: 0 }) })] : [];
  const functions = [async () => {}, function* () {}, async function* () {}];
  return [...iterators, ...helpers, ...functions, functions[1](), functions[2]()];
}

/**
 * Freezes the language: no code can replace parts that Rust and other codes use, nor get random numbers.
 */
function fasten() {
  Math.random = () => {
    throw new Error('Math.random is not the same twice: draw from numbers of your own');
  };
  const seen = new Set();
  const fix = (/** @type {any} */ value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || value === globalThis || seen.has(value)) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      [property?.value, property?.get, property?.set].forEach(fix);
    }
    fix(Object.getPrototypeOf(value));
    if (!ArrayBuffer.isView(value)) freeze(value);
  };
  Object.values(Object.getOwnPropertyDescriptors(globalThis)).forEach(({ value, get, set }) => [value, get, set].forEach(fix));
  nameless().forEach(fix);
  fix(Object.getPrototypeOf(globalThis));
  freeze(globalThis);
}

/** @param {MessageEvent<Beginning>} event */
onmessage = ({ data: { codes, build, module, port } }) => {
  onmessage = null;
  line = port;
  Object.entries(codes).forEach(([digest, code]) => texts.set(digest, code));
  const handleRequest = handlingRequests({
    async start() {
      await init({ module_or_path: module });
      if (about().build !== build) throw new Error('its parts are of two versions. Reload the page.');
      strip();
      fasten();
      return new Runner(true);
    },
    pieces: () => Promise.reject(new Error('logs are read elsewhere.')),
    second: () => Promise.reject(new Error('that is done elsewhere.')),
    last_panic,
    begun: () => line.postMessage({ kind: 'begun' }),
    post: (message, transfer) => line.postMessage(message, transfer),
  });
  port.onmessage = ({ data: order }) => handleRequest(order);
};
export { ask_own };
