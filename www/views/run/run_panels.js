// @ts-check
/** The views of a run next to its time line. A new view is a file, and a line here; in Rust it is src/report/run/panel.rs. */
import { ExplanationPanel } from './job_explanation.js';
import { DistributionPanel } from './run_distribution.js';
import { MachinePanel } from './run_machine.js';
import { SecondRunPanel } from './second_run.js';

/** @import { PanelAction, RunAction, RunChoice, RunViewState, Trace } from '../../../subtorus.js' */
/** @import { RunView } from '../../../run_view.js' */
/** @import { Pool } from '../../workers/pool.js' */

/** A part of a permalink about the open run. @typedef {'run' | 'beside' | 'moment' | 'job' | 'whose'} Part */

/**
 * The actions of a panel on the open run.
 * @typedef {object} OpenRun
 * @property {(action: PanelAction) => RunViewState | undefined} act applies an action of a panel, and shows the state after it
 * @property {(trace: Trace, action: PanelAction) => void} put the same, after adding a second run
 * @property {(action: RunAction) => void} run applies an action to the run
 * @property {() => void} ask sends the open queries to workers at once; otherwise this happens when the cursor rests
 * @property {(job: number | undefined) => void} choose chooses a job, or none
 * @property {() => RunView | undefined} view the run
 * @property {() => RunChoice | undefined} choice the same in the permalink; nothing if it has none
 * @property {(part: Part) => string} linked a part of the permalink
 * @property {(parts: Partial<Record<Part, string>>, entry: boolean) => void} note changes the permalink; with a new entry of the
 *   browser's history
 * @property {() => boolean} logged whether the log has its own schedule
 * @property {() => string} fileName the beginning of the names of files
 * @property {Pool} pool
 */

/**
 * A panel.
 * @typedef {object} Panel
 * @property {(seen: RunViewState) => void} show shows the state of the run
 * @property {() => void} redraw draws again, for another theme
 * @property {() => void} forget the run is closed
 * @property {() => void} [follow] the run has been opened, or the permalink has changed
 */

/** @type {(new (run: OpenRun) => Panel)[]} */
export const PANELS = [
  MachinePanel,
  DistributionPanel,
  SecondRunPanel,
  ExplanationPanel,
];
