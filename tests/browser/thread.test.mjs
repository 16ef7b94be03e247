/** The page's thread never computes: long computations are in workers, and the check of a link is short. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, siteAddress } from "./harness.mjs";
import { dropLog, field, finished, madeLog } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

/** A page that computes one small run. Its longest task is its start. */
const IDLE = "#v=1&jobs=1&vary=none";
/** The longest task may take this many times as long. A longer pause is noticeable. */
const MULTIPLE = 3;
const ATTEMPTS = 3;

/**
 * Opens a link in a page that notes the longest time for which its thread is busy.
 * @param {import("node:test").TestContext} t
 * @param {string} link
 */
async function watched(t, link) {
  const page = await openPage(t, "about:blank");
  await page.addInitScript(() => {
    // A timer, because the browser's list of long tasks lacks those after the start of WebAssembly.
    const longest = { task: 0, ticks: 0 };
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      longest.task = Math.max(longest.task, now - last);
      last = now;
      longest.ticks += 1;
    }, 10);
    Object.assign(window, { longest });
  });
  await page.goto((await siteAddress()) + link);
  return page;
}

/**
 * Observes for a while, counted in ticks of the page's timer. Returns the milliseconds of the longest task.
 * @param {Page} page
 * @param {number} [ticks]
 */
function longestTask(page, ticks = 50) {
  return page.evaluate((ticks) => new Promise((/** @type {(longest: number) => void} */ resolve) => {
    const { longest } = /** @type {{ longest: { task: number, ticks: number } }} */ (/** @type {unknown} */ (window));
    const last = longest.ticks + ticks;
    const look = setInterval(() => {
      if (longest.ticks < last) return;
      clearInterval(look);
      resolve(longest.task);
    }, 10);
  }), ticks);
}

/**
 * Expects that a link leaves the page's thread free, compared with a page that has almost nothing to compute. The page's
 * own work is the same in every attempt, and only the load of the machine differs: one good attempt is enough.
 * @param {import("node:test").TestContext} t
 * @param {string} link
 * @param {(page: Page) => Promise<unknown>} act what the user does and sees
 * @param {number} [ticks]
 */
async function expectFree(t, link, act, ticks) {
  const seen = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const idle = await watched(t, IDLE);
    await finished(idle);
    const start = await longestTask(idle);
    await idle.close();
    const page = await watched(t, link);
    await act(page);
    const longest = await longestTask(page, ticks);
    await page.close();
    seen.push(`${Math.round(longest)} ms, a start ${Math.round(start)} ms`);
    if (longest <= MULTIPLE * start) return t.diagnostic(seen.join("; "));
  }
  assert.fail(`the page's thread was busy for ${seen.join("; ")}`);
}

test("a link with mesh:100000 and flat keeps the page's thread free", (t) =>
  expectFree(t, "#v=1&machine=mesh:100000&allocation=flat&jobs=300", (page) => page.locator("#sentence", { hasText: /mesh:100000.*comput/ }).waitFor()));

test("a log dropped on mesh:1048576 keeps the page's thread free", (t) =>
  expectFree(t, "#v=1&machine=mesh:1048576&allocation=flat,ff&jobs=10&vary=none", (page) => dropLog(page, "made.swf", madeLog(200))));

for (const link of ["#v=1&jobs=20&vary=none", "#v=1&problem=cnp&side=8&jobs=8:1"]) {
  test(`100 000 unknown parameters are one message, and read at once: ${link}`, async (t) => {
    const unknown = Array.from({ length: 100_000 }, (_, number) => `p${number}=1`).join("&");
    await expectFree(t, `${link}&${unknown}`, async (page) => {
      const notices = page.locator(link.includes("problem") ? "#batch-notices" : "#notices");
      await notices.getByText("100000 parameters are unknown: p0, p1, p2, …").waitFor();
      assert.equal(await notices.locator("li li").count(), 1);
      assert.match(page.url(), /&p99999=1$/, "all are still there");
    });
  });
}

const EIGHT_STRATEGIES = "machine=mesh:4x4&allocation=flat,ff,tff,bf,tbf,gabl,random,mbs&scheduling=fcfs,easy,oo,ssd";

test("a link with jobs=1 that took 8 GB is refused, with the whole product in the message", (t) =>
  expectFree(t, `#v=1&jobs=1&${EIGHT_STRATEGIES}&vary=runtime:1..1000:1&replications=1000`, (page) =>
    page.locator("#notices", { hasText: "8 x 4 x 1000 x 1000 = 32000000 cells" }).waitFor()));

test("as many cells as are allowed leave the page's thread free", (t) =>
  expectFree(
    t,
    `#v=1&jobs=1&${EIGHT_STRATEGIES}&vary=runtime:1..1000:1&replications=15`,
    (page) => page.locator("#run-state", { hasText: "of the work" }).waitFor(),
    250,
  ));

test("thousands of curves and points are shown as far as they are visible", async (t) => {
  const machines = Array.from({ length: 150 }, (_, number) => `mesh:${number + 8}`).join(",");
  await expectFree(t, `#v=1&jobs=1&vary=runtime:1..10:1&machine=${machines}&allocation=flat,random&scheduling=fcfs,easy`, async (page) => {
    await page.locator("#sentence", { hasText: "computed in" }).waitFor({ timeout: 120_000 });
    await page.locator("#legend", { hasText: "and 100 more curves, which the CSV file has" }).waitFor();
    await page.locator("#data summary").click();
    await page.locator("#table tfoot", { hasText: "and 5000 more rows, which the CSV file has" }).waitFor();
    assert.equal(await page.locator("#table tbody tr").count(), 1000);
  });
});

test("every strategy's pictures are drawn at once", (t) =>
  expectFree(t, "#v=1&jobs=20&vary=none&machine=mesh:8x8", async (page) => {
    await page.locator("#sentence", { hasText: "computed in" }).waitFor();
    await field(page, "allocation");
    for (const family of await page.locator(".family").all()) await family.evaluate((details) => details.setAttribute("open", ""));
    for (const about of await page.locator(".family .choice button").all()) {
      await about.click();
      await page.locator("#definition").waitFor();
      await page.keyboard.press("Escape");
    }
  }));
