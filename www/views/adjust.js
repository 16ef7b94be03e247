// @ts-check
/** The sheet with every field of the experiment, in tabs. It stands beside the panel and moves nothing. */
import { find, whenPressed } from './dom.js';

/**
 * Makes the sheet's buttons work.
 * @returns {(part: string) => void} opens it at the tab of this name
 */
export function offerAdjusting() {
  const sheet = find('adjust', HTMLDialogElement);
  const tabs = /** @type {HTMLButtonElement[]} */ ([...sheet.querySelectorAll('[role="tab"]')]);
  /** The element that has opened it, which gets the focus back. @type {HTMLElement | undefined} */
  let opener;

  const select = (/** @type {HTMLButtonElement} */ chosen) => {
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.ariaSelected = String(on);
      tab.tabIndex = on ? 0 : -1;
      find(tab.getAttribute('aria-controls') ?? '').hidden = !on;
    }
  };
  const show = (/** @type {string} */ part) => {
    select(find(`tab-${part}`, HTMLButtonElement));
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
  for (const tab of tabs) tab.addEventListener('click', () => select(tab));
  whenPressed('close-adjust', close);
  sheet.addEventListener('keydown', (event) => {
    // A field with refused text and an explanation take the first Escape.
    const explained = document.querySelector(':popover-open');
    if (event.key === 'Escape' && !event.defaultPrevented && !explained) {
      event.preventDefault();
      return close();
    }
    const place = tabs.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    if (place < 0 || !step) return;
    const next = tabs[(place + step + tabs.length) % tabs.length];
    select(next);
    next.focus();
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
  select(tabs[0]);
  return open;
}
