// @ts-check
/** The Run bar: what the run is doing, what it asks, and the line above the chart that says what its curves are. */
import { effect } from '../state/signals.js';
import { Confirmation } from './confirmation.js';
import { find } from './dom.js';
import { notice, retract } from './notices.js';

/** @import { RunProgress } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */
/** @import { Sweep } from '../state/sweep.js' */

export class RunBar {
  #store;
  #sweep;
  #run = find('run', HTMLButtonElement);
  #cancel = find('cancel', HTMLButtonElement);
  #progress = find('progress', HTMLProgressElement);
  #state = find('run-state', HTMLSpanElement);
  #sentence = find('sentence', HTMLParagraphElement);
  #question = new Confirmation(this.#progress);

  /**
   * @param {Store} store
   * @param {Sweep} sweep
   */
  constructor(store, sweep) {
    this.#store = store;
    this.#sweep = sweep;
    this.#cancel.addEventListener('click', () => sweep.cancel());
    effect(() => this.#ask());
    effect(() => this.#show());
    effect(() => this.#warn());
  }

  #ask() {
    const question = this.#sweep.question.value;
    if (!question) return this.#question.withdraw();
    this.#question.ask(question.text, [
      { text: 'Run anyway', action: question.agree },
      { text: 'Not now', action: () => this.#sweep.cancel() },
    ]);
  }

  /** Shows the state of the run, and whether the curves are those of the experiment on the page. */
  #show() {
    const stage = this.#store.stage.value;
    void this.#store.curves.value;
    const { subject, stale } = this.#store.experiment.status();
    const busy = stage === 'preparing' || stage === 'running';
    const idle = !busy && stage !== 'asking';
    const progress = this.#sweep.progress;
    const pressed = document.activeElement === this.#cancel;
    this.#cancel.hidden = this.#progress.hidden = !busy;
    if (pressed && !busy) this.#run.focus();
    this.#run.textContent = busy ? 'Run again' : 'Run';
    if (stage === 'preparing') this.#progress.removeAttribute('value');
    else this.#progress.value = stage === 'running' ? (progress?.share ?? 0) : 0;
    // Results from files are shown without their jobs.
    const missing = !idle || (this.#sweep.given && subject && !stale) ? '' : this.#store.missing;
    const before = stale && idle && !missing ? 'The chart shows the experiment before the last changes.' : '';
    this.#state.textContent = [this.#sweep.refusal.value, this.#words(progress), before].filter(Boolean).join(' ');
    const none = busy ? 'Preparing the first curves …' : 'Nothing has been computed yet.';
    const curves = subject ? `${subject}, ${this.#timing(progress)}` : none;
    const pale = stale ? `${missing} The pale chart is that of another experiment.` : missing;
    this.#sentence.textContent = missing ? pale : curves;
    // Curves of another experiment must not look like those of this one.
    find('chart', HTMLDivElement).classList.toggle('pale', stale);
    find('go-on', HTMLButtonElement).hidden = !this.#resumable(stale, progress);
  }

  /** @param {RunProgress | undefined} progress */
  #words(progress) {
    const stage = this.#store.stage.value;
    if (stage === 'running') return [progress?.words, progress?.slow].filter(Boolean).join('; ');
    return { preparing: 'preparing …', asking: 'not yet: see the question.' }[String(stage)] ?? '';
  }

  /** @param {RunProgress | undefined} progress */
  #timing(progress) {
    const stage = this.#store.stage.value;
    if (stage === 'done' || stage === 'cancelled') return `${progress?.words}.`;
    return stage === 'running' ? 'computing.' : 'computed before.';
  }

  /**
   * Whether continuing would compute only the missing results.
   * @param {boolean} stale
   * @param {RunProgress | undefined} progress
   */
  #resumable(stale, progress) {
    const cancelled = this.#store.stage.value === 'cancelled';
    return cancelled && !stale && this.#sweep.resumable && Boolean(progress?.missing) && this.#store.missing === '';
  }

  #warn() {
    const imprecise = this.#store.stage.value === 'done' ? this.#store.experiment.imprecise() : '';
    if (imprecise) notice('precision', imprecise);
    else retract('precision');
  }
}
