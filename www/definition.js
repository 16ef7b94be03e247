// @ts-check
/** What a name means: a small panel beside the name that was asked about. */
import { find, make } from './dom.js';

const MARGIN = 12;

/**
 * Makes this button open a definition.
 * @param {HTMLButtonElement} button
 * @param {() => { title: string, definition: string }} named looked up when it is pressed
 */
export function defines(button, named) {
  button.setAttribute('aria-haspopup', 'dialog');
  button.addEventListener('click', () => open(button, named()));
}

/**
 * A round button that opens a definition.
 * @param {string} name what is defined, for those who do not see where the button stands
 * @param {() => { title: string, definition: string }} named
 */
export function aboutButton(name, named) {
  const button = make('button', { type: 'button', class: 'about', 'aria-label': `what is ${name}?` });
  defines(button, named);
  return button;
}

/**
 * @param {HTMLElement} beside
 * @param {{ title: string, definition: string }} named
 */
function open(beside, { title, definition }) {
  const panel = find('definition', HTMLDivElement);
  find('definition-title', HTMLParagraphElement).textContent = title;
  find('definition-text', HTMLParagraphElement).textContent = definition;
  panel.hidePopover();
  panel.showPopover();
  const anchor = beside.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(anchor.left, innerWidth - width - MARGIN));
  const below = anchor.bottom + 6;
  const top = below + height + MARGIN > innerHeight ? Math.max(MARGIN, anchor.top - height - 6) : below;
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}
