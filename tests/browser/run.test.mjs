import assert from "node:assert/strict";
import { test } from "node:test";
import { alterWorkers, brakeWorkers, openPage } from "./harness.mjs";
import { download, dropLog, expectNotice, finished, forgetResults, gzipSync, madeLog, run, tableRows, type, until, field, named } from "./steps.mjs";

/** A run of several seconds, with the brake. */
const LONG = "#v=1&jobs=600&scheduling=conservative,easy";
const BRAKE = { brake: 60 };
const SMALL = "#v=1&jobs=200&vary=runtime:0.5..1.5:0.25";

/** @param {import("playwright-core").Page} page */
async function somePoints(page) {
  await page.locator("#data").evaluate((details) => details.setAttribute("open", ""));
  await page.locator("#table tbody tr").nth(5).waitFor();
}

test("cancelling stops within 100 ms and keeps the points; another run completes", async (t) => {
  const page = await openPage(t, LONG, BRAKE);
  await somePoints(page);
  const took = await page.evaluate(async () => {
    const cancel = /** @type {HTMLButtonElement} */ (document.querySelector("#cancel"));
    const begun = performance.now();
    cancel.click();
    while (!cancel.hidden) await new Promise((frame) => requestAnimationFrame(frame));
    return performance.now() - begun;
  });
  assert.ok(took < 100, `${took} ms`);
  await until(() => page.workers().length === 0, "nothing computes any more (a busy worker is given two seconds by the browser)");
  const kept = await tableRows(page);
  assert.ok(kept.length > 5 && kept.length < 222);
  assert.match(await page.locator("#sentence").innerText(), /cancelled after \d+ of 222 runs/);
  await type(page, "jobs", "100");
  await type(page, "vary", "runtime:1");
  await run(page);
  assert.equal((await tableRows(page)).length, 6);
});

test("while a sweep runs, curves can be hidden, the plot changed and points read", async (t) => {
  const page = await openPage(t, LONG, BRAKE);
  await somePoints(page);
  await page.getByRole("button", { name: named("easy / ep"), exact: true }).click();
  assert.equal(await page.getByRole("button", { name: named("easy / ep"), exact: true }).getAttribute("aria-pressed"), "false");
  await page.getByLabel("vertical axis", { exact: true }).selectOption("utilization");
  await page.getByLabel("horizontal axis", { exact: true }).selectOption("load");
  assert.match(page.url(), /plot=utilization-load/);
  await page.locator("#canvas").press("ArrowRight");
  await page.locator("#tooltip", { hasText: /Utilisation/ }).waitFor();
  assert.ok(await page.locator("#cancel").isVisible(), "it still runs");
  const share = Number(await page.locator("#progress").getAttribute("value"));
  assert.ok(share > 0 && share < 1);
  await page.getByRole("button", { name: "Cancel" }).click();
});

test("a worker that ends silently is replaced and its cells run again: nothing is missing", async (t) => {
  const page = await openPage(t, "#v=1&jobs=100");
  await finished(page);
  const whole = await download(page, "CSV");
  await forgetResults(page);
  await brakeWorkers(page, BRAKE.brake);
  await page.reload();
  await somePoints(page);
  const [victim] = page.workers();
  const gone = new Promise((resolve) => victim.on("close", resolve));
  await victim.evaluate(() => self.close());
  await gone;
  assert.ok(await page.locator("#cancel").isVisible(), "it died in the middle");
  await page.locator("#cancel").waitFor({ state: "hidden" });
  assert.equal(await page.locator("#notices li").count(), 0);
  assert.deepEqual((await download(page, "CSV")).content, whole.content);
});

