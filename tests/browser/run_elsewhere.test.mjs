/** Imported schedules in the run view: the log's own, a dropped file, and a batch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { drop, dropLog, expectNotice, finished, run, named } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

/** Eight processors. Job 2 waits 50 s for all of them. Job 3 runs at the same time, so twelve are held. */
const LOG = Buffer.from(`; Computer: Testbed
; MaxProcs: 8
1 0 0 100 4 -1 -1 4 200 -1 1 1 1 -1 1 1 -1 -1
2 50 50 100 8 -1 -1 8 200 -1 1 1 1 -1 1 1 -1 -1
3 60 60 20 4 -1 -1 4 -1 -1 1 1 1 -1 1 1 -1 -1
4 70 -1 20 4 -1 -1 4 -1 -1 1 1 1 -1 1 1 -1 -1
`);
const SCHEDULE = `job,submit,start,end,procs,blocks,build
1,0,0,100000000,4,"0,0+2x2",x
3,60000000,60000000,80000000,4,"2,0+2x2",x
2,50000000,100000000,200000000,8,"0,0+4x2",x
`;
const LINK = "#v=1&jobs=50&machine=mesh:4x2&allocation=ff,flat&scheduling=fcfs&vary=none";

/** The open run in the address. @param {Page} page */
function watched(page) {
  const link = new URLSearchParams(new URL(page.url()).hash.slice(1));
  return { run: link.get("run"), moment: link.get("moment"), job: link.get("job") };
}

/** @param {Page} page @param {string} title */
async function opened(page, title) {
  await page.locator("#run-title-line", { hasText: title }).waitFor();
  await page.locator("#run-body").waitFor();
}

/** @param {Page} page @param {string} moment */
async function goTo(page, moment) {
  await page.locator("#run-moment").fill(moment);
  await page.locator("#run-moment").press("Enter");
}

/** @param {Page} page */
const sentence = (page) => page.locator("#run-sentence").textContent();

test("the log's own schedule next to runs on the log, by keyboard alone", async (t) => {
  const page = await openPage(t, LINK);
  await finished(page);
  assert.equal(await page.locator("#run-elsewhere").isHidden(), true);
  await dropLog(page, "small.swf", LOG);
  await run(page);
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await opened(page, named("fcfs / ff"));
  assert.equal(await page.locator("#run-origin").textContent(), "");
  await page.keyboard.press("w");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.includes("moment=50"));

  const button = page.getByRole("button", { name: "The log as it was run" });
  await button.focus();
  await page.keyboard.press("Enter");
  await opened(page, "As logged: small.swf");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "run-title-line");
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  assert.deepEqual(watched(page), { run: "as-logged", moment: "50", job: null }, "the same moment");
  assert.match((await page.locator("#run-origin").textContent()) ?? "", /^What really happened, .* 1 job of which .* left out\. .* up to 12\.$/);
  assert.equal(await sentence(page), "1 job runs on 4 of 8 processors; 1 job waits. Job 2, at the head, needs 8: 4 more than are free.");
  assert.equal(await page.locator("#run-queue th", { hasText: "why" }).count(), 0);
  await goTo(page, "130");
  assert.match((await sentence(page)) ?? "", /^2 jobs run on 12 processors, 4 more than the 8 there are; no job waits\.$/);
  assert.equal(await page.locator("#run-machine").isHidden(), true, "their nodes are unknown");
  await expectAccessible(page);

  // The link alone restores it, once the log is there.
  await page.waitForFunction(() => location.hash.includes("moment=130"));
  const again = await openPage(t, new URL(page.url()).hash, { context: page.context() });
  await opened(again, "As logged: small.swf");
  assert.equal(await again.locator("#run-moment").inputValue(), "0 d 00:02:10");
});

