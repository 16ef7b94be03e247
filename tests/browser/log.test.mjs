import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { commandLine, download, drop, dropLog, expectNotice, finished, gzipSync, inGallery, madeLog, numbers, run, tableRows, type, field, named } from "./steps.mjs";

const LOG = { name: "made.swf.gz", content: gzipSync(madeLog(400)) };
const REAL = fileURLToPath(new URL("../../samples/NASA-iPSC-1993-3.1-cln.swf.gz", import.meta.url));
/** A small model, so that the tests do not wait for the first visit's run. */
const SMALL = "#v=1&jobs=50&vary=runtime:1";

test("a dropped log is summed up, gets its own machine, runs, and has the results of the command line, bit for bit", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await dropLog(page, LOG.name, LOG.content);
  assert.match(await page.locator("#log-state").innerText(), /400 jobs; none dropped/);
  assert.match(await page.locator("#note-machine").innerText(), /Set to torus:4x8: the log's machine has 32 processors/);
  assert.match(page.url(), /#v=1&log=made\.swf&sha256=[0-9a-f]{64}&machine=torus:4x8&vary/, "sizes stay as they are");
  await page.locator("#log-facts summary").click();
  assert.match(await page.locator("#log-facts-body").innerText(), /Computer\s+Testbed/);
  await type(page, "vary", "runtime:0.5..1.5:0.25");
  await run(page);
  assert.equal((await tableRows(page)).length, 6 * 5);
  const csv = await download(page, "CSV");
  assert.equal(await page.locator("#paper").isVisible(), false, "no paper has printed values of this");
  assert.match(csv.name, /^subtorus-made-.*\.csv$/);
  assert.ok(csv.content.toString().includes(new URL(page.url()).hash), "the link is in the header");
  assert.deepEqual(numbers(csv.content), numbers(commandLine(page, LOG)));
});

test("the proposal for a log does not change the user's settings", async (t) => {
  const page = await openPage(t, "#v=1&jobs=50&machine=torus:8x8&size-scale=2&vary=runtime:1");
  await finished(page);
  await dropLog(page, LOG.name, LOG.content);
  assert.equal(await (await field(page, "machine")).inputValue(), "torus:8x8");
  assert.equal(await (await field(page, "size-scale")).inputValue(), "2");
  assert.equal(await page.locator("#set-by-page li[data-name=machine]").count(), 0, "nothing has changed, and there is no notice");
});

test("the browser stores a log, so that its link runs at once; another browser asks for it and then runs", async (t) => {
  const page = await openPage(t, `${SMALL}&allocation=nep`);
  await finished(page);
  await dropLog(page, LOG.name, LOG.content);
  await run(page);
  const before = await tableRows(page);
  const { hash } = new URL(page.url());

  const again = await openPage(t, hash, { context: page.context() });
  await finished(again);
  assert.deepEqual(await tableRows(again), before);

  const elsewhere = await openPage(t, hash);
  await elsewhere.locator("#log-state", { hasText: /needs made\.swf, which this browser does not have/ }).waitFor();
  assert.match((await elsewhere.locator("#log-state a").getAttribute("href")) ?? "", /^https:/);
  await drop(elsewhere, LOG.name, LOG.content);
  await finished(elsewhere);
  assert.deepEqual(await tableRows(elsewhere), before);
  assert.equal(new URL(elsewhere.url()).hash, hash);
});

test("a log other than the link's is a choice: the experiment does not change until the user takes it", async (t) => {
  const sha256 = "ab".repeat(32);
  const page = await openPage(t, `#v=1&log=lost.swf&sha256=${sha256}&vary=runtime:1`);
  await page.locator("#log-state", { hasText: /needs lost\.swf/ }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  assert.match(await page.locator("#run-state").innerText(), /log is not here/);
  const hash = new URL(page.url()).hash;
  await drop(page, LOG.name, LOG.content);
  await expectNotice(page, /made\.swf\.gz is not the log that this experiment was made with \(lost\.swf\): its SHA-256 is [0-9a-f]{64}/);
  await expectAccessible(page);
  assert.equal(new URL(page.url()).hash, hash);
  await page.getByRole("button", { name: "Keep waiting for lost.swf" }).click();
  assert.equal(await page.locator("#notices li").count(), 0);
  assert.match(await page.locator("#log-state").innerText(), /needs lost\.swf/);
  assert.equal(new URL(page.url()).hash, hash, "it still waits for its own log");

  await drop(page, LOG.name, LOG.content);
  await page.getByRole("button", { name: "Use made.swf.gz for this experiment" }).click();
  await page.locator("#log-state strong", { hasText: "made.swf" }).waitFor();
  await page.locator("#sentence", { hasText: /400 jobs from made\.swf.*comput/ }).waitFor();
  assert.ok(!page.url().includes(sha256) && page.url().includes("log=made.swf"));
  assert.equal(await page.locator("#notices li", { hasText: /not the log/ }).count(), 0);
  await run(page);
});

test("a log can be chosen instead of dropped, and replaced by the model again", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "choose a file" }).click();
  await (await chooser).setFiles({ name: "chosen.swf", mimeType: "", buffer: madeLog(50) });
  await page.locator("#log-state", { hasText: "chosen.swf" }).waitFor();
  await page.getByRole("button", { name: "Synthetic jobs" }).click();
  assert.equal(new URL(page.url()).hash, SMALL);
});

