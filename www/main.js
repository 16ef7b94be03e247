// @ts-check
/** The page: starts Rust, then ties the controls, the chart, the log and the runs together. */
import init, { Study, about, catalogue as describe, last_panic } from '../subtorus.js';
import { read } from './state/address.js';
import { Changes } from './state/changes.js';
import { Launcher } from './state/launcher.js';
import { LazyPart } from './state/lazy_part.js';
import { LogSource } from './state/log_source.js';
import { MachineDefaults } from './state/machine_defaults.js';
import { Navigation } from './state/navigation.js';
import { Proposals } from './state/proposals.js';
import { Runs } from './state/runs.js';
import { batch, effect } from './state/signals.js';
import { Store } from './state/store.js';
import { Sweep } from './state/sweep.js';
import { keepVersion } from './storage/offline.js';
import { Results } from './storage/results.js';
import { ChartView } from './views/chart.js';
import { CompareBar } from './views/compare.js';
import { find, sentence } from './views/dom.js';
import { FigureLine } from './views/figure_line.js';
import { Form } from './views/form.js';
import { offerHelp } from './views/help.js';
import { LegendView } from './views/legend.js';
import { LogPanel } from './views/log.js';
import { notice } from './views/notices.js';
import { offerPlacements } from './views/offer_placements.js';
import { offerShelf } from './views/offer_shelf.js';
import { OwnStrategies } from './views/own.js';
import { showPanel } from './views/panel.js';
import { PlotBar } from './views/plot.js';
import { RunBar } from './views/run_bar.js';
import { RunNotices } from './views/run_notices.js';
import { Elsewhere } from './views/run/run_elsewhere.js';
import { offerSharing } from './views/share.js';
import { offerShortcuts } from './views/shortcuts.js';
import { StoredLogs } from './views/stored_logs.js';
import { addStyleSheet } from './views/style_sheet.js';
import { TableView } from './views/table.js';
import { showPage } from './views/whole_page.js';
import { Pool } from './workers/pool.js';
import { belongTogether } from './version.js';
import { SITE } from './site_address.js';

/** @import { ChartAction, DiagnosticMessage } from '../subtorus.js' */

/** The compiled module, for this page and all its workers. */
async function compile() {
  const response = await fetch(new URL('subtorus_bg.wasm', SITE));
  if (!response.ok) throw new Error(`subtorus_bg.wasm: the server answered ${response.status} ${response.statusText}`);
  const fallback = response.clone();
  // Also works with servers that do not know the type of wasm files.
  return WebAssembly.compileStreaming(response).catch(async () => WebAssembly.compile(await fallback.arrayBuffer()));
}

async function start() {
  const module = await compile();
  await init({ module_or_path: module });
  const { build } = about();
  belongTogether(build);
  const catalogue = describe();
  find('version', HTMLSpanElement).textContent = catalogue.version;
  find('build', HTMLSpanElement).textContent = `Subtorus ${build}`;
  const pool = new Pool(module, Math.max(1, navigator.hardwareConcurrency || 1));
  const store = new Store(catalogue, new Study(), pool);
  // Views are shown once the first experiment is on the page.
  batch(() => furnish(store));
}

/**
 * Makes the parts of the page, and opens the experiment of the address.
 * @param {Store} store
 */