test("a sweep is complete although workers are killed", async (t) => {
  const page = await openPage(t, LONG, BRAKE);
  await somePoints(page);
  for (const victim of page.workers()) {
    // Workers with other tasks may have ended by themselves.
    if (!page.workers().includes(victim)) continue;
    const gone = new Promise((resolve) => victim.on("close", resolve));
    await victim.evaluate(() => setTimeout(() => { throw new Error("killed by a test"); })).catch(() => {});
    await gone;
    // Its cell is tried again; if its second worker were killed, too, the cell would be given up by name. At most two
    // other cells precede it. Counted from the end of the worker: it may take many cells until that is noticed.
    const rows = await page.locator("#table tbody tr").count();
    await page.locator("#table tbody tr").nth(rows + 8).waitFor();
  }
  await finished(page);
  assert.equal((await tableRows(page)).length, 222);
  assert.deepEqual(await page.locator("#notices li").allInnerTexts(), []);
});

test("a cell with a worker that panics twice is given up by name, and all others are computed", async (t) => {
  const page = await openPage(t, "#v=1");
  // Every worker, present or future, panics in cell 7.
  await alterWorkers(page, "const run = Runner.prototype.run; Runner.prototype.run = function (cell) {" +
    " if (cell === 7) throw new WebAssembly.RuntimeError('unreachable'); return run.call(this, cell); };");
  await page.goto("about:blank");
  await page.goBack();
  await page.evaluate((link) => (location.hash = link), `${SMALL}&scheduling=fcfs,easy`);
  await page.locator("#sentence", { hasText: /200 jobs.*computed in/ }).waitFor();
  await expectNotice(page, /1 of the runs failed\. easy with ep at 1: its worker died twice/);
  assert.equal((await tableRows(page)).length, 29);
});

test("back and forward go from run to run", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await type(page, "jobs", "120");
  assert.match(page.url(), /jobs=120/, "the address follows every edit");
  await page.locator("#run-state", { hasText: "before the last changes" }).waitFor();
  await run(page);
  await type(page, "jobs", "130");
  await run(page);
  await page.goBack();
  await page.locator("#sentence", { hasText: /120 jobs.*all \d+ runs kept/ }).waitFor();
  assert.equal(await (await field(page, "jobs")).inputValue(), "120");
  await page.goBack();
  await page.locator("#sentence", { hasText: /200 jobs.*all \d+ runs kept/ }).waitFor();
  await page.goForward();
  await page.locator("#sentence", { hasText: /120 jobs.*all \d+ runs kept/ }).waitFor();
});

test("going back from edits that have not run returns to the last run", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await type(page, "jobs", "120");
  await run(page);
  await type(page, "jobs", "130");
  await type(page, "jobs", "140");
  await page.goBack();
  // Its curves are still there.
  await page.locator("#sentence", { hasText: /120 jobs.*computed in/ }).waitFor();
  assert.equal(await (await field(page, "jobs")).inputValue(), "120");
  await page.goBack();
  await page.locator("#sentence", { hasText: /200 jobs.*all \d+ runs kept/ }).waitFor();
  await page.goForward();
  await page.goForward();
  await page.locator("#sentence", { hasText: /140 jobs/ }).waitFor();
});

test("an experiment that cannot run says why next to the field, and the old curves stay", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const before = await tableRows(page);
  await type(page, "machine", "torus:3x5x7");
  const flat = page.getByRole("checkbox", { name: "Any free nodes flat", exact: true, includeHidden: true });
  await flat.evaluate((box) => /** @type {HTMLInputElement} */ (box).click());
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expectNotice(page, /cannot be run\. allocation: nothing of this can run: ep: ep cannot manage torus:3x5x7/);
  await page.locator("#wrong-allocation", { hasText: /ep cannot manage torus:3x5x7/ }).waitFor();
  assert.match(await page.locator("#run-state").innerText(), /^Not run: see the marked field\. allocation: .*ep cannot manage/);
  assert.deepEqual(await tableRows(page), before);
  await type(page, "machine", "torus:4x4x8");
  await run(page);
});

