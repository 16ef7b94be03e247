// @ts-check
/**
 * Help where one is. An element with `data-help="page#anchor"` opens the first paragraph at that place of the guide; the
 * header has the tour and *About*. What they need is fetched at their first use.
 */
import { find, make } from './dom.js';

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
 * Makes the help buttons of the page work, now and later.
 * @param {() => string} address the whole address of the experiment that is open
 */
export function offerHelp(address) {
  const tour = find('take-tour', HTMLButtonElement);
  const decline = find('decline-tour', HTMLButtonElement);
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
    find('open-about', HTMLButtonElement).focus();
  });
  find('open-about', HTMLButtonElement).addEventListener('click', async () => {
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
