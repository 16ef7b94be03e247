// @ts-check
/** The meaning of a name, in a small panel next to the name. */
import { find, make, pictured, write, writeIfAny } from './dom.js';
import { SITE } from '../site_address.js';

/** @import { Pictures } from '../../subtorus.js' */

/**
 * The content of the panel: two sentences, for some names also pictures or a warning, and the place in the guide.
 * @typedef {{ title: string, definition: string, pictures?: Pictures, warning?: string, guide?: string }} Definition
 */

/** The pages of the guide about the groups of parameters. @type {Record<string, string>} */
export const PAGES = {
  log: 'formats', workload: 'load', jobs: 'load', machine: 'machines', strategies: 'strategies', network: 'contention', sweep: 'load', display: 'curves',
};

const MARGIN = 12;

const more = make('a', { class: 'small', target: '_blank' }, 'More in the guide');

/**
 * Makes this button open a definition.
 * @param {HTMLButtonElement} button
 * @param {() => Definition} named called when the button is pressed
 */
export function defines(button, named) {
  button.setAttribute('aria-haspopup', 'dialog');
  button.addEventListener('click', () => open(button, named()));
}

/**
 * A round button that opens a definition.
 * @param {string} name the defined name, for screen readers
 * @param {() => Definition} named
 */
export function aboutButton(name, named) {
  const button = make('button', { type: 'button', class: 'about', 'aria-label': `what is ${name}?` });
  defines(button, named);
  return button;
}

/**
 * @param {HTMLElement} beside
 * @param {Definition} definition
 */
function open(beside, { title, definition, pictures, warning = '', guide = '' }) {
  const panel = find('definition');
  write('definition-title', title);
  write('definition-text', definition);
  writeIfAny('definition-warning', warning);
  const figures = (pictures?.pictures ?? []).map(({ svg, caption }) => {
    const figure = pictured('figure', {}, svg);
    figure.append(make('figcaption', {}, caption));
    return figure;
  });
  find('definition-pictures').replaceChildren(...(pictures ? [make('p', {}, pictures.scene)] : []), ...figures);
  more.hidden = !guide;
  more.href = guideAddress(guide);
  panel.append(more);
  panel.hidePopover();
  panel.showPopover();
  placeBeside(panel, beside);
}

/**
 * The address of a place in the guide.
 * @param {string} place `page` or `page#anchor`
 */
export function guideAddress(place) {
  const [page, anchor] = place.split('#');
  return new URL(`guide/${page}.html${anchor ? `#${anchor}` : ''}`, SITE).href;
}

/**
 * Moves a panel below an element, or above it where there is more room, and never out of the window.
 * @param {HTMLElement} panel that is shown
 * @param {HTMLElement} beside
 */
export function placeBeside(panel, beside) {
  const anchor = beside.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(anchor.left, innerWidth - width - MARGIN));
  const below = anchor.bottom + 6;
  const top = below + height + MARGIN > innerHeight ? Math.max(MARGIN, anchor.top - height - 6) : below;
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}
