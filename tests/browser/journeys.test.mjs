/** Three ways through the page, with their clicks counted: how soon a user has what they came for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./harness.mjs";
import { dropLog, finished, inGallery, madeLog } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

/**
 * Counts the clicks of a user from now on.
 *
 * @param {Page} page
 * @returns {Promise<() => Promise<number>>}
 */
async function counted(page) {
  const counter = await page.evaluateHandle(() => {
    const counter = { clicks: 0 };
    addEventListener("click", ({ isTrusted }) => (counter.clicks += Number(isTrusted)), true);
    return counter;
  });
  return () => counter.evaluate(({ clicks }) => clicks);
}

test("a published figure with its verdict: 2 clicks", async (t) => {
  const page = await openPage(t);
  await finished(page);
  const clicks = await counted(page);
  await page.getByRole("button", { name: "Published figures" }).click();
  await inGallery(page, "Mao", "figure 3").click();
  await page.locator("#sentence", { hasText: /18239 jobs from NASA.*computed in/ }).waitFor({ timeout: 120_000 });
  const verdicts = await page.locator("#comparison tbody td:last-child").allInnerTexts();
  assert.equal(verdicts.length, 4);
  for (const verdict of verdicts) assert.match(verdict, /^(agrees|differs)/);
  assert.equal(await clicks(), 2);
});

test("from an own log to the reason why a job waits: a drop and 2 clicks", async (t) => {
  const page = await openPage(t);
  await finished(page);
  const clicks = await counted(page);
  await dropLog(page, "mine.swf", madeLog(300));
  await page.locator("#sentence", { hasText: /300 jobs from mine\.swf.*computed in/ }).waitFor();
  // The keys find the place of a point, which a user sees.
  await page.locator("#canvas").focus();
  await page.keyboard.press("End");
  const [box, mark] = [await page.locator("#canvas").boundingBox(), await page.locator("#mark").boundingBox()];
  assert.ok(box && mark);
  await page.locator("#canvas").click({ position: { x: mark.x + mark.width / 2 - box.x, y: mark.y + mark.height / 2 - box.y } });
  // The run opens at its longest queue, with a reason in each row.
  const row = page.locator("#run-queue tbody tr").first();
  await row.filter({ hasText: /too few|behind|no place|would delay/ }).waitFor();
  await row.getByRole("button").click();
  await page.locator("#job-explanation .waits svg").waitFor();
  assert.match(await page.locator("#job-explanation").innerText(), /wait/);
  assert.equal(await clicks(), 2);
});

test("an own strategy, from a template to its curve: 3 clicks and typing", async (t) => {
  const page = await openPage(t, "#v=1&jobs=100&machine=torus:8x8&allocation=ff&scheduling=fcfs&vary=runtime:1..2:0.5");
  await finished(page);
  const clicks = await counted(page);
  await page.getByRole("button", { name: "Your own …" }).click();
  const code = page.locator(".code-editor #own-code");
  await code.waitFor();
  await page.locator("#own").getByRole("button", { name: "Best fit" }).click();
  await code.filter({ hasText: "freeBeside" }).waitFor();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n// mine");
  await page.locator("#own").getByRole("button", { name: "Compare it" }).click();
  await page.locator("#legend button").nth(1).waitFor();
  await finished(page);
  assert.equal(await page.locator("#legend button").count(), 2);
  assert.equal(await clicks(), 3);
});
