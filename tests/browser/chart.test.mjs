import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { download, drawn, finished, tableRows, type, field, named } from "./steps.mjs";

const SMALL = "#v=1&jobs=200&vary=runtime:0.5..1.5:0.25";

test("arrow keys move along the points and from curve to curve, and read them out", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const rows = await tableRows(page);
  const canvas = page.locator("#canvas");
  await canvas.focus();
  const said = async (/** @type {string} */ key) => {
    await canvas.press(key);
    return (await page.locator("#reading").textContent()) ?? "";
  };
  const curves = [...new Set(rows.map(([curve]) => curve))];
  const point = (/** @type {number} */ curve, /** @type {number} */ point) =>
    rows.filter(([name]) => name === curves[curve])[point];
  for (const [key, curve, at] of /** @type {[string, number, number][]} */ ([
    ["ArrowRight", 0, 0], ["ArrowRight", 0, 1], ["ArrowDown", 1, 1], ["End", 1, 4], ["ArrowRight", 1, 4], ["Home", 1, 0], ["ArrowUp", 0, 0],
  ])) {
    const [name, coefficient, x, y, jobs] = point(curve, at);
    const text = await said(key);
    for (const part of [name, `Runtime coefficient ${coefficient}`, `Utilisation ${x}`, y, `${jobs} jobs`]) {
      assert.ok(text.includes(part), `${key}: '${text}' has no '${part}'`);
    }
  }
  assert.equal(await page.locator("#tooltip").isVisible(), true);
  await canvas.press("Escape");
  assert.equal(await page.locator("#tooltip").isVisible(), false);
});

test("the pointer reads the point it is near", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.locator("#canvas").press("ArrowRight");
  const mark = await page.locator("#mark").boundingBox();
  const text = await page.locator("#tooltip").innerText();
  await page.locator("#canvas").press("Escape");
  assert.ok(mark);
  await page.mouse.move(mark.x + mark.width / 2 + 2, mark.y + mark.height / 2 + 2);
  await page.locator("#tooltip").waitFor();
  assert.equal(await page.locator("#tooltip").innerText(), text);
  await page.mouse.move(5, 5);
  await page.locator("#tooltip").waitFor({ state: "hidden" });
});

test("the legend hides curves from the chart, not from the table", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.getByRole("button", { name: named("fcfs / ep"), exact: true }).press("Enter");
  assert.equal(await page.getByRole("button", { name: named("fcfs / ep"), exact: true }).getAttribute("aria-pressed"), "false");
  await drawn(page);
  await page.locator("#canvas").press("ArrowRight");
  assert.ok(!(await page.locator("#tooltip").innerText()).includes(named("fcfs / ep")));
  assert.equal((await tableRows(page)).length, 30);
});

test("any quantity against any other, linear or logarithmic, without a new run", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.getByLabel("vertical axis", { exact: true }).selectOption("wait");
  await page.getByLabel("horizontal axis", { exact: true }).selectOption("coefficient");
  await page.getByLabel("scale", { exact: true }).selectOption("linear");
  assert.match(page.url(), /&plot=wait-coefficient&scale=linear/);
  assert.match(await page.title(), /^Mean wait against runtime coefficient/);
  const columns = async () => (await tableRows(page), page.locator("#table thead th").allInnerTexts());
  assert.ok((await columns()).some((title) => /Mean wait/.test(title)));
  assert.equal(await page.locator("#notices li").count(), 0, "the curves are not out of date");
});

/** @param {import("playwright-core").Page} page */
async function plotArea(page) {
  const box = await page.locator("#canvas").boundingBox();
  assert.ok(box);
  return (/** @type {number} */ x, /** @type {number} */ y) => /** @type {const} */ ([box.x + x * box.width, box.y + y * box.height]);
}

