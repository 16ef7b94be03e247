import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { commandLine, download, drawn, expectNotice, finished, inGallery, numbers, openFigure, run, tableRows, type, field } from "./steps.mjs";

const SMALL = "#v=1&jobs=200&vary=runtime:0.5..1.5:0.25";

test("the page and the command line give the same numbers for the same link, bit for bit", async (t) => {
  const page = await openPage(t, "#v=1&jobs=300&rate=2&machine=torus:2x2x2x6x8&allocation=ep,nep,flat&scheduling=fcfs,easy,conservative,ssd,ljf/skip&vary=arrival:0.5..1.5:0.5&seed=18446744073709551615");
  await finished(page);
  const csv = numbers((await download(page, "CSV")).content);
  assert.equal(csv.length, 1 + 3 * 5 * 3 + 1);
  assert.deepEqual(csv, numbers(commandLine(page)));
});

test("replications are added until the plotted mean is precise: as many on the page as on the command line", async (t) => {
  const page = await openPage(t, "#v=1&model=stochastic&jobs=60&machine=mesh:8x8&allocation=flat&vary=rate:0.1..0.3:0.1&replications=30&precision=0.1&plot=mean_response-coefficient");
  await finished(page);
  const csv = numbers((await download(page, "CSV")).content);
  assert.deepEqual(csv, numbers(commandLine(page)));
  const column = csv[0].split(",").indexOf("replications");
  const counts = csv.slice(1, -1).map((row) => Number(row.split(",")[column]));
  assert.equal(counts.length, 2 * 3);
  assert.ok(counts.every((count) => [12, 18, 27, 30].includes(count)), `${counts}`);
  assert.ok(Math.min(...counts) < Math.max(...counts), "an idle machine is precise sooner than a crowded one");
  assert.match(await page.locator("#sentence").innerText(), /up to 30 replications/);
  await page.locator("#canvas").press("ArrowRight");
  await page.locator("#tooltip", { hasText: /95 %, \d+ replications/ }).waitFor();
});

test("bad parameters of a link are named, and the rest is used", async (t) => {
  const page = await openPage(t, "#v=1&jobs=150&machin=torus:8x8&runtime-coefficient=nan&machine=torus:0x4&vary=runtime:1..0:0.1&allocation=flat");
  await finished(page);
  const said = await page.locator("#notices").innerText();
  for (const name of ["machin", "runtime-coefficient", "machine", "vary"]) {
    assert.match(said, new RegExp(`^${name}: `, "m"));
  }
  assert.match(said, /^machine: .*; torus:2x2x2x4x4x8 is used$/m);
  assert.doesNotMatch(said, /^machin: .* is used$/m);
  assert.match(await page.locator("#sentence").innerText(), /150 jobs/);
  assert.equal((await tableRows(page)).length, 2 * 37);
  assert.match(page.url(), /machin=torus:8x8/, "the address is unchanged");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await finished(page);
  assert.match(page.url(), /machin=torus:8x8/, "running does not edit the link");
  await type(page, "jobs", "160");
  assert.equal(new URL(page.url()).hash, "#v=1&jobs=160&allocation=flat", "the edited link has the actual values");
});

for (const [what, link, shown] of /** @type {[string, string, RegExp][]} */ ([
  ["newer version", "#v=99&jobs=150&vary=none", /v: the link has version 99/],
  ["parameter not known", "#v=1&jobs=150&vary=none&colour=blue", /colour: is not a parameter/],
  ["value not understood", "#v=1&jobs=150&vary=none&round=pow3", /round: .*pow3/],
  ["batch of a newer version", "#v=99&problem=cnp&side=8&jobs=8:1", /v: the link has version 99/],
])) {
  test(`a link with a ${what} stays in the address bar until the user edits it`, async (t) => {
    const page = await openPage(t, link);
    const batch = link.includes("problem");
    const sentence = page.locator(batch ? "#batch-sentence" : "#sentence", { hasText: batch ? /One job/ : /computed in/ });
    await sentence.waitFor();
    await drawn(page);
    assert.match(await page.locator(batch ? "#batch-notices" : "#notices").innerText(), shown);
    assert.equal(new URL(page.url()).hash, link);
    await page.getByRole("button", { name: "Batch planner" }).click();
    await page.getByRole("button", { name: "Explore" }).click();
    if (!batch) {
      assert.equal(new URL(page.url()).hash, link, "other views do not edit the link");
      await type(page, "jobs", "151");
      await run(page);
      assert.equal(new URL(page.url()).hash, "#v=1&jobs=151&vary=none");
      await page.goBack();
      await page.waitForFunction((link) => location.hash === link, link);
    }
    await page.reload();
    await finished(page);
  });
}

