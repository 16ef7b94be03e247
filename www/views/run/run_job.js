// @ts-check
/** One job of a run: its facts, and its moments. */
import { button, find, terms, whenPressed, write } from '../dom.js';
import { showColour } from './run_list.js';

/** @import { RunViewState } from '../../../subtorus.js' */
/** @import { OpenRun } from './run_panels.js' */

export class JobPanel {
  #run;
  /** What is drawn once for a job of a run. */
  #shown = '';

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    whenPressed('run-job-close', () => {
      run.choose(undefined);
      find('run-time').focus();
    });
  }

  /** @param {RunViewState} seen */
  show({ job }) {
    find('run-job').hidden = !job;
    if (!job) return;
    find('run-job-facts').replaceChildren(...terms(job.facts));
    const shown = JSON.stringify([job.id, job.colour, job.moments]);
    if (this.#shown === shown) return;
    this.#shown = shown;
    showColour(write('run-job-title', job.title), job.colour);
    const moments = job.moments.map(([text, moment]) => button(text, () => this.#run.run({ kind: 'type', moment })));
    find('run-job-moments').replaceChildren(...moments);
  }
}
