// @ts-check
/** Files that are dropped anywhere on the page. */
import { find } from './dom.js';

/** @param {(files: FileList | null | undefined) => void} dropped */
export function watchDrops(dropped) {
  const veil = find('drop-veil', HTMLDivElement);
  const carriesFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  addEventListener('drop', (event) => {
    veil.hidden = true;
    if (!carriesFile(event)) return;
    event.preventDefault();
    dropped(event.dataTransfer?.files);
  });
}
