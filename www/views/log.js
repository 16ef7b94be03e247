// @ts-check
/** The log of the experiment: what it is, where it comes from, and the ways to another. */
import { effect } from '../state/signals.js';
import { button, find, make, page, whenPressed, write } from './dom.js';
import { watchDrops } from './drop.js';

/** @import { LogSource } from '../state/log_source.js' */
/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {LogSource} source
 */
export function showLog(store, source) {
  const { catalogue } = store;
  const [state, samples, forget] = ['log-state', 'samples', 'forget-log'].map((id) => find(id));
  const chooser = find('log-file', HTMLInputElement);

  /** What is being done, and how far it is. */
  const working = () => {
    const [work, progress] = [source.work.peek(), source.progress.peek()];
    return progress ? `${work} ${progress} ` : `${work} `;
  };
  /** What is said of the log: on its way, asked for, here, or missing. */
  const parts = () => {
    const { experiment: study } = store;
    const [work, asks, log, name] = [source.work.value, source.asks.value, store.suitableLog, study.value('log')];
    if (work) return work.startsWith('Looking') ? [work] : [working(), button('Cancel', () => source.cancel())];
    if (asks) return questionAbout(asks, source);
    if (log) {
      const title = make('strong', { class: 'log-name', title: name }, name || 'a log');
      return [title, make('br'), make('span', { class: 'small' }, log.summary)];
    }
    if (!study.uses_log()) return [make('strong', {}, 'Synthetic jobs'), make('br'), make('span', { class: 'small quiet' }, `from ${study.source()}`)];
    const archive = page(study.sample()?.page ?? catalogue.archive, 'The archive publishes it');
    return [make('strong', {}, `This experiment needs ${name || 'a log'}`), ', which this browser does not have yet. ', archive, ': download it and drop it here.'];
  };

  whenPressed('choose-log', () => chooser.click());
  chooser.addEventListener('change', () => {
    source.offer(chooser.files);
    chooser.value = '';
  });
  whenPressed('forget-log', () => source.forget());
  // Pressing a sample is like dropping a log.
  for (const sample of catalogue.samples) {
    const take = async () => {
      // What was chosen there is above it now.
      if (await source.take(sample)) find('kept', HTMLDetailsElement).open = false;
    };
    samples.append(button(sample.title, take, { class: 'plain small', title: sample.acknowledgement }));
  }
  watchDrops((files) => source.offer(files));
  effect(() => (samples.hidden = store.suitableLog !== null || source.work.value !== ''));
  effect(() => state.replaceChildren(...parts()));
  effect(() => {
    // The button beside the progress keeps the focus.
    void source.progress.value;
    if (source.work.peek() && state.firstChild instanceof Text) state.firstChild.data = working();
  });
  effect(() => {
    const uses = store.experiment.uses_log();
    forget.hidden = !uses;
    // Beside a log there is no room for the invitation to drop one.
    write('choose-log', uses ? 'Choose a file' : 'choose a file');
  });
}

/**
 * A link must not make the page send a request to a server. The user does, after seeing its name.
 * @param {URL} address
 * @param {LogSource} source
 */
function questionAbout(address, source) {
  // It is shown as in the address, so that no name can imitate a host.
  const name = make('strong', {}, address.pathname.split('/').pop() || address.href);
  const answers = [button('Fetch', () => void source.fetch()), button('Do not fetch', () => source.refuse())];
  return ['The link has its log at another site. Fetch ', name, ` (from ${address.host})?`, make('span', { class: 'row' }, ...answers)];
}
