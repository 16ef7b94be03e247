/** Input as users type it, use by keyboard, and what stays visible. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./harness.mjs";
import { expectNotice, finished, type, field } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=60&machine=mesh:8x8&allocation=gabl,mbs&scheduling=fcfs&vary=runtime:1";
const PHONE = { viewport: { width: 390, height: 844 } };

/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.id);

test("values are read as users type them, and shown in canonical form", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  for (const [typed, machine] of [["16x22", "mesh:16x22"], [" 16×22 ", "mesh:16x22"], ["TORUS:4X4", "torus:4x4"]]) {
    await type(page, "machine", typed);
    assert.equal(await (await field(page, "machine")).inputValue(), machine);
  }
  await field(page, "allocation");
  const other = page.getByLabel("add another placement");
  await other.fill("Paging( 1, SNAKE )");
  await other.press("Enter");
  await other.fill("Midplane(4)");
  await other.press("Enter");
  assert.match(page.url(), /allocation=gabl,mbs,paging\(1,snake\),midplane\(4\)&/);
  await other.fill("gable");
  await other.press("Enter");
  assert.match(await page.locator("#wrong-allocation").innerText(), /unknown allocation strategy 'gable'; did you mean gabl\?$/);
  await other.press("Escape");
  await type(page, "machine", "tours:4x4");
  assert.equal(await page.locator("#wrong-machine").innerText(), "unknown kind of machine 'tours' in 'tours:4x4'; did you mean torus:4x4?");
});

test("a link is read as it was written by hand, and suggests names for unknown ones", async (t) => {
  const page = await openPage(t, "#v=1&jobs=60&vary=none&machine=8×8&allocation=GABL,paging&scheduling=EASY&seeed=2");
  await finished(page);
  await expectNotice(page, /seeed: is not a parameter; did you mean seed\?/);
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  const link = await page.evaluate(async () => {
    const { Study } = await import(new URL("subtorus.js", document.baseURI).href);
    const study = new Study();
    study.open(location.hash);
    return study.link();
  });
  assert.equal(link, "#v=1&jobs=60&machine=mesh:8x8&allocation=gabl,paging(0)&scheduling=easy&vary=none");
});

test("Run is three keys away, and the shortcuts are listed, work and can be switched off", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to Run");
  assert.ok(await page.getByRole("button", { name: "Skip to Run" }).evaluate((skip) => skip.getBoundingClientRect().width > 20), "it is seen");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "run");
  const before = await page.locator("#sentence").innerText();
  await type(page, "jobs", "70");
  await (await field(page, "seed")).press("Escape");
  await page.getByRole("button", { name: "Copy link" }).focus();
  await page.keyboard.press("r");
  await page.locator("#sentence", { hasText: /70 jobs.*computed in/ }).waitFor();
  assert.notEqual(await page.locator("#sentence").innerText(), before);

  await page.keyboard.press("c");
  assert.equal(await focused(page), "canvas");
  await page.keyboard.press("t");
  assert.ok(await page.locator("#data").evaluate((data) => data.hasAttribute("open")));
  await page.keyboard.press("?");
  const panel = page.locator("#shortcuts");
  await panel.waitFor();
  const keys = await panel.locator("kbd").allInnerTexts();
  assert.equal(new Set(keys).size, keys.length, "no key does two things");
  for (const key of ["?", "r", "x", "c", "f", "t", "l", "p", "g", "s"]) assert.ok(keys.includes(key), key);
  await page.keyboard.press("r");
  assert.equal(await page.locator("#cancel").isVisible(), false, "nothing acts behind the panel");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  assert.equal(await focused(page), "to-shortcuts");

  await page.keyboard.press("f");
  assert.ok(await page.evaluate(() => document.activeElement?.closest("#experiment") !== null));
  const jobs = await field(page, "jobs");
  await jobs.fill("");
  await jobs.pressSequentially("80cft?");
  assert.equal(await jobs.inputValue(), "80cft?", "letters are text in a field");
  assert.equal(await panel.isVisible(), false);
  await jobs.press("Escape");

  await page.getByRole("button", { name: "Keys" }).click();
  await panel.getByRole("checkbox").uncheck();
  await panel.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("c");
  assert.equal(await focused(page), "to-shortcuts", "switched off");
  await page.reload();
  await finished(page);
  await page.keyboard.press("c");
  assert.notEqual(await focused(page), "canvas", "for good");
});

test("strategies are chosen by their pictures, with the keyboard and with the pointer", async (t) => {
  const page = await openPage(t, SMALL.replace("8x8", "8x9"));
  await finished(page);
  await page.locator(".refused", { hasText: "2dbs" }).waitFor({ state: "attached" });
  await page.locator("#by-picture").click();
  // As it is on the page; the browser informs assistive programs a little later.
  const hash = () => page.evaluate(() => location.hash);
  const panel = page.locator("#picker");
  /** A title and the name after it. */
  const titled = (/** @type {string} */ name) => new RegExp(`^[A-Z].* ${name}$`);
  const card = (/** @type {string} */ name) => panel.getByRole("checkbox", { name: titled(name) });
  const around = (/** @type {string} */ name) =>
    panel.locator(".card", { has: page.getByRole("checkbox", { name: titled(name) }) });
  assert.ok(await card("gabl").isChecked() && !(await card("ff").isChecked()));
  assert.match(await around("2dbs").innerText(), /Not here: 2dbs cannot manage mesh:8x9/);
  await card("ff").scrollIntoViewIfNeeded();
  await around("ff").locator("svg").first().waitFor();
  await around("ff").locator(".sketch").click();
  assert.match(await hash(), /allocation=ff,gabl,mbs&/);
  assert.match(await panel.locator("#picker-state").innerText(), /Chosen: .*First fit/);
  await card("mbs").focus();
  await page.keyboard.press("Space");
  assert.doesNotMatch(await hash(), /mbs/);
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-labelledby")), "pick-ep-name");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  assert.match(await hash(), /nep/);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  assert.equal(await focused(page), "by-picture");
  assert.ok(await page.locator('#tiles input[value="nep"]').isChecked(), "a tick there is a tick here");
});

