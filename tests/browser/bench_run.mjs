/**
 * The speed of opening and scrubbing a run of SDSC SP2 (54 044 jobs): `make bench`. Measures the time from pressing
 * Enter on a point to the drawn time line. Also measures the page's script time per frame, while the cursor goes
 * through all of it and while it is zoomed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage } from "./harness.mjs";
import { dropLog, run } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const LOG = "SDSC-SP2-1998-4.2-cln.swf.gz";
const CONTENT = readFileSync(join(fileURLToPath(new URL("../../", import.meta.url)), "samples", LOG));
const FRAMES = 200;

/** Notes the script time of each frame from now on. @param {Page} page */
function measure(page) {
  return page.addInitScript(() => {
    /** @type {number[]} */
    const took = [];
    Object.assign(window, { took });
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) =>
      request((now) => {
        const begun = performance.now();
        draw(now);
        took.push(performance.now() - begun);
      });
  });
}

/**
 * Moves the pointer over the time line, frame after frame. Returns the script times, including handlers.
 * @param {Page} page
 * @param {"scrub" | "zoom"} kind
 */
function frames(page, kind) {
  return page.evaluate(
    async ([kind, count]) => {
      const { took } = /** @type {{ took: number[] }} */ (/** @type {unknown} */ (window));
      const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("run-cursor"));
      const { left, top, width } = canvas.getBoundingClientRect();
      const pointer = (/** @type {string} */ type, /** @type {number} */ part) =>
        canvas.dispatchEvent(new PointerEvent(type, { clientX: left + 60 + part * (width - 80), clientY: top + 60, pointerId: 1, isPrimary: true, bubbles: true }));
      canvas.setPointerCapture = () => {};
      const all = [];
      if (kind === "scrub") pointer("pointerdown", 0);
      for (let frame = 0; frame < count; frame++) {
        took.length = 0;
        const begun = performance.now();
        if (kind === "scrub") pointer("pointermove", frame / count);
        else canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: frame < count / 2 ? -60 : 60, clientX: left + width / 3, clientY: top + 60, ctrlKey: true, bubbles: true, cancelable: true }));
        const handler = performance.now() - begun;
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        all.push(handler + took.reduce((sum, one) => sum + one, 0));
      }
      if (kind === "scrub") pointer("pointerup", 1);
      return all;
    },
    /** @type {const} */ ([kind, FRAMES]),
  );
}

/** @param {number[]} values @param {number} share */
const quantile = (values, share) => values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))];

for (const [where, link] of [
  ["flat", "machine=mesh:8x16&allocation=flat&scheduling=easy"],
  ["gabl on mesh:8x16", "machine=mesh:8x16&allocation=gabl&scheduling=fcfs"],
]) {
  test(`SDSC SP2, ${where}`, { timeout: 300_000 }, async (t) => {
    const page = await openPage(t, `#v=1&${link}&vary=none&jobs=10`);
    await measure(page);
    await page.reload();
    await dropLog(page, LOG, CONTENT);
    await run(page);
    await page.locator("#canvas").focus();
    await page.keyboard.press("ArrowRight");
    const begun = performance.now();
    await page.keyboard.press("Enter");
    await page.locator("#run-body").waitFor();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    console.log(`opening a run of SDSC SP2, ${where}: ${Math.round(performance.now() - begun)} ms (goal 1000 ms)`);
    for (const kind of /** @type {const} */ (["scrub", "zoom"])) {
      const took = await frames(page, kind);
      console.log(`a frame, ${kind}, SDSC SP2, ${where}: ${quantile(took, 0.95).toFixed(1)} ms of scripts at the 95th percentile, ${quantile(took, 0.5).toFixed(1)} ms in the middle (goal 16 ms)`);
    }
  });
}

/** As many jobs as CEA-Curie, from the built-in model, because the log is not among the samples. */
for (const [where, link] of [
  ["flat", "machine=torus:16x16x16&allocation=flat"],
  ["ep on torus:16x16x16", "machine=torus:16x16x16&allocation=ep"],
  ["tff on torus:16x16x16", "machine=torus:16x16x16&allocation=tff"],
]) {
  test(`312 826 jobs, ${where}`, { timeout: 300_000 }, async (t) => {
    const page = await openPage(t, `#v=1&${link}&scheduling=easy&vary=none&jobs=312826`);
    await page.locator("#sentence", { hasText: "computed in" }).waitFor({ timeout: 200_000 });
    await page.locator("#canvas").focus();
    await page.keyboard.press("ArrowRight");
    const begun = performance.now();
    await page.keyboard.press("Enter");
    await page.locator("#run-body").waitFor({ timeout: 60_000 });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    console.log(`opening a run of 312 826 jobs, ${where}: ${Math.round(performance.now() - begun)} ms (goal 5000 ms)`);
  });
}

test("turning a torus of 16x16x16", { timeout: 300_000 }, async (t) => {
  const link = "#v=1&machine=torus:16x16x16&allocation=gabl&scheduling=fcfs&jobs=2000&vary=runtime:2..3:1&run=fcfs/gabl@2&moment=1000000";
  const page = await openPage(t, link, { viewport: { width: 1440, height: 900 } });
  await page.locator("#run-map-caption", { hasText: "of 4096 processors" }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "3-D", exact: true }).click();
  await page.getByRole("button", { name: "Turn", exact: true }).click();
  const between = await page.evaluate(async () => {
    /** @type {number[]} */
    const times = [];
    for (let frame = 0; frame < 120; frame++) times.push(await new Promise((drawn) => requestAnimationFrame(drawn)));
    return times.slice(1).map((time, place) => time - times[place]);
  });
  const mean = between.reduce((sum, time) => sum + time, 0) / between.length;
  const caption = await page.locator("#run-map-caption").textContent();
  console.log(`turning 16x16x16 (${caption?.split(".")[0]}): ${(1000 / mean).toFixed(0)} frames a second, 95th percentile ${quantile(between, 0.95).toFixed(1)} ms (goal 60 frames on a graphics processor, 20 without)`);
});