test("a dropped schedule opens at once, and the previous results stay", async (t) => {
  const page = await openPage(t, LINK);
  await finished(page);
  await drop(page, "My Schedule.csv", Buffer.from(SCHEDULE));
  await opened(page, "My Schedule.csv");
  assert.equal(watched(page).run, "file:My Schedule.csv");
  assert.match((await page.locator("#run-origin").textContent()) ?? "", /on the mesh:4x2 of this experiment\. It is kept until this page is closed/);
  assert.equal(await page.locator("#log-state").textContent(), "Synthetic jobsfrom the Lublin–Feitelson model");
  await goTo(page, "70");
  assert.match((await sentence(page)) ?? "", /^2 jobs run on 8 of 8 processors; 1 job waits\. Job 2, at the head, needs 8/);
  assert.equal(await page.locator("#run-machine").isVisible(), true);
  await page.locator("#run-map-caption", { hasText: "2 jobs hold 8 of 8 processors." }).waitFor();
  await page.locator("#run-running-title").click();
  await page.locator("#run-running button", { hasText: "3" }).click();
  await page.locator("#run-job-title", { hasText: "Job 3" }).waitFor();
  await expectAccessible(page);

  // A file with the same name is another file. The moment and the job's number stay.
  await drop(page, "My Schedule.csv", Buffer.from(SCHEDULE.replace("80000000", "90000000")));
  await page.locator("#run-job-facts dd", { hasText: "30 s" }).first().waitFor();
  assert.deepEqual(watched(page), { run: "file:My Schedule.csv", moment: "70", job: "3" });

  // A run of the sweep, and back to the file.
  await page.goBack();
  await page.getByRole("button", { name: "All runs of the sweep" }).click();
  await page.getByRole("button", { name: "My Schedule.csv" }).click();
  await opened(page, "My Schedule.csv");

  // A link cannot carry it.
  const elsewhere = await openPage(t, new URL(page.url()).hash);
  await elsewhere.locator("#run-view-state", { hasText: "The schedule My Schedule.csv is not here: a link cannot carry it." }).waitFor();
  await drop(elsewhere, "My Schedule.csv", Buffer.from(SCHEDULE));
  await opened(elsewhere, "My Schedule.csv");
});

test("a schedule with a wrong line is refused with line and column, and nothing changes", async (t) => {
  const page = await openPage(t, LINK);
  await finished(page);
  const before = page.url();
  await drop(page, "wrong.csv", Buffer.from(SCHEDULE.replace("60000000,60000000", "60000000,soon")));
  await expectNotice(page, /wrong\.csv could not be read: line 3, column start: 'soon' is no time \(expected microseconds/);
  assert.equal(page.url(), before);
  assert.equal(await page.locator("#run-view").isHidden(), true);
  await expectAccessible(page);
});

test("a batch opens in the run view on its own page, by keyboard alone, and does not affect the sweep's run", async (t) => {
  const EXAMPLE = "#v=1&problem=cnp&jobs=8:2,4:2,4:4,4:4,4:1,2:4";
  const page = await openPage(t, `${LINK}&run=fcfs/ff@1&moment=0&job=3`);
  await opened(page, named("fcfs / ff"));
  await page.evaluate((link) => (location.hash = link), EXAMPLE);
  await opened(page, "The plan as it goes");
  assert.equal(await page.locator("#run-moment").inputValue(), "2", "the moment with the most jobs at work");
  assert.equal(await page.locator("#run-crumbs").isHidden(), true);
  assert.match((await page.locator("#run-origin").textContent()) ?? "", /^A batch, planned as a whole/);
  await page.locator("#run-map-caption", { hasText: "4 jobs hold 64 of 64 processors." }).waitFor();
  await page.keyboard.press("w");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("run-moment")).value !== "2");
  await page.keyboard.press("End");
  await page.locator("#run-sentence", { hasText: "0 jobs run on 0 of 64 processors; no job waits." }).waitFor();
  assert.equal(await page.locator("#run-moment").inputValue(), "10.75");
  await page.locator("#run-said", { hasText: /^10\.75\. 0 jobs run/ }).waitFor({ state: "attached" });
  assert.equal(new URL(page.url()).hash, EXAMPLE, "the link is the batch's");
  await expectAccessible(page);

  // Another job is chosen, and the moment stays.
  await goTo(page, "3");
  await page.getByLabel("size of job 7", { exact: true }).fill("8");
  await page.getByLabel("time of job 7", { exact: true }).fill("1");
  await page.locator("#batch-sentence", { hasText: "7 jobs" }).waitFor();
  await page.waitForFunction(() => /8 jobs|7 jobs|jobs? waits?/.test(document.getElementById("run-queue-title")?.textContent ?? ""));
  assert.equal(await page.locator("#run-moment").inputValue(), "3");

  // The run of the sweep has not changed.
  await page.getByRole("button", { name: "Explore" }).click();
  await opened(page, named("fcfs / ff"));
  assert.deepEqual(watched(page), { run: "fcfs/ff@1", moment: "0", job: "3" });
  assert.equal(await page.locator("#run-crumbs").isVisible(), true);
  await page.getByRole("button", { name: "Batch planner" }).click();
  await opened(page, "The plan as it goes");
});
