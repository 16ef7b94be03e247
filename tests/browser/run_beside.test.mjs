/** Two runs of the same jobs: opened, explored and closed, by keyboard, by pointer, and by a link. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { finished, named } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const LINK = "#v=1&jobs=400&machine=mesh:8x8&allocation=gabl,flat,nep&scheduling=fcfs,easy&vary=runtime:1..2:0.5";
const OPEN = `${LINK}&run=fcfs/gabl@2`;

/** @param {Page} page @param {string} name */
const inLink = (page, name) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get(name);

/** @param {Page} page @param {string} id */
const text = async (page, id) => (await page.locator(`#${id}`).textContent()) ?? "";

/** Presses Tab until this has the focus. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let tabs = 0; tabs < 120; tabs++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${selector} is not reached by Tab`);
}

test("a second run is added, explored and removed, by keyboard alone", async (t) => {
  const page = await openPage(t, OPEN);
  await page.locator("#run-body").waitFor();
  await page.keyboard.press("w");
  const focused = () => page.evaluate(() => document.activeElement?.id);
  for (let step = 0; step < 12 && (await focused()) !== "second-run"; step++) await page.keyboard.press("Shift+Tab");
  assert.equal(await focused(), "second-run");
  await page.keyboard.type(named("easy / gabl"));
  await page.locator("#run-differences").waitFor();
  assert.equal(inLink(page, "beside"), "easy/gabl@2");
  assert.equal(await text(page, "second-run-title"), named("easy / gabl"));
  assert.match(await text(page, "run-differences-summary"), /^\d+ of \d+ jobs starts? earlier here than there, \d+ later and \d+ at the same moment: on average .+ later here\. Furthest apart is job \d+: .+ here\.$/);
  assert.match(await text(page, "second-run-sentence"), /^There, Greedy boxes · Backfilling \(EASY\): \d+ jobs? runs? on \d+ of 64 processors/);

  // To the divergence and its reasons.
  const first = page.locator("#run-partings li").first();
  await first.filter({ hasText: /The runs part at .+: job \d+ starts there, here .+ later\. Here, job \d+ waits: behind job \d+, which heads the queue\./ }).waitFor();
  await tabTo(page, "#run-partings button");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "To where the runs part");
  await page.keyboard.press("Enter");
  const job = await text(page, "run-job-title");
  assert.match((await first.textContent()) ?? "", new RegExp(`job ${job.slice(4)} starts`));
  assert.match(await text(page, "run-job-facts"), /started there\d+ d .+ later here/);
  const facts = page.locator("#run-job-facts dd").first();
  assert.match((await facts.textContent()) ?? "", /^waits, /, "here it waits at that moment");
  const there = await page.locator("#run-moment").inputValue();
  assert.ok(((await first.textContent()) ?? "").includes(`The runs part at ${there}:`));
  await expectAccessible(page);

  // The jobs with the largest difference lead to a job.
  await tabTo(page, "#run-furthest tbody button");
  const furthest = await page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("Enter");
  assert.equal(await text(page, "run-job-title"), `Job ${furthest}`);
  assert.ok((await text(page, "run-differences-summary")).includes(`Furthest apart is job ${furthest}: `));

  // One cursor for both runs: both queues and both sentences are of the same moment.
  await page.keyboard.press("w");
  const before = await text(page, "second-run-sentence");
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction((before) => document.getElementById("second-run-sentence")?.textContent !== before, before);
  await page.locator("#run-there th", { hasText: "why" }).waitFor({ state: "attached" });
  assert.match(await text(page, "run-queue-title"), /^\d+ jobs? waits?(, (none|\d+) there, too)?$/);
  assert.match(await text(page, "run-there-title"), /^There, \d+ jobs? waits?$/);

  // Back through the jobs removes the second run, and Forward restores it.
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.locator("#run-differences").waitFor({ state: "hidden" });
  assert.deepEqual([inLink(page, "beside"), inLink(page, "run")], [null, "fcfs/gabl@2"]);
  assert.equal(await page.locator("#second-run").inputValue(), "");
  await page.locator("#run-job").waitFor({ state: "hidden" });
  await page.goForward();
  await page.locator("#run-differences").waitFor();
});

test("the link alone brings both runs and both machines with the same highlights", async (t) => {
  const page = await openPage(t, `${OPEN}&beside=easy/nep@2&moment=60000&job=9`);
  await page.locator("#run-differences").waitFor();
  assert.equal(await page.locator("#second-run").inputValue(), "easy/nep@2");
  await page.locator("#run-map-there-caption", { hasText: /of 64 processors/ }).waitFor();
  const [here, there] = await Promise.all(["#run-map-canvas", "#run-map-there-canvas"].map((id) => page.locator(id).boundingBox()));
  assert.ok(here && there && there.x > here.x + here.width && Math.abs(there.y - here.y) < 2, "next to each other");
  assert.equal(here.width, there.width);
  await page.locator("#run-map-there").focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await text(page, "run-node-there"), /^node 0,0: /);
  assert.equal(await text(page, "run-node"), "");
  await page.keyboard.press("Escape");
  assert.equal(await text(page, "run-node-there"), "");
  await expectAccessible(page);

  // On the width of a phone, they are above each other.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForFunction(() => {
    const [here, there] = ["run-map", "run-map-there"].map((id) => document.getElementById(id)?.getBoundingClientRect());
    return here && there && there.top > here.bottom && there.left === here.left;
  });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
  await expectAccessible(page);
});

test("jobs in the table and in the other queue are chosen in both", async (t) => {
  const page = await openPage(t, `${OPEN}&beside=easy/gabl@2&moment=100000`);
  await page.locator("#run-differences").waitFor();
  await page.locator("#run-there-title").click();
  await page.locator("#run-there tbody button").first().click();
  assert.match(await text(page, "run-job-facts"), /started there/);
  await page.getByRole("combobox", { name: "Compare with" }).selectOption(named("easy / flat"));
  await page.locator("#second-run-title", { hasText: named("easy / flat") }).waitFor();
  assert.match(await text(page, "run-differences-note"), /^Places are not compared: they are not known in both runs/);
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("no other run");
  await page.locator("#run-differences").waitFor({ state: "hidden" });
  assert.ok(!/started there/.test(await text(page, "run-job-facts")));
});

test("a run that cannot be the second run is reported", async (t) => {
  const page = await openPage(t, `${OPEN}&beside=easy/mbs@2`);
  await page.locator("#second-run-state", { hasText: "The results have no run easy/mbs@2." }).waitFor();
  for (const [name, said] of [
    ["easy/gabl@1", "The run easy/gabl@1 has other jobs: take one of the same value and replication."],
    ["fcfs/gabl@2", "This is the run itself."],
  ]) {
    await page.evaluate((link) => void (location.hash = link), `${OPEN}&beside=${name}`);
    await page.locator("#second-run-state", { hasText: said }).waitFor();
  }
  await page.evaluate((link) => void (location.hash = link), `${OPEN}&beside=easy`);
  await page.locator("#notices", { hasText: "no '@'" }).waitFor();
  await page.evaluate((link) => void (location.hash = link), `${LINK}&beside=easy/gabl@2`);
  await page.locator("#notices", { hasText: "belongs to a run, but none is named" }).waitFor();
  await finished(page);
});

test("the chosen job stands in the row of the two machines at 1280x720", async (t) => {
  const page = await openPage(t, `${OPEN}&beside=easy/gabl@2&moment=1000000&job=17`, { viewport: { width: 1280, height: 720 } });
  await page.locator("#run-map-there-panel").waitFor();
  await page.locator("#run-job").waitFor();
  const tops = await page.locator(".run-panes > .pane").evaluateAll((panes) => panes.map((pane) => pane.getBoundingClientRect().top));
  assert.deepEqual(tops, [tops[0], tops[0], tops[0]]);
  const [here, there] = await page.locator("#run-map, #run-map-there").evaluateAll((maps) => maps.map((map) => map.getBoundingClientRect().top));
  assert.equal(here, there, "the machines are side by side");
});