test("a stored log does not change the parts of a link that the page does not understand", async (t) => {
  const page = await openPage(t, SMALL);
  const { dropLog, madeLog } = await import("./steps.mjs");
  await dropLog(page, "made.swf", madeLog(50));
  const known = new URL(page.url()).hash;
  const link = `${known.replace("v=1", "v=99")}&colour=blue`;
  await page.evaluate((link) => (location.hash = link), link);
  await page.locator("#sentence", { hasText: /50 jobs from made\.swf.*(computed in|all \d+ runs kept)/ }).waitFor();
  assert.equal(new URL(page.url()).hash, link);
  await page.reload();
  await page.locator("#sentence", { hasText: /50 jobs from made\.swf.*(computed in|all \d+ runs kept)/ }).waitFor();
  assert.equal(new URL(page.url()).hash, link, "it was stored");
});

test("a bad value stays as typed with the error next to it, and the experiment does not change", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  for (const [name, bad, reason] of /** @type {[string, string, RegExp][]} */ ([
    ["machine", "torus:0x4", /torus:0x4/],
    ["vary", "runtime:1..0:0.1", /ends at 0, before it starts at 1/],
    ["jobs", "many", /whole number/],
  ])) {
    const control = await field(page, name);
    const good = await control.inputValue();
    await type(page, name, bad);
    assert.match(await page.locator(`#wrong-${name}`).innerText(), reason);
    assert.equal(await control.getAttribute("aria-invalid"), "true");
    assert.match((await control.getAttribute("aria-describedby")) ?? "", new RegExp(`wrong-${name}`));
    assert.equal(await control.inputValue(), bad);
    assert.equal(new URL(page.url()).hash, SMALL);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    assert.match(await page.locator("#run-state").innerText(), new RegExp(`^Not run: ${await page.locator(`label[for="field-${name}"]`).textContent()} needs another value`));
    assert.ok(await control.evaluate((element) => element === document.activeElement), "it has the focus");
    await control.press("Escape");
    assert.equal(await control.inputValue(), good);
    assert.equal(await control.getAttribute("aria-invalid"), null);
  }
  await run(page);
});

test("strategies are ticked, or typed if they are not in the list", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await field(page, "allocation");
  await page.getByRole("checkbox", { name: "Equal partition ep", exact: true }).uncheck();
  await page.getByRole("checkbox", { name: "Conservative backfilling conservative", exact: true }).check();
  await field(page, "scheduling");
  const other = page.getByLabel("add another order");
  await other.fill("sjf/nonsense");
  await other.press("Enter");
  assert.match(await page.locator("#wrong-scheduling").innerText(), /unknown scheduling 'sjf\/nonsense'/);
  await other.fill("sjf/easy");
  await other.press("Enter");
  await page.getByRole("checkbox", { name: "sjf/easy" }).waitFor();
  assert.match(decodeURIComponent(page.url()), /allocation=nep,flat&scheduling=fcfs,easy,conservative,sjf\/easy/);
  await run(page);
  assert.equal((await tableRows(page)).length, 2 * 4 * 5);
  await field(page, "allocation");
  for (const name of ["Non-equal partition nep", "Any free nodes flat"]) await page.getByRole("checkbox", { name, exact: true }).uncheck();
  assert.notEqual(await page.locator("#wrong-allocation").innerText(), "", "at least one strategy is needed");
});

