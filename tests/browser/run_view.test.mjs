/** The run view: from a point of a curve to the run, a moment of it, a job, and back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { drawn, finished, until, named } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const LINK = "#v=1&jobs=400&machine=mesh:8x8&allocation=gabl,flat&scheduling=fcfs,easy&vary=runtime:1..2:0.5";

/** The open run in the address. @param {Page} page */
function watched(page) {
  const link = new URLSearchParams(new URL(page.url()).hash.slice(1));
  return { run: link.get("run"), moment: link.get("moment"), job: link.get("job") };
}

/** @param {Page} page @param {(link: ReturnType<typeof watched>) => boolean} wanted */
async function addressed(page, wanted) {
  await until(() => wanted(watched(page)), () => `the address is ${page.url()}`);
}

/** @param {Page} page */
async function opened(page) {
  await page.locator("#run-body").waitFor();
}

/** @param {Page} page */
const moment = (page) => page.locator("#run-moment").inputValue();

test("from a point to its run, a moment, a job and back, by keyboard alone", async (t) => {
  const page = await openPage(t, LINK);
  await finished(page);
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#tooltip p").first().textContent(), named("fcfs / gabl"));
  await page.keyboard.press("Enter");
  await opened(page);
  assert.equal(await page.locator("#run-title-line").textContent(), named("fcfs / gabl at runtime coefficient 1.5"));
  assert.equal(await page.evaluate(() => document.activeElement?.id), "run-title-line");
  const [place, head] = await page.evaluate(() => [".result", "#run-view"].map((part) => document.querySelector(part)?.getBoundingClientRect().top ?? 0));
  assert.ok(head > place, "its head is clear of the bar");
  assert.equal(watched(page).run, "fcfs/gabl@1.5");

  await page.keyboard.press("w");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "run-time");
  assert.match((await page.locator("#run-queue-title").textContent()) ?? "", /^[1-9]\d* jobs? waits?/, "it opens where the queue is longest");
  await page.keyboard.press("Home");
  assert.equal(await moment(page), "0 d 00:00:00");
  await page.keyboard.press("ArrowRight");
  const second = await moment(page);
  assert.notEqual(second, "0 d 00:00:00");
  for (let steps = 0; steps < 8; steps++) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("+");
  await page.locator("#run-said", { hasText: /processors/ }).waitFor({ state: "attached" });
  const [there, sentence] = [await moment(page), await page.locator("#run-sentence").textContent()];
  assert.match(sentence ?? "", /^\d+ jobs? runs? on \d+ of 64 processors/);
  await addressed(page, (link) => link.moment !== null && link.moment !== "0");
  await expectAccessible(page);

  // Then the running jobs, in their tab, one of which is chosen.
  const tabTo = async (/** @type {string} */ place) => {
    for (let tabs = 0; tabs < 60; tabs++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((place) => document.activeElement?.matches(place), place)) return;
    }
    assert.fail(`${place} is not reached by Tab`);
  };
  await tabTo("#run-queue-title");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "run-running-title");
  await tabTo("#run-running tbody button");
  const job = await page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#run-job-title").textContent(), `Job ${job}`);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "run-job-title");
  assert.equal(watched(page).job, job);
  assert.equal(await page.locator('#run-running [aria-current="true"]').textContent(), job, "its row is marked");
  await expectAccessible(page);
  const address = page.url();

  await page.goBack();
  await page.locator("#run-job").waitFor({ state: "hidden" });
  assert.equal(await moment(page), there, "the moment stays");
  await page.goBack();
  await page.locator("#run-view").waitFor({ state: "hidden" });
  assert.deepEqual(watched(page), { run: null, moment: null, job: null });
  await page.goForward();
  await opened(page);
  assert.equal(await moment(page), there);

  // The link alone restores all of it.
  const again = await openPage(t, new URL(address).hash);
  await opened(again);
  assert.equal(await moment(again), there);
  assert.equal(await again.locator("#run-sentence").textContent(), sentence);
  assert.equal(await again.locator("#run-job-title").textContent(), `Job ${job}`);
});

test("breadcrumbs lead from the job to the run and to the sweep", async (t) => {
  const page = await openPage(t, `${LINK}&run=easy/flat@2&moment=3600&job=9`);
  await opened(page);
  assert.equal(await page.locator("#run-job-crumb").textContent(), "Job 9");
  await page.getByRole("button", { name: named("easy / flat at runtime coefficient 2") }).click();
  await page.locator("#run-job").waitFor({ state: "hidden" });
  assert.equal(watched(page).job, null);
  await page.getByRole("button", { name: "All runs of the sweep" }).click();
  await page.locator("#run-view").waitFor({ state: "hidden" });
  assert.equal(watched(page).run, null);
});

