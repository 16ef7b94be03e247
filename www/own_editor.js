// @ts-check
/**
 * The editor of own strategies: a title, the code, a trial, and the codes on the shelf.
 */
import { make, sentence } from './dom.js';
import { WorkerRequests } from './worker_requests.js';
import { PoolWorker } from './pool_worker.js';
import { deleteCode, storeCodes, storedCodes, strategyOf } from './own_code.js';
import { sandbox } from './own_sandbox.js';

/** @import { OwnStrategy } from '../subtorus.js' */
/** @import { KeptCode } from './own_code.js' */

/**
 * The receiver of its results.
 * @typedef {object} Listener
 * @property {(title: string, code: string, instead: string) => void} compare compares a code, in place of the strategy
 * `instead` if that exists
 * @property {(kept: KeptCode) => void} look shows a code that came with a file, for consent
 * @property {() => OwnStrategy[]} compared the compared strategies that may run
 */

/** Examples to start from. */
const EXAMPLES = [['first-fit', 'First fit'], ['best-fit', 'Best fit'], ['scatter', 'Scatter']];

/** The time limit of a trial, in milliseconds. */
const TRIAL = 120_000;

let styled = false;

export class OwnEditor {
  #listener;
  /** The strategy with which it was opened. */
  #instead = '';
  #trying = new AbortController();
  #heading = make('h2', { id: 'own-heading' }, 'A strategy of your own');
  #intro = make('p', { class: 'small' }, 'A function in JavaScript that says where a job goes: allocate(machine, request) returns blocks { base, extents } or numbers of nodes, or null where there is no place. Every answer is checked.');
  #title = make('input', { id: 'own-title', maxlength: 24, spellcheck: 'false', autocomplete: 'off' });
  #code = make('textarea', {
    id: 'own-code', rows: 16, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off',
    'aria-describedby': 'own-keys',
  });
  #lines = make('pre', { 'aria-hidden': 'true' });
  #state = make('p', { role: 'status', class: 'small' });
  #kept = make('ul', { 'aria-label': 'On your shelf' });
  #buttons = make('div', { class: 'row' });
  #starts = make('div', { class: 'row', role: 'group', 'aria-label': 'Begin with an example' });
  #dialog = make('dialog', { id: 'own', 'aria-labelledby': 'own-heading' });

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    if (!styled) document.head.append(make('link', { rel: 'stylesheet', href: new URL('./own.css', import.meta.url).href }));
    styled = true;
    const keys = 'Tab indents a line, Shift and Tab takes that back; after Escape, Tab leaves the field. A second Escape closes the editor.';
    this.#dialog.append(
      this.#heading, this.#intro,
      make('div', { class: 'field' }, make('label', { for: 'own-title' }, 'title'), this.#title),
      this.#starts,
      make('label', { for: 'own-code' }, 'code'),
      make('div', { class: 'code' }, this.#lines, this.#code),
      make('p', { id: 'own-keys', class: 'small quiet' }, keys),
      this.#state, this.#buttons, this.#kept,
    );
    for (const [file, text] of EXAMPLES) this.#starts.append(button(text, () => void this.#begin(file, text)));
    this.#code.addEventListener('input', () => this.#number());
    this.#code.addEventListener('scroll', () => (this.#lines.scrollTop = this.#code.scrollTop));
    this.#code.addEventListener('keydown', (event) => this.#key(event));
    this.#dialog.addEventListener('close', () => {
      this.#trying.abort();
      this.#dialog.remove();
    });
    document.body.append(this.#dialog);
  }

  /** Opens it with the compared own strategies, or with an example. */
  async open() {
    const [shown] = this.#listener.compared();
    this.#instead = shown?.name ?? '';
    this.#title.value = shown?.title ?? 'first-fit';
    this.#code.value = shown?.code ?? (await example('first-fit'));
    this.#buttons.replaceChildren(
      button('Check', () => void this.#check()), button('Compare it', () => void this.#compare()), button('Close', () => this.#dialog.close()),
    );
    this.#number();
    this.#dialog.showModal();
    this.#code.focus();
    this.#code.setSelectionRange(0, 0);
    await this.#shelf();
  }

  /**
   * @param {string} file
   * @param {string} title
   */
  async #begin(file, title) {
    this.#title.value = title.toLowerCase().replace(' ', '-');
    this.#code.value = await example(file);
    this.#number();
    this.#say('');
    this.#code.focus();
  }

  /** Tries the code on small machines, in a separate worker. */
  async #check() {
    this.#trying.abort();
    const trying = (this.#trying = new AbortController());
    try {
      const { name, digest, code } = strategyOf(this.#title.value, this.#code.value);
      this.#say('Trying it …');
      const host = sandbox({ [digest]: code });
      const nothing = /** @type {WebAssembly.Module} */ (/** @type {unknown} */ (undefined));
      const workerRequests = new WorkerRequests(() => new PoolWorker(nothing, host, TRIAL, true), TRIAL, 1);
      const { trial } = await workerRequests.send('tried', [{ kind: 'try-own', name }], trying.signal);
      workerRequests.leave();
      if (trying.signal.aborted) return;
      if (trial.complaint) this.#complain(trial.complaint, trial.line);
      else this.#say(trial.verdict);
    } catch (error) {
      if (!trying.signal.aborted) this.#complain(sentence(error));
    }
  }

  /**
   * @param {string} words
   * @param {number} [line] the line of the code that they are about
   */
  #complain(words, line) {
    this.#say(words, true);
    if (!line) return;
    const before = this.#code.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    const go = button(`Go to line ${line}`, () => {
      this.#code.focus();
      this.#code.setSelectionRange(before, before + (this.#code.value.split('\n')[line - 1]?.length ?? 0));
    });
    this.#state.append(' ', go);
  }

  async #compare() {
    try {
      const { title, code, digest } = strategyOf(this.#title.value, this.#code.value);
      const lost = await storeCodes([{ digest, title, code, used: Date.now() }]).then(() => '', sentence);
      this.#dialog.close();
      this.#listener.compare(title, code, this.#instead);
      if (lost) console.warn(`The code could not be kept: ${lost}`);
    } catch (error) {
      this.#complain(sentence(error));
    }
  }

  /** Lists the stored codes. */
  async #shelf() {
    const all = await storedCodes().catch(() => []);
    const rows = all.map((kept) => {
      const digits = kept.digest.slice(0, 12);
      const name = `${kept.title}, ${digits}`;
      const open = button(`Open ${name}`, () => {
        if (kept.foreign) {
          this.#dialog.close();
          return this.#listener.look(kept);
        }
        [this.#title.value, this.#code.value] = [kept.title, kept.code];
        this.#number();
        this.#code.focus();
      });
      const forget = button(`Delete ${name}`, async () => {
        await deleteCode(kept.digest);
        await this.#shelf();
        this.#code.focus();
      });
      open.textContent = kept.foreign ? 'Look at it …' : 'Open';
      forget.textContent = 'Delete';
      open.setAttribute('aria-label', `${kept.foreign ? 'Look at' : 'Open'} ${name}`);
      forget.setAttribute('aria-label', `Delete ${name}`);
      return make('li', {}, make('span', {}, kept.title, ' ', make('code', { class: 'small quiet', title: kept.digest }, digits)), open, forget);
    });
    this.#kept.replaceChildren(...rows);
  }

  /** Numbers the lines. */
  #number() {
    const count = this.#code.value.split('\n').length;
    this.#lines.textContent = Array.from({ length: count }, (_, place) => place + 1).join('\n');
    this.#lines.scrollTop = this.#code.scrollTop;
  }

  /** Whether Escape has just been pressed; then Tab leaves the field. */
  #leaving = false;

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Escape' && !this.#leaving) {
      this.#leaving = true;
      return event.preventDefault();
    }
    const leaving = this.#leaving;
    this.#leaving = event.key === 'Shift' && leaving;
    if (event.key !== 'Tab' || leaving) return;
    event.preventDefault();
    const { selectionStart, value } = this.#code;
    const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
    if (!event.shiftKey) this.#code.setRangeText('  ', start, start, 'preserve');
    else if (value.startsWith('  ', start)) this.#code.setRangeText('', start, start + 2, 'preserve');
  }

  /**
   * @param {string} words
   * @param {boolean} [wrong]
   */
  #say(words, wrong = false) {
    this.#state.textContent = words;
    this.#state.classList.toggle('wrong', wrong);
  }
}

/**
 * @param {string} text
 * @param {() => void} action
 */
function button(text, action) {
  const made = make('button', { type: 'button' }, text);
  made.addEventListener('click', action);
  return made;
}

/** @param {string} name */
async function example(name) {
  const response = await fetch(new URL(`./own_examples/${name}.js`, import.meta.url));
  return response.ok ? response.text() : '';
}
