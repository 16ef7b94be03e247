/** Machines that are handed out in units: the field, the unit of a chosen machine, and a run on Mira. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { finished, run, type, field } from "./steps.mjs";

const SMALL = "#v=1&jobs=50&allocation=flat&scheduling=fcfs&vary=none";
const MIRA = "torus:8x12x16x16x2";

test("a machine that is handed out in units sets its unit, which can be undone, and is removed with it", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const unit = await field(page, "unit");
  await type(page, "machine", MIRA);
  assert.equal(await unit.inputValue(), "4x4x4x4x2");
  assert.match(await page.locator("#note-unit").innerText(), /Set to 4x4x4x4x2: it goes with the machine/);
  assert.match(page.url(), /unit=4x4x4x4x2/);
  await expectAccessible(page);

  await type(page, "machine", "torus:24x23x24x2x3x2");
  assert.equal(await unit.inputValue(), "1x1x1x2x3x2", "another machine, another unit");
  await type(page, "machine", "torus:16x16x16");
  assert.equal(await unit.inputValue(), "", "of single nodes");
  assert.equal(await page.locator("#set-by-page li[data-name=unit]").count(), 0);

  await type(page, "machine", MIRA);
  await page.getByRole("button", { name: "Undo the change of unit" }).click();
  assert.equal(await unit.inputValue(), "");
  assert.doesNotMatch(page.url(), /unit=/);
  await type(page, "machine", "torus:16x16x16");
  await type(page, "machine", MIRA);
  assert.equal(await unit.inputValue(), "", "the user wants single nodes");
});

test("a unit that a machine does not consist of is reported next to the field, and nothing runs before", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await type(page, "machine", "torus:8x9");
  await type(page, "unit", "2x2");
  assert.match(await page.locator("#wrong-unit").innerText(), /torus:8x9 does not consist of whole units of 2x2/);
  await type(page, "unit", "2x");
  assert.match(await page.locator("#wrong-unit").innerText(), /is not an extent in '2x'/);
  await type(page, "unit", "2x3");
  assert.equal(await page.locator("#wrong-unit").isVisible(), false);
  await run(page);
  assert.match(await page.locator("#sentence").innerText(), /50 jobs/);
});

test("strategies run on Mira's midplanes, and a strategy with its own cubes is named", async (t) => {
  const page = await openPage(t, `#v=1&jobs=200&machine=${MIRA}&unit=4x4x4x4x2&partitions=mira&allocation=tff,ocs,flat&scheduling=easy&vary=none`);
  await run(page);
  assert.match(await page.locator("#sweeps").innerText(), /in units of 4x4x4x4x2/);
  assert.match(await page.locator("#sweeps").innerText(), /ocs hands the machine out in parts of its own/);
  await expectAccessible(page);
});
