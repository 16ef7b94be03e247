/** Tests of other people's code that must also pass in Firefox. */
import { test } from "node:test";
import { openFirefox } from "./firefox.mjs";
import { CODES, honestAfter } from "./hostile.mjs";

for (const [name, code] of Object.entries(CODES)) {
  test(`in Firefox, after code that is ${name}, honest links show the numbers of the command line`, { timeout: 300_000 }, async (t) => {
    const page = await openFirefox(t, "#v=1&jobs=50&machine=mesh:8x8&allocation=ff&scheduling=fcfs&vary=none");
    await honestAfter(/** @type {import("./hostile.mjs").Page} */ (/** @type {unknown} */ (page)), code);
  });
}
