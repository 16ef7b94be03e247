/** From a log to curves: one action gives a suitable machine and strategies, and loads at which these differ. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { curves, timed, visited } from "./dropping.mjs";
import { archiveLike } from "./programs.mjs";
import { expectAccessible } from "./harness.mjs";
import { dropLog, gzipSync, madeLog, named, type, field } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

/** @param {Page} page */
const value = async (page, /** @type {string} */ name) => (await field(page, name)).inputValue();

/** @param {Page} page */
const chosen = (page) => page.locator("input[type=checkbox]:checked").evaluateAll((boxes) => boxes.map((box) => box.getAttribute("aria-label") ?? box.closest("label")?.textContent?.trim() ?? ""));

test("a log that is dropped has curves at once: 60 000 jobs, one action, two workers", async (t) => {
  const log = gzipSync(archiveLike("BLUE", "60000", "1"));
  const page = await visited(t);
  // How fast it is on an idle machine, `make bench` measures. Here, the page shows curves well before it has all points.
  const { first, all } = await timed(page, "blue.swf.gz", log);
  t.diagnostic(`first curves after ${first.toFixed(1)} s, all points after ${all.toFixed(1)} s`);
  assert.ok(first < all / 5, `first curves after ${first} of ${all} s`);
  assert.match(await page.locator("#sentence").innerText(), /60000 jobs from blue\.swf on torus:12x12, 6 pairs/);
  assert.equal(await value(page, "node-size"), "8");
  assert.match(await page.locator("#note-node-size").innerText(), /Set to 8: the log's machine has 1152 processors in 144 nodes/);
  assert.match(await page.locator("#note-allocation").innerText(), /Set to tff,gabl,flat: they run on this machine/);
  assert.match(await page.locator("#note-vary").innerText(), /loads from \d+\s% to 1\d\d\s%/u);
  assert.equal(await page.locator("#log-question").isVisible(), false, "nothing is asked");
  assert.equal(await page.locator("#lost-work p").count(), 0);
  const found = await curves(page);
  for (const name of ["fcfs / tff", "fcfs / gabl"].map(named)) assert.ok((found.get(name)?.size ?? 0) > 3, `${name} rises`);
  await expectAccessible(page);
});

test("an export of sacct has sensible curves, and its question is the only one", async (t) => {
  const lines = ["JobIDRaw|Submit|ElapsedRaw|AllocCPUS|TimelimitRaw|State|User|Partition"];
  for (let job = 1; job <= 400; job++) {
    const size = 48 * (1 + ((job * 37) % 16));
    lines.push(`${job}|${1_700_000_000 + job * 1500}|${600 + ((job * 91) % 7000)}|${size}|240|COMPLETED|u${job % 9}|batch`);
  }
  const page = await visited(t);
  await dropLog(page, "sacct.txt", Buffer.from(lines.join("\n")));
  await page.locator("#sentence", { hasText: /400 jobs from sacct\.txt.*computed in/ }).waitFor({ timeout: 60_000 });
  assert.equal(await value(page, "node-size"), "48");
  const question = page.locator("#log-question");
  assert.match(await question.innerText(), /How many nodes has the machine of this log\?[^]*Assumed: with \d+ nodes the log's load is 70 %/);
  await expectAccessible(page);
  await page.getByLabel("How many nodes has the machine of this log?").fill("64");
  await page.getByRole("button", { name: "Use this number" }).click();
  await page.locator("#sentence", { hasText: /400 jobs from sacct\.txt on torus:8x8,.*computed in/ }).waitFor({ timeout: 60_000 });
  assert.equal(await question.isVisible(), false, "it was answered");
  assert.equal(await page.locator("#note-machine").innerText().then((text) => /you said that the log's machine has 64 nodes/.test(text)), true);
  assert.ok(!page.url().includes("allocation="), "ep, nep and flat, as on a first visit");
});

test("strategies and loads fit a machine that the user chooses; the user's settings stay", async (t) => {
  const page = await visited(t, "#v=1&jobs=50&scheduling=fcfs");
  await dropLog(page, "mine.swf", madeLog(300));
  await page.locator("#sentence", { hasText: /mine\.swf on torus:4x8.*computed in/ }).waitFor();
  assert.ok(!page.url().includes("allocation="));
  await type(page, "machine", "mesh:5x9");
  await page.locator("#set-by-page li[data-name=allocation]", { hasText: "Set to tff,gabl,flat" }).waitFor();
  assert.ok(await page.locator("#chart.pale").count(), "the curves are those of another machine");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator("#sentence", { hasText: /mine\.swf on mesh:5x9.*computed in/ }).waitFor();
  assert.equal(await page.locator("#chart.pale").count(), 0);
  assert.deepEqual([...(await curves(page)).keys()], ["fcfs / tff", "fcfs / gabl", "fcfs / flat"].map(named));
  await page.getByRole("button", { name: "Undo the change of allocation" }).click();
  await type(page, "machine", "mesh:6x9");
  await page.locator("#set-by-page li[data-name=vary]", { hasText: "loads from" }).waitFor();
  assert.ok(!page.url().includes("allocation="), "the user has rejected them");
  assert.ok((await chosen(page)).length > 0);
});

test("loads at which no job waits are reported, with a button that helps", async (t) => {
  const page = await visited(t, "#v=1&jobs=50&scheduling=fcfs&machine=mesh:64x64&vary=runtime:0.5..1:0.5");
  await dropLog(page, "mine.swf", madeLog(300));
  await page.locator("#machines-title", { hasText: "hardly a job waits" }).click();
  await page.locator("#outlook", { hasText: /All loads are below 20\s%/u }).waitFor();
  await page.locator("#outlook").getByRole("button", { name: /^Vary loads from 20 % to 100 %$/u }).click();
  assert.equal(await value(page, "vary"), "load:0.2..1:0.05");
  await page.locator("#outlook", { hasText: /20\s% at load 0\.2 to 100\s% at 1/u }).waitFor();
});

test("the log as it was run is offered only if the log has the starts of its jobs", async (t) => {
  const page = await visited(t);
  const offer = page.getByRole("button", { name: "The log as it was run" });
  await dropLog(page, "mine.swf", madeLog(60));
  await page.locator("#sentence", { hasText: /mine\.swf.*computed in/ }).waitFor();
  assert.equal(await offer.count(), 0);
  const waits = madeLog(60).toString().replace(/^(\d+ \d+) -1 /gm, "$1 30 ");
  await dropLog(page, "waits.swf", Buffer.from(waits));
  await page.locator("#sentence", { hasText: /waits\.swf.*computed in/ }).waitFor();
  await offer.waitFor();
});
