import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./harness.mjs";
import { commandLine, download, dropLog, expectNotice, finished, gzipSync, madeLog, numbers, run, tableRows, type, field, named } from "./steps.mjs";

const SMALL = "#v=1&jobs=120&machine=mesh:4x4&allocation=flat,ff&scheduling=fcfs&vary=runtime:0.5..1.5:0.5";

/** @param {import("playwright-core").Page} page */
const fragment = (page) => new URL(page.url()).hash;

/** @param {import("playwright-core").Page} page */
async function another(page) {
  await field(page, "machine");
  return page.getByRole("button", { name: "compare with another machine" });
}

test("a second machine takes one button and one line, has its curves, and is removed by emptying its line", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  assert.equal(await page.locator("#field-machine-2").count(), 0, "one machine has one line");
  const alone = numbers((await download(page, "CSV")).content);
  await (await another(page)).click();
  assert.ok(await (await field(page, "machine-2")).evaluate((element) => element === document.activeElement));
  await type(page, "machine-2", "torus:6x6");
  assert.match(fragment(page), /&machine=mesh:4x4,torus:6x6&/);
  await run(page);
  assert.match(await page.locator("#sentence").innerText(), /120 jobs from .* on mesh:4x4 and torus:6x6, 2 pairs of strategies × 3/);
  for (const curve of ["fcfs / flat on mesh:4x4", "fcfs / ff on mesh:4x4", "fcfs / flat on torus:6x6", "fcfs / ff on torus:6x6"]) {
    await page.getByRole("button", { name: named(curve), exact: true }).waitFor();
  }
  const keys = await page.locator("#legend .swatch").evaluateAll((swatches) => swatches.map(({ innerHTML }) => innerHTML));
  assert.equal(new Set(keys).size, 4, "no two keys look alike");
  const colours = keys.map((key) => /#[0-9a-f]{6}/.exec(key)?.[0]);
  assert.deepEqual(colours.slice(0, 2), colours.slice(2), "a strategy has one colour on all machines");
  assert.equal((await tableRows(page)).length, 12);
  const csv = numbers((await download(page, "CSV")).content);
  assert.deepEqual(csv, numbers(commandLine(page)), "the output of the command line");
  assert.deepEqual(csv.slice(1, 7), alone.slice(1, 7).map((row) => `mesh:4x4,${row}`), "the first machine has the same results alone");
  await type(page, "machine-2", "");
  assert.equal(fragment(page), SMALL);
  assert.equal(await page.locator("#field-machine-2").count(), 0);
});

test("machines of a link have a line each, and a wrong one is marked at its line", async (t) => {
  const page = await openPage(t, SMALL.replace("mesh:4x4", "mesh:4x4,mesh:5x5,mesh:6x6"));
  await finished(page);
  assert.equal(await (await field(page, "machine-3")).inputValue(), "mesh:6x6");
  await type(page, "machine-2", "mesh:0x5");
  assert.match(await page.locator("#wrong-machine").innerText(), /'mesh:0x5': dimension 0 has extent 0/);
  assert.equal(await (await field(page, "machine-2")).getAttribute("aria-invalid"), "true");
  assert.equal(await (await field(page, "machine")).getAttribute("aria-invalid"), null);
  await (await field(page, "machine-2")).press("Escape");
  assert.equal(await (await field(page, "machine-2")).inputValue(), "mesh:5x5");
  assert.equal(await (await field(page, "machine-2")).getAttribute("aria-invalid"), null);
  await type(page, "machine", "mesh:3x3,mesh:4x4");
  assert.match(fragment(page), /&machine=mesh:3x3,mesh:4x4,mesh:5x5,mesh:6x6&/, "a list typed in one line becomes lines");
  assert.equal(await (await field(page, "machine-4")).inputValue(), "mesh:6x6");
});

test("settings that conflict with several machines are reported", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await type(page, "machine", "mesh:4x4,mesh:8x8");
  await type(page, "vary", "side:4..8:4");
  await expectNotice(page, /vary: every one of the machines would get the same sides/);
  await type(page, "vary", "runtime:1");
  await type(page, "machine-2", "mesh:3x3x3");
  await page.locator(".refused", { hasText: /^Buddy squares 2dbs$/ }).waitFor({ state: "attached" });
  const refused = page.getByRole("checkbox", { name: "Buddy squares 2dbs", exact: true, includeHidden: true });
  assert.match((await refused.getAttribute("aria-description")) ?? "", /^mesh:3x3x3: /, "the reason names the machine");
});

test("a log leaves machines that the user has chosen, and the sizes of its jobs, as they are", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await type(page, "machine", "torus:16x16,torus:8x16");
  await dropLog(page, "made.swf.gz", gzipSync(madeLog(60)));
  assert.equal(await (await field(page, "machine")).inputValue(), "torus:16x16");
  assert.equal(await (await field(page, "size-scale")).inputValue(), "1");
  await page.locator("#machines-title", { hasText: "All 60 jobs fit on 2 machines" }).click();
  assert.match(await page.locator("#outlook").innerText(), /torus:16x16 takes all 60 jobs[^]*torus:8x16 takes all 60 jobs/);
});
