// @ts-check
/** The log of the experiment: what it is, where it comes from, and the ways to another. */
import { effect } from '../state/signals.js';
import { button, find, make, page } from './dom.js';
import { watchDrops } from './drop.js';

/** @import { LogSource } from '../state/log_source.js' */
/** @import { Store } from '../state/store.js' */

export class LogPanel {
  #store;
  #source;
  #state = find('log-state', HTMLParagraphElement);

  /**
   * @param {Store} store
   * @param {LogSource} source
   */
  constructor(store, source) {
    this.#store = store;
    this.#source = source;
    const chooser = find('log-file', HTMLInputElement);
    find('choose-log', HTMLButtonElement).addEventListener('click', () => chooser.click());
    chooser.addEventListener('change', () => {
      source.offer(chooser.files);
      chooser.value = '';
    });
    find('forget-log', HTMLButtonElement).addEventListener('click', () => source.forget());
    this.#offerSamples();
    watchDrops((files) => source.offer(files));
    effect(() => this.#state.replaceChildren(...this.#parts()));
    effect(() => this.#update());
    effect(() => {
      const uses = store.experiment.uses_log();
      find('forget-log', HTMLButtonElement).hidden = !uses;
      // Beside a log there is no room for the invitation to drop one.
      find('choose-log', HTMLButtonElement).textContent = uses ? 'Choose a file' : 'choose a file';
    });
  }

  /** The experiment's log, if it is here. */
  get #shown() {
    return this.#store.suitableLog;
  }

  /** A button for each sample. Pressing it is like dropping a log. */
  #offerSamples() {
    const list = find('samples', HTMLParagraphElement);
    for (const sample of this.#store.catalogue.samples) {
      const take = async () => {
        // What was chosen there is above it now.
        if (await this.#source.take(sample)) find('kept', HTMLDetailsElement).open = false;
      };
      list.append(button(sample.title, take, { class: 'plain small', title: sample.acknowledgement }));
    }
    effect(() => (list.hidden = this.#shown !== null || this.#source.work.value !== ''));
  }

  /** What is said of the log: on its way, asked for, here, or missing. */
  #parts() {
    const { experiment: study, catalogue } = this.#store;
    const [work, asks, log, name] = [this.#source.work.value, this.#source.asks.value, this.#shown, study.value('log')];
    if (work) return work.startsWith('Looking') ? [work] : [this.#working(), button('Cancel', () => this.#source.cancel())];
    if (asks) return this.#question(asks);
    if (log) {
      const title = make('strong', { class: 'log-name', title: name }, name || 'a log');
      return [title, make('br'), make('span', { class: 'small' }, log.summary)];
    }
    if (!study.uses_log()) return [make('strong', {}, 'Synthetic jobs'), make('br'), make('span', { class: 'small quiet' }, `from ${study.source()}`)];
    const source = page(study.sample()?.page ?? catalogue.archive, 'The archive publishes it');
    return [make('strong', {}, `This experiment needs ${name || 'a log'}`), ', which this browser does not have yet. ', source, ': download it and drop it here.'];
  }

  /** Updates the progress. The button keeps the focus. */
  #update() {
    void this.#source.progress.value;
    const text = this.#state.firstChild;
    if (this.#source.work.peek() && text instanceof Text) text.data = this.#working();
  }

  /** What is being done, and how far it is. */
  #working() {
    const [work, progress] = [this.#source.work.peek(), this.#source.progress.peek()];
    return progress ? `${work} ${progress} ` : `${work} `;
  }

  /**
   * A link must not make the page send a request to a server. The user does, after seeing its name.
   * @param {URL} address
   */
  #question(address) {
    // It is shown as in the address, so that no name can imitate a host.
    const name = make('strong', {}, address.pathname.split('/').pop() || address.href);
    const answers = [button('Fetch', () => void this.#source.fetch()), button('Do not fetch', () => this.#source.refuse())];
    return ['The link has its log at another site. Fetch ', name, ` (from ${address.host})?`, make('span', { class: 'row' }, ...answers)];
  }
}
