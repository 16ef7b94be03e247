// @ts-check
/** The entry of logs: dropped, chosen, stored on an earlier visit, or fetched; and the texts about them. */
import { find, make, sentence } from './dom.js';
import { watchDrops } from './drop.js';
import { aborted, addressOf, fetchFile, nameAt } from '../storage/fetching.js';
import { StoredLogs } from './stored_logs.js';
import { showAbout } from './log_facts.js';
import { further, needed, offerOthers, present, question, say, waiting } from './log_state.js';
import { MachinesPanel } from './machines.js';
import { notice, retract } from './notices.js';
import { ProfilePanel } from './profile.js';
import { recall } from '../storage/store.js';

/** @import { Catalogue, SampleLog, Study } from '../../subtorus.js' */
/** @import { Changes } from '../state/changes.js' */
/** @import { Log } from '../workers/messages.js' */
/** @import { Proposals } from '../state/proposals.js' */
/** @import { Elsewhere } from './run/run_elsewhere.js' */

/** The reason of an abort by the user. */
const CANCELLED = new Error('cancelled');

export class LogPanel {
  #catalogue;
  #study;
  #reader;
  #changes;
  #edited;
  #run;
  #machines;
  #proposals;
  #kept = new StoredLogs();
  #profile = new ProfilePanel();
  /** The current log. @type {Log | null} */
  #log = null;
  /** Counts what is read, looked for or fetched. A late result of something older is dropped. */
  #request = 0;
  #busy = '';
  /** The columns with which the current log was last read again. */
  #tried = '';
  /** Aborts the current request. */
  #fetching = new AbortController();
  /** The address of the link's log, until the user agrees to a request. @type {URL | null} */
  #asks = null;

