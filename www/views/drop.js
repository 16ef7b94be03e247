// @ts-check
/** Files that are dropped anywhere on the page. */
import { find } from './dom.js';

/**
 * Kinds of dropped files other than logs, and their handlers.
 * @type {{ is: (file: File) => boolean, take: (file: File, leave: () => void) => void }[]}
 */
const others = [];

/**
 * Registers a handler for single files of a kind other than logs.
 * @param {(file: File) => boolean} is
 * @param {(file: File, leave: () => void) => void} take the handler; its second argument passes the file on to the logs
 */
export function takeDropsOf(is, take) {
  others.push({ is, take });
}

/** @typedef {(files: ArrayLike<File> | null | undefined) => void} Dropped */

/** @type {(dropped: Dropped) => void} */
let begin;
/** Files that are dropped before the page has started wait for it. @type {Promise<Dropped>} */
const begun = new Promise((resolve) => (begin = resolve));

watch();

/** @param {Dropped} dropped what takes logs */
export function watchDrops(dropped) {
  begin(dropped);
}

function watch() {
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
  addEventListener('drop', async (event) => {
    veil.hidden = true;
    if (!carriesFile(event)) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    const dropped = await begun;
    const taker = files.length === 1 ? others.find(({ is }) => is(files[0])) : undefined;
    if (taker) taker.take(files[0], () => dropped([files[0]]));
    else dropped(files);
  });
}