test("files that are not logs are refused with a reason, and the page keeps its log", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const before = { rows: await tableRows(page), hash: new URL(page.url()).hash };
  const whole = gzipSync(madeLog(400));
  for (const [name, content, reason] of /** @type {[string, Buffer, RegExp][]} */ ([
    ["empty.swf", Buffer.alloc(0), /empty\.swf could not be read: the file is empty/],
    ["cut.swf.gz", whole.subarray(0, whole.length / 2), /cut\.swf\.gz could not be read: cannot be unpacked: the gzip is cut short, it ends after \d+ bytes/],
    ["random.swf", randomBytes(2_000_000), /random\.swf could not be read: /],
    ["words.swf", Buffer.from("one two three\n".repeat(100)), /words\.swf could not be read: .*'one two three'.*Standard Workload Format/s],
    ["page.html", Buffer.from("<!doctype html><title>404</title>"), /page\.html could not be read/],
  ])) {
    await drop(page, name, content);
    await expectNotice(page, reason);
  }
  assert.deepEqual({ rows: await tableRows(page), hash: new URL(page.url()).hash }, before);
  await dropLog(page, LOG.name, LOG.content);
  assert.equal(await page.locator("#notices li", { hasText: "could not be read" }).count(), 0);
});

test("a table with unknown names is read once the user has chosen its columns", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await drop(page, "odd.csv", Buffer.from("t_in,dur_s,boxes\n0,100,4\n10,50,8\n20,70,2\n"));
  const notice = page.locator("#notices [data-subject=log]");
  const columns = notice.getByLabel("Columns of the table");
  await columns.waitFor();
  assert.equal(await columns.inputValue(), "submit=NAME,runtime=NAME,processors=NAME");
  await columns.fill("nonsense");
  await columns.press("Enter");
  assert.match(await columns.evaluate((/** @type {HTMLInputElement} */ field) => field.validationMessage), /^Write pairs such as submit=NAME/);
  await columns.fill("submit=t_in,runtime=dur,processors=boxes");
  await columns.press("Enter");
  await notice.filter({ hasText: "no column is called 'dur'" }).waitFor();
  assert.equal(await columns.inputValue(), "submit=t_in,runtime=dur,processors=boxes");
  await expectAccessible(page);
  await columns.fill("submit=t_in,runtime=dur_s,processors=boxes");
  await columns.press("Enter");
  await page.locator("#log-state strong", { hasText: "odd.csv" }).waitFor();
  await finished(page);
  assert.equal(await notice.count(), 0);
  assert.match(decodeURIComponent(page.url()), /column=submit=t_in,runtime=dur_s,processors=boxes/);
});

