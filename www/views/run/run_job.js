// @ts-check
/** One job of a run: its facts, and its moments. */
import { button, find, make } from '../dom.js';
import { showColour } from './run_list.js';

/** @import { JobReport } from '../../../subtorus.js' */

export class JobPanel {
  #panel = find('run-job', HTMLElement);
  #title = find('run-job-title', HTMLHeadingElement);
  #facts = find('run-job-facts', HTMLDListElement);
  #moments = find('run-job-moments', HTMLDivElement);
  #go;
  /** What is drawn once for a job of a run. */
  #shown = '';

  /**
   * @param {(moment: string) => void} go
   * @param {() => void} close
   */
  constructor(go, close) {
    this.#go = go;
    find('run-job-close', HTMLButtonElement).addEventListener('click', () => {
      close();
      find('run-time', HTMLDivElement).focus();
    });
  }

  /** @param {JobReport | undefined} job */
  show(job) {
    this.#panel.hidden = !job;
    if (!job) return;
    this.#facts.replaceChildren(...job.facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
    const shown = JSON.stringify([job.id, job.colour, job.moments]);
    if (this.#shown === shown) return;
    this.#shown = shown;
    this.#title.textContent = job.title;
    showColour(this.#title, job.colour);
    this.#moments.replaceChildren(...job.moments.map(([text, moment]) => button(text, () => this.#go(moment))));
  }

  focus() {
    this.#title.focus();
  }
}
