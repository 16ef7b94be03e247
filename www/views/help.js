// @ts-check
/**
 * Help where one is. An element with `data-help="page#anchor"` opens the first paragraph at that place of the guide; the
 * header has the guide, the tour and *About*. What they need is fetched at their first use.
 */
import { find, make } from './dom.js';
import { SITE } from '../site_address.js';

/** The key in the browser's storage once the tour was taken or declined. */
const TOURED = 'subtorus-toured';

/**
 * A round button that opens help.
 * @param {string} place `page#anchor` of the guide
 * @param {string} name what it explains, for screen readers
 */
export function helpButton(place, name) {
  return make('button', { type: 'button', class: 'about', 'data-help': place, 'aria-haspopup': 'dialog', 'aria-label': `Help: ${name}` });
}

/**
 * Fills `#help` in the header, and makes the help buttons of the page work, now and later.
 * @param {() => string} address the whole address of the experiment that is open
 */
export function offerHelp(address) {
  const tour = make('button', { type: 'button', id: 'take-tour', class: 'quiet-button', 'aria-haspopup': 'dialog' }, 'Tour');
  const decline = make('button', { type: 'button', id: 'decline-tour', class: 'quiet-button', 'aria-label': 'No tour' }, '×');
  const about = make('button', { type: 'button', id: 'open-about', class: 'quiet-button', 'aria-haspopup': 'dialog' }, 'About');
  const guide = make('a', { href: new URL('guide/', SITE).href, target: '_blank' }, 'Guide');
  const place = find('help', HTMLSpanElement);
  place.setAttribute('role', 'group');
  place.setAttribute('aria-label', 'Help');
  place.append(guide, tour, decline, about);
  const invite = (/** @type {boolean} */ shown) => (tour.hidden = decline.hidden = !shown);
  const start = async () => {
    const { takeTour } = await import('./tour.js');
    takeTour(() => {
      invite(false);
      remember();
    });
  };
  invite(isFirstVisit());
  tour.addEventListener('click', () => void start());
  decline.addEventListener('click', () => {
    invite(false);
    remember();
    about.focus();
  });
  about.addEventListener('click', async () => {
    const { openAbout } = await import('./about.js');
    openAbout(address(), start);
  });
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest('[data-help]');
    if (!(button instanceof HTMLElement)) return;
    const { showHelp } = await import('./help_panel.js');
    await showHelp(button);
  });
}

function isFirstVisit() {
  try {
    return localStorage.getItem(TOURED) === null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(TOURED, 'done');
  } catch {
    // A browser without storage offers no tour.
  }
}
