// @ts-check
/** The theme of the page, which follows the system. */
import { Signal } from './signals.js';

const query = matchMedia('(prefers-color-scheme: dark)');
const dark = new Signal(query.matches);
query.addEventListener('change', () => (dark.value = query.matches));

/** Whether the page is shown in its dark theme. An effect that asks runs again when that changes. */
export function isDark() {
  return dark.value;
}
