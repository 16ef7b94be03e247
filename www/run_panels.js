// @ts-check
/** The views of a run next to its time line. A new one is a file, and a line here; in Rust it is src/report/run/panel.rs. */
import { ExplanationPanel } from './job_explanation.js';
import { DistributionPanel } from './run_distribution.js';
import { MachinePanel } from './run_machine.js';
import { SecondRunPanel } from './second_run.js';

/** @import { PanelAction, RunAction, RunChoice, RunViewState, Trace } from '../subtorus.js' */
/** @import { RunView } from '../run_view.js' */
/** @import { Pool } from './pool.js' */

/** The part of a permalink that names a run and what is shown of it. @typedef {'run' | 'beside' | 'moment' | 'job' | 'whose'} Part */

/**
 * What a panel can do with the run that is open.
 * @typedef {object} OpenRun
 * @property {(action: PanelAction) => RunViewState | undefined} act applies an action of a panel, and shows the state after it
 * @property {(trace: Trace, action: PanelAction) => void} put the same, after adding a second run
 * @property {(action: RunAction) => void} run applies an action to the run
 * @property {() => void} ask has workers answer the open queries at once; otherwise they do when the cursor rests
 * @property {(job: number | undefined) => void} choose chooses a job, or none
 * @property {() => RunView | undefined} view the run
 * @property {() => RunChoice | undefined} choice the same as the permalink names it; nothing if it does not
 * @property {(part: Part) => string} linked a part of the permalink
 * @property {(parts: Partial<Record<Part, string>>, entry: boolean) => void} note changes the permalink; with a new entry of the
 *   browser's history
 * @property {() => boolean} logged whether the log has a schedule of its own
 * @property {() => string} fileName the beginning of the names of files
 * @property {Pool} pool
 */

/**
 * A panel.
 * @typedef {object} Panel
 * @property {(seen: RunViewState) => void} show shows the state of the run
 * @property {() => void} redraw draws again, for another theme
 * @property {() => void} forget no run is open any more
 * @property {() => void} [follow] the run has been opened, or the permalink has changed
 */

/** @type {(new (run: OpenRun) => Panel)[]} */
export const PANELS = [
  MachinePanel,
  DistributionPanel,
  SecondRunPanel,
  ExplanationPanel,
];
