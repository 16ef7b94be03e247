import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { download, finished, run, tableRows, type, named } from "./steps.mjs";

const SMALL = "#v=1&jobs=150&allocation=nep,flat&scheduling=easy&vary=runtime:0.5..1.5:0.5&replications=5&precision=1&plot=wait-coefficient";

test("curves are shown as ratio to one of them, with intervals of pairs; the link has the comparison", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const values = await tableRows(page);
  await page.getByLabel("shown as").selectOption("ratio");
  await page.getByLabel("compared with").selectOption({ label: named("easy / flat") });
  assert.match(page.url(), /&compare=ratio:easy\/flat$/);
  assert.match(await page.title(), /^Mean wait \(ratio to Any free nodes · Backfilling \(EASY\)\) against/);
  assert.doesNotMatch(await page.locator("#run-state").innerText(), /before the last changes/, "no new run is needed");
  const rows = await tableRows(page);
  const titles = await page.locator("#table thead th").allInnerTexts();
  const column = (/** @type {string} */ title) => titles.findIndex((found) => found.startsWith(title));
  assert.deepEqual(rows.filter(([curve]) => curve === named("easy / flat")).map((row) => row[column("Mean wait")]), ["1", "1", "1"]);
  assert.ok(rows.every((row) => row[column("Replications")] === "5 paired"), JSON.stringify(rows));
  assert.notDeepEqual(rows, values);
  await page.locator("#canvas").press("ArrowRight");
  assert.match((await page.locator("#reading").textContent()) ?? "", /paired: both ran the same jobs, 5 replications/);
  await expectAccessible(page);
  await page.reload();
  await finished(page);
  assert.deepEqual(await tableRows(page), rows);
  await page.getByLabel("shown as").selectOption("");
  assert.doesNotMatch(page.url(), /compare/);
  assert.deepEqual(await tableRows(page), values);
});

test("limits of the values are not those of a comparison", async (t) => {
  const page = await openPage(t, `${SMALL}&x-limits=0.5..1.2&y-limits=1000..9000`);
  await finished(page);
  await page.getByLabel("shown as").selectOption("ratio");
  assert.doesNotMatch(page.url(), /y-limits/);
  assert.match(page.url(), /x-limits=0.5..1.2/, "the axis of what varies stays");
});

test("a pinned run stays beneath the next one, can be the baseline, and is removed by unpinning", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.getByRole("button", { name: "Keep as reference", exact: true }).click();
  const labels = () => page.locator("#legend button").allInnerTexts();
  await type(page, "seed", "2");
  await run(page);
  assert.deepEqual(await labels(), [named("easy / nep"), named("easy / flat"), `pinned: ${named("easy / nep")}`, `pinned: ${named("easy / flat")}`]);
  assert.equal((await tableRows(page)).length, 12);
  await page.getByLabel("shown as").selectOption("difference");
  await page.getByLabel("compared with").selectOption("pinned");
  assert.match(page.url(), /&compare=difference:pinned$/);
  const rows = await tableRows(page);
  assert.equal(rows.filter((row) => row.includes("5 and 5 unpaired")).length, 6, "another seed makes other jobs");
  assert.equal(rows.filter((row) => row.includes("5 paired")).length, 6, "the pinned run and the same run");
  await expectAccessible(page);
  const svg = (await download(page, "SVG")).content.toString();
  assert.ok(svg.includes(`pinned: ${named("easy / nep")}`) && /<metadata>[^<]*seed=2[^<]* http[^<]*<\/metadata>/.test(svg), "both addresses");
  await type(page, "seed", "1");
  await run(page);
  const paired = await tableRows(page);
  assert.ok(paired.every((row) => row.includes("5 paired")), "the same seed makes the same jobs");
  await page.getByRole("button", { name: "Unpin pinned" }).click();
  assert.deepEqual(await labels(), [named("easy / nep"), named("easy / flat")]);
  for (let pin = 0; pin < 3; pin++) await page.getByRole("button", { name: "Keep as reference", exact: true }).click();
  assert.ok(await page.getByRole("button", { name: "Keep as reference", exact: true }).isDisabled(), "three are enough");
});

test("pinned runs that these axes cannot show are removed one by one", async (t) => {
  const page = await openPage(t, "#v=1&jobs=60&machine=mesh:8x8&allocation=flat&scheduling=fcfs&vary=runtime:1..2:1&plot=mean_wait-coefficient");
  await finished(page);
  for (let pin = 0; pin < 2; pin++) await page.getByRole("button", { name: "Keep as reference", exact: true }).click();
  await type(page, "vary", "load:0.2..0.4:0.2");
  await run(page);
  const pins = page.locator("#pins li");
  assert.deepEqual((await pins.allInnerTexts()).map((text) => /not shown: it has the runtime coefficient/.test(text)), [true, true]);
  await pins.first().getByRole("button").click();
  assert.equal(await pins.count(), 1);
  await pins.first().getByRole("button").click();
  assert.equal(await pins.count(), 0);
});
