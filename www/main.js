// @ts-check
/** The page: starts Rust, then ties the controls, the chart, the log and the runs together. */
import init, { Study, about, catalogue as describe, last_panic } from '../subtorus.js';
import { read } from './state/address.js';
import { keepChanges } from './state/changes.js';
import { Launcher } from './state/launcher.js';
import { lazyPart } from './state/lazy_part.js';
import { LogSource } from './state/log_source.js';
import { machineDefaults } from './state/machine_defaults.js';
import { Navigation } from './state/navigation.js';
import { Proposals } from './state/proposals.js';
import { batch, effect } from './state/signals.js';
import { Store } from './state/store.js';
import { Sweep } from './state/sweep.js';
import { siteFile } from './storage/fetching.js';
import { keepVersion } from './storage/offline.js';
import { Results } from './storage/results.js';
import { showChart } from './views/chart.js';
import { showComparison } from './views/compare.js';
import './views/dialogs.js';
import { find, sentence, whenPressed, write } from './views/dom.js';
import { showFigureLine } from './views/figure_line.js';
import { Form } from './views/form.js';
import { offerHelp } from './views/help.js';
import { showLegend } from './views/legend.js';
import { showLog } from './views/log.js';
import { notice } from './views/notices.js';
import { offerPlacements } from './views/offer_placements.js';
import { offerShelf } from './views/offer_shelf.js';
import { ownStrategies } from './views/own.js';
import { showPanel } from './views/panel.js';
import { showPlotBar } from './views/plot.js';
import { showRunBar } from './views/run_bar.js';
import { showRunNotices } from './views/run_notices.js';
import { elsewhere } from './views/run/run_elsewhere.js';
import { offerSharing } from './views/share.js';
import { offerShortcuts } from './views/shortcuts.js';
import { storedLogs } from './views/stored_logs.js';
import { showTable } from './views/table.js';
import { showPage } from './views/whole_page.js';
import { Pool } from './workers/pool.js';
import { belongTogether } from './version.js';

/** @import { ChartAction, DiagnosticMessage } from '../subtorus.js' */

/** The compiled module, for this page and all its workers. */
async function compile() {
  const response = await siteFile('subtorus_bg.wasm');
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
  write('version', catalogue.version);
  write('build', `Subtorus ${build}`);
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
  // placements is open or opens, either.
  const runOnLog = () => void (store.batch.peek() || (placements.wanted && placements.part?.isOpen !== false) || run());
  const gallery = lazyPart(() => import('./views/gallery.js'), ({ Gallery }) => new Gallery(store.catalogue, visit), 'gallery');
  const browse = () => gallery.ask((gallery) => void gallery.show());
  whenPressed('open-gallery', browse);

  const form = new Form(store);
  // The sheet closes before a run begins: a wrong field opens it again.
  showPanel(store, form);
  const changes = keepChanges(store, form.fields);
  const defaults = machineDefaults(store, changes);
  const proposals = new Proposals(store, changes);
  const own = ownStrategies(store, () => {
    form.again();
    run();
  });
  const refuse = (/** @type {DiagnosticMessage} */ complaint) => {
    const beside = form.fields.complain(complaint);
    if (launcher.pressed) form.fields.wrong?.reveal();
    return beside;
  };
  const results = new Results();
  const sweep = new Sweep(store, results, refuse);
  const launcher = new Launcher(store, { fields: form.fields, proposals, own, sweep });
  const reader = elsewhere(store, (run, named) => {
    navigation.showSweep();
    runs.ask((panel) => panel.change(run, named));
  }, (found, name) => {
    sweep.give(found, name);
    visit(found.link);
  });
  const runs = lazyPart(
    () => import('./views/run/run.js'),
    ({ RunPanel }) => new RunPanel(store, reader, (parts, entry) => navigation.note(parts, entry)),
    'run',
  );
  const logs = new LogSource(store, { reader, kept: storedLogs(), changes, proposals, run: runOnLog });
  const batches = lazyPart(() => import('./views/batch.js'), ({ openBatches }) => openBatches(store, browse, (trace, moment) => {
    if (store.batch.peek()) runs.ask((panel) => void panel.host(find('batch-room'), trace, 'The plan as it goes', moment));
  }), 'batch');
  const first = 'This is an example on synthetic jobs. Change it, drop a log of your own, or ';
  const figure = showFigureLine(store.catalogue, store.study, browse, { line: 'figure-line', form: 'experiment', first });
  const navigation = new Navigation(store, { form, defaults, proposals, figure, logs, own, sweep, runs, launcher, batches });
  const placements = offerPlacements({ store, changes, wanted: () => proposals.wanted, visit, run });

  showPage(store);
  showLog(store, logs);
  const details = lazyPart(() => import('./views/log_details.js'), ({ showLogDetails }) => showLogDetails(store, changes, proposals, run));
  effect(() => {
    if (store.log.value) details.ask();
  });
  showResults(store, (run) => runs.ask((panel) => panel.open(run)));
  figure.follow(store);
  showRunBar(store, sweep);
  showRunNotices(store, form.fields);
  const kept = lazyPart(() => import('./views/results_panel.js'), ({ showStoredResults }) => showStoredResults(store, results));
  find('kept-results').addEventListener('toggle', () => kept.ask());
  offerShelf(store, visit, () => figure.name() || store.study.status().title);
  void navigation.arrive(read());
}

/**
 * The chart, and what belongs to it.
 * @param {Store} store
 * @param {(run: string) => void} open opens the run of a point
 */
function showResults(store, open) {
  const look = (/** @type {ChartAction} */ action) => store.edit((study) => study.look(action));
  showChart(store, look, open);
  showLegend(store, look);
  showComparison(store);
  showPlotBar(store, () => look('whole'));
  showTable(store);
  const links = lazyPart(() => import('./views/link_map.js'), ({ showLinkMap }) => showLinkMap(store));
  // Most runs have no network, and so no map of links.
  effect(() => {
    if (store.ended && !links.wanted && store.study.link_choices().length) links.ask();
  });
  offerSharing(store.study);
  offerShortcuts();
  const exporting = lazyPart(() => import('./views/export.js'), ({ exportDialog }) => exportDialog(store.study), 'export');
  whenPressed('open-export', () => exporting.ask((dialog) => dialog.open()));
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
  write('sentence', `Subtorus could not start: ${sentence(error)}`);
});
