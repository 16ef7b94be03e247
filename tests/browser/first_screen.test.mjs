/** What is in sight without scrolling, and that nothing which is said moves the chart. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, offerModules, openPage } from "./harness.mjs";
import { dropLog, finished, madeLog, run } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const WIDE = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

/**
 * Where a part of the page stands, in whole pixels.
 *
 * @param {Page} page
 * @param {string} part
 */
async function place(page, part) {
  const box = await page.locator(part).boundingBox();
  assert.ok(box, part);
  const [top, height] = [Math.round(box.y), Math.round(box.height)];
  return { left: Math.round(box.x), top, width: Math.round(box.width), height, bottom: top + height };
}

/** @param {Page} page */
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** @param {Page} page */
async function expectSectionsInSight(page) {
  const bar = await place(page, "#run-bar");
  for (const name of ["workload", "machine", "strategies", "vary"]) {
    const section = await place(page, `section[aria-labelledby="${name}-heading"]`);
    assert.ok(section.top >= 0 && section.bottom <= bar.top, `${name} ends at ${section.bottom}`);
  }
  assert.ok(bar.bottom <= WIDE.height);
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`everything that matters is in sight at 1280x720, in the ${colorScheme} theme`, async (t) => {
    const page = await openPage(t, "", { viewport: WIDE, colorScheme });
    await finished(page);
    await expectSectionsInSight(page);
    const panel = await page.locator("#experiment .panel").evaluate((panel) => panel.scrollHeight - panel.clientHeight);
    assert.ok(panel <= 0, `the panel hides ${panel} pixels`);
    const chart = await place(page, "#chart");
    assert.ok(chart.height >= 0.55 * WIDE.height, `the chart has ${chart.height} pixels`);
    assert.ok((await place(page, ".chart-card")).bottom <= WIDE.height);
  });
}

test("what the curves show is said above them, in room that is kept for it", async (t) => {
  const page = await openPage(t, "#v=1&jobs=300&allocation=ep,flat&scheduling=fcfs,easy", { viewport: WIDE });
  await finished(page);
  const finding = page.locator("#finding");
  const curve = /(Equal partition|Any free nodes) · (First come, first served|Backfilling \(EASY\))/.source;
  assert.match(await finding.innerText(), new RegExp(`^Saturates last: ${curve}, at \\d+\\s% utilisation; first: ${curve}, at \\d+\\s%$`, "u"));
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    const before = await place(page, "#chart");
    const text = await finding.evaluate((line) => [line.textContent, (line.textContent = "")][0]);
    assert.equal((await place(page, "#chart")).top, before.top, `at ${viewport.width} pixels`);
    await finding.evaluate((line, text) => (line.textContent = text), text);
  }
});

test("where names stand at the curves, the legend is one row of keys; on a phone it has the names", async (t) => {
  const page = await openPage(t, "#v=1&jobs=300&allocation=ep,flat&scheduling=fcfs,easy", { viewport: WIDE });
  await finished(page);
  const keys = page.locator("#legend button");
  const shown = () => keys.evaluateAll((all) => all.map((key) => Math.round(key.getBoundingClientRect().width)));
  assert.ok((await place(page, "#legend")).height < 32);
  for (const width of await shown()) assert.ok(width >= 24 && width < 60, `a key of ${width} pixels`);
  const foot = await place(page, ".chart-foot");
  assert.ok(foot.height < 44, `the foot has ${foot.height} pixels`);
  assert.equal(await keys.first().getAttribute("title"), "Equal partition · First come, first served");
  await keys.first().click();
  assert.equal(await keys.first().getAttribute("aria-pressed"), "false");
  await page.setViewportSize(PHONE);
  for (const width of await shown()) assert.ok(width > 150, `a name of ${width} pixels`);
});

