// @ts-check
/**
 * The editor of own code, a strategy or a queue order: a title, the code, a trial, and the codes on the shelf.
 */
import { CodeField } from './code_field.js';
import { button, dialogHead, make, sentence } from './dom.js';
import { workerRequests } from '../workers/worker_requests.js';
import { PoolWorker } from '../workers/pool_worker.js';
import { deleteCode, storeCodes, storedCodes, ownCodeOf } from '../storage/own_code.js';
import { OwnReference } from './own_reference.js';
import { sandbox } from '../workers/own_sandbox.js';
import { recallChoice, rememberChoice } from '../storage/choices.js';
import { siteFile } from '../storage/fetching.js';
import { addStyleSheet } from './style_sheet.js';

/** @import { OwnCode } from '../../subtorus.js' */
/** @import { CodeEditor } from './code_editor.js' */
/** @import { KeptCode } from '../storage/own_code.js' */

/**
 * The receiver of its results.
 * @typedef {object} Listener
 * @property {(title: string, code: string, instead: string) => void} compare compares a code, in place of the one
 * named `instead` if that exists
 * @property {(kept: KeptCode) => void} look shows a code that came with a file, for consent
 * @property {() => string[]} machines the machines of the experiment
 * @property {() => OwnCode[]} compared the compared codes that may run, of the kind that the editor was opened for
 */

/** Examples to start from, by kind of code. @type {Record<string, [string, string][]>} */
const EXAMPLES = {
  strategy: [['first-fit', 'First fit'], ['best-fit', 'Best fit'], ['scatter', 'Scatter']],
  'queue order': [['short-first', 'Short first'], ['fair-queue', 'Fair queue']],
};

/** The name of the code field. */
const LABEL = 'code';

/** What marks a way back to text that was replaced. */
const UNDO = { 'data-undo': true };

/** The time limit of a trial, in milliseconds. */
const TRIAL = 120_000;

export class OwnEditor {
  #kind;
  #listener;
  /** The name of the code with which it was opened. */
  #instead = '';
  #trying = new AbortController();
  #title = make('input', { id: 'own-title', maxlength: 24, spellcheck: 'false', autocomplete: 'off' });
  #area = new CodeField(LABEL);
  /** The code: the text area, until CodeMirror is here. @type {CodeField | CodeEditor} */
  #code = this.#area;
  #reference;
  #state = make('p', { role: 'status', class: 'small' });
  #kept = make('ul', { 'aria-label': 'On your shelf' });
  #dialog = make('dialog', { id: 'own', 'aria-labelledby': 'own-heading' });
  /** What the fields had at first, or when they were compared. Anything else is a draft, which is kept. */
  #known = '';
  /** Whether Escape has just been pressed in the code; then the next one closes the editor. */
  #leaving = false;

