// @ts-check
/**
 * The question whether code of another author may run. It shows the whole text: lines wrap, and characters that could
 * hide or reorder text are shown as numbers. The button works once the end has been on screen.
 */
import { button, dialogHead, make } from './dom.js';
import { addStyleSheet } from './style_sheet.js';

/** Longer runs of blanks and of empty lines are shown as numbers. */
const BLANKS = 40;
const EMPTY_LINES = 8;

/** A run of blanks, a run of empty lines, and a letter that may not appear as it is: all but letters, digits, signs, blanks, tabs and line ends. */
const HIDING = new RegExp(
  ` {${BLANKS + 1},}|\\n(?:[ \\t]*\\n){${EMPTY_LINES + 1},}|[^\\n\\t \\p{L}\\p{N}\\p{P}\\p{S}]+|[\\p{Default_Ignorable_Code_Point}\\u2800]+`,
  'gu',
);

/**
 * The text of a code with everything visible.
 * @param {string} code
 * @returns {(string | HTMLElement)[]}
 */
export function visible(code) {
  /** @type {(string | HTMLElement)[]} */
  const shown = [];
  let end = 0;
  for (const { 0: hiding, index } of code.matchAll(HIDING)) {
    shown.push(code.slice(end, index), ...marks(hiding));
    end = index + hiding.length;
  }
  return [...shown, code.slice(end)];
}

/** @param {string} hiding */
function marks(hiding) {
  const mark = (/** @type {string} */ text) => make('mark', {}, text);
  if (hiding.startsWith(' ')) return [mark(`${hiding.length} blanks`)];
  if (hiding.startsWith('\n')) return ['\n', mark(`${hiding.split('\n').length - 2} empty lines`), '\n'];
  // Runs of equal letters.
  return Array.from(hiding.matchAll(/(.)\1*/gsu), ([run, letter]) => {
    const number = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    const count = run.length / letter.length;
    return mark(count > 1 ? `${count} × ${number}` : number);
  });
}

/**
 * Asks. Without consent nothing happens.
 * @param {{ title: string, code: string, digest: string }} strategy
 * @param {() => void} agree
 */
export function askConsent({ title, code, digest }, agree) {
  const lines = code.split('\n').length;
  const end = make('p', { class: 'small quiet' }, `End of the code: ${lines} ${lines === 1 ? 'line' : 'lines'}, ${code.length} letters.`);
  const text = make('div', { id: 'consent-code', tabindex: '0', role: 'region', 'aria-label': 'The code' }, make('pre', {}, ...visible(code)), end);
  const state = make('p', { role: 'status', class: 'small' }, 'Read it to its end; then you can run it.');
  const run = button('Run this code', agree, { disabled: true, 'data-closes': true });
  addStyleSheet('own');
  /** @type {HTMLDialogElement} */
  const dialog = make(
    'dialog', { id: 'consent', 'aria-labelledby': 'consent-heading' },
    dialogHead('consent-heading', 'Code of another author'),
    make('p', { class: 'small' }, `It is called ${title}. You decide whether it runs: in a frame without network and without anything of this site, where each answer of it is checked. It takes time and memory of this computer.`),
    text, state, make('div', { class: 'row' }, run, button('Not now', () => dialog.close())),
    make('p', { class: 'small quiet digest' }, `SHA-256 ${digest}`),
  );
  const watching = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    watching.disconnect();
    run.disabled = false;
    state.textContent = 'This is all of it.';
  }, { threshold: 1 });
  dialog.addEventListener('close', () => {
    watching.disconnect();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  text.focus();
  watching.observe(end);
}
