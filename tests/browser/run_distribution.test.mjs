/** The wait distribution: curves and percentiles by class, what all jobs wait for, in a permalink and by keys alone. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { download, drawn, dropLog, finished, until, named as title } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const LINK = "#v=1&jobs=400&machine=mesh:8x8&model=stochastic&allocation=ff&scheduling=fcfs,easy&vary=rate:1..1:1&run=fcfs/ff@1";

/** The distribution in the address. @param {Page} page */
const named = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("whose");

/** @param {Page} page @param {string | null} name */
async function addressed(page, name) {
  await until(() => named(page) === name, () => `the address is ${page.url()}, not with ${name}`);
}

/** The rows of a table, cell by cell. @param {Page} page @param {string} id */
const rows = (page, id) => page.locator(`#${id} tbody tr`).evaluateAll((lines) => lines.map((line) => [.../** @type {HTMLTableRowElement} */ (line).cells].map((cell) => (cell.textContent ?? "").trim())));

/** @param {Page} page */
async function opened(page) {
  await page.locator("#run-body").waitFor();
}

test("from the run to the wait distribution and the wait breakdown, by keyboard alone", async (t) => {
  const page = await openPage(t, LINK, { viewport: { width: 1280, height: 900 } });
  await finished(page);
  await opened(page);
  assert.equal(named(page), null);
  await page.locator("#run-title-line").focus();
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.closest("#run-distribution > summary"))) break;
  }
  await page.keyboard.press("Enter");
  await page.locator("#run-distribution-sentence", { hasText: /^Jobs wait .+ on average; .+ do not wait at all\.$/ }).waitFor();
  assert.deepEqual((await rows(page, "run-distribution-table")).map(([label, jobs]) => [label, jobs]), [["all jobs", "400"]]);
  await addressed(page, "wait");

  // Then the two menus.
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "run-distribution-delay");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.locator("#run-distribution-table th", { hasText: "by size" }).waitFor();
  const classes = await rows(page, "run-distribution-table");
  assert.ok(classes.length > 1 && classes.length <= 6, `${classes.length} classes`);
  assert.equal(classes.reduce((sum, [, jobs]) => sum + Number(jobs), 0), 400, "the classes add up to all jobs");
  assert.equal(await page.locator("#run-distribution-table .swatch svg").count(), classes.length);
  await addressed(page, "wait-by-size");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "run-distribution-by", "the focus stays");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await page.locator("#run-distribution-sentence", { hasText: /^The mean bounded slowdown is/ }).waitFor();
  await addressed(page, "slowdown-by-size");
  await expectAccessible(page);

  // Then the reasons.
  for (let tabs = 0; tabs < 20; tabs++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.id === "run-split")) break;
  }
  await page.keyboard.press("Enter");
  await page.locator("#run-split-words", { hasText: "All jobs together wait" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "run-split-words");
  const words = (await page.locator("#run-split-words").textContent()) ?? "";
  assert.match(words, /A better allocation strategy could win at most .+ of it, \d.+ On flat, .+ under fcfs no strategy starts any job earlier/);
  const parts = await rows(page, "run-split-table");
  assert.deepEqual(parts.slice(0, 4).map(([name]) => name), ["for their turn", "for processors", "for a place", "for a reservation"]);
  assert.ok(await page.locator("#run-split").isHidden());
  await expectAccessible(page);

  const address = page.url();
  const again = await openPage(t, new URL(address).hash);
  await finished(again);
  await opened(again);
  await again.locator("#run-distribution-sentence", { hasText: /^The mean bounded slowdown is/ }).waitFor();
  assert.equal(await again.locator("#run-distribution-by").inputValue(), "size");
  assert.deepEqual((await rows(again, "run-distribution-table"))[0], (await rows(page, "run-distribution-table"))[0]);

  await page.locator("#run-distribution > summary").focus();
  await page.keyboard.press("Enter");
  await addressed(page, null);
  await page.getByRole("button", { name: "All runs of the sweep" }).click();
  await page.locator("#run-view").waitFor({ state: "hidden" });
});