test("cells that cannot run are named with the reason, and the rest runs", async (t) => {
  const page = await openPage(t, "#v=1&jobs=60&machine=torus:3x5x7&allocation=ep,flat,gabl&scheduling=fcfs&vary=runtime:0.5..1:0.5");
  await finished(page);
  await expectNotice(page, /Not everything here can run; all the rest does:.*ep: ep cannot manage torus:3x5x7/s);
  assert.match(await page.locator("#note-allocation").innerText(), /^ep: ep cannot manage torus:3x5x7.* All the rest runs\.$/s);
  assert.match(await page.locator("#sentence").innerText(), /, without ep, computed in/);
  assert.equal((await tableRows(page)).length, 4, "two strategies at two values");
  assert.match((await download(page, "CSV")).content.toString(), /^# excluded ep: ep cannot manage/m);
  await type(page, "machine", "torus:4x4x8");
  await run(page);
  assert.equal(await page.locator("#notices", { hasText: "can run" }).count(), 0, "nothing is excluded any more");
  assert.equal((await tableRows(page)).length, 6);
});

test("settings that contradict each other are refused before the run, next to their field", async (t) => {
  const page = await openPage(t, "#v=1&jobs=60&allocation=flat&scheduling=fcfs&vary=runtime:1");
  await finished(page);
  const before = await page.locator("#sentence").innerText();
  await type(page, "vary", "load:0.5..0.7:0.1");
  await run(page);
  await type(page, "vary", "packet-length:8..16:8");
  const wrong = page.locator("#wrong-vary");
  assert.match(await wrong.innerText(), /packet-length is about jobs that communicate/);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  assert.match(await page.locator("#run-state").innerText(), /^Not run: vary packet-length is about jobs/);
  await type(page, "vary", "runtime:1");
  assert.equal(await wrong.isVisible(), false);
  await run(page);
  const subject = (/** @type {string} */ sentence) => sentence.split(/, ((\d+ runs )?computed|all \d+ runs|its only run)/)[0];
  assert.equal(subject(await page.locator("#sentence").innerText()), subject(before));
});

test("a link that contradicts itself opens, shows where, and does not run before it is fixed", async (t) => {
  const page = await openPage(t, "#v=1&jobs=60&allocation=flat&scheduling=fcfs&runtime-coefficient=1.5&vary=runtime:1");
  await page.locator("#run-state", { hasText: "Not run: runtime-coefficient is already varied by vary=runtime:1" }).waitFor();
  const wrong = page.locator("#wrong-runtime-coefficient");
  assert.match((await wrong.textContent()) ?? "", /drop one of the two/);
  await type(page, "vary", "none");
  assert.equal(await wrong.textContent(), "");
  await run(page);
});

test("equal curves are named below the chart, and only there", async (t) => {
  const page = await openPage(t, "#v=1&jobs=30&machine=mesh:32x32&allocation=gabl,flat&scheduling=fcfs&vary=runtime:0.1..0.2:0.1");
  await finished(page);
  await page.locator("#coincidence summary").click();
  const said = "Curves that lie on each other: Greedy boxes · First come, first served = Any free nodes · First come, first served (all 2 points).";
  assert.equal(await page.locator("#coincidence-text").innerText(), said);
  assert.equal(await page.locator("#notices li").count(), 0);
  await page.locator('#tiles input[value="flat"]').uncheck();
  await run(page);
  assert.equal(await page.locator("#coincidence").isVisible(), false);
});

test("a log that is dropped during a sweep replaces it", async (t) => {
  const page = await openPage(t, LONG, BRAKE);
  await somePoints(page);
  await dropLog(page, "made.swf.gz", gzipSync(madeLog(100)));
  await page.locator("#sentence", { hasText: /100 jobs from made\.swf.*computing/ }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await type(page, "vary", "runtime:1");
  await run(page);
  assert.match(await page.locator("#sentence").innerText(), /100 jobs from made\.swf/);
});
