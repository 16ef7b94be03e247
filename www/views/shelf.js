// @ts-check
/**
 * The shelf: experiments that the user keeps in this browser, with a name and a note, and own strategies. It can be
 * saved as a file.
 */
import { about } from '../../subtorus.js';
import { button, find, make, sentence, rebuild, whenPressed, write } from './dom.js';
import { notice } from './notices.js';
import { storeCodes, storedCodes, storedCodesOf, ownCodeOf } from '../storage/own_code.js';
import { save } from './share.js';
import { recall, remember, remembered, within } from '../storage/store.js';
import { runModule } from '../workers/run_module.js';

/** @import { Kept } from '../storage/shelf_file.js' */
/** @import { Pool } from '../workers/pool.js' */

/** How much of a file is read to see whether it is a log or packed, and not a shelf; and how files of results begin. */
const PROBE = 1 << 16;
const RESULTS = '{"subtorus":';

const SIZE = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

export class Shelf {
  #pool;
  #open;
  #dialog = find('shelf', HTMLDialogElement);
  #list = find('shelf-list');
  #withLogs = find('shelf-logs', HTMLInputElement);

  /**
   * @param {Pool} pool
   * @param {(link: string) => void} open called with the experiment that the user chooses
   */
  constructor(pool, open) {
    this.#pool = pool;
    this.#open = open;
    const chooser = find('shelf-file', HTMLInputElement);
    whenPressed('export-shelf', () => this.#try(() => this.#export()));
    whenPressed('import-shelf', () => chooser.click());
    chooser.addEventListener('change', () => {
      const [file] = chooser.files ?? [];
      if (file) void this.#import(file);
      chooser.value = '';
    });
  }

  /**
   * Takes the experiments of a dropped file, unless it is a log or has results.
   * @param {File} file
   * @param {() => void} leave passes it on to the logs
   */
  async take(file, leave) {
    const beginning = new Uint8Array(await file.slice(0, PROBE).arrayBuffer());
    // Without the module the logs say what is missing.
    const run = await runModule().catch(() => undefined);
    if (!run || run.kind_of(beginning) !== '' || new TextDecoder().decode(beginning).startsWith(RESULTS)) return leave();
    if (!this.#dialog.open) await this.show();
    await this.#import(file);
  }

  /**
   * Opens it.
   * @param {number} [chosen] the experiment with the name to edit
   */
  async show(chosen) {
    this.#say('');
    if (!this.#dialog.open) this.#dialog.showModal();
    await this.#try(() => this.#fill(chosen));
  }

  /**
   * Puts an experiment on the shelf, and opens the shelf at its name.
   * @param {string} link
   * @param {string} name its name until the user changes it
   */
  async keep(link, name) {
    /** @type {Kept} */
    const entry = { link, name, note: '', pinned: false, kept: Date.now() };
    try {
      const id = await within('shelf', 'readwrite', (shelf) => shelf.add(entry));
      await this.show(Number(id));
      this.#say('Kept in this browser. Give it a name and a note, if you like.');
    } catch (error) {
      notice('shelf', `The experiment could not be kept: ${sentence(error)}. Its link can be copied instead.`);
    }
  }

  /** The experiments, the pinned first, then the latest first. @returns {Promise<Kept[]>} */
  async #all() {
    /** @type {Kept[]} */
    const all = await within('shelf', 'readonly', (shelf) => shelf.getAll());
    return all.sort((one, other) => Number(other.pinned) - Number(one.pinned) || other.kept - one.kept);
  }

  /** @param {number} [chosen] */
  async #fill(chosen) {
    const entries = await this.#all();
    const rows = entries.map((entry) => this.#row(entry));
    const none = make('li', { class: 'quiet' }, 'Nothing yet: press “Keep” above a chart, or take experiments from a file.');
    rebuild(this.#list, rows.length ? rows : [none]);
    const logs = await remembered().catch(() => []);
    const size = logs.reduce((sum, { file }) => sum + file.size, 0);
    write('shelf-logs-label', `with the ${logs.length} logs kept in this browser (${SIZE.format(size / 1e6)})`);
    this.#withLogs.disabled = logs.length === 0;
    const field = rows[entries.findIndex(({ id }) => id === chosen)]?.querySelector('input');
    field?.focus();
    field?.select();
  }

  /** @param {Kept} entry */
  #row(entry) {
    const name = make('input', { 'aria-label': 'name', maxlength: 200, value: entry.name });
    const note = make('input', { 'aria-label': `note on ${entry.name}`, maxlength: 10_000, value: entry.note, placeholder: 'note' });
    name.addEventListener('change', () => void this.#put({ ...entry, name: (entry.name = name.value) }));
    note.addEventListener('change', () => void this.#put({ ...entry, note: (entry.note = note.value) }));
    const act = (/** @type {string} */ text, /** @type {() => unknown} */ action, /** @type {string | null} */ pressed = null) =>
      button(text, action, { 'aria-label': `${text} ${entry.name}`, 'aria-pressed': pressed, 'data-key': `${text} ${entry.id}` });
    const open = act('Open', () => {
      this.#dialog.close();
      this.#open(entry.link);
    });
    const pin = act('Pin', async () => {
      await this.#put({ ...entry, pinned: !entry.pinned });
      await this.#try(() => this.#fill());
    }, String(entry.pinned));
    const remove = act('Delete', () => void this.#try(() => this.#delete(entry)));
    const date = new Date(entry.kept).toLocaleDateString('en', { dateStyle: 'medium' });
    const facts = make('p', { class: 'small quiet' }, `${date} · ${entry.link}`);
    return make('li', { 'data-id': entry.id ?? '' }, name, make('div', { class: 'row' }, open, pin, remove), note, facts);
  }

  /** @param {Kept} entry */
  async #put(entry) {
    await this.#try(() => within('shelf', 'readwrite', (shelf) => shelf.put(entry)));
  }

  /** @param {Kept} entry */
  async #delete(entry) {
    await within('shelf', 'readwrite', (shelf) => shelf.delete(Number(entry.id)));
    await this.#fill();
    const undo = button('Undo', async () => {
      await this.#put(entry);
      await this.show(entry.id);
    });
    this.#say(`“${entry.name}” is deleted. `, undo);
    undo.focus();
  }

  async #export() {
    const { write } = await import('../storage/shelf_file.js');
    const logs = this.#withLogs.checked ? await remembered() : [];
    const text = await write(await this.#all(), logs, await storedCodes(), about().build);
    save(`subtorus-shelf-${new Date().toISOString().slice(0, 10)}`, 'json', text);
  }

  /**
   * Adds the content of a file. Existing entries are not changed, and not added again.
   * @param {File} file
   */
  async #import(file) {
    try {
      const { read } = await import('../storage/shelf_file.js');
      const { experiments, logs, codes } = read(await file.text());
      const there = await this.#all();
      const same = (/** @type {Kept} */ one) => there.some(({ link, name, note }) => link === one.link && name === one.name && note === one.note);
      const fresh = experiments.filter((one) => !same(one));
      const twice = fresh.filter(({ link }) => there.some((one) => one.link === link)).length;
      const taken = await this.#takeLogs(logs);
      const strategies = await this.#takeCodes(codes);
      // All of them or none.
      await within('shelf', 'readwrite', (shelf) => {
        for (const entry of fresh) shelf.add(entry);
        return shelf.count();
      });
      await this.#fill();
      const known = experiments.length - fresh.length;
      const parts = [`${file.name}: ${fresh.length} of ${experiments.length} experiments added`];
      if (known) parts.push(`${known} were there already`);
      if (twice) parts.push(`${twice} have the link of one that was there under another name or note: both are kept`);
      if (logs.length) parts.push(`${taken} of ${logs.length} logs added`);
      if (strategies) parts.push(`${strategies} own strategies added, which run once you have read their code`);
      this.#say(`${parts.join('; ')}.`);
    } catch (error) {
      this.#say(`${file.name} was not taken, and no experiment was added: ${sentence(error)}.`);
    }
  }

  /**
   * Stores logs that this browser does not have. Each must have its stated digest.
   * @param {{ sha256: string, name: string, file: Blob }[]} logs
   */
  async #takeLogs(logs) {
    const missing = [];
    for (const [number, log] of logs.entries()) {
      if (await recall(log.sha256)) continue;
      const opened = await this.#pool.read(log.file, '', '', { link: '', touched: [], nodes: 0 });
      if (opened.log?.sha256 !== log.sha256) throw new Error(`logs[${number}]: ${log.name} is not the log it is said to be`);
      missing.push(log);
    }
    for (const { sha256, name, file } of missing) await remember(sha256, name, file);
    return missing.length;
  }

  /**
   * Stores strategies that this browser does not have. None runs before the user has read its code.
   * @param {{ title: string, code: string }[]} codes
   */
  async #takeCodes(codes) {
    const missing = [];
    for (const [number, { title, code }] of codes.entries()) {
      try {
        const { digest } = ownCodeOf(title, code);
        if ((await storedCodesOf(digest)).length === 0) missing.push({ digest, title, code, used: Date.now(), foreign: true });
      } catch (error) {
        throw new Error(`codes[${number}]: ${sentence(error)}`);
      }
    }
    await storeCodes(missing);
    return missing.length;
  }

  /** @param {(Node | string)[]} content */
  #say(...content) {
    find('shelf-state').replaceChildren(...content);
  }

  /** @param {() => Promise<unknown>} action */
  async #try(action) {
    try {
      await action();
    } catch (error) {
      this.#say(`The shelf could not be used: ${sentence(error)}.`);
    }
  }
}