test("Escape leaves a job for the row that it was chosen in", async (t) => {
  const page = await openPage(t, `${LINK}&run=easy/flat@2&moment=3600`);
  await opened(page);
  await page.locator("#run-running-title").click();
  const row = page.locator("#run-running tbody button").last();
  const job = await row.textContent();
  await row.press("Enter");
  await page.locator("#run-job-title", { hasText: `Job ${job}` }).waitFor();
  await page.keyboard.press("Escape");
  assert.ok(await row.evaluate((button) => button === document.activeElement));
  assert.ok(await page.locator("#run-job").isHidden());
});

test("Escape leads back from a run that a permalink or the history has opened, but first closes what is over it", async (t) => {
  const page = await openPage(t, `${LINK}&run=easy/flat@2`);
  await opened(page);
  await page.keyboard.press("?");
  await page.locator("#shortcuts").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#shortcuts").waitFor({ state: "hidden" });
  assert.ok(await page.locator("#run-view").isVisible());
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press("Escape");
  await page.locator("#run-view").waitFor({ state: "hidden" });
  await page.goBack();
  await opened(page);
  await page.keyboard.press("Escape");
  await page.locator("#run-view").waitFor({ state: "hidden" });
});

test("a click on a point opens its run, a drag zooms", async (t) => {
  const page = await openPage(t, LINK);
  await finished(page);
  const canvas = page.locator("#canvas");
  await canvas.focus();
  await page.keyboard.press("ArrowRight");
  const box = await canvas.boundingBox();
  const mark = await page.locator("#mark").boundingBox();
  if (!box || !mark) throw new Error("no chart");
  const [x, y] = [mark.x + mark.width / 2 - box.x, mark.y + mark.height / 2 - box.y];
  await canvas.click({ position: { x, y } });
  await opened(page);
  await page.getByRole("button", { name: "All runs of the sweep" }).click();
  await page.mouse.move(box.x + x - 3, box.y + y - 60);
  await page.mouse.down();
  await page.mouse.move(box.x + x + 80, box.y + y + 2, { steps: 4 });
  await page.mouse.up();
  assert.equal(await page.locator("#run-view").isHidden(), true);
});

test("by touch, a tap reads a point, and a second one opens its run", async (t) => {
  const page = await openPage(t, LINK, { hasTouch: true });
  await finished(page);
  await page.locator("#canvas").press("ArrowRight");
  const { x, y, width } = (await page.locator("#mark").boundingBox()) ?? assert.fail("no point");
  await page.keyboard.press("Escape");
  const touch = await page.context().newCDPSession(page);
  const tap = async (/** @type {number} */ timestamp) => {
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + width / 2, y: y + width / 2 }], timestamp });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [], timestamp: timestamp + 0.05 });
  };
  const now = Date.now() / 1000;
  await tap(now);
  await page.locator("#tooltip").waitFor();
  assert.equal(watched(page).run, null);
  // A second later: two taps at once are a double click.
  await tap(now + 1);
  await opened(page);
});

test("the time line is scrubbed, brushed and zoomed by pointer; a job in it is chosen", async (t) => {
  const page = await openPage(t, `${LINK}&run=easy/gabl@2`);
  await opened(page);
  const line = page.locator("#run-cursor");
  await line.scrollIntoViewIfNeeded();
  const box = await line.boundingBox();
  if (!box) throw new Error("no time line");
  await page.mouse.move(box.x + 100, box.y + 60);
  await page.mouse.down();
  const first = await moment(page);
  await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction((first) => /** @type {HTMLInputElement} */ (document.getElementById("run-moment")).value !== first, first);
  const middle = await moment(page);
  await page.mouse.move(box.x + 100, box.y + box.height - 15);
  await page.mouse.down();
  await page.mouse.move(box.x + 140, box.y + box.height - 15, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await moment(page), middle, "pressing there goes there");
  await page.getByRole("button", { name: "Whole run" }).click();
  // Some nodes are free.
  for (let x = 200; x < box.width - 20 && !(await page.locator("#run-job").isVisible()); x += 40) {
    await line.click({ position: { x, y: box.height - 60 } });
    await drawn(page);
  }
  assert.ok(await page.locator("#run-job").isVisible());
});

test("a moment is typed, and an invalid one is reported", async (t) => {
  const page = await openPage(t, `${LINK}&run=easy/gabl@2`);
  await opened(page);
  const field = page.locator("#run-moment");
  await field.fill("0 d 01:00:30");
  await field.press("Enter");
  await addressed(page, ({ moment }) => moment === "3630");
  await field.fill("noon");
  await field.press("Enter");
  assert.match((await page.locator("#run-moment-wrong").textContent()) ?? "", /'noon' is not a moment \(expected seconds such as/);
  await expectAccessible(page);
});

test("playing continues until it is paused; with reduced motion it goes from event to event", async (t) => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    const page = await openPage(t, `${LINK}&run=easy/gabl@2`, { reducedMotion });
    await opened(page);
    await page.locator("#run-time").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("run-moment")).value !== "0 d 00:00:00");
    await page.keyboard.press("Space");
    assert.equal(await page.locator("#run-play").getAttribute("aria-label"), "Play");
    const there = await moment(page);
    for (let frames = 0; frames < 5; frames++) await drawn(page);
    assert.equal(await moment(page), there);
  }
});

