import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { openPage } from "./harness.mjs";
import { download, finished, tableRows } from "./steps.mjs";

const SMALL = "#v=1&jobs=200&vary=runtime:0.5..1.5:0.25";

test("arrow keys walk along the points and from curve to curve, and read them out", async (t) => {
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
  await page.getByRole("button", { name: "fcfs / ep" }).press("Enter");
  assert.equal(await page.getByRole("button", { name: "fcfs / ep" }).getAttribute("aria-pressed"), "false");
  await page.waitForTimeout(100);
  await page.locator("#canvas").press("ArrowRight");
  assert.doesNotMatch(await page.locator("#tooltip").innerText(), /fcfs \/ ep/);
  assert.equal((await tableRows(page)).length, 30);
});

test("any quantity against any other, linear or logarithmic, without a new run", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.getByLabel("y", { exact: true }).selectOption("wait");
  await page.getByLabel("x", { exact: true }).selectOption("coefficient");
  await page.getByLabel("scale", { exact: true }).selectOption("linear");
  assert.match(page.url(), /&plot=wait-coefficient&scale=linear/);
  assert.match(await page.locator("#sentence").innerText(), /^Mean wait against runtime coefficient/);
  const columns = async () => (await tableRows(page), page.locator("#table thead th").allInnerTexts());
  assert.ok((await columns()).some((title) => /Mean wait/.test(title)));
  assert.equal(await page.locator("#notices li").count(), 0, "the curves are not out of date");
});

test("downloads: CSV, SVG and PNG", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const csv = await download(page, "CSV");
  assert.match(csv.content.toString(), /^# (Subtorus \d+\.\d+\.\d+\+(?:unknown|[0-9a-f]{12}(?:-modified)?))\n# #v=1&jobs=200/);
  const svg = await download(page, "SVG");
  assert.match(svg.name, /\.svg$/);
  assert.match(svg.content.toString(), /^<svg[\s\S]*easy \/ nep[\s\S]*<\/svg>\s*$/);
  const png = await download(page, "PNG");
  assert.equal(png.content.subarray(1, 4).toString(), "PNG");
  assert.equal(png.content.readUInt32BE(16), 1920);
  const [, build = ""] = /^# (.*)/.exec(csv.content.toString()) ?? [];
  assert.ok(svg.content.includes(`<metadata>${build}</metadata>`), "the picture says which program drew it");
  const text = Buffer.concat([Buffer.from("tEXt"), Buffer.from(`Software\0${build}`)]);
  const at = png.content.indexOf(text);
  assert.equal(png.content.readUInt32BE(at - 4), text.length - 4);
  assert.equal(png.content.readUInt32BE(at + text.length), crc32(text), "the chunk is whole");
});
