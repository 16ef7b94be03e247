/** The user's own log: its profile, its proposed machine, and what it would lose. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { commandLine, download, dropLog, finished, madeLog, numbers, run, type, field } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=50&vary=runtime:1";

/** Ordinary jobs and a few huge ones: a fourteenth of the jobs, most of the work. */
function hugeJobs() {
  const lines = ["; MaxProcs: 8000"];
  for (let job = 1; job <= 140; job++) {
    const [size, runtime] = job % 14 === 3 ? [4000, 7200] : [1 + ((job * 37) % 500), 600 + ((job * 91) % 3600)];
    lines.push(`${job} ${job * 900} -1 ${runtime} ${size} -1 -1 ${size} -1 -1 1 ${job % 5} 1 1 1 1 -1 -1`);
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** @param {Page} page */
const machine = async (page) => (await field(page, "machine")).inputValue();

/**
 * The number of clicks since.
 *
 * @param {Page} page
 */
async function clicks(page) {
  await page.evaluate(() => {
    let count = 0;
    addEventListener("click", (event) => event.isTrusted && event.detail > 0 && (count += 1), true);
    Object.assign(globalThis, { clicks: () => count });
  });
  return () => page.evaluate(() => /** @type {{ clicks(): number }} */ (/** @type {unknown} */ (globalThis)).clicks());
}

test("from a log to curves on its own machine with other strategies: one drop and at most three clicks", async (t) => {
  const page = await openPage(t, "");
  await finished(page);
  const count = await clicks(page);
  const began = performance.now();
  await dropLog(page, "mine.swf", madeLog(300));
  await page.locator('#tiles input[value="ep"]').uncheck();
  await page.getByRole("checkbox", { name: "Conservative backfilling" }).check();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator("#sentence", { hasText: /300 jobs from mine\.swf on torus:4x8, 6 pairs.*computed in/ }).waitFor({ timeout: 120_000 });
  t.diagnostic(`${((performance.now() - began) / 1000).toFixed(1)} s`);
  assert.ok((await count()) <= 3, `${await count()} clicks`);
});

test("a log is profiled as soon as it is read, in numbers and in described pictures; curves then replace the profile", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  assert.equal(await page.locator("#profile").isVisible(), false);
  await dropLog(page, "mine.swf", madeLog(300));
  await page.locator("#sentence", { hasText: /300 jobs from mine\.swf.*computed in/ }).waitFor();
  assert.equal(await page.locator("#profile-body").isVisible(), false, "there are curves");
  await page.locator("#profile > summary").click();
  assert.match(await page.locator("#profile-body").innerText(), /Users\s+1, .*Sizes\s+1 to 32 processors.*Offered load\s+\d+\s%/su);
  for (const name of ["Sizes", "Runtimes", "Arrivals by hour of day", "Arrivals by day of the week"]) {
    const picture = page.getByRole("img", { name });
    assert.match((await picture.locator("> desc").textContent()) ?? "", /: [\d.]+\s% of the jobs/u, name);
  }
  await page.locator("#machines-title", { hasText: /^All 300 jobs fit, load/ }).click();
  await page.locator("#outlook p").waitFor();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await run(page);
  assert.equal(await page.locator("#profile-body").isVisible(), false);
});

test("the strip of a log is low, names its pictures, and stays as it is when the user chooses a machine", async (t) => {
  const page = await openPage(t, SMALL, { viewport: { width: 1280, height: 720 } });
  await finished(page);
  await dropLog(page, "mine.swf", madeLog(300));
  await page.locator("#sentence", { hasText: /300 jobs from mine\.swf.*computed in/ }).waitFor();
  const strip = page.locator("#profile");
  const height = async () => (await strip.boundingBox())?.height ?? Infinity;
  assert.match(await strip.locator(".strip").innerText(), /^mine\.swf\s+300 jobs · .* · 1 user · 1 to 32 processors · load \d+\s%\s+torus:4x8: /u);
  assert.ok(await height() <= 56, `${await height()} pixels`);
  // The pictures that find room, with their titles.
  const icons = page.locator("#profile-icons");
  const shown = await icons.evaluate((icons) => [...icons.querySelectorAll("figure")].flatMap((figure) => {
    const [room, box, title] = [icons, figure, figure.querySelector("figcaption")].map((one) => one?.getBoundingClientRect());
    if (!room || !box || !title || box.top >= room.bottom) return [];
    return [{ title: figure.innerText, cut: title.right > room.right || box.bottom > room.bottom, width: Math.round(box.width) }];
  }));
  assert.ok(shown.length >= 3 && shown.every(({ cut, width }) => !cut && width >= 100), JSON.stringify(shown));
  assert.deepEqual(shown.map(({ title }) => title.trim()).slice(0, 3), ["Sizes", "Runtimes", "Arrivals by hour of day"]);
  const tallest = await icons.locator("svg").evaluateAll((all) => all.map((svg) => {
    const { height } = svg.getBoundingClientRect();
    return Math.max(...[...svg.querySelectorAll("g rect:first-of-type")].map((bar) => bar.getBoundingClientRect().height)) / height;
  }));
  assert.ok(tallest.every((share) => share > 0.9 && share <= 1.01), `the highest bars fill ${tallest} of the pictures`);
  const before = await height();
  await type(page, "machine", "mesh:8x8");
  await page.locator("#profile-machine", { hasText: /^$/ }).waitFor({ state: "attached" });
  assert.equal(await height(), before);
});

test("a log with work that would be lost gets a visible warning, before and after; a button is the remedy", async (t) => {
  const page = await openPage(t, "#v=1&jobs=50&machine=torus:16x32&allocation=flat&scheduling=fcfs&vary=runtime:1");
  await finished(page);
  const log = { name: "huge.swf", content: hugeJobs() };
  await dropLog(page, log.name, log.content);
  const alert = page.getByRole("alert").filter({ hasText: "Lost work" });
  await alert.waitFor();
  assert.match(await alert.innerText(), /torus:16x32 drops 7\.1\s% of the jobs and \d\d\s% of the work/u);
  await page.locator("#machines-title", { hasText: "10 of 140 jobs do not fit" }).click();
  assert.match(await page.locator("#outlook").innerText(), /drops 10 of 140 jobs \(7\.1\s%\)/u);
  await expectAccessible(page);
  await run(page);
  assert.match(await page.locator("#sentence").innerText(), /130 jobs \(dropped: 10 too large, \d\d\s% of the work\)/u);
  const csv = (await download(page, "CSV")).content.toString();
  assert.match(csv, /\n# dropped too_large: 10\n# dropped work: 0\.\d+\n/);
  assert.deepEqual(numbers(csv), numbers(commandLine(page, log)));

  const address = page.url();
  await alert.getByRole("button", { name: "Take torus:80x100, the log's own" }).click();
  await alert.waitFor({ state: "hidden" });
  assert.equal(await machine(page), "torus:80x100");
  assert.match(await page.locator("#outlook").innerText(), /takes all 140 jobs/);
  await page.getByRole("button", { name: "Undo the change of machine" }).click();
  await alert.waitFor();
  assert.equal(page.url(), address);
});

test("the page's settings have reasons, and do not return once the user has undone them", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const usual = await machine(page);
  await dropLog(page, "mine.swf", madeLog(60));
  assert.equal(await machine(page), "torus:4x8");
  await dropLog(page, "huge.swf", hugeJobs());
  assert.equal(await machine(page), "torus:20x20x20", "another log, another machine");
  await page.getByRole("button", { name: "Synthetic jobs" }).click();
  assert.equal(new URL(page.url()).hash, SMALL);
  assert.equal(await page.locator("#set-by-page li[data-name=machine]").count(), 0);

  await dropLog(page, "mine.swf", madeLog(60));
  await page.getByRole("button", { name: "Undo the change of machine" }).click();
  assert.equal(await machine(page), usual);
  await dropLog(page, "huge.swf", hugeJobs());
  assert.equal(await machine(page), usual, "the user wants this one");
});

test("machines are proposed for a log; a choice counts as the user's, and can be undone", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await dropLog(page, "mine.swf", madeLog(60));
  await page.locator("#machines-title").click();
  const titles = await page.locator("#machines-body > li > span:first-child").allInnerTexts();
  assert.deepEqual(titles.slice(0, 4), ["4x8", "2x4x4", "2x2x2x4", "2x2x2x2x2"]);
  assert.equal(await page.getByRole("button", { name: "4x8: torus" }).getAttribute("aria-pressed"), "true");
  await expectAccessible(page);
  await page.getByRole("button", { name: "2x4x4: mesh" }).click();
  assert.equal(await machine(page), "mesh:2x4x4");
  await page.getByRole("button", { name: "Synthetic jobs" }).click();
  assert.equal(await machine(page), "mesh:2x4x4", "the user's choice stays");

  await dropLog(page, "mine.swf", madeLog(60));
  await page.locator("#machines-title").click();
  await page.getByRole("button", { name: /^16x16 mesh: sizes × 8$/ }).click();
  assert.equal(await (await field(page, "size-scale")).inputValue(), "8");
  await page.getByRole("button", { name: "Undo the change of size-scale" }).click();
  assert.equal(await (await field(page, "size-scale")).inputValue(), "1");
  assert.equal(await machine(page), "mesh:2x4x4", "both come back together");
});

test("keeping the machine is one button, and holds for the next log", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const usual = await machine(page);
  await dropLog(page, "mine.swf", madeLog(60));
  await page.locator("#machines-title").click();
  await page.getByRole("button", { name: "Keep mine" }).click();
  assert.equal(await machine(page), usual);
  await dropLog(page, "huge.swf", hugeJobs());
  assert.equal(await machine(page), usual);
  await page.getByRole("alert").filter({ hasText: "Lost work" }).waitFor();
  await type(page, "machine", "mesh:64x64");
  await page.locator("#lost-work p").waitFor({ state: "detached" });
});

test("a link to a run of a log that is not here asks for the file, and opens the run once it has come", async (t) => {
  const page = await openPage(t, "#v=1&log=mine.swf&machine=mesh:8x8&allocation=ff&scheduling=fcfs&vary=runtime:1&run=fcfs/ff@1");
  await page.locator("#run-view-state", { hasText: "needs mine.swf, which is not here" }).waitFor();
  const asked = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose the file" }).click();
  await (await asked).setFiles({ name: "mine.swf", mimeType: "text/plain", buffer: Buffer.from(madeLog(300)) });
  await page.locator("#run-queue-title", { hasText: /wait/ }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Choose the file" }).isVisible(), false);
});
