// @ts-check
/**
 * Keyboard shortcuts. An element declares its own: `aria-keyshortcuts` has the key, `data-shortcut` the description.
 * The key presses a button or a summary. In any other element, it moves the focus to the first control.
 */
import { find, make, whenPressed } from './dom.js';
import { recallChoice, rememberChoice } from '../storage/choices.js';

/** The key in the browser's storage that turns them off. */
const OFF = 'subtorus-keys-off';

/** @returns {HTMLElement[]} the elements with a key, in the order of the page, without those of the other view */
function targets() {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[aria-keyshortcuts][data-shortcut]')]);
  return all.filter((element) => !element.closest('main[hidden]'));
}

export function offerShortcuts() {
  const panel = find('shortcuts', HTMLDialogElement);
  const on = find('shortcuts-on', HTMLInputElement);
  on.checked = recallChoice(OFF) !== 'off';
  on.addEventListener('change', () => rememberChoice(OFF, on.checked ? 'on' : 'off'));
  whenPressed('to-shortcuts', () => {
    show();
    panel.showModal();
  });
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    // The keyboard must be able to switch them on again: this is a normal button.
    if (!on.checked || document.querySelector('dialog[open]')) return;
    const target = targets().find((element) => element.getAttribute('aria-keyshortcuts') === event.key && element.checkVisibility());
    if (!target) return;
    event.preventDefault();
    reach(target);
  });
  for (const skip of document.querySelectorAll('[data-skip]')) {
    skip.addEventListener('click', () => document.getElementById(skip.getAttribute('data-skip') ?? '')?.focus());
  }
  whenPressed('to-chart', () => reach(find('canvas')));
}

/** The shortcuts that are active now: those of visible elements. */
function show() {
  /** @type {[string, string][]} */
  const keys = targets().map((element) => [element.getAttribute('aria-keyshortcuts') ?? '', element.dataset.shortcut ?? '']);
  find('shortcuts-list').replaceChildren(...keys.flatMap(([key, what]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, what)]));
}

/** @param {HTMLElement} element */
function reach(element) {
  if (element.matches('button, summary')) {
    element.focus();
    element.click();
    return;
  }
  const first = element.tabIndex >= 0 ? element : element.querySelector('input, select, button');
  if (first instanceof HTMLElement) first.focus();
  element.scrollIntoView({ block: 'nearest' });
}

/**
 * Whether a letter is text at its target, or selects something there.
 * @param {EventTarget | null} target
 */
function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"]):not([type="radio"])');
}
