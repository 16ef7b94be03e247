// @ts-check
/**
 * Help where one is. An element with `data-help="page#anchor"` opens the first paragraph at that place of the guide; the
 * header has the guide, the tour and *About*. What they need is fetched at their first use.
 */
import { button, find, make } from './dom.js';
import { recallChoice, rememberChoice } from '../storage/choices.js';
import { SITE } from '../site_address.js';

/** The key in the browser's storage once the tour was taken or declined. */
const TOURED = 'subtorus-toured';

/**
 * Fills `#help` in the header, and makes the help buttons of the page work, now and later.
 * @param {() => string} address the whole address of the experiment that is open
 */
export function offerHelp(address) {
  const invite = (/** @type {boolean} */ shown) => (tour.hidden = decline.hidden = !shown);
  const done = () => {
    invite(false);
    rememberChoice(TOURED, 'done');
  };
  const start = async () => {
    const { takeTour } = await import('./tour.js');
    takeTour(done);
  };
  const tour = button('Tour', start, { id: 'take-tour', class: 'quiet-button', 'aria-haspopup': 'dialog' });
  const decline = button('×', () => (done(), about.focus()), { id: 'decline-tour', class: 'quiet-button', 'aria-label': 'No tour' });
  const tell = async () => {
    const { openAbout } = await import('./about.js');
    openAbout(address(), start);
  };
  const about = button('About', tell, { id: 'open-about', class: 'quiet-button', 'aria-haspopup': 'dialog' });
  const place = find('help');
  place.role = 'group';
  place.ariaLabel = 'Help';
  place.append(make('a', { href: new URL('guide/', SITE).href, target: '_blank' }, 'Guide'), tour, decline, about);
  // A browser without storage offers no tour.
  invite(recallChoice(TOURED) === null);
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest('[data-help]');
    if (!(button instanceof HTMLElement)) return;
    const { showHelp } = await import('./help_panel.js');
    await showHelp(button);
  });
}
