/** Three ways through the page, with their clicks counted, in two browsers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openFirefox } from "./firefox.mjs";
import { openPage } from "./harness.mjs";
import { JOURNEYS } from "./journeys.mjs";
import { finished } from "./steps.mjs";

for (const [name, clicks, link, journey] of JOURNEYS) {
  test(`${name}: ${clicks} clicks`, async (t) => {
    const page = await openPage(t, link);
    await finished(page);
    assert.equal(await journey(page), clicks);
  });

  test(`in Firefox, ${name}: ${clicks} clicks`, { timeout: 300_000 }, async (t) => {
    const page = await openFirefox(t, link);
    assert.equal(await journey(/** @type {import("./journeys.mjs").Page} */ (/** @type {unknown} */ (page))), clicks);
  });
}
