/**
 * Packed files: the page stays responsive whatever they unpack to, several members are one file, and a worker reads all
 * of it.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { constants, deflateRawSync } from "node:zlib";
import { openPage } from "./harness.mjs";
import { measure } from "./processes.mjs";
import { subtorus } from "./programs.mjs";
import { commandLine, download, drop, dropLog, expectNotice, finished, grasp, gzipSync, madeLog, numbers, release, run } from "./steps.mjs";

const SMALL = "#v=1&jobs=50&vary=runtime:1";
/** The longest task of the page's thread, in milliseconds, and the most memory of the page and its workers, in megabytes. */
const TASK = 100;
const MEMORY = 600;

/**
 * A gzip of gigabytes: a beginning, and then the same ten megabytes many times. It has no end, which is never reached.
 * @param {string} start
 * @param {Buffer} more
 * @param {number} times
 */
function bomb(start, more, times) {
  const deflate = (/** @type {Buffer} */ bytes) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  const header = gzipSync(Buffer.alloc(0)).subarray(0, 10);
  return Buffer.concat([header, deflate(Buffer.from(start)), ...Array(times).fill(deflate(more))]);
}

const LINE = "1 0 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n";
const ZEROS = Buffer.alloc(10_000_000);

for (const [what, file] of /** @type {[string, Buffer][]} */ ([
  ["zeros", bomb("", ZEROS, 400)],
  ["a log", bomb(LINE, Buffer.from(LINE.repeat(200_000)), 100)],
  ["results", bomb('{"subtorus":"shard",', ZEROS, 400)],
  ["a schedule", bomb("job,submit,start,end,procs\n", Buffer.from("1,0,0,9,1\n".repeat(1_000_000)), 140)],
])) {
  test(`a gzip of gigabytes that begins like ${what} is refused, and the page stays responsive`, async (t) => {
    const page = await openPage(t, SMALL);
    await finished(page);
    await page.evaluate(() => {
      const longest = { task: 0, last: performance.now() };
      setInterval(() => {
        const now = performance.now();
        longest.task = Math.max(longest.task, now - longest.last);
        longest.last = now;
      }, 5);
      Object.assign(window, { longest });
    });
    // The page's own work takes its time in every round, and only the load of the machine differs. So the least of three
    // counts, or of more on a busy machine.
    const tasks = [];
    let memory = 0;
    for (let round = 0; round < 3 || (round < 9 && Math.min(...tasks) >= TASK); round++) {
      const data = await grasp(page, `bomb${round}.gz`, file);
      // The time in which the page makes the file is not counted, even if no timer ran in between.
      await page.evaluate(() => Object.assign(/** @type {any} */ (window).longest, { task: 0, last: performance.now() }));
      let ended = false;
      const watching = (async () => {
        for (; !ended; await new Promise((resolve) => setTimeout(resolve, 20))) memory = Math.max(memory, measure().page);
      })();
      await release(page, data);
      const said = `bomb${round}\\.gz could not be read: too large: its \\d+ bytes of gzip unpack to more than 100 times as many`;
      await expectNotice(page, new RegExp(said));
      ended = true;
      await watching;
      tasks.push(await page.evaluate(() => /** @type {any} */ (window).longest.task));
    }
    t.diagnostic(`${(file.length / 1e6).toFixed(1)} MB: tasks of ${tasks.map(Math.round).join(", ")} ms, ${Math.round(memory)} MB`);
    assert.ok(Math.min(...tasks) < TASK, `the page's thread was busy for ${tasks.map(Math.round)} ms`);
    assert.ok(memory < MEMORY, `${Math.round(memory)} MB`);
    await dropLog(page, "made.swf", madeLog(50));
  });
}

test("a gzip of several members is one log, here and on the command line", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const text = madeLog(400);
  const [start, end] = [text.subarray(0, 7001), text.subarray(7001)];
  const members = Buffer.concat([gzipSync(start), gzipSync(Buffer.alloc(0)), Buffer.alloc(512), gzipSync(end), Buffer.alloc(100)]);
  await dropLog(page, "made.swf", text);
  const whole = new URL(page.url()).hash;
  await page.getByRole("button", { name: "Synthetic jobs" }).click();
  await dropLog(page, "made.swf.gz", members);
  assert.equal(new URL(page.url()).hash, whole, "the same digest");
  await run(page);
  const { content } = await download(page, "CSV");
  for (const log of [text, members]) assert.deepEqual(numbers(content), numbers(commandLine(page, { name: "made.swf.gz", content: log })));
});

test("packed results are recognised by their content, in a worker", async (t) => {
  const at = mkdtempSync(join(tmpdir(), "subtorus-"));
  t.after(() => rmSync(at, { recursive: true }));
  const link = "#v=1&jobs=40&machine=mesh:8x8&allocation=nep,flat&scheduling=fcfs&vary=load:0.5..1.1:0.2";
  subtorus("sweep", "--link", link, "--shard", "1/1", "--out", join(at, "all"));
  const file = readFileSync(join(at, "all"));
  const half = file.length >> 1;
  const page = await openPage(t, SMALL);
  await finished(page);
  // The page's own thread cannot unpack.
  await page.evaluate(() => delete (/** @type {any} */ (window)).DecompressionStream);
  await drop(page, "all.gz", Buffer.concat([gzipSync(file.subarray(0, half)), gzipSync(file.subarray(half))]));
  await page.locator("#sentence", { hasText: "with results of the file all.gz, all 8 runs taken from files" }).waitFor();
  // A name alone does not make a shelf.
  await drop(page, "all.json", file);
  await page.locator("#sentence", { hasText: "with results of the files all.gz and all.json, all 8 runs taken from files" }).waitFor();
  assert.equal(await page.locator("#shelf").isVisible(), false);
});
