// @ts-check
/** The tour: five steps, each beside the part of the page that it is about (`data-tour="1"` to `"5"`). */
import { placeBeside } from './definition.js';
import { button, find, make } from './dom.js';
import { addStyleSheet } from './style_sheet.js';

/** @type {[string, string][]} */
const STEPS = [
  ['Workload', 'Drop a log of your own anywhere on the page; it stays on this computer. Or take a sample, or let a model make the jobs.'],
  ['Machine', 'The nodes on which the jobs run: a mesh or a torus of any size. For a log, the page proposes one.'],
  ['Strategies', 'What you compare: which nodes a job gets, and which job starts next. Each has a picture of how it works.'],
  ['Run', 'Your own computer computes every point, usually in seconds. Change anything, and run again.'],
  ['Chart', 'Each point is one complete run. Further to the right is better. Click a point to see its jobs on the machine, and why each of them waited.'],
];

/**
 * Takes the visitor through the steps that can be seen.
 * @param {() => void} ended called at the end, and if the visitor closes it
 */
export function takeTour(ended) {
  addStyleSheet('help');
  const seen = STEPS.flatMap(([name, words], place) => {
    const target = document.querySelector(`[data-tour="${place + 1}"]`);
    return target instanceof HTMLElement && target.checkVisibility() ? [{ name, words, target }] : [];
  });
  let step = 0;
  const count = make('span', { class: 'small quiet' });
  const name = make('h2', { id: 'tour-title', tabindex: '-1' });
  const words = make('p', { class: 'small' });
  const back = button('Back', () => go(step - 1));
  const next = button('Next', () => go(step + 1), { class: 'primary' });
  const close = button('Close', () => end());
  const panel = make('div', { id: 'tour', popover: 'manual', role: 'dialog', 'aria-labelledby': 'tour-title' },
    name, words, make('div', { class: 'row' }, count, back, next, close));
  const go = (/** @type {number} */ to) => {
    if (to >= seen.length) return end();
    seen[step].target.classList.remove('toured');
    step = to;
    const { target } = seen[step];
    [name.textContent, words.textContent] = [seen[step].name, seen[step].words];
    count.textContent = `${step + 1} of ${seen.length}`;
    back.hidden = step === 0;
    close.hidden = step === seen.length - 1;
    next.textContent = step === seen.length - 1 ? 'Done' : 'Next';
    target.classList.add('toured');
    target.scrollIntoView({ block: 'nearest' });
    placeBeside(panel, target);
    name.focus();
  };
  const end = () => {
    seen[step].target.classList.remove('toured');
    panel.remove();
    removeEventListener('resize', again);
    ended();
    find('open-about').focus();
  };
  const again = () => placeBeside(panel, seen[step].target);
  panel.addEventListener('keydown', (event) => {
    const to = { ArrowRight: step + 1, ArrowLeft: Math.max(0, step - 1) }[event.key];
    if (event.key === 'Escape') end();
    else if (to !== undefined) go(to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(panel);
  panel.showPopover();
  addEventListener('resize', again);
  go(0);
}
