import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { download, finished, run, tableRows, type, named } from "./steps.mjs";

const BASE = "#v=1&jobs=150&machine=mesh:8x8&allocation=flat,ff&scheduling=easy&vary=load:0.5..1:0.25";
const THREE = `${BASE}&facet=size-scale:1,2,4&plot=wait-utilization`;

test("a second quantity has a chart for each value, read by keyboard, with one legend, in one file", async (t) => {
  const page = await openPage(t, THREE);
  await finished(page);
  assert.deepEqual(await page.locator("#legend button").allInnerTexts(), [named("easy / flat"), named("easy / ff")]);
  assert.match(await page.locator("#sentence").innerText(), /3 values of the offered load × 3 of the scale of sizes/);
  const rows = await tableRows(page);
  assert.equal(rows.length, 18);
  const titles = await page.locator("#table thead th").allInnerTexts();
  assert.match(titles[1], /^Scale of sizes/);
  const canvas = page.locator("#canvas");
  const said = async (/** @type {string} */ key) => {
    await canvas.press(key);
    return (await page.locator("#reading").textContent()) ?? "";
  };
  const of = (/** @type {string} */ curve, /** @type {string} */ facet) => rows.filter((row) => row[0] === named(curve) && row[1] === facet);
  assert.ok((await said("ArrowRight")).startsWith(`${named("easy / flat")}: Scale of sizes 1, Mean wait`));
  const second = await said("PageDown");
  for (const part of ["Scale of sizes 2,", of("easy / flat", "2")[0][4]]) assert.ok(second.includes(part), `${second} has no ${part}`);
  assert.match(await said("ArrowDown"), /^First fit · Backfilling \(EASY\): Scale of sizes 2,/);
  assert.ok((await said("End")).includes(of("easy / ff", "2")[2][4]));
  assert.match(await said("PageDown"), /^First fit · Backfilling \(EASY\): Scale of sizes 4,/);
  assert.match(await said("PageUp"), /^First fit · Backfilling \(EASY\): Scale of sizes 2,/);
  await expectAccessible(page);
  const svg = (await download(page, "SVG")).content.toString();
  for (const text of ["size-scale 1", "size-scale 2", "size-scale 4", named("easy / flat"), "Utilisation (%)"]) {
    const once = new RegExp(`>\\s*${text.replace(/[()]/g, "\\$&")}\\s*<`);
    assert.equal(svg.split(once).length, 2, `${text} once`);
  }
  const csv = (await download(page, "CSV")).content.toString();
  assert.equal(csv.split("\n").filter((line) => /^(1|2|4),(flat|ff),easy,/.test(line)).length, 18);
});

test("a point of a facet opens its run", async (t) => {
  const page = await openPage(t, THREE);
  await finished(page);
  await page.locator("#canvas").focus();
  for (const key of ["ArrowRight", "PageDown", "Enter"]) await page.keyboard.press(key);
  await page.locator("#run-body").waitFor();
  assert.match(await page.locator("#run-title-line").innerText(), /^.* · Backfilling \(EASY\) at .*, size-scale 2$/);
  assert.match(page.url(), /&run=easy\/\w+@[\d.]+\/2(&|$)/);
});

test("facets are set in the form, use stored results, and hide curves in all charts", async (t) => {
  const page = await openPage(t, `${BASE}&size-scale=4`);
  await finished(page);
  const alone = await tableRows(page);
  await type(page, "size-scale", "1");
  await type(page, "facet", "load:0.5,1");
  assert.match(await page.locator("#note-facet:visible, #wrong-facet:visible").innerText(), /already varied by vary=load/);
  await type(page, "facet", "size-scale:4,1");
  await run(page);
  assert.match(page.url(), /&facet=size-scale:1,4$/);
  const rows = await tableRows(page);
  const here = rows.filter((row) => row[1] === "4").map((row) => [row[0], ...row.slice(2)]);
  assert.deepEqual(here, alone, "the facet is the plain experiment");
  assert.match(await page.locator("#sentence").innerText(), /6 runs computed in .*, 6 kept from before/);
  await page.getByRole("button", { name: named("easy / flat") }).press("Enter");
  const svg = (await download(page, "SVG")).content.toString();
  assert.ok(svg.includes("size-scale 4") && !svg.includes(named("easy / flat")), "hidden in both");
});

test("on a phone charts are below each other, and the page scrolls", async (t) => {
  const page = await openPage(t, THREE, { viewport: { width: 390, height: 800 } });
  await finished(page);
  const box = await page.locator("#canvas").boundingBox();
  assert.ok(box && box.height > 450 && box.width < 390, JSON.stringify(box));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});
