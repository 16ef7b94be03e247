/** Workers that fail, and runs that need the user's consent first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage, siteAddress } from "./harness.mjs";
import { download, expectNotice, finished, tableRows, until, field } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=200&vary=runtime:0.5..1.5:0.25&scheduling=fcfs,easy";
/**
 * Additions to worker.js that act before a cell runs; `first()` is true once, for any caller.
 * @param {string} statement
 */
const before = (statement) => `
  const run = Runner.prototype.run;
  const first = () => {
    const request = new XMLHttpRequest();
    request.open("GET", new URL("first.txt", import.meta.url), false);
    request.send();
    return request.responseText === "yes";
  };
  Runner.prototype.run = function (cell) { ${statement} return run.call(this, cell); };`;
const NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined });";

/**
 * Opens a link with changed scripts of the site.
 * @param {import("node:test").TestContext} t
 * @param {Record<string, (script: string) => string>} changes
 * @param {{ locks?: boolean, link?: string }} [options]
 */
async function sabotaged(t, changes, { locks = true, link = SMALL } = {}) {
  const page = await openPage(t, "#v=1&jobs=1&vary=none");
  if (!locks) await page.addInitScript(NO_LOCKS);
  for (const [file, change] of Object.entries(changes)) {
    await page.route(`**/www/workers/${file}`, async (route) => {
      const script = await (await route.fetch()).text();
      const changed = change(script);
      assert.notEqual(changed, script, `${file} has changed`);
      await route.fulfill({ body: changed, contentType: "text/javascript" });
    });
  }
  let asked = 0;
  await page.route("**/first.txt", (route) => route.fulfill({ body: (asked += 1) === 1 ? "yes" : "no" }));
  await page.goto("about:blank");
  await page.goto((await siteAddress()) + link);
  return page;
}

/** Timeouts that are short enough for a test. @param {string} script */
function hasty(script) {
  return script
    .replace("const START = 30_000", "const START = 3000")
    .replace("const UNKNOWN = 300_000", "const UNKNOWN = 4000")
    .replace("const GRACE = 30_000", "const GRACE = 2000")
    .replace("const ALIVE = 10", "const ALIVE = 1")
    .replace("const AGAIN = 4", "const AGAIN = 1");
}

/** @param {Page} page */
async function quietly(page) {
  const rows = await tableRows(page);
  assert.equal(rows.length, 3 * 2 * 5);
  return rows;
}

test("a worker that hangs in a cell is replaced, which is reported, and another worker computes its cell", async (t) => {
  const page = await sabotaged(t, {
    "worker.js": (script) => `${script}\n${before("if (cell === 7 && first()) while (true) {}")}`,
    "timeouts.js": hasty,
  });
  await expectNotice(page, /A worker was replaced: it did not answer within \d+ seconds\. What it was doing is tried once more/);
  await finished(page);
  await quietly(page);
});

test("a cell in which every worker hangs is given up by name, and all others are computed", async (t) => {
  const page = await sabotaged(t, { "worker.js": (script) => `${script}\n${before("while (cell === 7) {}")}`, "timeouts.js": hasty });
  await finished(page);
  await expectNotice(page, /1 of the runs failed\. easy with ep at 1: its worker died twice: it did not answer within/);
  assert.equal((await tableRows(page)).length, 3 * 2 * 5 - 1);
});

test("on plain http, which has no locks, a worker that dies silently is missed and replaced", async (t) => {
  const dies = before("if (cell === 7 && first()) { self.close(); while (true) {} }");
  const page = await sabotaged(t, { "worker.js": (script) => `${NO_LOCKS}\n${script}\n${dies}`, "timeouts.js": hasty }, { locks: false });
  await expectNotice(page, /A worker was replaced/);
  await finished(page);
  await quietly(page);
});

test("workers that never start are given up, and the page says so", async (t) => {
  const page = await sabotaged(t, { "worker.js": () => "setInterval(() => {}, 1000);", "timeouts.js": hasty });
  await expectNotice(page, /cannot be run\. no worker could prepare the run: it did not answer within 3 seconds/);
  assert.ok(await page.locator("#cancel").isHidden());
});

test("a worker that never answers a preparation is given up, and the page says so", async (t) => {
  const never = "Runner.prototype.prepare = function () { while (true) {} };";
  const page = await sabotaged(t, { "worker.js": (script) => `${script}\n${never}`, "timeouts.js": hasty });
  await page.locator("#notices li", { hasText: /no worker could prepare the run/ }).waitFor({ timeout: 60_000 });
});

test("a long run is asked about first, once for each link, and runs only after a yes", async (t) => {
  const asks = "const prepare = Runner.prototype.prepare; Runner.prototype.prepare = function (...given) {" +
    " return { ...prepare.call(this, ...given), question: 'This takes about two days. Run it?' }; };";
  const page = await sabotaged(t, { "worker.js": (script) => `${script}\n${asks}` });
  const question = page.getByRole("group", { name: "This takes about two days" });
  await question.waitFor();
  await expectAccessible(page);
  assert.equal(await page.locator("#run-state").innerText(), "not yet: see the question.");
  await until(() => page.workers().length === 1, "only the worker that has prepared the run is there before the answer");
  await question.getByRole("button", { name: "Not now" }).click();
  await question.waitFor({ state: "hidden" });
  assert.equal(await page.locator("#sentence").innerText(), "Nothing has been computed yet.");
  const run = page.getByRole("button", { name: "Run", exact: true });
  await run.click();
  await question.waitFor();
  assert.ok(await question.getByRole("button", { name: "Run anyway" }).evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Enter");
  await finished(page);
  const csv = (await download(page, "CSV")).content;
  await run.click();
  await page.locator("#run-state", { hasText: /preparing|not yet/ }).waitFor({ state: "detached" }).catch(() => {});
  await finished(page);
  assert.ok(await question.isHidden(), "it has consent");
  assert.deepEqual((await download(page, "CSV")).content, csv);
  await (await field(page, "jobs")).fill("201");
  await page.keyboard.press("Tab");
  await run.click();
  await question.waitFor();
  await (await field(page, "jobs")).fill("202");
  await page.keyboard.press("Tab");
  await question.waitFor({ state: "hidden" });
});
