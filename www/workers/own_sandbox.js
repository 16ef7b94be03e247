// @ts-check
/**
 * The sandbox for own strategies: workers of a frame without origin, with a policy that allows no address at all
 * (www/workers/own.html). The frame exists as long as one of its workers. It is removed with the last, and so is everything
 * that code may have left running. The workers' scripts are passed as text, because they cannot fetch anything.
 */
import { is_own_cell } from '../../subtorus.js';
import { BUILD } from '../build.js';
import { sound } from './own_answers.js';
import { Watchdog } from './watchdog.js';
import { siteFile } from '../storage/fetching.js';
import { SITE } from '../site_address.js';

/** @import { Host } from './pool_worker.js' */
/** @import { Order } from './messages.js' */

/** How long the frame may take to open, and how long a worker may be silent after a question, in milliseconds. */
const OPENING = 15_000;
const SILENCE = 10_000;

/** The browser's features that the workers' script keeps for itself. The code that it runs cannot reach them. */
const OUTSIDE = ['performance', 'WebAssembly', 'TextDecoder', 'TextEncoder', 'FileReaderSync', 'Blob', 'FinalizationRegistry', 'URL', 'Request', 'Response'];

/**
 * Joins modules that import only from each other to one script.
 * @param {string[]} modules
 */
function together([glue, ...others]) {
  const plain = (/** @type {string} */ text) => text
    .replace(/^import [^;]*;$/gm, '')
    .replace(/^export \{[^}]*\};$/gm, '')
    .replace(/^export (?=(async )?(function|class|const) )/gm, '')
    .replaceAll('import.meta.url', "''");
  const kept = `const { ${OUTSIDE.join(', ')} } = globalThis;`;
  return `(() => { 'use strict';\n${kept}\n${plain(glue)}\nconst init = __wbg_init;\n${others.map(plain).join('\n')}\n})();`;
}

/** The frame, and the page's end of its line. */
class Frame {
  #element = document.createElement('iframe');
  #secret = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  #gone = false;
  /** @type {MessagePort | undefined} */
  #line;
  /** Handlers of the workers: each gets its port, or the reason why it has none. @type {Map<number, (port: MessagePort | undefined, message: string) => void>} */
  #waiting = new Map();
  /** The line, once it exists. */
  ready = this.#open();

  async #open() {
    const texts = ['subtorus.js', 'www/workers/worker_protocol.js', 'www/workers/own_host.js'].map(async (path) => (await siteFile(path)).text());
    const bytes = await (await siteFile('subtorus_bg.wasm')).arrayBuffer();
    const text = together(await Promise.all(texts));
    if (this.#gone) throw new Error('the frame is not needed any more');
    this.#line = await this.#greeted();
    this.#line.onmessage = ({ data, ports: [port] }) => this.#waiting.get(data?.id)?.(port, String(data?.message ?? ''));
    this.#tell({ kind: 'parts', text, bytes }, [bytes]);
  }

  /** The frame sends the first message, from the document that this page has put there. @returns {Promise<MessagePort>} */
  #greeted() {
    const element = this.#element;
    element.setAttribute('sandbox', 'allow-scripts');
    element.setAttribute('aria-hidden', 'true');
    element.title = 'code of own strategies';
    element.hidden = true;
    element.src = new URL(`www/workers/own.html#${this.#secret}`, SITE).href;
    return new Promise((resolve, reject) => {
      const hear = (/** @type {MessageEvent} */ { source, data, ports }) => {
        if (source !== element.contentWindow || data?.secret !== this.#secret || !ports[0]) return;
        clearTimeout(timer);
        removeEventListener('message', hear);
        resolve(ports[0]);
      };
      const late = 'the frame for own strategies did not open. Check that this site’s server sends no policy of its own with own.html';
      const timer = setTimeout(() => {
        removeEventListener('message', hear);
        reject(new Error(late));
      }, OPENING);
      addEventListener('message', hear);
      document.body.append(element);
    });
  }

  /**
   * @param {object} message
   * @param {Transferable[]} [transfer]
   */
  #tell(message, transfer = []) {
    this.#line?.postMessage({ ...message, secret: this.#secret }, transfer);
  }

  /**
   * @param {number} id of the new worker
   * @param {Record<string, string>} codes by digest
   * @param {(port: MessagePort | undefined, message: string) => void} answer called with the port to it, or, at any
   * time, with an error
   */
  startWorker(id, codes, answer) {
    this.#waiting.set(id, answer);
    this.ready.then(
      () => this.#waiting.has(id) && this.#tell({ kind: 'hire', id, codes, build: BUILD }),
      (error) => answer(undefined, error.message),
    );
  }

  /** @param {number} id */
  dismiss(id) {
    this.#waiting.delete(id);
    this.#tell({ kind: 'dismiss', id });
    if (this.#waiting.size > 0) return;
    if (frame === this) frame = undefined;
    this.#gone = true;
    this.#line?.close();
    this.#element.remove();
  }
}

/** The frame, while there is one. @type {Frame | undefined} */
let frame;
let born = 0;

/** A worker of the frame, with the few features that the pool needs. Its messages are not trusted. */
class SandboxedWorker {
  /** @type {(event: { data: any }) => void} */
  onmessage = () => {};
  /** @type {(event: { message: string, preventDefault: () => void }) => void} */
  onerror = () => {};
  /** @type {() => void} */
  onmessageerror = () => {};
  #id = (born += 1);
  #gone = false;
  #frame = (frame ??= new Frame());
  /** The port to it, and the messages to send once there is a port. @type {MessagePort | undefined} */
  #line;
  /** @type {object[]} */
  #unsaid = [];

  /** @param {Record<string, string>} codes by digest */
  constructor(codes) {
    this.#frame.startWorker(this.#id, codes, (port, message) => {
      if (this.#gone) return;
      if (!port) return this.onerror({ message, preventDefault() {} });
      if (this.#line) return;
      this.#line = port;
      port.onmessage = ({ data }) => this.onmessage({ data: sound(data) });
      port.onmessageerror = () => this.onmessageerror();
      for (const order of this.#unsaid) port.postMessage(order);
    });
  }

  /** @param {Order} order */
  postMessage(order) {
    // A module cannot be passed to another origin, so the frame compiles its own.
    const said = order.kind === 'start' ? { ...order, module: undefined } : order;
    if (this.#line) this.#line.postMessage(said);
    else this.#unsaid.push(said);
  }

  terminate() {
    if (this.#gone) return;
    this.#gone = true;
    this.#line?.close();
    this.#frame.dismiss(this.#id);
  }
}

/**
 * Creates the pool's workers for the cells of own strategies.
 * @param {Record<string, string>} codes by digest
 * @returns {Host}
 */
export function sandbox(codes) {
  return {
    worker: () => /** @type {Worker} */ (/** @type {unknown} */ (new SandboxedWorker(codes))),
    locks: undefined,
    watchdog: new Watchdog(),
    silence: SILENCE,
    isOwn: is_own_cell,
  };
}
