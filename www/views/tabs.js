// @ts-check
/** Tabs, one of which is shown: chosen by pointer or arrow keys. */
import { find } from './dom.js';

/**
 * Makes tabs work, and shows the first.
 * @param {HTMLElement} list
 * @returns {(chosen: HTMLElement) => void} shows a tab
 */
export function tabs(list) {
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role="tab"]')]);
  const select = (/** @type {HTMLElement} */ chosen) => {
    for (const tab of all) {
      const on = tab === chosen;
      tab.ariaSelected = String(on);
      tab.tabIndex = on ? 0 : -1;
      find(tab.getAttribute('aria-controls') ?? '').hidden = !on;
    }
  };
  for (const tab of all) tab.addEventListener('click', () => select(tab));
  list.addEventListener('keydown', ({ key, target }) => {
    const shown = all.filter((tab) => !tab.hidden);
    const place = shown.indexOf(/** @type {HTMLElement} */ (target));
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
    if (place < 0 || !step) return;
    const next = shown[(place + step + shown.length) % shown.length];
    select(next);
    next.focus();
  });
  select(all[0]);
  return select;
}
