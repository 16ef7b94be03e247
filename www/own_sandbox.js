// @ts-check
/**
 * Where code of one's own runs: workers of a frame that is of no origin, and whose policy allows no address at all
 * (www/own.html). It is asked for nothing before somebody has such code. What the workers are made of is handed over as text,
 * since they can fetch nothing.
 */
import { BUILD } from './build.js';
import { Watchdog } from './watchdog.js';

/** @import { Host } from './member.js' */
/** @import { Order } from './messages.js' */

/** How long the frame may take to open, and how long no code may be silent once it has been asked, in milliseconds. */
const OPENING = 15_000;
const SILENCE = 10_000;

/** @param {string} path from this folder */
async function fetched(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
  return response;
}

/**
 * Modules that import from nobody but each other, as one script.
 * @param {string[]} modules
 */
function together([glue, ...others]) {
  const plain = (/** @type {string} */ text) => text
    .replace(/^import [^;]*;$/gm, '')
    .replace(/^export \{[^}]*\};$/gm, '')
    .replace(/^export (?=(async )?(function|class|const) )/gm, '')
    .replaceAll('import.meta.url', "''");
  return `(() => { 'use strict';\n${plain(glue)}\nconst init = __wbg_init;\n${others.map(plain).join('\n')}\n})();`;
}

/** The frame, once it is there. @type {Promise<Window> | undefined} */
let opening;
/** Who hears of a worker's errors. @type {Map<number, (message: string) => void>} */
const listeners = new Map();

/** @returns {Promise<Window>} */
async function open() {
  const texts = ['../subtorus.js', './obey.js', './own_host.js'].map(async (path) => (await fetched(path)).text());
  const bytes = await (await fetched('../subtorus_bg.wasm')).arrayBuffer();
  const text = together(await Promise.all(texts));
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.title = 'code of one’s own';
  frame.hidden = true;
  const ready = new Promise((resolve, reject) => {
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data.id === 0) resolve(undefined);
      else listeners.get(data.id)?.(String(data.message));
    });
    const late = 'the frame for code of one’s own did not open. It comes from this site’s server, whose policy must leave own.html alone';
    setTimeout(() => reject(new Error(late)), OPENING);
  });
  frame.src = new URL('./own.html', import.meta.url).href;
  document.body.append(frame);
  try {
    await ready;
  } catch (error) {
    frame.remove();
    throw error;
  }
  const { contentWindow } = frame;
  if (!contentWindow) throw new Error('the frame for code of one’s own is gone');
  contentWindow.postMessage({ kind: 'parts', text, bytes }, '*', [bytes]);
  return contentWindow;
}

let born = 0;

/** A worker of the frame, with the few things that a member of the pool needs of one. */
class FramedWorker {
  /** @type {(event: { data: any }) => void} */
  onmessage = () => {};
  /** @type {(event: { message: string, preventDefault: () => void }) => void} */
  onerror = () => {};
  /** @type {() => void} */
  onmessageerror = () => {};
  #id = (born += 1);
  #gone = false;
  #line = new MessageChannel();

  /** @param {Record<string, string>} codes by digest */
  constructor(codes) {
    const { port1, port2 } = this.#line;
    const fail = (/** @type {string} */ message) => this.#gone || this.onerror({ message, preventDefault() {} });
    port1.onmessage = ({ data }) => this.onmessage({ data });
    port1.onmessageerror = () => this.onmessageerror();
    listeners.set(this.#id, fail);
    opening ??= open();
    opening.then(
      (frame) => this.#gone || frame.postMessage({ kind: 'hire', id: this.#id, codes, build: BUILD }, '*', [port2]),
      (error) => {
        opening = undefined;
        fail(error.message);
      },
    );
  }

  /** @param {Order} order */
  postMessage(order) {
    // A module cannot be handed to another origin; the frame has one of its own.
    this.#line.port1.postMessage(order.kind === 'start' ? { ...order, module: undefined } : order);
  }

  terminate() {
    this.#gone = true;
    listeners.delete(this.#id);
    this.#line.port1.close();
    opening?.then((frame) => frame.postMessage({ kind: 'dismiss', id: this.#id }, '*'), () => {});
  }
}

/**
 * Where the pool gets its workers while there are these codes to run.
 * @param {Record<string, string>} codes by digest
 * @returns {Host}
 */
export function sandbox(codes) {
  return {
    worker: () => /** @type {Worker} */ (/** @type {unknown} */ (new FramedWorker(codes))),
    locks: undefined,
    watchdog: new Watchdog(),
    silence: SILENCE,
  };
}