test("missing parts of a link are reported, and the rest is shown", async (t) => {
  const page = await openPage(t, `${LINK}&run=easy/nep@2&moment=5`);
  await finished(page);
  await page.locator("#run-view-state", { hasText: "The results have no run easy/nep@2." }).waitFor();
  await page.evaluate((link) => void (location.hash = link), `${LINK}&run=easy/gabl@2&job=99999`);
  await opened(page);
  await page.locator("#run-moment-wrong", { hasText: "This run has no job 99999." }).waitFor();
  await page.evaluate((link) => void (location.hash = link), `${LINK}&run=easy&moment=x`);
  await page.locator("#notices", { hasText: "no '@'" }).waitFor();
});

test("the reasons for waiting are found at the cursor", async (t) => {
  const page = await openPage(t, "#v=1&jobs=800&machine=torus:2x2x2x4x4x8&allocation=nep&scheduling=easy&vary=runtime:1.4..1.6:0.2&run=easy/nep@1.4&moment=130000");
  await opened(page);
  const why = page.locator("#run-queue tr").nth(1).locator("td").last();
  await page.locator("#run-queue th", { hasText: "why" }).waitFor();
  assert.match((await why.textContent()) ?? "", /^256 processors too few; at the latest at \d+ d \d\d:\d\d:\d\d(\.\d+)?$/);
  await page.locator("#run-time").focus();
  await page.keyboard.press("End");
  await page.locator("#run-queue-title", { hasText: "0 jobs wait" }).waitFor();
});

test("head, time line and panes fill the window; the panes scroll, and choosing a job moves nothing", async (t) => {
  for (const viewport of [{ width: 1280, height: 720 }, { width: 1440, height: 900 }]) {
    const page = await openPage(t, `${LINK}&run=fcfs/gabl@2&moment=1000000`, { viewport });
    await opened(page);
    await page.locator("#run-map-caption", { hasText: "processors" }).waitFor();
    const places = () => page.locator("#run-view").evaluate((view) => {
      const box = (/** @type {string} */ part) => view.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
      const panes = [...view.querySelectorAll(".run-panes > .pane:not([hidden])")].map((pane) => pane.getBoundingClientRect());
      return {
        head: box(".run-head").top,
        bar: document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0,
        line: box("#run-time").top,
        machine: [box("#run-map-canvas").bottom, box("#run-machine .pane-foot").top],
        tops: [...new Set(panes.map(({ top }) => top))],
        bottoms: [...new Set(panes.map(({ bottom }) => Math.round(innerHeight - bottom)))],
        count: panes.length,
      };
    });
    const before = await places();
    assert.ok(before.head > before.bar, "the head is clear of the bar");
    assert.deepEqual(before.bottoms, [12], "the panes end with the window");
    assert.equal(before.tops.length, 1);
    assert.ok(before.machine[0] <= before.machine[1], `the machine ends at ${before.machine[0]}, its pane's body at ${before.machine[1]}`);
    await page.locator("#run-queue tbody tr").nth(2).click();
    await page.locator("#run-job").waitFor();
    const { count, ...after } = await places();
    assert.deepEqual({ ...after, count: before.count }, before);
    assert.equal(count, before.count + 1);
    assert.equal(await page.locator("#run-queue tbody tr").nth(2).locator("button").getAttribute("aria-current"), "true");
    const [row, close] = await page.locator('#run-queue [aria-current="true"], #run-job-close').evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height));
    assert.ok(row >= 24 && close >= 24, `targets of ${row} and ${close} pixels`);
    // Its head stays while its body scrolls.
    const top = await page.locator("#run-job-title").evaluate((title) => title.getBoundingClientRect().top);
    await page.locator("#run-job .pane-body").evaluate((body) => body.scrollTo(0, body.scrollHeight));
    assert.equal(await page.locator("#run-job-title").evaluate((title) => title.getBoundingClientRect().top), top);
    const order = await page.locator("#job-explanation > :is(p, .waits, #run-job-facts, #run-job-moments, details)").evaluateAll((parts) => parts.map(({ id, className, localName }) => id || className || localName));
    assert.deepEqual(order.slice(0, 5), ["p", "waits", "run-job-facts", "run-job-moments", "details"]);
  }
});

test("on a phone, time line, machine, queue and job follow each other, and the reason stands below its job", async (t) => {
  for (const width of [390, 360]) {
    const page = await openPage(t, `${LINK}&run=fcfs/gabl@2&moment=1000000&job=300`, { viewport: { width, height: 844 } });
    await opened(page);
    await page.locator("#run-job").waitFor();
    const tops = await page.locator("#run-time, .run-panes > .pane").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    assert.equal(tops.length, 4);
    assert.deepEqual(tops, [...tops].sort((a, b) => a - b));
    const [job, why] = await page.locator("#run-queue tbody tr").first().locator("td:has(button), td:last-child").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()));
    assert.ok(why.top >= job.bottom && why.right <= width, "the reason is in sight");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
  }
});