test("errors that stop Run are visible next to the button, and disappear once they are fixed", async (t) => {
  const page = await openPage(t, SMALL.replace("gabl,mbs", "2dbs"));
  await finished(page);
  await type(page, "machine", "mesh:8x9");
  await (await field(page, "seed")).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const wrong = page.locator("#wrong-allocation", { hasText: /2dbs cannot manage mesh:8x9/ });
  await wrong.waitFor();
  await page.waitForFunction(() => {
    const [said, bar] = ["wrong-allocation", "run-bar"].map((id) => document.getElementById(id)?.getBoundingClientRect());
    return said && bar && said.top >= 0 && said.bottom <= bar.top;
  });
  assert.match(await page.locator("#run-state").innerText(), /^Not run: .*2dbs cannot manage mesh:8x9/);

  await type(page, "machine", "mesh:8x8");
  await type(page, "jobs", "many");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  assert.match(await page.locator("#run-state").innerText(), /^Not run: Number of jobs needs another value/);
  await (await field(page, "jobs")).press("Escape");
  assert.equal(await page.locator("#run-state").innerText(), "", "there is no error any more");
});

test("a link with a missing log leaves no curves of another experiment", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.evaluate(() => (location.hash = `#v=1&log=lost.swf&sha256=${"ab".repeat(32)}`));
  await page.locator("#sentence", { hasText: /needs lost\.swf, which is not here.*another experiment/ }).waitFor();
  assert.ok(Number(await page.locator("#chart").evaluate((chart) => getComputedStyle(chart).opacity)) < 0.5);
  assert.equal(await page.locator("#notices", { hasText: /Press Run/ }).count(), 0, "there is nothing to run");
  await page.goBack();
  await finished(page);
  assert.equal(await page.locator("#chart").evaluate((chart) => getComputedStyle(chart).opacity), "1");
});

test("the document does not scroll behind its columns, and no field has the focus under the Run bar", async (t) => {
  const page = await openPage(t, SMALL, { viewport: { width: 1280, height: 640 } });
  await finished(page);
  await page.locator("details").evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
  const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(beyond <= 0, `${beyond} pixels of nothing below the page`);
  for (const viewport of [{ width: 1280, height: 640 }, PHONE.viewport]) {
    await page.setViewportSize(viewport);
    await page.getByRole("button", { name: "choose a file" }).focus();
    for (let step = 0; step < 200 && (await focused(page)) !== "run"; step++) {
      const under = await page.evaluate(() => {
        const [element, bar] = [document.activeElement, document.getElementById("run-bar")];
        if (!element || !bar || bar.contains(element)) return "";
        const overlap = element.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
        return overlap > 0 ? `${element.outerHTML.slice(0, 80)} by ${overlap}` : "";
      });
      assert.equal(under, "", `${viewport.width} wide`);
      await page.keyboard.press("Tab");
    }
    assert.equal(await focused(page), "run");
  }
});

test("on a phone the chart and the Run bar are visible at once, and nothing is wider than the page", async (t) => {
  const page = await openPage(t, "#v=1&jobs=100&vary=runtime:0.5..1.5:0.5", PHONE);
  await finished(page);
  const inSight = () => page.evaluate(() => {
    const [chart, bar] = ["canvas", "run-bar"].map((id) => document.getElementById(id)?.getBoundingClientRect());
    return chart && bar && chart.top >= 0 && chart.bottom <= bar.top && bar.bottom <= innerHeight;
  });
  assert.ok(await inSight(), "as it opens");
  await page.locator("#vary").scrollIntoViewIfNeeded();
  assert.ok(!(await inSight()));
  await page.getByRole("button", { name: "Chart", exact: true }).click();
  assert.equal(await focused(page), "canvas");
  assert.ok(await inSight(), "one press away from anywhere");
  await page.locator("details").evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels too wide at ${width}`);
  }
});

test("rows that are removed at once come back, and one bad row leaves the others their plan", async (t) => {
  const page = await openPage(t, "#v=1&problem=cnp&jobs=8:2,4:2,4:4");
  const says = (/** @type {RegExp} */ pattern) => page.locator("#batch-sentence", { hasText: pattern }).waitFor();
  await says(/3 jobs/);
  await page.getByRole("button", { name: "Remove all" }).click();
  await says(/No jobs yet/);
  await page.keyboard.press("Enter");
  await says(/3 jobs/);
  assert.equal(new URL(page.url()).hash, "#v=1&problem=cnp&jobs=8:2,4:2,4:4");
  assert.equal(await page.getByRole("button", { name: /Bring back/ }).count(), 0);

  await page.getByRole("button", { name: "Remove all" }).click();
  await says(/No jobs yet/);
  await page.getByLabel("size of job 1", { exact: true }).evaluate((field) => {
    const data = new DataTransfer();
    data.setData("text", "4 2\n3 1\n2 4\n");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await says(/2 jobs/);
  await page.locator("#batch-notices", { hasText: /The marked rows are in neither the plan nor its permalink/ }).waitFor();
  assert.equal(await page.locator(".job .wrong:visible").count(), 1);
  assert.equal(await page.getByLabel("size of job 2", { exact: true }).inputValue(), "3", "it stays as typed");
  await type(page, "size of job 2", "2");
  await says(/3 jobs/);
  assert.equal(await page.locator("#batch-notices li").count(), 0);
});
