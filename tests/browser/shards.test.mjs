/** Dropped files of results: the curves appear without computing, and without the log. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { subtorus } from "./programs.mjs";
import { download, drop, dropLog, expectNotice, finished, madeLog, storedResults, write } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const MODEL = "#v=1&jobs=40&machine=mesh:8x8&allocation=nep,flat&scheduling=fcfs&vary=load:0.5..1.1:0.2";
const REPLICATED =
  "#v=1&jobs=30&machine=mesh:8x8&allocation=nep&scheduling=fcfs&vary=load:0.5..0.7:0.2&facet=size-scale:1..2:1" +
  "&replications=20&precision=0.3&plot=response-load";
const ON_A_LOG = "#v=1&machine=mesh:8x8&allocation=ff,flat&scheduling=easy&vary=runtime:1..2:0.5";
/** A number that no run gives. */
const FORGED = 1.000123;

/** The output of the command line; files are those of a folder. @param {string} folder @param {string[]} words */
function subtorusIn(folder, ...words) {
  return subtorus(...words.map((word) => (/^[\w-]+\.(shard|swf)$/.test(word) ? join(folder, word) : word)));
}

/** A temporary folder for the test. @param {import("node:test").TestContext} t */
function folder(t) {
  const folder = mkdtempSync(join(tmpdir(), "subtorus-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The files of this many parts of an experiment. @param {string} folder @param {number} count @param {string[]} words */
function parts(folder, count, ...words) {
  return Array.from({ length: count }, (_, place) => {
    subtorusIn(folder, "sweep", ...words, "--shard", `${place + 1}/${count}`, "--out", `${place + 1}.shard`);
    return readFileSync(join(folder, `${place + 1}.shard`));
  });
}

/** Everything after the comments. @param {Buffer} csv */
const rows = (csv) => csv.toString().split("\n").filter((line) => !line.startsWith("#")).join("\n");

/** @param {Page} page */
const sentence = (page) => page.locator("#sentence").innerText();

test("all parts as one file show the results of one run, and nothing is computed", async (t) => {
  for (const link of [MODEL, REPLICATED]) {
    const at = folder(t);
    parts(at, 2, "--link", link);
    const page = await openPage(t, "#v=1&jobs=20&machine=mesh:4x4&allocation=flat&vary=none");
    await finished(page);
    await drop(page, "all.txt", subtorusIn(at, "merge", "1.shard", "2.shard", "--format", "shard"));
    await page.locator("#sentence", { hasText: /mesh:8x8.*all \d+ runs taken from files/ }).waitFor();
    assert.match(await page.evaluate(() => location.hash), /machine=mesh:8x8/);
    assert.equal(rows((await download(page, "CSV")).content), rows(subtorusIn(at, "sweep", "--link", link)));
    await expectAccessible(page);
    // Run computes all of it here, with the same result.
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator("#sentence", { hasText: /mesh:8x8(?!.*all\.txt).*, computed in/ }).waitFor();
    assert.equal(rows((await download(page, "CSV")).content), rows(subtorusIn(at, "sweep", "--link", link)));
  }
});

test("one part shows its points, another adds its own, and continuing computes only what is missing", async (t) => {
  const at = folder(t);
  const [one, two] = parts(at, 3, "--link", MODEL);
  const page = await openPage(t, "#v=1&jobs=20&machine=mesh:4x4&allocation=flat&vary=none");
  await finished(page);
  await drop(page, "1.shard", one);
  await page.locator("#sentence", { hasText: /mesh:8x8.*\b\d of 8 runs known/ }).waitFor();
  const points = async () => rows((await download(page, "CSV")).content).trim().split("\n").length - 1;
  const first = await points();
  assert.ok(first > 0 && first < 8, `${first}`);
  await drop(page, "2.shard", two);
  await page.waitForFunction(() => /\b[4-7] of 8 runs known/.test(document.querySelector("#sentence")?.textContent ?? ""));
  const known = await points();
  assert.ok(known > first && known < 8, `${known}`);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.locator("#sentence", { hasText: `${8 - known} runs computed in` }).waitFor();
  assert.equal(rows((await download(page, "CSV")).content), rows(subtorusIn(at, "sweep", "--link", MODEL)));
});

/**
 * A file with another number, and the correct digest of that.
 * @param {Buffer} file
 * @param {number} line of a cell, from 1
 */
function altered(file, line) {
  const lines = file.toString().trimEnd().split("\n");
  lines[line] = lines[line].replace(/"metrics":\[.*\]/, (metrics) => metrics.replaceAll(/[\d.]+(e-?\d+)?/g, String(FORGED)));
  const body = `${lines.slice(0, -1).join("\n")}\n`;
  const end = JSON.parse(lines[lines.length - 1]);
  end.sha256 = createHash("sha256").update(body).digest("hex");
  return Buffer.from(`${body}${JSON.stringify(end)}\n`);
}

test("an altered file is shown as a file, and none of it is stored or mixed with results computed here", async (t) => {
  const at = folder(t);
  const [one] = parts(at, 2, "--link", MODEL);
  const truth = rows(subtorusIn(at, "sweep", "--link", MODEL));
  const file = altered(one, 1);
  const given = JSON.parse(file.toString().trimEnd().split("\n").at(-1) ?? "").cells;
  const page = await openPage(t, "#v=1&jobs=20&machine=mesh:4x4&allocation=flat&vary=none");
  await finished(page);
  await write(page);
  const before = (await storedResults(page)).values.length;
  await drop(page, "altered.shard", file);
  await page.locator("#sentence", { hasText: /mesh:8x8.*with results of the file altered\.shard, \d of 8 runs known/ }).waitFor();
  await expectAccessible(page);
  await write(page);
  assert.equal((await storedResults(page)).values.length, before, "nothing was computed");

  await page.getByRole("button", { name: "Go on" }).click();
  const said = new RegExp(`with results of the file altered\\.shard, ${8 - given} runs computed in .*, ${given} taken from files`);
  await page.locator("#sentence", { hasText: said }).waitFor();
  const { content } = await download(page, "CSV");
  assert.match(content.toString(), /^# with results of the file altered\.shard, not computed here$/m);
  assert.ok(rows(content).includes(String(FORGED)) && rows(content) !== truth);
  await write(page);
  const { values: kept } = await storedResults(page);
  assert.ok(kept.length > before && !kept.includes(FORGED), "only computed results are stored");

  // Back and forward show the file again. A run computes the file's results here.
  await page.goBack();
  await page.locator("#sentence", { hasText: /mesh:4x4/ }).waitFor();
  await page.goForward();
  await page.locator("#sentence", { hasText: "with results of the file altered.shard" }).waitFor();
  await page.reload();
  await page.locator("#sentence", { hasText: `${given} runs computed in` }).waitFor();
  assert.doesNotMatch(await sentence(page), /altered/);
  assert.equal(rows((await download(page, "CSV")).content), truth);
  await write(page);
  assert.ok(!(await storedResults(page)).values.includes(FORGED));
});

test("a file of an experiment that was run here is shown instead, and a run shows the results computed here again", async (t) => {
  const at = folder(t);
  const [all] = parts(at, 1, "--link", MODEL);
  const truth = rows(subtorusIn(at, "sweep", "--link", MODEL));
  const page = await openPage(t, MODEL);
  await finished(page);
  await drop(page, "altered.shard", altered(all, 1));
  await page.locator("#sentence", { hasText: "with results of the file altered.shard, all 8 runs taken from files" }).waitFor();
  assert.notEqual(rows((await download(page, "CSV")).content), truth);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator("#sentence", { hasText: /mesh:8x8(?!.*altered).* all 8 runs kept from before/ }).waitFor();
  assert.equal(rows((await download(page, "CSV")).content), truth);
});

test("results of a log are shown without the log, and continuing a part needs it", async (t) => {
  const [at, log] = [folder(t), madeLog(60)];
  writeFileSync(join(at, "made.swf"), log);
  const words = ["--link", ON_A_LOG, "--log", "made.swf"];
  const [one] = parts(at, 2, ...words);
  const page = await openPage(t, "#v=1&jobs=20&machine=mesh:4x4&allocation=flat&vary=none");
  await finished(page);
  await drop(page, "1.shard", one);
  await page.locator("#sentence", { hasText: /made.swf on mesh:8x8.*\d of \d+ runs known/ }).waitFor();
  assert.equal(await page.locator("#go-on").isVisible(), false);
  await drop(page, "all", subtorusIn(at, "merge", "1.shard", "2.shard", "--format", "shard"));
  await page.locator("#sentence", { hasText: /made.swf on mesh:8x8.*all \d+ runs taken from files/ }).waitFor();
  assert.equal(rows((await download(page, "CSV")).content), rows(subtorusIn(at, "sweep", ...words)));
});

test("a torn file and a file of another version are refused with the reason", async (t) => {
  const at = folder(t);
  const [one] = parts(at, 1, "--link", MODEL);
  const page = await openPage(t, "#v=1&jobs=20&machine=mesh:4x4&allocation=flat&vary=none");
  await finished(page);
  const before = await sentence(page);
  await drop(page, "torn.shard", one.subarray(0, one.length - 40));
  await expectNotice(page, /torn\.shard.*the file is torn: it was cut off/);
  await drop(page, "old.shard", Buffer.from(one.toString().replace(/"build":"[^"]*"/, '"build":"0.0.1+old"')));
  await expectNotice(page, /old\.shard.*was written by Subtorus 0\.0\.1\+old/);
  assert.equal(await sentence(page), before);
  await dropLog(page, "made.swf", madeLog(30));
});
