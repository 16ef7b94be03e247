// @ts-check
/** Where logs come from: dropped, chosen, stored on an earlier visit, or fetched. One request at a time; a newer one ends it. */
import { button, find, make, sentence } from '../views/dom.js';
import { notice, retract } from '../views/notices.js';
import { aborted, addressOf, fetchFile, nameAt } from '../storage/fetching.js';
import { recall } from '../storage/store.js';
import { batch, effect, Signal } from './signals.js';

/** @import { SampleLog } from '../../subtorus.js' */
/** @import { Changes } from './changes.js' */
/** @import { Log } from '../workers/messages.js' */
/** @import { Proposals } from './proposals.js' */
/** @import { Store } from './store.js' */
/** @import { Elsewhere } from '../views/run/run_elsewhere.js' */
/** @import { StoredLogs } from '../views/stored_logs.js' */

/** The reason of an abort by the user. */
const CANCELLED = new Error('cancelled');

/**
 * What reads and stores logs.
 * @typedef {object} Tools
 * @property {Elsewhere} reader
 * @property {StoredLogs} kept
 * @property {Changes} changes
 * @property {Proposals} proposals
 * @property {() => void} run called when a log has arrived, to run the experiment on it
 */

export class LogSource {
  /** What is being done, in a sentence; '' if nothing. */
  work = new Signal('');
  /** How far it is. */
  progress = new Signal('');
  /** The address of the link's log, until the user agrees to a request. @type {Signal<URL | null>} */
  asks = new Signal(/** @type {URL | null} */ (null));
  #store;
  #tools;
  /** The columns with which the current log was last read again. */
  #tried = '';
  /** The current request: what is read, looked for or fetched. A late result of another one is dropped. */
  #request = new AbortController();

  /**
   * @param {Store} store
   * @param {Tools} tools
   */
  constructor(store, tools) {
    this.#store = store;
    this.#tools = tools;
    // The experiment chooses the columns of a table. With other columns, the file is read again.
    effect(() => {
      const columns = store.experiment.value('column');
      const log = store.currentLog;
      if (!log || this.work.value) return;
      const tried = log.choice === columns || this.#tried === columns;
      this.#tried = columns;
      if (!tried) void this.#again(log.file);
    });
  }

  /** Another experiment is on the page. Its log is looked for; the present one is not read again for its columns. */
  arrive() {
    this.#tried = this.#store.study.value('column');
  }

  /**
   * Looks for the log of a link: the current one, in the store, at its address, among the samples of the site.
   * @returns {Promise<boolean>} false if something newer has begun
   */
  async find() {
    const { study } = this.#store;
    const request = this.#begin();
    this.#tools.changes.forget();
    this.#tools.proposals.leave();
    retract('log');
    const sha256 = study.value('sha256');
    const url = study.value('log-url');
    const sample = study.sample();
    if (!study.uses_log() || (sha256 && this.#store.suitableLog)) return true;
    batch(() => {
      // The current log may be any; the link names a certain one.
      this.#store.log.value = null;
      this.work.value = 'Looking for the log …';
    });
    const known = sha256 ? await recall(sha256).catch(() => undefined) : undefined;
    if (request !== this.#request) return false;
    this.work.value = '';
    if (known) {
      const log = await this.#read(known.file, known.name);
      if (log) this.#adopt(log, known.name, false);
    } else if (url) {
      this.#ask(url);
    } else if (sample) {
      // A site without samples asks for it like for any other log.
      this.work.value = `Fetching ${sample.title} …`;
      const file = await fetchFile(addressOf(sample), request).catch(() => undefined);
      if (request !== this.#request) return false;
      this.work.value = '';
      if (file) await this.#takeFetched(file, sample.file);
    }
    return request === this.#request;
  }

  /**
   * Takes the first of the files that the user has dropped or chosen.
   * @param {ArrayLike<File> | null | undefined} files
   */
  offer(files) {
    const file = files?.[0];
    if (!file) return;
    if (files.length > 1) notice('files', `One log at a time: only ${file.name} was read.`);
    else retract('files');
    this.#begin();
    void this.#offer(file, file.name);
  }

  /**
   * Takes a sample of this site, as if it were dropped.
   * @param {SampleLog} sample
   * @returns {Promise<boolean>} whether it has arrived
   */
  async take(sample) {
    const request = this.#begin();
    this.work.value = `Fetching ${sample.title} …`;
    try {
      const known = await recall(sample.sha256).catch(() => undefined);
      const file = known?.file ?? (await fetchFile(addressOf(sample), request));
      if (request !== this.#request) return false;
      await this.#offer(file, sample.file);
      return true;
    } catch (error) {
      if (request === this.#request) this.#notFetched('this site', error);
      return false;
    }
  }

  /** Fetches the log from the link's address, after the user has agreed. */
  async fetch() {
    const address = this.asks.peek();
    if (!address) return;
    const request = this.#begin();
    const name = nameAt(address);
    batch(() => {
      this.asks.value = address;
      this.work.value = `Fetching ${name} from ${address.host} …`;
    });
    try {
      const file = await fetchFile(address, request);
      if (request !== this.#request || !(await this.#takeFetched(file, name))) return;
      this.#store.edit();
      this.#tools.run();
    } catch (error) {
      if (request === this.#request) this.#notFetched(address.href, error);
    }
  }

  /** The user ends what is being done. */
  cancel() {
    this.#request.abort(CANCELLED);
  }

  /** The user refuses a request to the link's address. */
  refuse() {
    this.asks.value = null;
  }

  /** The experiment no longer uses a log. */
  forget() {
    this.#begin();
    retract('log');
    this.#store.edit((study) => {
      study.leave_log();
      this.#tools.proposals.leave();
      this.#tools.changes.withdraw();
    });
  }

  /** @param {string} url of which Rust has read only the beginning */
  #ask(url) {
    try {
      this.asks.value = new URL(url);
    } catch {
      this.#notFetched(url, new Error('this is no address'));
    }
  }

  /** Something newer begins, so the current request is aborted. */
  #begin() {
    this.#request.abort();
    batch(() => {
      this.work.value = '';
      this.asks.value = null;
    });
    return (this.#request = new AbortController());
  }

  /**
   * The log of a link has arrived. It may differ from the one that the link names.
   * @param {Blob} file
   * @param {string} name
   * @returns {Promise<boolean>} whether it is the current log now
   */
  async #takeFetched(file, name) {
    const wanted = this.#store.study.value('sha256');
    const log = await this.#read(file, name);
    if (!log) return false;
    this.#adopt(log, name, true);
    if (wanted !== '' && wanted !== log.sha256) {
      notice(
        'log',
        'This is not the log the link was made with, so the curves may differ: ' +
          `${name} has the SHA-256 ${log.sha256}, the link names ${wanted}. The experiment now names ${name}.`,
      );
    }
    return true;
  }

  /**
   * @param {string} from
   * @param {unknown} error
   */
  #notFetched(from, error) {
    this.work.value = '';
    if (error === CANCELLED) return;
    const refused = 'the server cannot be reached, or does not allow other pages to read its files';
    const reason = error instanceof TypeError ? refused : sentence(error);
    notice('log', `The log could not be fetched from ${from}: ${reason}. Download it yourself and drop it here.`);
  }

  /**
   * @param {Blob} file
   * @param {string} name
   */
  async #offer(file, name) {
    const awaited = this.#store.missing !== '';
    const wanted = this.#store.study.value('sha256');
    const log = await this.#read(file, name);
    if (!log) return;
    if (awaited && wanted && wanted !== log.sha256) return this.#choose(log, name);
    this.#store.edit(() => {
      this.#adopt(log, name, true);
      if (!awaited) this.#tools.proposals.begin(log);
    });
    this.#tools.run();
  }