  /**
   * @param {string} kind of code to begin with, `strategy` or `queue order`
   * @param {Listener} listener
   */
  constructor(kind, listener) {
    this.#kind = kind;
    this.#listener = listener;
    this.#reference = new OwnReference(kind);
    addStyleSheet('own');
    const intro = 'Say in JavaScript where a job goes (allocate), or which job goes next (key). Every answer is checked, and the code runs without network or storage.';
    const keys = 'Tab indents; after Escape, Tab leaves the field, and a second Escape closes the editor. Ctrl and Enter checks.';
    const examples = Object.entries(EXAMPLES).map(([kind, some]) =>
      make('div', { class: 'row' }, make('span', { class: 'small' }, kind), ...some.map(([file, text]) => button(text, () => this.#begin(file, text)))),
    );
    const starts = make('div', { class: 'row', role: 'group', 'aria-label': 'Begin with an example' }, ...examples);
    const check = button('Check', () => this.#check(), { class: 'primary' });
    const buttons = make('div', { class: 'row' }, check, button('Compare it', () => this.#check(true)));
    this.#dialog.append(
      dialogHead('own-heading', 'Your own strategy or order'),
      make('div', { class: 'own-head' }, make('label', { for: 'own-title', class: 'small' }, 'title'), this.#title, starts),
      make('p', { class: 'small' }, intro),
      make('div', { class: 'own-panes' },
        make('div', { class: 'own-code' }, this.#code.element, make('p', { class: 'small quiet' }, keys), this.#state, buttons, this.#kept),
        this.#reference.element),
    );
    this.#dialog.addEventListener('keydown', (event) => this.#key(event));
    // Before the code field, where Enter has a meaning of its own.
    this.#dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      void this.#check();
    }, true);
    this.#dialog.addEventListener('input', () => this.#edited());
    const keep = () => this.#keepDraft();
    addEventListener('pagehide', keep);
    this.#dialog.addEventListener('close', () => {
      keep();
      removeEventListener('pagehide', keep);
      this.#trying.abort();
      this.#dialog.remove();
    });
    document.body.append(this.#dialog);
  }

  /** Opens it with the draft of the last time, with a compared code, or with an example. */
  async open() {
    const [shown] = this.#listener.compared();
    this.#instead = shown?.name ?? '';
    const [[first]] = EXAMPLES[this.#kind];
    this.#put(shown?.title ?? first, shown?.code ?? (await example(first)));
    const draft = recallChoice(this.#draft);
    if (draft) {
      const before = this.#written;
      this.#putBack(draft);
      this.#say('This is what you wrote last, and did not compare.');
      this.#state.append(' ', button('Leave it', () => this.#putBack(before), UNDO));
    }
    this.#dialog.showModal();
    this.#code.focus();
    await Promise.all([this.#improve(), this.#shelf()]);
  }

  /** The key of the draft in the browser's storage. */
  get #draft() {
    return `draft of a ${this.#kind}`;
  }

  /** The title and the code as one text. */
  get #written() {
    return JSON.stringify([this.#title.value, this.#code.value]);
  }

  /**
   * Fills the fields with what is kept elsewhere.
   * @param {string} title
   * @param {string} code
   */
  #put(title, code) {
    this.#title.value = title;
    this.#code.value = code;
    this.#known = this.#written;
  }

  /** Fills the fields with a draft, or with what they had. @param {string} written */
  #putBack(written) {
    [this.#title.value, this.#code.value] = JSON.parse(written);
    this.#say('');
    this.#code.focus();
  }

  #keepDraft() {
    rememberChoice(this.#draft, this.#written === this.#known ? '' : this.#written);
  }

  /** Replaces the text area by CodeMirror, once that has been fetched. The selection stays, because the user may be writing. */
  async #improve() {
    const better = await import('./code_editor.js').catch(() => undefined);
    if (!better || !this.#dialog.open) return;
    const { element, value, selection } = this.#area;
    const hadFocus = element.contains(document.activeElement);
    this.#code = new better.CodeEditor(value, selection, LABEL);
    element.replaceWith(this.#code.element);
    if (hadFocus) this.#code.focus();
  }

  /**
   * @param {string} file
   * @param {string} title
   */
  async #begin(file, title) {
    const code = await example(file);
    const before = this.#written;
    const isDraft = before !== this.#known;
    this.#put(title.toLowerCase().replace(' ', '-'), code);
    this.#say('');
    if (isDraft) this.#state.append(button('Back to your code', () => this.#putBack(before), UNDO));
    this.#code.focus();
  }

  /**
   * Tries the code on small machines and those of the experiment, in a separate worker.
   * @param {boolean} [comparing] whether it is compared if nothing is wrong with it
   */
  async #check(comparing = false) {
    this.#trying.abort();
    const trying = (this.#trying = new AbortController());
    try {
      const own = ownCodeOf(this.#title.value, this.#code.value);
      const { kind, name, digest, code } = own;
      this.#say(`Trying it on small machines, then on those of the experiment, for at most ${TRIAL / 1000} s `);
      this.#state.append(make('progress', { 'aria-label': 'Trying it' }));
      const host = sandbox({ [digest]: code });
      const nothing = /** @type {WebAssembly.Module} */ (/** @type {unknown} */ (undefined));
      const requests = workerRequests(() => new PoolWorker(nothing, host, TRIAL, true), TRIAL, 1);
      const { trial } = await requests.send('tried', [{ kind: 'try-own', own: kind, name, machines: this.#listener.machines() }], trying.signal);
      requests.leave();
      if (trying.signal.aborted) return;
      if (trial.complaint) this.#complain(trial.complaint, trial.line);
      else if (comparing) return void this.#compare(own);
      else this.#say(trial.verdict);
      // Code may be meant for other machines than those of the trial.
      if (comparing) this.#state.append(' ', button('Compare all the same', () => void this.#compare()));
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
    // The place and the line are seen there.
    this.#code.mark(words.replace(/^.*: line \d+: /, ''), line);
    const meant = this.#reference.meant(words);
    if (meant) this.#state.append(' ', button(`Replace ${meant.wrong} by ${meant.meant}`, () => this.#replace(meant)));
    if (line) this.#state.append(' ', button(`Go to line ${line}`, () => this.#code.goTo(line)));
  }

  /** @param {{ wrong: string, meant: string }} names */
  #replace({ wrong, meant }) {
    this.#code.value = this.#code.value.replaceAll(`.${wrong}(`, `.${meant}(`);
    this.#say('');
    this.#code.focus();
  }

  /** @param {OwnCode} [tried] what to compare, if it is not what the fields have now */
  async #compare(tried) {
    try {
      const { title, code, digest } = tried ?? ownCodeOf(this.#title.value, this.#code.value);
      this.#known = this.#written;
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
      const look = () => this.#listener.look(kept);
      const load = () => {
        this.#put(kept.title, kept.code);
        this.#code.focus();
      };
      const remove = async () => {
        await deleteCode(kept.digest);
        await this.#shelf();
        this.#code.focus();
      };
      const open = kept.foreign
        ? button('Look at it …', look, { 'aria-label': `Look at ${name}`, 'data-closes': true })
        : button('Open', load, { 'aria-label': `Open ${name}` });
      const forget = button('Delete', remove, { 'aria-label': `Delete ${name}` });
      return make('li', {}, make('span', {}, kept.title, ' ', make('code', { class: 'small quiet', title: kept.digest }, digits)), open, forget);
    });
    this.#kept.replaceChildren(...rows);
  }

  /** What was said of the code before no longer holds. The way back to lost text stays. */
  #edited() {
    this.#trying.abort();
    if (!this.#state.querySelector('[data-undo]')) this.#state.replaceChildren();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const inCode = event.target instanceof Node && this.#code.element.contains(event.target);
    if (event.key === 'Escape' && inCode && !this.#leaving) {
      this.#leaving = true;
      return event.preventDefault();
    }
    this.#leaving = false;
  }

  /**
   * @param {string} words
   * @param {boolean} [wrong]
   */
  #say(words, wrong = false) {
    this.#state.textContent = words;
    if (!wrong) this.#code.mark('');
    this.#state.classList.toggle('wrong', wrong);
  }
}

/** @param {string} name */
async function example(name) {
  return siteFile(`www/own_examples/${name}.js`).then((file) => file.text(), () => '');
}
