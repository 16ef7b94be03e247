import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { expectAccessible, openPage } from "./harness.mjs";
import { commandLine, download, finished } from "./steps.mjs";

const SMALL = "#v=1&jobs=200&vary=runtime:0.5..1.5:0.25";

/**
 * The chunks of a PNG, after a check of each.
 * @param {Buffer} png
 */
function chunks(png) {
  const found = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const content = png.subarray(at + 4, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(content), "the chunk is whole");
    found.push({ kind: content.toString("latin1", 0, 4), content: content.subarray(4) });
    at += 12 + length;
  }
  return found;
}

test("one click: CSV, SVG and PNG, each with its address, its program and the date", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const csv = (await download(page, "CSV")).content.toString();
  const head = /^# (Subtorus \d+\.\d+\.\d+\+(?:unknown|[0-9a-f]{12}(?:-modified)?))\n# (http.*#v=1&jobs=200.*)\n# (\d{4}-\d\d-\d\d)\n/.exec(csv);
  assert.ok(head, csv.slice(0, 300));
  const [, build, address, date] = head;
  assert.equal(address, page.url());
  const svg = await download(page, "SVG");
  assert.match(svg.name, /\.svg$/);
  assert.match(svg.content.toString(), /^<svg[\s\S]*Non-equal partition · Backfilling \(EASY\)[\s\S]*<\/svg>\s*$/);
  assert.ok(svg.content.includes(`<metadata>${build}\n${address.replaceAll("&", "&amp;")}\n${date}</metadata>`));
  const png = (await download(page, "PNG")).content;
  assert.equal(png.readUInt32BE(16), Math.round((175 / 25.4) * 300));
  const found = chunks(png);
  const texts = found.filter(({ kind }) => kind === "tEXt").map(({ content }) => content.toString("latin1").split("\0"));
  assert.deepEqual(texts, [["Software", build], ["Source", address], ["Creation Time", date]]);
  const physical = found.find(({ kind }) => kind === "pHYs")?.content;
  assert.deepEqual([physical?.readUInt32BE(0), physical?.readUInt32BE(4), physical?.[8]], [11811, 11811, 1], "300 to the inch");
});

test("the dialog makes files of a paper size, without unwanted parts, after a preview", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.getByRole("button", { name: "Export …" }).press("Enter");
  await page.locator("#preview svg").waitFor();
  await expectAccessible(page);
  const pdf = await download(page, "Save");
  assert.match(pdf.name, /\.pdf$/);
  const text = pdf.content.toString("latin1");
  const points = (/** @type {number} */ millimetres) => ((millimetres * 72) / 25.4).toFixed(4);
  assert.ok(text.includes(`/MediaBox [0 0 ${points(85)} ${points(75)}]`), /MediaBox[^\]]*/.exec(text)?.[0]);
  assert.ok(text.includes(`/Subject (${page.url()})`) && /\/CreationDate \(D:\d{8}\)/.test(text));
  assert.ok(text.includes("(Non-equal partition) Tj") && !text.includes("Lublin"), "a legend, and no title");
  assert.ok(text.includes("/F0") && text.includes("Tf"));
  assert.equal(text.match(/\/FontFile2/g)?.length, 2, "it carries its fonts");

  const state = page.locator("#export-state");
  assert.equal(await state.textContent(), "The PDF file is in your downloads.");
  await page.getByLabel("SVG", { exact: true }).check();
  assert.equal(await state.textContent(), "", "no file of this format was saved");
  await page.getByRole("dialog").getByLabel("For").selectOption("both columns");
  await page.getByLabel("Height in mm").fill("90");
  await page.getByLabel("Legend").uncheck();
  await page.getByLabel("Title").check();
  const svg = (await download(page, "Save")).content.toString();
  await page.getByRole("dialog").getByLabel("For").selectOption("a slide");
  assert.equal(await state.textContent(), "", "no file of this size was saved");
  await page.getByRole("dialog").getByLabel("For").selectOption("both columns");
  await page.getByLabel("Height in mm").fill("90");
  assert.match(svg, /^<svg [^>]*width="175\.000mm" height="90\.000mm"/);
  assert.ok(svg.includes("Lublin") && !/<text[^>]*>\s*Non-equal partition/.test(svg));

  await page.getByLabel("PNG", { exact: true }).check();
  await page.getByLabel("Pixels to the inch").fill("254");
  const png = (await download(page, "Save")).content;
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1750, 900]);

  await page.getByLabel("Width in mm").fill("5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  assert.ok(await page.getByLabel("Width in mm").evaluate((field) => !(/** @type {HTMLInputElement} */ (field).checkValidity())));
  await page.getByLabel("JSON, all metrics").check();
  await page.locator("#export-size").waitFor({ state: "hidden" });
  await download(page, "Save"); // for numbers, an invalid size does not matter
  await page.keyboard.press("Escape");
  await page.locator("#export").waitFor({ state: "hidden" });
});

test("the JSON of the page is that of the command line, except for address and date", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.getByRole("button", { name: "Export …" }).click();
  await page.getByLabel("JSON, all metrics").check();
  const here = (await download(page, "Save")).content.toString();
  const there = commandLine(page, undefined, ["--format", "json"]);
  const without = (/** @type {string} */ json) => json.split("\n").filter((line) => !/^ {4}"(build|address|date)":/.test(line));
  assert.deepEqual(without(here), without(there));
  const [first] = JSON.parse(here);
  assert.deepEqual([first.address, first.allocation, first.scheduling], [page.url(), "ep", "fcfs"]);
});
