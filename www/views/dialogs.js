// @ts-check
/** How dialogs close, besides by Escape, and what opens over the chart. */

// Before what the pressed button does, so that it finds the page without the dialog.
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  // A click outside a dialog hits the dialog element itself, not its content.
  if (target.matches('dialog[data-light], [data-closes]')) target.closest('dialog')?.close();
  if (!target.closest('.around, dialog')) shut();
}, true);

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented && document.activeElement?.closest('.around')) shut()?.querySelector('summary')?.focus();
});

document.addEventListener('toggle', ({ target }) => {
  // Once it has its content.
  if (target instanceof Element) requestAnimationFrame(() => target.querySelector('.over-chart')?.scrollIntoView({ block: 'nearest' }));
}, true);

/** Closes what is open over the chart. */
function shut() {
  const open = /** @type {HTMLDetailsElement | null} */ (document.querySelector('.around > [open]'));
  if (open) open.open = false;
  return open;
}

// Going back in the history shows the page, without what stood over it.
addEventListener('popstate', () => {
  for (const dialog of document.querySelectorAll('dialog.over')) /** @type {HTMLDialogElement} */ (dialog).close();
});
