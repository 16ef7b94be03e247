// @ts-check
/** Files that are dropped anywhere on the page. */
import { find } from './dom.js';

/**
 * Kinds of dropped files other than logs, and their handlers.
 * @type {{ is: (file: File) => boolean, take: (file: File, leave: () => void) => void }[]}
 */
const others = [];

/**
 * Registers a handler for files of a kind other than logs.
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
    const takerOf = (/** @type {File} */ file) => others.find(({ is }) => is(file));
    const logs = files.filter((file) => !takerOf(file));
    if (logs.length) dropped(logs);
    for (const file of files) takerOf(file)?.take(file, () => void (logs.push(file) && dropped(logs)));
  });
}
