// @ts-check
/** The page: starts Rust, then ties the controls, the chart, the log and the runs together. */
import init, { Study, about, catalogue as describe, is_batch, last_panic } from '../subtorus.js';
import * as address from './state/address.js';
import { Changes } from './state/changes.js';
import { MachineDefaults } from './state/machine_defaults.js';
import { ChartView } from './views/chart.js';
import { CompareBar } from './views/compare.js';
import { find, make, sentence } from './views/dom.js';
import { LazyPart } from './state/lazy_part.js';
import { FigureLine } from './views/figure_line.js';
import { RunNotices } from './views/run_notices.js';
import { Form } from './views/form.js';
import { offerHelp } from './views/help.js';
import { LegendView } from './views/legend.js';
import { LinkMapPanel } from './views/link_map.js';
import { LogPanel } from './views/log.js';
import { complaintItems, notice, partly, retract } from './views/notices.js';
import { offerPlacements } from './views/offer_placements.js';
import { OutlookPanel } from './views/outlook.js';
import { PlotBar } from './views/plot.js';
import { Pool } from './workers/pool.js';
import { Proposals } from './state/proposals.js';
import { keepVersion } from './storage/offline.js';
import { Results } from './storage/results.js';
import { StoredResults } from './views/results_panel.js';
import { Elsewhere } from './views/run/run_elsewhere.js';
import { ExperimentPanel } from './views/panel.js';
import { Runs } from './state/runs.js';
import { OwnStrategies } from './views/own.js';
import { offerShortcuts } from './views/shortcuts.js';
import { offerSharing } from './views/share.js';
import { Shelf } from './views/shelf.js';
import { Sweep } from './state/sweep.js';
import { TableView } from './views/table.js';
import { belongTogether } from './version.js';
import { SITE } from './site_address.js';