test("a link in the head of the queue leads to all waits", async (t) => {
  const page = await openPage(t, LINK, { viewport: { width: 1280, height: 720 } });
  await finished(page);
  await opened(page);
  await page.getByRole("button", { name: "All waits" }).click();
  await page.locator("#run-distribution-picture svg").waitFor();
  assert.ok(await page.evaluate(() => document.activeElement?.matches("#run-distribution > summary")));
  const top = await page.locator("#run-distribution").evaluate((panel) => panel.getBoundingClientRect().top);
  assert.ok(top < 200, `it begins at ${top} pixels`);
});

test("it is opened and gets another width without an error; errors of the page are said", async (t) => {
  const page = await openPage(t, LINK, { viewport: { width: 1280, height: 720 } });
  await finished(page);
  await opened(page);
  await page.evaluate(() => addEventListener("error", ({ message }) => (document.title = message)));
  await page.locator("#run-distribution > summary").click();
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 720 });
    await page.locator("#run-distribution-picture svg").waitFor();
    await drawn(page);
  }
  assert.match(await page.title(), /Subtorus/);
  await page.evaluate(() => ["ResizeObserver loop limit.", "Gone."].map((message) => dispatchEvent(new ErrorEvent("error", { message }))));
  assert.match(await page.locator("#notices").innerText(), /^Something went wrong in the page itself: Gone\. Reload it/);
});

test("another run has its own reasons, and keeps the chosen distribution", async (t) => {
  const page = await openPage(t, `${LINK}&whose=wait-by-runtime`);
  await finished(page);
  await opened(page);
  const before = await rows(page, "run-distribution-table");
  await page.getByRole("button", { name: "Split all waiting by reason" }).click();
  await page.locator("#run-split-words p").first().waitFor();
  await page.evaluate((link) => void (location.hash = link), `${LINK.replace("run=fcfs", "run=easy")}&whose=wait-by-runtime`);
  await page.locator("#run-title-line", { hasText: title("easy / ff") }).waitFor();
  await opened(page);
  await page.locator("#run-split-found").waitFor({ state: "hidden" });
  assert.notDeepEqual(await rows(page, "run-distribution-table"), before);
  await page.getByRole("button", { name: "Split all waiting by reason" }).click();
  await page.locator("#run-split-words", { hasText: "That is no strict limit: under easy" }).waitFor();
  await page.evaluate((link) => void (location.hash = link), `${LINK}&whose=wait-by-age`);
  await page.locator("#notices", { hasText: "unknown way to tell jobs apart 'age'" }).waitFor();
});

test("a log has users and queues; the table is copied and saved", async (t) => {
  const name = "SDSC-Par-1996-3.1-cln.swf.gz";
  const content = readFileSync(fileURLToPath(new URL(`../../samples/${name}`, import.meta.url)));
  const page = await openPage(t, "#v=1&jobs=50&vary=none", { permissions: ["clipboard-read", "clipboard-write"] });
  await finished(page);
  await dropLog(page, name, content);
  await page.evaluate(() => {
    const link = new URLSearchParams(location.hash.slice(1));
    link.set("machine", "mesh:16x26");
    link.set("allocation", "mbs");
    link.set("scheduling", "easy");
    link.set("vary", "runtime:1..1:1");
    link.set("run", "easy/mbs@1");
    link.set("whose", "wait-by-user");
    location.hash = `#${link}`;
  });
  await page.keyboard.press("Escape");
  await finished(page);
  await opened(page);
  await page.locator("#run-distribution-table th", { hasText: /user \d/ }).first().waitFor();
  const shown = await rows(page, "run-distribution-table");
  assert.equal(shown.length, 6, "five users and the others");
  assert.match(shown[5][0], /^\d+ other users$/);
  await page.getByRole("button", { name: "Copy table" }).and(page.locator("#run-distribution-copy")).click();
  await page.locator("#run-distribution-copied", { hasText: "6 rows are copied, with every digit." }).waitFor();
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split("\n").map((line) => line.split("\t"));
  assert.deepEqual(copied[0].slice(0, 5), ["class", "jobs", "share_of_sum", "share_least", "mean"]);
  assert.deepEqual(copied.slice(1).map(([label]) => label), shown.map(([label]) => label));
  const { content: file } = await download(page, "Waits as CSV");
  const lines = file.toString().trim().split("\n").map((line) => line.split(","));
  assert.deepEqual(lines.slice(1).map((line) => line.slice(2, -1)), copied.slice(1));
});