test("a rectangle zooms in, its limits are in the link and survive a reload, and two clicks show everything again", async (t) => {
  const page = await openPage(t, `${SMALL}&plot=wait-coefficient&scale=linear`);
  await finished(page);
  const at = await plotArea(page);
  await page.mouse.move(...at(0.4, 0.3));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.4));
  assert.ok(await page.locator("#zoom-box").isVisible());
  await page.mouse.move(...at(0.7, 0.6));
  await page.mouse.up();
  assert.equal(await page.locator("#zoom-box").isVisible(), false);
  const limits = () => {
    const found = /&x-limits=([\d.]+)\.\.([\d.]+?)&y-limits=([\d.]+)\.\.([\d.]+)$/.exec(page.url());
    return found?.slice(1).map(Number) ?? [];
  };
  const [left, right, low, high] = limits();
  assert.ok(left > 0.5 && left < right && right < 1.5 && low > 0 && low < high, page.url());
  assert.equal(await page.locator("#notices li").count(), 0, "no new run is needed");
  await page.locator("#canvas").press("ArrowRight");
  const [, coefficient] = /Runtime coefficient ([\d.]+)/.exec((await page.locator("#reading").textContent()) ?? "") ?? [];
  assert.ok(!coefficient || (Number(coefficient) >= left && Number(coefficient) <= right), "only what is shown is read");

  await page.reload();
  await finished(page);
  assert.deepEqual(limits(), [left, right, low, high]);
  await page.mouse.dblclick(...at(0.5, 0.5));
  await page.getByRole("button", { name: "Reset zoom" }).waitFor({ state: "hidden" });
  assert.deepEqual(limits(), []);

  await page.mouse.move(...at(0.4, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.7, 0.505), { steps: 3 });
  await page.mouse.up();
  // A horizontal drag zooms along the horizontal axis. The browser reports the new address after the button.
  await page.waitForURL(/&x-limits=[\d.]+$/);
});

test("the limits of the axes can be typed, in the units of the axes; errors are shown next to them", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.getByText("Axes", { exact: true }).click();
  await type(page, "x-limits", "20 % .. 60%");
  assert.match(page.url(), /&x-limits=0\.2\.\.0\.6$/);
  assert.equal(await (await field(page, "x-limits")).inputValue(), "0.2..0.6");
  await type(page, "y-limits", "0..50");
  await page.locator("#notices > li", { hasText: "logarithmic axis" }).waitFor();
  await type(page, "y-limits", "9..5");
  await page.locator("#axes-fields .wrong", { hasText: "not below the second" }).waitFor();
  await (await field(page, "y-limits")).press("Escape");
  await type(page, "y-limits", "");
  assert.equal(await page.locator("#notices li").count(), 0);
  await expectAccessible(page);
  await page.getByLabel("horizontal axis", { exact: true }).selectOption("load");
  assert.doesNotMatch(page.url(), /limits/, "limits are those of another quantity");
});

test("curves are hidden, shown and put in order by keyboard; the link has the order, also after Back", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const labels = () => page.locator("#legend button").allInnerTexts();
  const before = await labels();
  await page.getByText("Arrange curves").press("Enter");
  const up = page.getByRole("button", { name: `move ${before[2]} up`, exact: true });
  await up.press("Enter");
  assert.deepEqual(await labels(), [before[0], before[2], before[1], ...before.slice(3)]);
  assert.ok(await up.evaluate((button) => button === document.activeElement), "it can be moved further");
  await page.keyboard.press("Enter");
  assert.equal((await labels())[0], before[2]);
  assert.equal(new URL(page.url()).hash, `${SMALL}&order=fcfs/nep`);
  await page.getByRole("button", { name: `show only ${before[1]}`, exact: true }).press("Enter");
  const shown = () => page.locator('#legend button[aria-pressed="true"]').allInnerTexts();
  assert.deepEqual(await shown(), [before[1]]);
  await expectAccessible(page);
  await type(page, "jobs", "150");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await finished(page);
  assert.deepEqual(await shown(), [before[1]], "the same curves in the next run");
  // Work elsewhere has closed the list.
  await page.getByText("Arrange curves").click();
  await page.getByRole("button", { name: "Show all" }).click();
  assert.equal((await shown()).length, 6);
  await page.goBack();
  await finished(page);
  await page.locator('#legend button[aria-pressed="false"]').first().waitFor();
  assert.deepEqual([await shown(), (await labels())[0]], [[before[1]], before[2]]);
  await page.getByRole("button", { name: "Usual order" }).click();
  assert.deepEqual(await labels(), before);
});

test("what opens over the chart is in sight, one at a time, and Escape and a press elsewhere close it", async (t) => {
  const many = `${SMALL}&machine=mesh:8x8&allocation=gabl,flat,ff,tff,bf,tbf,mbs,bl,random,2dbs,anca,paging(0)`;
  for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    const page = await openPage(t, many, { viewport });
    await finished(page);
    await page.locator("#arrange > summary").click();
    const list = page.locator("#arrange > div");
    await page.waitForFunction(() => (document.querySelector("#arrange > div")?.getBoundingClientRect().top ?? -1) >= 0);
    const box = await list.boundingBox();
    const summary = await page.locator("#arrange > summary").boundingBox();
    assert.ok(box && summary && box.y >= 0 && box.x >= 0 && box.x + box.width <= viewport.width, JSON.stringify(box));
    if (viewport.width > 860) assert.ok(Math.abs(box.y + box.height - summary.y) < 16, "it stands on its words");
    await page.getByLabel(/^label of /).first().fill("Mine");
    await page.keyboard.press("Tab");
    await page.locator("#legend button", { hasText: "Mine" }).waitFor({ state: "attached" });
    assert.match(await page.evaluate(() => document.activeElement?.getAttribute("data-key") ?? ""), /^colour /);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    assert.ok(await page.locator("#arrange > summary").evaluate((summary) => summary === document.activeElement));
    await page.locator("#arrange > summary").press("Enter");
    await page.locator("#axes > summary").press("Enter");
    await list.waitFor({ state: "hidden" });
    await page.locator("#axes-fields").waitFor();
    await page.locator("#finding").click();
    await page.locator("#axes-fields").waitFor({ state: "hidden" });
  }
});

