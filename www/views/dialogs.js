// @ts-check
/** How dialogs close, besides by Escape. */

// Before what the pressed button does, so that it finds the page without the dialog.
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  // A click outside a dialog hits the dialog element itself, not its content.
  if (target.matches('dialog[data-light], [data-closes]')) target.closest('dialog')?.close();
}, true);

// Going back in the history shows the page, without what stood over it.
addEventListener('popstate', () => {
  for (const dialog of document.querySelectorAll('dialog.over')) /** @type {HTMLDialogElement} */ (dialog).close();
});
