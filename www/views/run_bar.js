// @ts-check
/** The Run bar: what the run is doing, what it asks, and the line above the chart that says what its curves are. */
import { effect } from '../state/signals.js';
import { button, find, make, whenPressed, write } from './dom.js';
import { notice, retract } from './notices.js';

/** @import { RunProgress } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */
/** @import { Sweep } from '../state/sweep.js' */

/**
 * @param {Store} store
 * @param {Sweep} sweep
 */
export function showRunBar(store, sweep) {
  const run = find('run');
  const cancel = find('cancel');
  const bar = find('progress', HTMLProgressElement);
  /** A question before a run, and its answers. */
  const answers = make('div', { class: 'row' });
  const box = make('div', { id: 'question', role: 'group', 'aria-labelledby': 'question-text', hidden: true },
    make('div', { role: 'alert' }, make('p', { id: 'question-text' })), answers);
  bar.after(box);
  whenPressed('cancel', () => sweep.cancel());
  effect(ask);
  effect(show);
  effect(() => {
    const imprecise = store.stage.value === 'done' ? store.experiment.imprecise() : '';
    if (imprecise) notice('precision', imprecise);
    else retract('precision');
  });

  /** Asks, or withdraws the question. If the Run button led here, the focus moves to the answers, and back later. */
  function ask() {
    const question = sweep.question.value;
    const inside = box.contains(document.activeElement);
    box.hidden = !question;
    if (inside) run.focus();
    if (!question) return;
    write('question-text', question.text);
    const agree = button('Run anyway', question.agree);
    answers.replaceChildren(agree, button('Not now', () => sweep.cancel()));
    if (document.activeElement === run) agree.focus();
  }

  /** Shows the state of the run, and whether the curves are those of the experiment on the page. */
  function show() {
    const stage = store.stage.value;
    void store.curves.value;
    const { subject, stale } = store.experiment.status();
    const busy = stage === 'preparing' || stage === 'running';
    const idle = !busy && stage !== 'asking';
    const { progress } = sweep;
    const pressed = document.activeElement === cancel;
    cancel.hidden = bar.hidden = !busy;
    if (pressed && !busy) run.focus();
    write(run, busy ? 'Run again' : 'Run');
    if (stage === 'preparing') bar.removeAttribute('value');
    else bar.value = stage === 'running' ? (progress?.share ?? 0) : 0;
    // Results from files are shown without their jobs.
    const missing = !idle || (sweep.given && subject && !stale) ? '' : store.missing;
    const before = stale && idle && !missing ? 'The chart shows the experiment before the last changes.' : '';
    write('run-state', [sweep.refusal.value, words(progress), before].filter(Boolean).join(' '));
    const none = busy ? 'Preparing the first curves …' : 'Nothing has been computed yet.';
    const curves = subject ? `${subject}, ${timing(progress)}` : none;
    const pale = stale ? `${missing} The pale chart is that of another experiment.` : missing;
    write('sentence', missing ? pale : curves);
    // Curves of another experiment must not look like those of this one.
    find('chart').classList.toggle('pale', stale);
    // Continuing would compute only the missing results.
    const resumable = stage === 'cancelled' && !stale && sweep.resumable && Boolean(progress?.missing) && !store.missing;
    find('go-on').hidden = !resumable;
  }

  /** @param {RunProgress | undefined} progress */
  function words(progress) {
    const stage = store.stage.value;
    if (stage === 'running') return [progress?.words, progress?.slow].filter(Boolean).join('; ');
    if (stage === 'done' && progress && !store.experiment.status().stale) return progress.words.replace(/^computed/, `${progress.asked} ${progress.asked === 1 ? 'run' : 'runs'} computed`);
    return { preparing: 'preparing …', asking: 'not yet: see the question.' }[String(stage)] ?? '';
  }

  /** @param {RunProgress | undefined} progress */
  function timing(progress) {
    const stage = store.stage.value;
    if (stage === 'done' || stage === 'cancelled') return `${progress?.words}.`;
    return stage === 'running' ? 'computing.' : 'computed before.';
  }
}
