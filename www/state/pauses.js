// @ts-check
/** Pauses in long work, in which the page handles keys and clicks. */

/** How long the work goes on without a pause, in milliseconds. */
const SLICE = 12;

/**
 * What long work awaits between its steps.
 * @param {() => void} [before] called before each pause
 * @returns {() => Promise<void>}
 */
export function pauses(before) {
  let slice = performance.now();
  return async () => {
    if (performance.now() - slice < SLICE) return;
    before?.();
    await new Promise((resolve) => setTimeout(resolve));
    slice = performance.now();
  };
}
