// @ts-check
/** The views of a run next to its time line. A new view is a file, and a line here; in Rust it is src/report/run/panel.rs. */
import { ExplanationPanel } from './job_explanation.js';
import { DistributionPanel } from './run_distribution.js';
import { JobPanel } from './run_job.js';
import { ListsPanel } from './run_list.js';
import { MachinePanel } from './run_machine.js';
import { SecondRunPanel } from './second_run.js';

/** @import { RunViewState } from '../../../subtorus.js' */
/** @import { RunPanel } from './run.js' */

/** A part of a permalink about the open run. @typedef {'run' | 'beside' | 'moment' | 'job' | 'whose'} Part */

/** The open run, as its panels use it. @typedef {RunPanel} OpenRun */

/**
 * A panel.
 * @typedef {object} Panel
 * @property {(seen: RunViewState) => void} show shows the state of the run
 * @property {() => void} [redraw] draws again, for another theme
 * @property {() => void} [forget] the run is closed
 * @property {() => void} [follow] the run has been opened, or the permalink has changed
 */

/** @type {(new (run: OpenRun) => Panel)[]} */
export const PANELS = [
  ListsPanel,
  JobPanel,
  MachinePanel,
  DistributionPanel,
  SecondRunPanel,
  ExplanationPanel,
];
