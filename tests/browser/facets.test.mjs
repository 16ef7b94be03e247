import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { download, finished, run, tableRows, type } from "./steps.mjs";

const BASE = "#v=1&jobs=150&machine=mesh:8x8&allocation=flat,gabl&scheduling=easy&estimates=requested&vary=load:0.5..1:0.25";
const THREE = `${BASE}&facet=estimate-excess:0,1,10&plot=wait-utilization`;

test("a second quantity has a chart for each value, read by keyboard, with one legend, in one file", async (t) => {
  const page = await openPage(t, THREE);
  await finished(page);
  assert.deepEqual(await page.locator("#legend button").allInnerTexts(), ["easy / flat", "easy / gabl"]);
  assert.match(await page.locator("#sentence").innerText(), /3 values of the offered load × 3 of the excess of estimates/);
  const rows = await tableRows(page);
  assert.equal(rows.length, 18);
  const titles = await page.locator("#table thead th").allInnerTexts();
  assert.match(titles[1], /^Excess of estimates/);
  const canvas = page.locator("#canvas");
  const said = async (/** @type {string} */ key) => {
    await canvas.press(key);
    return (await page.locator("#reading").textContent()) ?? "";
  };
  const of = (/** @type {string} */ curve, /** @type {string} */ facet) => rows.filter((row) => row[0] === curve && row[1] === facet);
  assert.ok((await said("ArrowRight")).startsWith("easy / flat: Excess of estimates 0, Mean wait"));
  const second = await said("PageDown");
  for (const part of ["Excess of estimates 1,", of("easy / flat", "1")[0][4]]) assert.ok(second.includes(part), `${second} has no ${part}`);
  assert.match(await said("ArrowDown"), /^easy \/ gabl: Excess of estimates 1,/);
  assert.ok((await said("End")).includes(of("easy / gabl", "1")[2][4]));
  assert.match(await said("PageDown"), /^easy \/ gabl: Excess of estimates 10,/);
  assert.match(await said("PageUp"), /^easy \/ gabl: Excess of estimates 1,/);
  await expectAccessible(page);
  for (const name of ["SVG", "PDF"]) {
    const file = (await download(page, name)).content.toString("latin1");
    for (const title of ["estimate-excess 0", "estimate-excess 1", "estimate-excess 10"]) {
      assert.equal(file.split(new RegExp(`[>(]${title}[)<]`)).length, 2, `${name}: ${title} once`);
    }
  }
  const csv = (await download(page, "CSV")).content.toString();
  assert.equal(csv.split("\n").filter((line) => /^(0|1|10),(flat|gabl),easy,/.test(line)).length, 18);
});

test("facets are set in the form, take from what was computed, and hide curves in all of them", async (t) => {
  const page = await openPage(t, `${BASE}&estimate-excess=10`);
  await finished(page);
  const alone = await tableRows(page);
  await type(page, "estimate-excess", "1");
  await type(page, "facet", "load:0.5,1");
  assert.match(await page.locator("#note-facet:visible, #wrong-facet:visible").innerText(), /already varied by vary=load/);
  await type(page, "facet", "estimate-excess:10,0");
  await run(page);
  assert.match(page.url(), /&facet=estimate-excess:0,10$/);
  const rows = await tableRows(page);
  const here = rows.filter((row) => row[1] === "10").map((row) => [row[0], ...row.slice(2)]);
  assert.deepEqual(here, alone, "the facet is the plain experiment");
  assert.match(await page.locator("#sentence").innerText(), /6 runs computed in .*, 6 kept from before/);
  await page.getByRole("button", { name: "easy / flat" }).press("Enter");
  const svg = (await download(page, "SVG")).content.toString();
  assert.ok(svg.includes("estimate-excess 10") && !svg.includes("easy / flat"), "hidden in both");
});

test("on a telephone charts stand one below the other, and the page scrolls", async (t) => {
  const page = await openPage(t, THREE, { viewport: { width: 390, height: 800 } });
  await finished(page);
  const box = await page.locator("#canvas").boundingBox();
  assert.ok(box && box.height > 450 && box.width < 390, JSON.stringify(box));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});