test("a zoom and a comparison leave the chart where it is", async (t) => {
  const page = await openPage(t, SMALL, { viewport: { width: 1280, height: 720 } });
  await finished(page);
  const place = () => page.locator("#canvas").boundingBox();
  const before = await place();
  await page.getByLabel("shown as").selectOption("difference");
  assert.deepEqual(await place(), before, "with a comparison");
  await page.getByLabel("shown as").selectOption("");
  await page.evaluate(() => (location.hash += "&x-limits=0.5..0.9"));
  const reset = page.getByRole("button", { name: "Reset zoom" });
  await reset.waitFor();
  assert.deepEqual(await place(), before, "with a zoom");
  await reset.click();
  assert.ok(await page.locator("#canvas").evaluate((canvas) => canvas === document.activeElement));
});

test("the table is sorted by one press and copied with all digits", async (t) => {
  const page = await openPage(t, `${SMALL}&replications=5`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await finished(page);
  const rows = await tableRows(page);
  const titles = await page.locator("#table thead th").allInnerTexts();
  assert.ok(titles.some((title) => title.startsWith("from")) && titles.some((title) => title.startsWith("Replications")));
  const column = titles.findIndex((title) => title.startsWith("Runtime coefficient"));
  const sort = page.getByRole("button", { name: "sort by Runtime coefficient" });
  await sort.press("Enter");
  await sort.press("Enter");
  assert.equal(await page.locator("#table thead th").nth(column).getAttribute("aria-sort"), "descending");
  assert.deepEqual((await tableRows(page)).slice(0, 6).map((row) => row[column]), Array(6).fill("1.5"));
  await page.getByRole("button", { name: "Copy table" }).click();
  await page.locator("#table-copied", { hasText: "30 rows" }).waitFor();
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split("\n").map((line) => line.split("\t"));
  assert.equal(copied.length, rows.length + 1);
  assert.deepEqual(copied[0].slice(0, 5), ["curve", "runtime_coefficient", "utilization", "mean_bounded_slowdown", "mean_bounded_slowdown_low"]);
  assert.ok(copied[1][3].length > 10 && Number(copied[1][3]) > 1, copied[1][3]);
  await expectAccessible(page);
  await page.locator("#table").evaluate((table) => getSelection()?.selectAllChildren(/** @type {HTMLTableElement} */ (table).tBodies[0]));
  await page.keyboard.press("ControlOrMeta+c");
  assert.deepEqual((await page.evaluate(() => navigator.clipboard.readText())).split("\n").map((line) => line.split("\t")), copied);
});

test("curves get labels and colours of their own, in the chart, its files and the link, until they are taken back", async (t) => {
  const page = await openPage(t, "#v=1&jobs=60&machine=mesh:8x8&allocation=gabl,mbs&scheduling=fcfs&vary=runtime:1..2:0.5");
  await finished(page);
  await page.locator("#arrange > summary").click();
  const label = page.getByLabel(/^label of Greedy boxes/);
  await label.fill("Ours: v2, 100 %");
  await label.press("Enter");
  await page.locator("#legend button", { hasText: "Ours: v2, 100 %" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-key")), "label fcfs/gabl", "the focus stays");
  await page.getByLabel("colour of Ours: v2, 100 %").selectOption("wine");
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("&styles=fcfs/gabl=wine:Ours: v2, 100 %"));
  await expectAccessible(page);
  const svg = (await download(page, "SVG")).content.toString();
  assert.ok(svg.includes("Ours: v2, 100 %") && svg.includes("#882255"), "the figure has both");
  const again = await openPage(t, new URL(page.url()).hash);
  await finished(again);
  assert.equal(await again.locator("#legend button").first().innerText(), "Ours: v2, 100 %");
  await page.getByLabel("colour of Ours: v2, 100 %").selectOption("");
  await page.getByLabel("label of Ours: v2, 100 %").fill("");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !location.hash.includes("styles"));
});