  /**
   * @param {Catalogue} catalogue
   * @param {Study} study
   * @param {Elsewhere} reader
   * @param {Changes} changes
   * @param {Proposals} proposals
   * @param {() => void} edited called after a log has changed the experiment
   * @param {() => void} run called when a log has arrived, to run the experiment on it
   */
  constructor(catalogue, study, reader, changes, proposals, edited, run) {
    this.#catalogue = catalogue;
    this.#study = study;
    this.#reader = reader;
    this.#changes = changes;
    this.#machines = new MachinesPanel(study, changes);
    this.#proposals = proposals;
    this.#edited = edited;
    this.#run = run;
    const chooser = find('log-file', HTMLInputElement);
    find('choose-log', HTMLButtonElement).addEventListener('click', () => chooser.click());
    chooser.addEventListener('change', () => {
      this.#offered(chooser.files);
      chooser.value = '';
    });
    find('forget-log', HTMLButtonElement).addEventListener('click', () => this.#forget());
    this.#offerSamples();
    watchDrops((files) => this.#offered(files));
  }

  /** Whether the experiment's log is the current one. */
  ready() {
    const wanted = this.#study.value('sha256');
    const log = this.#log;
    return log !== null && (wanted === '' || wanted === log.sha256) && log.choice === this.#study.value('column');
  }

  /** The log to run on, null if the model makes the jobs. */
  currentLog() {
    return this.#study.uses_log() ? this.#log : null;
  }

  /**
   * Looks for the log of a link: the current one, in the store, at its address, among the samples of the site.
   * @returns {Promise<boolean>} false if something newer has begun
   */
  async find() {
    const request = this.#begin();
    this.#changes.forget();
    this.#proposals.leave();
    retract('log');
    const sha256 = this.#study.value('sha256');
    const url = this.#study.value('log-url');
    const sample = this.#study.sample();
    if (!this.#study.uses_log() || (sha256 && this.ready())) return true;
    // The current log may be any; the link names a certain one.
    this.#log = null;
    this.#busy = 'Looking for the log …';
    this.show();
    const known = sha256 ? await recall(sha256).catch(() => undefined) : undefined;
    if (request !== this.#request) return false;
    this.#busy = '';
    if (known) await this.#take(known.file, known.name, false);
    else if (url) this.#ask(url);
    else if (sample) await this.#fetchSample(sample, request);
    return request === this.#request;
  }

  /** @param {string} url of which Rust has read only the beginning */
  #ask(url) {
    try {
      this.#asks = new URL(url);
    } catch {
      this.#notFetched(url, new Error('this is no address'));
    }
  }

  /** Something newer begins, so the current request is aborted. */
  #begin() {
    this.#fetching.abort();
    this.#fetching = new AbortController();
    this.#busy = '';
    this.#asks = null;
    return (this.#request += 1);
  }

  /**
   * Fetches the log from the link's address, after the user has agreed.
   * @param {URL} address
   */
  async #fetch(address) {
    const request = this.#begin();
    const name = nameAt(address);
    this.#asks = address;
    this.#busy = `Fetching ${name} from ${address.host} …`;
    this.show();
    try {
      const file = await fetchFile(address, this.#fetching);
      if (request !== this.#request || !(await this.#takeFetched(file, name))) return;
      this.#edited();
      this.#run();
    } catch (error) {
      if (request === this.#request) this.#notFetched(address.href, error);
    }
  }

  /**
   * The log of a link has arrived. It may differ from the one that the link names.
   * @param {Blob} file
   * @param {string} name
   * @returns {Promise<boolean>} whether it is the current log now
   */
  async #takeFetched(file, name) {
    const wanted = this.#study.value('sha256');
    const taken = await this.#take(file, name, true);
    if (taken) this.#compare(name, wanted);
    return taken;
  }

  /**
   * @param {string} from
   * @param {unknown} error
   */
  #notFetched(from, error) {
    this.#busy = '';
    if (error === CANCELLED) return this.show();
    const refused = 'the server cannot be reached, or does not allow other pages to read its files';
    const reason = error instanceof TypeError ? refused : sentence(error);
    notice('log', `The log could not be fetched from ${from}: ${reason}. Download it yourself and drop it here.`);
    this.show();
  }

  /**
   * Fetches the sample that a link names. A site without samples asks for it like for any other log.
   * @param {SampleLog} sample
   * @param {number} request
   */
  async #fetchSample(sample, request) {
    this.#busy = `Fetching ${sample.title} …`;
    this.show();
    const file = await fetchFile(addressOf(sample), this.#fetching).catch(() => undefined);
    if (request !== this.#request) return;
    this.#busy = '';
    if (file) await this.#takeFetched(file, sample.file);
  }

  /** A button for each sample. Pressing it is like dropping a log. */
  #offerSamples() {
    const buttons = this.#catalogue.samples.map((sample) => {
      const button = make('button', { type: 'button', class: 'plain small', title: sample.acknowledgement }, sample.title);
      button.addEventListener('click', () => void this.#try(sample));
      return button;
    });
    find('samples', HTMLParagraphElement).append(...buttons);
  }

  /** @param {SampleLog} sample */
  async #try(sample) {
    const request = this.#begin();
    this.#busy = `Fetching ${sample.title} …`;
    this.show();
    try {
      const known = await recall(sample.sha256).catch(() => undefined);
      const file = known?.file ?? (await fetchFile(addressOf(sample), this.#fetching));
      if (request !== this.#request) return;
      await this.#offer(file, sample.file);
      // What was chosen there is above it now.
      find('kept', HTMLDetailsElement).open = false;
    } catch (error) {
      if (request === this.#request) this.#notFetched('this site', error);
    }
  }

  /** @param {ArrayLike<File> | null | undefined} files */
  #offered(files) {
    const file = files?.[0];
    if (!file) return;
    if (files.length > 1) notice('files', `One log at a time: only ${file.name} was read.`);
    else retract('files');
    this.#begin();
    void this.#offer(file, file.name);
  }

  /**
   * @param {Blob} file
   * @param {string} name
   */
  async #offer(file, name) {
    const awaited = this.#study.uses_log() && !this.ready();
    const wanted = this.#study.value('sha256');
    const log = await this.#read(file, name);
    if (!log) return;
    if (awaited && wanted && wanted !== log.sha256) return this.#choose(log, name);
    this.#adopt(log, name, true);
    if (!awaited) this.#proposals.begin(log);
    this.#edited();
    this.#run();
  }

  /**
   * A log other than the experiment's has been dropped, and the user chooses between the two. Until then the experiment
   * does not change, and the log is stored like any other.
   * @param {Log} log
   * @param {string} name
   */
  #choose(log, name) {
    const [wanted, url] = [this.#study.value('log') || 'its own log', this.#study.value('log-url')];
    void this.#kept.keep(log.sha256, name, log.file);
    const button = (/** @type {string} */ text, /** @type {() => void} */ action) => {
      const button = make('button', { type: 'button' }, text);
      button.addEventListener('click', () => {
        retract('log');
        action();
        find('run', HTMLButtonElement).focus();
      });
      return button;
    };
    const use = button(`Use ${name} for this experiment`, () => {
      this.#begin();
      this.#adopt(log, name, true);
      this.#edited();
      this.#run();
    });
    const wait = button(`Keep waiting for ${wanted}`, () => {
      if (url) this.#ask(url);
      this.show();
    });
    const said = `${name} is not the log that this experiment was made with (${wanted}): its SHA-256 is ${log.sha256}. With it the curves may differ, and the link names it.`;
    notice('log', said, make('span', { class: 'row answers' }, use, wait));
  }

  /** There will be curves. */
  fold() {
    this.#profile.fold();
  }

  /**
   * Warns if the current log is not the one of the link.
   * @param {string} name
   * @param {string} wanted the SHA-256 of the link, '' for any
   */
  #compare(name, wanted) {
    const sha256 = this.#log?.sha256;
    if (wanted === '' || wanted === sha256) return;
    notice(
      'log',
      'This is not the log the link was made with, so the curves may differ: ' +
        `${name} has the SHA-256 ${sha256}, the link names ${wanted}. The experiment now names ${name}.`,
    );
  }

  /**
   * Reads a log and makes it the experiment's. A file that is not a log changes nothing.
   * @param {Blob} file
   * @param {string} name
   * @param {boolean} unknown whether it is new to the experiment
   * @returns {Promise<boolean>} whether it is the current log now
   */
  async #take(file, name, unknown) {
    const log = await this.#read(file, name);
    if (log) this.#adopt(log, name, unknown);
    return log !== undefined;
  }

  /**
   * Reads a log. Returns nothing after an error, which is shown, or if something newer has begun.
   * @param {Blob} file
   * @param {string} name
   * @returns {Promise<Log | undefined>}
   */
  async #read(file, name) {
    const [request, { signal }] = [this.#request, this.#fetching];
    // The known number of nodes is that of another log.
    const wanted = { ...this.#proposals.wanted, nodes: 0 };
    this.#busy = `Reading ${name} …`;
    this.show();
    const heard = (/** @type {string} */ said) => {
      if (request !== this.#request || !this.#busy) return;
      this.#busy = said ? `Reading ${name} … ${said}` : `Reading ${name} …`;
      further(this.#busy);
    };
    try {
      const log = await Promise.race([this.#reader.read(file, name, wanted, signal, heard), aborted(signal)]);
      return request === this.#request ? log : undefined;
    } catch (error) {
      if (request === this.#request && error !== CANCELLED) notice('log', `${name} could not be read: ${sentence(error)}`);
      return undefined;
    } finally {
      if (request === this.#request) this.#busy = '';
      this.show();
    }
  }

  /**
   * Makes a log that has been read the experiment's.
   * @param {Log} log
   * @param {string} name
   * @param {boolean} unknown whether it is new to the experiment
   */
  #adopt(log, name, unknown) {
    retract('log');
    this.#log = log;
    this.#asks = null;
    if (unknown) this.#study.take_log(name, log.sha256);
    // The store notes the use of the log.
    void this.#kept.keep(log.sha256, name, log.file);
    this.show();
  }

  /** The experiment chooses the columns of a table. With other columns, the file is read again. */
  async #again(/** @type {Blob} */ file, /** @type {string} */ columns) {
    this.#tried = columns;
    this.#begin();
    const log = await this.#read(file, this.#study.value('log'));
    if (!log) return;
    retract('log');
    this.#log = log;
    this.#proposals.renew(log);
    this.#edited();
  }

  #forget() {
    this.#begin();
    this.#study.leave_log();
    this.#proposals.leave();
    this.#changes.withdraw();
    retract('log');
    this.#edited();
  }

  /** Shows the current log, or which log is needed. */
  show() {
    const [uses, columns] = [this.#study.uses_log(), this.#study.value('column')];
    const last = uses && !this.#busy ? this.#log : null;
    if (last && last.choice === columns) this.#tried = columns;
    else if (last && this.#tried !== columns) return void this.#again(last.file, columns);
    const log = uses && this.ready() ? this.#log : null;
    const [sample, asks] = [this.#study.sample(), this.#asks];
    if (this.#busy) say(...waiting(this.#busy, () => this.#fetching.abort(CANCELLED)));
    else if (asks) say(...question(asks, () => void this.#fetch(asks), () => this.#leave()));
    else if (log) say(...present(log, this.#study.value('log')));
    else if (uses) say(...needed(this.#study.value('log'), sample?.page ?? this.#catalogue.archive));
    else say(make('strong', {}, 'Synthetic jobs'), make('br'), make('span', { class: 'small quiet' }, `from ${this.#study.source()}`));
    offerOthers(uses);
    find('samples', HTMLParagraphElement).hidden = log !== null || this.#busy !== '';
    showAbout(log, sample, this.#changes);
    this.#profile.show(log, log ? this.#proposals.about('machine') : '');
    this.#machines.show(log ? (this.#proposals.machines ?? log.proposal.machines) : []);
  }

  /** The user refuses a request to the link's address. */
  #leave() {
    this.#asks = null;
    this.show();
  }
}