test("the link can be copied, and is shown if copying is not allowed", async (t) => {
  const page = await openPage(t, SMALL, { permissions: ["clipboard-read", "clipboard-write"] });
  await finished(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator("#copied", { hasText: "copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator("#link-text").waitFor({ state: "visible" });
  assert.equal(await page.locator("#link-text").inputValue(), page.url());
});

test("a preset with a log is one click, and names its log", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.getByRole("button", { name: "Published figures" }).click();
  assert.match((await inGallery(page, "Mao", "figure 3").locator("xpath=..").textContent()) ?? "", /Needs the NASA iPSC\/860 1993 log/);
  await inGallery(page, "Mao", "figure 3").click();
  await page.locator("#sentence", { hasText: /18239 jobs from NASA-iPSC-1993-3\.1-cln\.swf.*computed in/ }).waitFor({ timeout: 120_000 });
  assert.match(page.url(), /size-scale=8&round=pow2/);
  await page.goBack();
  await page.locator("#sentence", { hasText: /200 jobs.*all \d+ runs kept/ }).waitFor();
  assert.equal(new URL(page.url()).hash, SMALL);
});

test("a preset without a log runs at one click, with the printed values next to it", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await openFigure(page, "Bani-Mohammad 2008", "figure 3.12");
  await page.locator("#sentence", { hasText: /on mesh:8x8x8, mesh:10x10x10 and mesh:12x12x12.*computed in/ }).waitFor();
  assert.equal((await tableRows(page)).length, 3 * 13);
  const rows = await page.locator("#comparison tbody tr").allInnerTexts();
  assert.equal(rows.length, 3, "the thesis prints one value for all meshes");
  for (const [place, side] of [8, 10, 12].entries()) {
    const [, mesh, printed, here] = rows[place].match(
      /^Busy list, turning · First come, first served on mesh:(\d+)x.*\s+Allocated blocks at arrival rate 5\.8\s+([\d.]+)\s+([\d.]+) ± [\d.]+\s+agrees$/u,
    ) ?? assert.fail(rows[place]);
    assert.deepEqual([mesh, printed], [String(side), "2.76"]);
    assert.ok(Math.abs(Number(here) - 2.76) < 0.15, here);
  }
});

test("a store that does not work is reported, and everything else works", async (t) => {
  const page = await openPage(t, "");
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { get() { throw new Error("no room here"); } }));
  await page.goto(page.url().split("#")[0] + SMALL);
  await page.reload();
  await finished(page);
  const { dropLog, madeLog } = await import("./steps.mjs");
  await dropLog(page, "made.swf", madeLog(50));
  await expectNotice(page, /cannot remember it for the next visit: no room here/);
  await run(page);
});

test("the stochastic model has fields that no other model shows", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  assert.equal(await (await field(page, "runtimes")).isVisible(), false);
  await (await field(page, "model")).selectOption("stochastic");
  await (await field(page, "sides")).selectOption("exponential");
  await type(page, "runtimes", "bounded-pareto(15,4241,1)");
  await run(page);
  assert.match(await page.locator("#sentence").innerText(), /200 jobs.* from the stochastic model/);
  assert.match(decodeURIComponent(page.url()), /model=stochastic&.*sides=exponential&runtimes=bounded-pareto/);
});

test("an embedded chart fills its frame", async (t) => {
  const page = await openPage(t, `${SMALL}&embed=1`);
  await finished(page);
  for (const [width, height] of [[390, 844], [600, 900], [899, 700], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    const [chart, end, whole] = await page.evaluate(() => [
      document.querySelector("#canvas")?.getBoundingClientRect().height ?? 0,
      document.querySelector(".chart-foot")?.getBoundingClientRect().bottom ?? 0,
      Math.max(...[...document.querySelectorAll("html, .result")].map(({ scrollHeight }) => scrollHeight)),
    ]);
    assert.ok(chart > 0.6 * height, `${width} × ${height}: ${chart}`);
    assert.ok(end > height - 20 && whole <= height, `${width} × ${height}: ${end}, ${whole}`);
  }
});

test("an embedded experiment is its chart, and a link to all of it", async (t) => {
  const page = await openPage(t, `${SMALL}&embed=1`, { viewport: { width: 800, height: 450 } });
  await finished(page);
  assert.match(await page.title(), /^Mean bounded slowdown against utilisation: .* · Subtorus$/);
  for (const part of ["#canvas", "#embedded", "#sentence"]) assert.ok(await page.locator(part).isVisible(), part);
  for (const part of [".bar button", "#run", "#open-export"]) assert.equal(await page.locator(part).filter({ visible: true }).count(), 0, part);
  await expectAccessible(page);
  const [whole] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("link", { name: "Open this experiment" }).click()]);
  await whole.locator("#run").waitFor();
  assert.equal(new URL(whole.url()).hash, SMALL);
  await whole.close();
});
