/** The machine at a moment of a run: by pointer, by keyboard, with other axes, which are stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { finished } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const LINK = "#v=1&jobs=400&machine=torus:2x2x2x4x4x8&allocation=gabl&scheduling=fcfs&vary=runtime:1..2:1&run=fcfs/gabl@1&moment=3600";

/** @param {Page} page */
async function unfolded(page) {
  await finished(page);
  await page.locator("#run-body").waitFor();
  await page.locator("#run-map-caption", { hasText: /of 1024 processors/ }).waitFor();
}

test("nodes name the job that holds them, by keyboard and by pointer", async (t) => {
  const page = await openPage(t, LINK, { viewport: { width: 1440, height: 900 } });
  await unfolded(page);
  await page.locator("#run-map").focus();
  await page.keyboard.press("ArrowRight");
  const node = page.locator("#run-node");
  assert.match((await node.textContent()) ?? "", /^node 0,0,0,0,0,0: /);
  const box = await page.locator("#run-map").boundingBox();
  assert.ok(box && box.height > 300 && box.width > 300, `the map has ${box?.width} by ${box?.height} pixels`);
  await page.keyboard.press("ArrowRight");
  assert.match((await node.textContent()) ?? "", /^node 0,0,0,0,0,1: /);
  await page.keyboard.press("ArrowUp");
  assert.match((await node.textContent()) ?? "", /^node 0,0,0,0,1,1: /);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  assert.equal(await node.textContent(), "");
  await page.locator("#run-map-canvas").hover({ position: { x: 90, y: 30 } });
  await page.locator("#run-node", { hasText: /^node \d,/ }).waitFor();
});

test("by touch, a tap names a node and chooses its job, in tiles and in three dimensions", async (t) => {
  const page = await openPage(t, LINK.replaceAll("torus:2x2x2x4x4x8", "torus:8x8x8").replace("3600", "400000"), { hasTouch: true, viewport: { width: 1440, height: 900 } });
  await finished(page);
  await page.locator("#run-map-caption", { hasText: /of 512 processors/ }).waitFor();
  for (const [kind, map] of [["Tiles", "#run-map-canvas"], ["3-D", ".solid canvas"]]) {
    await page.getByRole("button", { name: kind, exact: true }).click();
    const canvas = page.locator(map).first();
    const { height, width } = (await canvas.boundingBox()) ?? assert.fail("no map");
    // Some nodes are free, and those of the solid are not drawn.
    for (let place = 2; place < 14 && !(await page.locator("#run-job").isVisible()); place++) {
      await canvas.tap({ position: { x: width / 2, y: (height * place) / 16 } });
    }
    const title = (await page.locator("#run-job-title").textContent()) ?? "";
    assert.match((await page.locator("#run-node").textContent()) ?? "", new RegExp(`^node .*: ${title.toLowerCase()}, `));
    await page.locator("#run-job-close").click();
  }
});

test("the user chooses the axes, also for the next visit", async (t) => {
  const page = await openPage(t, LINK);
  await unfolded(page);
  const axes = page.locator("#run-axes");
  assert.equal(await axes.getAttribute("placeholder"), "across=5,2,1 up=4,3,0");
  await axes.fill("across=5 up=4");
  await axes.press("Enter");
  await page.locator("#run-axes-wrong", { hasText: "dimension 0 lies nowhere" }).waitFor();
  await axes.fill("across=5,4,3 up=2,1,0");
  await axes.press("Enter");
  assert.equal(await axes.getAttribute("placeholder"), "across=5,4,3 up=2,1,0");
  assert.equal(await page.locator("#run-axes-wrong").isHidden(), true);
  await page.locator("#run-machine").getByLabel("largest free box").check();
  await page.locator("#run-map-caption", { hasText: /The largest free box/ }).waitFor();
  await page.reload();
  await unfolded(page);
  assert.equal(await axes.inputValue(), "across=5,4,3 up=2,1,0");
  assert.equal(await page.locator("#run-machine").getByLabel("largest free box").isChecked(), true);
});

test("packets under way are shown on the links, for a chosen job only its own", async (t) => {
  const page = await openPage(
    t,
    "#v=1&model=stochastic&jobs=60&rate=0.05&service=communication&machine=mesh:8x8&allocation=gabl&scheduling=fcfs&vary=none&run=fcfs/gabl@1&moment=400",
  );
  await finished(page);
  await page.locator("#run-body").waitFor();
  const machine = page.locator("#run-machine");
  await machine.getByLabel("packets on links").check();
  const caption = page.locator("#run-map-caption");
  await caption.filter({ hasText: /\d+ packets? (is|are) under way.* The busiest link is on the way of \d+ packets?\./ }).waitFor();
  await page.locator("#run-running-title").click();
  await page.locator("#run-running button").first().press("Enter");
  await caption.filter({ hasText: /under way, \d+ of them of job \d+ \(its links are shown\)/ }).waitFor();
  await machine.getByLabel("Near miss").check();
  await caption.filter({ hasText: /at the head, is given|No job waits for a place/ }).waitFor();
  await expectAccessible(page);
});

test("a run without a network has no packets to show", async (t) => {
  const page = await openPage(t, LINK);
  await unfolded(page);
  assert.equal(await page.locator("#run-machine").getByLabel("packets on links").isHidden(), true);
});

test("without places there is no machine view", async (t) => {
  const page = await openPage(t, LINK.replaceAll("gabl", "flat"));
  await finished(page);
  await page.locator("#run-body").waitFor();
  assert.equal(await page.locator("#run-machine").isHidden(), true);
});