/** @import { ChartAction } from '../subtorus.js' */
/** @import { Log } from './workers/messages.js' */

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

  /*
   * All state of the page is in these five objects. Everything shown follows from them.
   * - study: the experiment being edited, the results of the last run, and pinned results.
   * - log: the current log, if any, and the log that the experiment needs.
   * - results: stored results, which need not be computed again.
   * - sweep: the run in progress, if any, and its beginning.
   * - form: the parameters that the user has set, and refused text.
   */
  const study = new Study();
  const pool = new Pool(module, Math.max(1, navigator.hardwareConcurrency || 1));
  const look = (/** @type {ChartAction} */ look) => {
    study.look(look);
    relabel();
    edited();
  };
  const chart = new ChartView(study, look, (run) => runs.open(run));
  const table = new TableView(study);
  const links = new LinkMapPanel(study, pool);

  const redraw = () => {
    chart.redraw();
    table.refresh();
  };
  const legend = new LegendView(study, (curve) => chart.emphasise(curve), look);
  const compare = new CompareBar(study, () => {
    relabel();
    edited();
  });
  const elsewhere = new Elsewhere(study, pool, (run, named) => {
    if (batchShown()) find('to-sweeps', HTMLButtonElement).click();
    runs.change(run, named);
  }, (found, name) => {
    sweep.give(found, name);
    visit(found.link);
  }, /** @returns {Log | null} */ () => log.currentLog());
  /** @type {(parts: Record<string, string>, entry: boolean) => void} */
  const note = (parts, entry) => {
    const before = study.link();
    for (const [part, value] of Object.entries(parts)) study.set(part, value);
    if (!study.status().stale) ran = study.link();
    if (batchShown()) return;
    if (entry) address.push(study.link(), before);
    else address.replace(study.link());
  };
  const runs = new Runs(study, elsewhere, async () => {
    const { RunPanel } = await import('./views/run/run.js');
    return new RunPanel(study, pool, elsewhere, note);
  });
  const relabel = () => compare.show(legend.show());
  const results = new Results();
  const keptResults = new StoredResults(results);
  const sweep = new Sweep(study, pool, results, {
    begun: () => {
      relabel();
      runs.show();
      figure.begin();
      findings.show(study.findings(), false);
    },
    progressed: () => {
      chart.grow();
      table.refresh();
    },
    ended: () => {
      redraw();
      table.compare();
      links.refresh();
      runs.show();
      keptResults.refresh();
      findings.show(study.findings(), true);
    },
    refused: (complaint) => {
      const beside = form.fields.complain(complaint);
      if (pressed) form.fields.showWrong();
      return beside;
    },
    titled: (title) => {
      sweepTitle = title;
      entitle();
    },
    missing: () => (study.uses_log() && !log.ready() ? missingLog(study.value('log')) : ''),
  });
  /** The parameters of the view. */
  const looks = catalogue.parameters.filter(({ group }) => group === 'display').map(({ name }) => name);
  /** The shown state of the results. They are drawn again only on a change, so that typing stays responsive. */
  let seen = '';
  /** The link of the last run. */
  let ran = '';
  /** Within a frame of another page there is only the chart, with a link to all of it. */
  const frame = () => {
    document.documentElement.toggleAttribute('data-embedded', study.value('embed') === '1');
    find('whole-page', HTMLAnchorElement).href = study.link().replace(/&embed=1\b/, '');
  };
  const edited = () => {
    machineDefaults.follow();
    proposals.follow();
    const conflicts = study.conflicts();
    if (conflicts.length) notice('conflict', 'These settings conflict: ', make('ul', {}, ...complaintItems(conflicts)));
    else retract('conflict');
    if (!batchShown()) address.replace(study.link());
    // Back also restores the view of the results.
    if (!study.status().stale) ran = study.link();
    form.show();
    panel.show();
    plot.show();
    frame();
    figure.show();
    log.show();
    placements.tell((panel) => panel.show());
    elsewhere.show();
    sweep.show();
    const before = seen;
    seen = JSON.stringify([study.status(), ...looks.map((name) => study.value(name))]);
    if (seen === before) return;
    redraw();
    findings.show(study.findings(), true);
  };
  /** @type {Form} */
  const form = new Form(catalogue, study, pool, edited, {
    log: () => (log.ready() ? log.currentLog() : null),
    wait: () => outlook.wait(),
    show: (seen) => outlook.show(seen),
  });
  const panel = new ExperimentPanel(catalogue, study, form);
  const changes = new Changes(study, form, edited);
  const machineDefaults = new MachineDefaults(catalogue, study, changes);
  const own = new OwnStrategies(study, pool, () => {
    edited();
    form.again();
    run();
  });
  const outlook = new OutlookPanel(changes);
  const visit = (/** @type {string} */ link) => {
    address.push(link, batchShown() ? batchLink() : ran);
    void arrive(link);
  };
  const gallery = new LazyPart(async () => {
    const { Gallery } = await import('./views/gallery.js');
    return new Gallery(catalogue, visit);
  });
  const shelf = new Shelf(pool, visit);
  find('keep', HTMLButtonElement).addEventListener('click', () => void shelf.keep(study.link(), figure.name() || study.status().title));
  const browse = () => gallery.ask((gallery) => void gallery.show());
  find('open-gallery', HTMLButtonElement).addEventListener('click', browse);
  const first = 'This is an example on synthetic jobs. Change it, drop a log of your own, or ';
  const figure = new FigureLine(catalogue, study, browse, { line: 'figure-line', form: 'experiment', first });
  const findings = new RunNotices(form.fields);
  const plot = new PlotBar(catalogue, study, edited, () => look('whole'));
  const proposals = new Proposals(catalogue, study, pool, changes, edited, () => run());
  // On the page of batches, jobs are taken from a log, and nothing runs on it.
  // Nothing runs there while a search for placements is open, either.
  const log = new LogPanel(catalogue, study, elsewhere, changes, proposals, edited, () => batchShown() || placements.part?.isOpen || run());
  const placements = offerPlacements({ catalogue, study, pool, log, changes, wanted: () => proposals.wanted, visit, run: () => run() });

  /**
   * Whether values contradict each other, so that nothing can run. The button shows it, too.
   * @param {boolean} go whether to move the focus to the field
   */
  const contradicts = (go) => {
    const found = study.fields().find(({ contradiction }) => contradiction);
    if (!found) return false;
    if (go) form.fields.goToContradiction();
    sweep.stop();
    sweep.say(`Not run: ${found.name} ${found.contradiction}.`);
    return true;
  };
  /** Whether the user has started the run, rather than a permalink. */
  let pressed = false;
  /**
   * @param {boolean} [further] whether to continue with results from files, instead of computing all of them
   * @returns {void}
   */
  const run = (further = false) => {
    const button = find('run', HTMLButtonElement);
    if (proposals.coming) {
      // Later settings would change the curves.
      button.ariaBusy = 'true';
      return void proposals.coming.then(() => run(further));
    }
    button.ariaBusy = null;
    pressed = true;
    form.fields.unmark();
    const wrong = form.fields.goToWrong();
    if (wrong) return sweep.say(`Not run: ${wrong.title} needs another value (Escape brings back the last good one).`);
    if (contradicts(true)) return;
    if (study.uses_log() && !log.ready()) return sweep.say('Not run: the log is not here yet.');
    if (!batchShown()) address.push(study.link(), ran);
    ran = study.link();
    log.fold();
    own.prepare(() => sweep.run(log.currentLog(), further));
  };

  const batches = new LazyPart(async () => {
    const { openBatches } = await import('./views/batch.js');
    return openBatches(catalogue, log, pool, browse, (trace, moment) => {
      if (batchShown()) runs.host(find('batch-room', HTMLDivElement), trace, 'The plan as it goes', moment);
    });
  });
  /** The link of the batch, which may still be loading. */
  const batchLink = () => batches.part?.link() ?? address.read();
  /** Whether a sweep has been shown since the page was opened. */
  let swept = false;
  find('to-batch', HTMLButtonElement).addEventListener('click', () => {
    if (batchShown()) return;
    const filled = batches.part?.empty ? undefined : batches.part;
    // A first visit shows the paper's example instead of an empty form.
    const link = filled?.link() ?? catalogue.figures.find((preset) => is_batch(preset.link))?.link ?? '#problem=';
    address.push(link, study.link());
    show(true);
    if (filled) filled.show();
    else void arrive(link);
  });
  find('to-sweeps', HTMLButtonElement).addEventListener('click', () => {
    if (!batchShown()) return;
    address.push(study.link(), batchLink());
    if (swept) {
      show(false);
      runs.restoreView();
    } else void arrive(study.link());
  });

  /** @param {string} link */
  const arrive = async (link) => {
    show(is_batch(link));
    if (is_batch(link)) return batches.ask((batch) => batchShown() && batch.arrive(link));
    swept = true;
    const problems = study.open(link);
    form.arrive();
    panel.show();
    machineDefaults.arrive();
    figure.arrive();
    retract('link');
    retract('conflict');
    const understood = problems.length === 0;
    if (!understood) notice('link', partly, make('ul', {}, ...complaintItems(problems)));
    plot.show();
    frame();
    ran = study.link();
    pressed = false;
    address.open(link, ran, understood);
    sweep.show();
    runs.restoreView();
    runs.show(true);
    // Results of this experiment stay, in any view. A run of it continues.
    if (sweep.stands) return redisplay();
    if (await sweep.present()) return void log.find();
    await own.arrive();
    const newest = await log.find();
    if (!newest) return;
    const before = ran;
    ran = study.link();
    if (!batchShown()) address.complete(before, ran);
    form.show();
    panel.show();
    log.show();
    if (contradicts(false)) return;
    if (study.uses_log() && !log.ready()) sweep.stop();
    else own.prepare(() => sweep.run(log.currentLog()));
  };

  /** The view of the experiment has changed. */
  const redisplay = () => {
    relabel();
    redraw();
    findings.show(study.findings(), true);
  };

  find('experiment', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    run(event.submitter?.id === 'go-on');
  });
  find('experiment', HTMLFormElement).addEventListener('corrected', () => sweep.show());
  find('cancel', HTMLButtonElement).addEventListener('click', () => sweep.cancel());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    relabel();
    void links.redraw();
    runs.redraw();
  });
  address.watch((link) => void arrive(link));
  offerSharing(study);
  offerShortcuts();
  const exporting = new LazyPart(async () => {
    const { ExportDialog } = await import('./views/export.js');
    return new ExportDialog(study);
  });
  find('open-export', HTMLButtonElement).addEventListener('click', () => exporting.ask((dialog) => dialog.open()));
  await arrive(address.read());
}

/** @param {string} name of the log that an experiment needs, '' if none */
function missingLog(name) {
  return `This experiment needs ${name || 'a log'}, which is not here: see under Workload, or drop it on the page.`;
}

function batchShown() {
  return !find('batch', HTMLElement).hidden;
}

/** The title of the document while a sweep is shown. */
let sweepTitle = 'Subtorus';

function entitle() {
  document.title = batchShown() ? 'Batch planner · Subtorus' : sweepTitle;
}

/** @param {boolean} batch whether a batch is shown, and not a sweep */
function show(batch) {
  find('batch', HTMLElement).hidden = !batch;
  find('sweeps', HTMLElement).hidden = batch;
  find('to-batch', HTMLButtonElement).setAttribute('aria-pressed', String(batch));
  find('to-sweeps', HTMLButtonElement).setAttribute('aria-pressed', String(!batch));
  entitle();
}

/** @param {unknown} error */
function broken(error) {
  const reason = lastPanic() || sentence(error);
  const advice = 'Reload it; the address bar holds the experiment.';
  notice('broken', `Something went wrong in the page itself: ${reason}. ${advice}`);
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