test("the table below the chart says where each shown curve saturates", async (t) => {
  const page = await openPage(t, "#v=1&jobs=300&allocation=ep,flat&scheduling=fcfs", { viewport: WIDE });
  await finished(page);
  const rows = () => page.locator("#summary tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  const [titles, ...curves] = await rows();
  assert.deepEqual(titles.slice(0, 3), ["Placement · order", "Saturates at utilisation", "Highest utilisation"]);
  assert.match(titles[3], /^Mean bounded slowdown at runtime coefficient /);
  assert.deepEqual(curves.map(([title]) => title), ["Equal partition · First come, first served", "Any free nodes · First come, first served"]);
  for (const [, onset, highest, mean] of curves) {
    assert.match(onset, /^(\d+\s%( to \d+\s%)?|below \d+\s%|not reached)$/u);
    assert.match(`${highest} ${mean}`, /^\d+\s% [\d.]+$/u);
  }
  assert.match(await page.locator("#run-state").innerText(), /^74 runs computed in /);
  await page.locator("#legend button").first().click();
  await page.locator("#summary").waitFor({ state: "hidden" });
  await page.locator("#legend button").first().click();
  await page.locator("#summary").waitFor();
  await page.locator("#orders label").nth(1).click();
  await page.locator("#summary").waitFor({ state: "hidden" });
  await expectAccessible(page);
});

test("every offered strategy has a picture in which its job has nodes", async (t) => {
  const page = await openPage(t, "", { viewport: WIDE });
  await finished(page);
  await page.locator(".tile:nth-of-type(7) svg").waitFor();
  const pictures = await page.locator(".tile .thumb").evaluateAll((all) => all.map((thumb) => ({
    fills: [...new Set([...thumb.querySelectorAll("[fill]")].map((part) => part.getAttribute("fill")))],
    anywhere: !thumb.firstChild && getComputedStyle(thumb).backgroundImage.includes("gradient"),
  })));
  assert.equal(pictures.length, 7);
  // Grey is busy; the job has the colour of the strategy's curves.
  for (const [number, { fills, anywhere }] of pictures.entries()) assert.ok(anywhere || fills.length > 2, `picture ${number}: ${fills}`);
});

test("the first Run moves no chart, though the welcome goes", async (t) => {
  const page = await openPage(t, "", { viewport: WIDE });
  await finished(page);
  const before = await place(page, "#canvas");
  await page.selectOption("#vary", "none");
  await run(page);
  await page.locator("#welcome").waitFor({ state: "hidden" });
  assert.deepEqual(await place(page, "#canvas"), before);
});

test("with a log, the sections and Run stay in sight", async (t) => {
  const page = await openPage(t, "#v=1&jobs=50&vary=none", { viewport: WIDE });
  await finished(page);
  await dropLog(page, `${"a-log-with-a-long-name-".repeat(3)}.swf`, madeLog(300));
  await page.locator("#machines-title", { hasText: "All 300 jobs fit, load" }).waitFor();
  await expectSectionsInSight(page);
  assert.ok((await overflow(page)) <= 0);
});

test("a strategy with many arguments stays within its tile", async (t) => {
  const sizes = "2x2x1;2x2x2;2x2x4;2x4x4;4x4x4;4x4x8;4x8x8;8x8x8";
  const page = await openPage(t, `#v=1&jobs=20&machine=torus:8x8x8&allocation=slurm-torus3d(${sizes})&vary=none`, { viewport: WIDE });
  await finished(page);
  const tile = page.locator(".tile:has(:checked)");
  const { wide, high } = await tile.evaluate((tile) => ({ wide: tile.scrollWidth - tile.clientWidth, high: tile.scrollHeight - tile.clientHeight }));
  assert.deepEqual([wide, high], [0, 0]);
  assert.match(await tile.locator(".name").getAttribute("title") ?? "", /8x8x8\)$/);
});

test("on a phone the chart is on the first screen, and nothing is too wide from 360 pixels on", async (t) => {
  const page = await openPage(t, "", { viewport: PHONE });
  await finished(page);
  const [chart, bar] = [await place(page, "#chart"), await place(page, "#run-bar")];
  assert.ok(chart.top >= 0 && chart.bottom <= bar.top, JSON.stringify([chart, bar]));
  assert.equal(bar.bottom, PHONE.height, "Run is in sight");
  for (const width of [390, 375, 360]) {
    await page.setViewportSize({ width, height: 740 });
    assert.ok((await overflow(page)) <= 0, `too wide at ${width}`);
    const hidden = await page.locator("#legend").evaluate((legend) => legend.scrollWidth - legend.clientWidth);
    assert.ok(hidden <= 0, `the legend hides ${hidden} pixels at ${width}`);
  }
});

for (const [device, viewport] of Object.entries({ "a wide window": WIDE, "a phone": PHONE })) {
  test(`notices leave the chart where it is, and Run, on ${device}`, async (t) => {
    const page = await openPage(t, "", { viewport });
    await finished(page);
    const before = { chart: await place(page, "#chart"), run: await place(page, "#run") };
    // What an edit changes is said next to Run; notices come from their modules.
    await page.locator("#orders label").first().click();
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator("#run-state", { hasText: "before the last changes" }).waitFor();
    await offerModules(page);
    await page.evaluate(async () => {
      const { notice } = await import(/** @type {string} */ (new URL("www/views/notices.js", location.href).href));
      for (const subject of ["log", "files", "store"]) notice(subject, "Something that needs many words to be said. ".repeat(6));
    });
    assert.deepEqual({ chart: await place(page, "#chart"), run: await place(page, "#run") }, before);
    // They cover no control, and neither is one out of reach behind them.
    const [notices, bar] = [await place(page, ".notice-place"), await place(page, "#run-bar")];
    assert.equal(notices.bottom, bar.top);
    assert.ok(notices.height <= 0.4 * viewport.height, `${notices.height} pixels of notices`);
    await page.locator("#vary").focus();
    assert.ok((await place(page, "#vary")).bottom <= notices.top, "the last field stays in reach");
    await expectAccessible(page);
    for (let left = 3; left > 0; left--) await page.locator("#notices > li > button").first().click();
    await page.locator(".notice-place").waitFor({ state: "hidden" });
  });
}
