// @ts-check
/** Files that are dropped anywhere on the page. */
import { find } from './dom.js';

/** What is dropped and is no log, and who takes it. @type {{ is: (file: File) => boolean, take: (file: File, leave: () => void) => void }[]} */
const others = [];

/**
 * Takes single files of a kind that are no logs.
 * @param {(file: File) => boolean} is
 * @param {(file: File, leave: () => void) => void} take who calls what comes with the file leaves it to the logs
 */
export function takeDropsOf(is, take) {
  others.push({ is, take });
}

/** @param {(files: ArrayLike<File> | null | undefined) => void} dropped */
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
    const files = [...(event.dataTransfer?.files ?? [])];
    const taker = files.length === 1 ? others.find(({ is }) => is(files[0])) : undefined;
    if (taker) taker.take(files[0], () => dropped([files[0]]));
    else dropped(files);
  });
}