  /**
   * A log other than the experiment's has been dropped, and the user chooses between the two. Until then the experiment
   * does not change, and the log is stored like any other.
   * @param {Log} log
   * @param {string} name
   */
  #choose(log, name) {
    const { study } = this.#store;
    const [wanted, url] = [study.value('log') || 'its own log', study.value('log-url')];
    void this.#tools.kept.keep(log.sha256, name, log.file);
    const answer = (/** @type {string} */ text, /** @type {() => void} */ action) =>
      button(text, () => {
        retract('log');
        action();
        find('run').focus();
      });
    const use = answer(`Use ${name} for this experiment`, () => {
      this.#begin();
      this.#store.edit(() => this.#adopt(log, name, true));
      this.#tools.run();
    });
    const wait = answer(`Keep waiting for ${wanted}`, () => url && this.#ask(url));
    const said = `${name} is not the log that this experiment was made with (${wanted}): its SHA-256 is ${log.sha256}. With it the curves may differ, and the link names it.`;
    notice('log', said, make('span', { class: 'row answers' }, use, wait));
  }

  /**
   * Reads a log. Returns nothing after an error, which is shown, or if something newer has begun.
   * @param {Blob} file
   * @param {string} name
   * @returns {Promise<Log | undefined>}
   */
  async #read(file, name) {
    const request = this.#request;
    const { signal } = request;
    // The known number of nodes is that of another log.
    const wanted = { ...this.#tools.proposals.wanted, nodes: 0 };
    this.progress.value = '';
    this.work.value = `Reading ${name} …`;
    const heard = (/** @type {string} */ said) => {
      if (request === this.#request && this.work.peek()) this.progress.value = said;
    };
    try {
      const log = await Promise.race([this.#tools.reader.read(file, name, wanted, signal, heard), aborted(signal)]);
      return request === this.#request ? log : undefined;
    } catch (error) {
      if (request === this.#request && error !== CANCELLED) this.#refused(file, name, sentence(error));
      return undefined;
    } finally {
      if (request === this.#request) this.work.value = '';
    }
  }

  /**
   * A file could not be read. Another choice of its columns may help.
   * @param {Blob} file
   * @param {string} name
   * @param {string} why
   */
  #refused(file, name, why) {
    const { study } = this.#store;
    const said = `${name} could not be read: ${why}`;
    notice('log', said);
    if (!/'column'|no column is called/.test(why)) return;
    void import('../views/column_question.js').then(({ askColumns }) => askColumns(said, study.value('column'), (columns) => {
      this.#store.set('column', columns);
      this.#begin();
      void this.#offer(file, name);
    }));
  }

  /**
   * Makes a log that has been read the experiment's. That of a link is no edit: the address stays as it came.
   * @param {Log} log
   * @param {string} name
   * @param {boolean} unknown whether it is new to the experiment
   */
  #adopt(log, name, unknown) {
    retract('log');
    batch(() => {
      if (unknown) this.#store.study.take_log(name, log.sha256);
      this.#store.log.value = log;
      this.asks.value = null;
    });
    // The store notes the use of the log.
    void this.#tools.kept.keep(log.sha256, name, log.file);
  }

  /** @param {Blob} file of the current log */
  async #again(file) {
    this.#begin();
    const log = await this.#read(file, this.#store.study.value('log'));
    if (!log) return;
    retract('log');
    this.#store.edit(() => {
      this.#store.log.value = log;
      this.#tools.proposals.renew(log);
    });
  }
}
