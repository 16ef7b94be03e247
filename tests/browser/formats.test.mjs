import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { commandLine, download, drop, dropLog, expectNotice, finished, gzipSync, numbers, run } from "./steps.mjs";

const SMALL = "#v=1&jobs=50&vary=runtime:1";
const sample = (/** @type {string} */ name) => readFileSync(fileURLToPath(new URL(`../data/${name}`, import.meta.url)));

test("an export of Slurm's, a workload of Batsim and a table are dropped like any log, and recognised by their content", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const table = Buffer.from("submit,runtime,nodes,estimate\n0,60,4,90\n5,30.5,8,\n");
  for (const [name, content, jobs, fact] of /** @type {const} */ ([
    ["jobs.txt", sample("sacct/whole.txt"), /3 jobs; dropped: 1 unknown runtime/, /StartTime\s+Mar 30 22:00:00 2024/],
    ["workload.json", sample("batsim/whole.json"), /2 jobs; dropped: 1 unknown runtime/, /MaxProcs\s+16/],
    ["table.csv", table, /2 jobs; none dropped/, /SHA-256\s+[0-9a-f]{64}/],
    ["packed.json.gz", gzipSync(sample("batsim/whole.json")), /2 jobs; dropped: 1 unknown runtime/, /MaxProcs\s+16/],
  ])) {
    await dropLog(page, name, content);
    assert.match(await page.locator("#log-state").innerText(), jobs);
    await page.locator("#log-facts").evaluate((facts) => facts.setAttribute("open", ""));
    assert.match(await page.locator("#log-facts-body").innerText(), fact);
    assert.equal(await page.locator("#shelf").isVisible(), false, "it is not taken for a shelf");
  }
});

test("errors of an export have line and column, and missing columns the command that exports them", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const text = sample("sacct/whole.txt").toString().replace("|64|UNLIMITED|", "|many|UNLIMITED|");
  await dropLog(page, "jobs.txt", Buffer.from(text));
  await page.locator("#log-complaints-title").click();
  const said = await page.locator("#log-complaints-body").innerText();
  assert.match(said, /line 5, field 7 \(AllocNodes\): 'many' is not a number \(expected such as 128 or 48K\)/);
  assert.match(said, /line 8.*2 jobs had not ended, first this one/);
  await expectAccessible(page);
  await drop(page, "names.txt", Buffer.from("JobID|State\n1|COMPLETED\n"));
  await expectNotice(page, /no column says when a job was submitted, nor how long it ran, .*export again: sacct -X -P -o JobIDRaw,Submit/);
});

test("a workload of Batsim runs on the page as on the command line, bit for bit", async (t) => {
  const page = await openPage(t, `${SMALL}&allocation=nep`);
  await finished(page);
  const log = { name: "workload.json", content: sample("batsim/whole.json") };
  await dropLog(page, log.name, log.content);
  await run(page);
  const csv = await download(page, "CSV");
  assert.deepEqual(numbers(csv.content), numbers(commandLine(page, log)));
});
