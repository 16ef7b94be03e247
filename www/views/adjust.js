// @ts-check
/** The sheet with every field of the experiment, in tabs. It stands beside the panel and moves nothing. */
import { find, whenPressed } from './dom.js';
import { tabs } from './tabs.js';

/**
 * Makes the sheet's buttons work.
 * @returns {(part: string) => void} opens it at the tab of this name
 */
export function offerAdjusting() {
  const sheet = find('adjust', HTMLDialogElement);
  const select = tabs(sheet);
  /** The element that has opened it, which gets the focus back. @type {HTMLElement | undefined} */
  let opener;

  const show = (/** @type {string} */ part) => {
    select(find(`tab-${part}`));
    if (!sheet.open) sheet.show();
  };
  const open = (/** @type {string} */ part, /** @type {HTMLElement | undefined} */ from = undefined) => {
    opener = from;
    show(part);
    /** @type {HTMLElement | null} */
    const first = find(`part-${part}`).querySelector('input:not([hidden]), select');
    first?.focus();
  };
  const close = () => {
    sheet.close();
    opener?.focus();
  };

  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-adjust]'))) {
    button.addEventListener('click', () => open(button.dataset.adjust ?? '', button));
  }
  whenPressed('close-adjust', close);
  sheet.addEventListener('keydown', (event) => {
    // A field with refused text and an explanation take the first Escape.
    const explained = document.querySelector(':popover-open');
    if (event.key === 'Escape' && !event.defaultPrevented && !explained) {
      event.preventDefault();
      close();
    }
  });
  // It stands over the chart, so it goes when the chart is wanted. A refused field opens it again.
  sheet.closest('form')?.addEventListener('submit', () => sheet.close());
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest('#experiment')) sheet.close();
  });
  // A field that asks for the focus, because of its error or its message, comes into sight.
  sheet.addEventListener('reveal', ({ target }) => {
    const part = target instanceof Element ? target.closest('[role="tabpanel"]') : null;
    if (part) show(part.id.replace('part-', ''));
  });
  return open;
}