test("a gzip with trailing zeros, as from tapes and archives, is read", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  for (const zeros of [1, 512, 10_240]) {
    await dropLog(page, `padded-${zeros}.swf.gz`, Buffer.concat([gzipSync(madeLog(zeros % 7 + 50)), Buffer.alloc(zeros)]));
    assert.match(await page.locator("#log-state").innerText(), new RegExp(`^padded-${zeros}`));
  }
});

test("malformed lines are reported with line and field, and the other jobs are used", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const lines = madeLog(100).toString().trimEnd().split("\n");
  lines[10] = lines[10].replace(/^(\d+) \d+/, "$1 noon");
  lines[20] = "1 2 3";
  await dropLog(page, "torn.swf", Buffer.from(lines.join("\n")));
  assert.match(await page.locator("#log-state").innerText(), /98 jobs; dropped: 2 malformed/);
  await page.locator("#log-complaints summary").click();
  assert.match(await page.locator("#log-complaints-body").innerText(), /line 11, field 2.*noon/s);
  assert.match(await page.locator("#log-complaints-body").innerText(), /line 21/);
});

test("the NASA log: dropped on the defaults, put on the machine of Mao 2005 as it was there, run, figure 3", async (t) => {
  const log = { name: "NASA-iPSC-1993-3.1-cln.swf.gz", content: readFileSync(REAL) };
  const page = await openPage(t);
  await finished(page);
  await dropLog(page, log.name, log.content);
  await page.locator("#machines-title").click();
  await page.getByRole("button", { name: /^QCDOC crate.*: sizes × 8$/ }).click();
  await (await field(page, "round")).selectOption("pow2");
  await page.getByRole("button", { name: "Undo the change of vary" }).click();
  await run(page);
  t.diagnostic(await page.locator("#sentence").innerText());
  const rows = await tableRows(page);
  assert.equal(rows.length, 222);
  await page.getByRole("button", { name: "Published figures" }).click();
  const preset = await inGallery(page, "Mao", "figure 3").getAttribute("data-link");
  await page.keyboard.press("Escape");
  assert.equal(new URL(page.url()).hash, preset, "the drop on the defaults with those sizes is the preset");
  const highest = (/** @type {string} */ curve) =>
    Math.max(...rows.filter(([name]) => name === named(curve)).map(([, , utilisation]) => parseFloat(utilisation)));
  assert.ok(highest("fcfs / ep") < highest("fcfs / nep") && highest("fcfs / nep") < highest("fcfs / flat"));
  assert.ok(highest("fcfs / flat") < highest("easy / nep"), "backfilling gets furthest");
  await page.locator("#paper summary").click();
  assert.match(await page.locator("#comparison").innerText(), /Equal partition · First come, first served\s+Saturates at utilisation\s+65\s%\s+between [\d.]+\s% and/u);
  await type(page, "vary", "runtime:0.8..1:0.1");
  await run(page);
  assert.deepEqual(numbers((await download(page, "CSV")).content), numbers(commandLine(page, log)));
});

test("going back from a run sets nothing again that the user has undone", async (t) => {
  const page = await openPage(t, "#v=1&jobs=50");
  await finished(page);
  await dropLog(page, "made.swf", madeLog(300));
  await finished(page);
  await page.getByRole("button", { name: "Undo the change of machine" }).click();
  await run(page);
  const undone = new URL(page.url()).hash;
  await page.locator("#canvas").press("ArrowRight");
  await page.locator("#canvas").press("Enter");
  await page.locator("#run-body").waitFor();
  await page.goBack();
  await page.locator("#run-view").waitFor({ state: "hidden" });
  // A run waits for what is still to be proposed.
  await run(page);
  assert.equal(new URL(page.url()).hash, undone);
});