function furnish(store) {
  const visit = (/** @type {string} */ link) => navigation.visit(link);
  const run = () => launcher.run();
  // On the page of batches, jobs are taken from a log, and nothing runs on it. Nothing runs while a search for
  // placements is open, either.
  const runOnLog = () => void (store.batch.peek() || placements.part?.isOpen || run());
  const gallery = new LazyPart(async () => {
    const [{ Gallery }] = await Promise.all([import('./views/gallery.js'), addStyleSheet('gallery')]);
    return new Gallery(store.catalogue, visit);
  });
  const browse = () => gallery.ask((gallery) => void gallery.show());
  find('open-gallery', HTMLButtonElement).addEventListener('click', browse);

  const form = new Form(store);
  // The sheet closes before a run begins: a wrong field opens it again.
  showPanel(store, form);
  const changes = new Changes(store, form.fields);
  const defaults = new MachineDefaults(store, changes);
  const proposals = new Proposals(store, changes);
  const own = new OwnStrategies(store, () => {
    form.again();
    run();
  });
  const refuse = (/** @type {DiagnosticMessage} */ complaint) => {
    const beside = form.fields.complain(complaint);
    if (launcher.pressed) form.fields.showWrong();
    return beside;
  };
  const results = new Results();
  const sweep = new Sweep(store, results, refuse);
  const launcher = new Launcher(store, { fields: form.fields, proposals, own, sweep });
  const elsewhere = new Elsewhere(store, (run, named) => {
    navigation.showSweep();
    runs.change(run, named);
  }, (found, name) => {
    sweep.give(found, name);
    visit(found.link);
  });
  const runs = new Runs(store, async () => {
    const [{ RunPanel }] = await Promise.all([import('./views/run/run.js'), addStyleSheet('run')]);
    return new RunPanel(store, elsewhere, (parts, entry) => navigation.note(parts, entry));
  });
  const logs = new LogSource(store, { reader: elsewhere, kept: new StoredLogs(), changes, proposals, run: runOnLog });
  const batches = new LazyPart(async () => {
    const { openBatches } = await import('./views/batch.js');
    return openBatches(store, browse, (trace, moment) => {
      if (store.batch.peek()) runs.host(find('batch-room', HTMLDivElement), trace, 'The plan as it goes', moment);
    });
  });
  const first = 'This is an example on synthetic jobs. Change it, drop a log of your own, or ';
  const figure = new FigureLine(store.catalogue, store.study, browse, { line: 'figure-line', form: 'experiment', first });
  const navigation = new Navigation(store, { form, defaults, proposals, figure, logs, own, sweep, runs, launcher, batches });
  const placements = offerPlacements({ store, changes, wanted: () => proposals.wanted, visit, run });

  showPage(store);
  new LogPanel(store, logs);
  const details = new LazyPart(async () => {
    const { showLogDetails } = await import('./views/log_details.js');
    return showLogDetails(store, changes, proposals, run);
  });
  effect(() => {
    if (store.log.value) details.ask();
  });
  showResults(store, runs);
  figure.follow(store);
  new RunBar(store, sweep);
  new RunNotices(store, form.fields);
  const kept = new LazyPart(async () => {
    const { StoredResults } = await import('./views/results_panel.js');
    return new StoredResults(store, results);
  });
  find('kept-results', HTMLDetailsElement).addEventListener('toggle', () => kept.ask());
  offerShelf(store, visit, () => figure.name() || store.study.status().title);
  void navigation.arrive(read());
}

/**
 * The chart, and what belongs to it.
 * @param {Store} store
 * @param {Runs} runs
 */
function showResults(store, runs) {
  const look = (/** @type {ChartAction} */ action) => store.edit((study) => study.look(action));
  new ChartView(store, look, (run) => runs.open(run));
  new LegendView(store, look);
  new CompareBar(store);
  new PlotBar(store, () => look('whole'));
  new TableView(store);
  const links = new LazyPart(async () => {
    const { LinkMapPanel } = await import('./views/link_map.js');
    return new LinkMapPanel(store);
  });
  // Most runs have no network, and so no map of links.
  effect(() => {
    if (store.ended && !links.wanted && store.study.link_choices().length) links.ask();
  });
  offerSharing(store.study);
  offerShortcuts();
  const exporting = new LazyPart(async () => {
    const [{ ExportDialog }] = await Promise.all([import('./views/export.js'), addStyleSheet('export')]);
    return new ExportDialog(store.study);
  });
  find('open-export', HTMLButtonElement).addEventListener('click', () => exporting.ask((dialog) => dialog.open()));
}

/** @param {unknown} error */
function broken(error) {
  const reason = lastPanic() || sentence(error);
  // That is no failure: sizes that change while they are observed are reported in the next frame.
  if (reason.startsWith('ResizeObserver loop')) return;
  const advice = 'Reload it; the address bar holds the experiment.';
  notice('broken', `Something went wrong in the page itself: ${reason.replace(/\.$/, '')}. ${advice}`);
}

/** Rust's panic message, if it can still be read. */
function lastPanic() {
  try {
    return last_panic();
  } catch {
    return '';
  }
}

addEventListener('error', (event) => broken(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => broken(event.reason));
void keepVersion();
offerHelp(() => location.href);
start().catch((error) => {
  find('sentence', HTMLParagraphElement).textContent = `Subtorus could not start: ${sentence(error)}`;
});
