/** The gallery of published figures: shown on a first visit, searched, opened, and changed from there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { finished, inGallery, openFigure, type } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=50&vary=runtime:1";

/**
 * The titles of the shown figures.
 *
 * @param {Page} page
 */
function shown(page) {
  return page.locator("#gallery-list > li:not([hidden]) strong").allTextContents();
}

/**
 * What a card of Mao 2005 says once its details are open.
 *
 * @param {Page} page
 * @param {string} figure
 */
async function details(page, figure) {
  const card = inGallery(page, "Mao", figure).locator("xpath=..");
  await card.locator("summary").click();
  return card.innerText();
}

test("figure 3 of Mao 2005 from a first visit: two clicks, no file, curves within five seconds", async (t) => {
  const page = await openPage(t);
  await finished(page);
  const began = Date.now();
  await page.getByRole("button", { name: "open a published figure" }).click();
  await inGallery(page, "Mao", "figure 3").click();
  await page.locator("#sentence", { hasText: /18239 jobs from NASA.*comput/ }).waitFor();
  const curves = Date.now() - began;
  await page.locator("#sentence", { hasText: /18239 jobs from NASA.*computed in/ }).waitFor({ timeout: 120_000 });
  t.diagnostic(`first curves after ${curves} ms, all of them after ${Date.now() - began} ms`);
  assert.ok(curves <= 5000, `${curves} ms`);
  assert.match(await page.locator("#figure-line").innerText(), /^Mao, Chen and Watson 2005, figure 3: Slowdown against utilisation/);
  assert.equal(await page.locator("#comparison tbody tr").count(), 4, "the printed values are shown and unfolded");
  assert.match(await page.locator("#comparison tbody tr").first().innerText(), /Equal partition · First come, first served[^]*65\s%[^]*between[^]*agrees$/u);
  await page.getByRole("button", { name: "Verdict" }).click();
  assert.match(await page.locator("#definition-text").innerText(), /within 5 % of it/);
  await page.keyboard.press("Escape");
  await expectAccessible(page);
});

test("a figure is changed, and the page still names its source", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  assert.equal(await page.locator("#figure-line").isVisible(), false, "the user's own experiment");
  await openFigure(page, "Bani-Mohammad 2008", "figure 3.10");
  const line = page.locator("#figure-line");
  await line.filter({ hasText: /figure 3\.10: Utilisation/ }).waitFor();
  await finished(page);
  await page.getByRole("button", { name: "Change it from here" }).click();
  assert.equal(await line.innerText(), "Changed from Bani-Mohammad 2008 (thesis), figure 3.10.");
  assert.equal(await page.evaluate(() => document.activeElement?.closest("#experiment") !== null), true, "the form is visible");
  await type(page, "jobs", "50");
  assert.match(await line.innerText(), /^Changed from/);
  await page.goBack();
  await line.filter({ hasText: /figure 3\.10: Utilisation/ }).waitFor();
  await page.goBack();
  await page.locator("#sentence", { hasText: /^.*50 jobs.*all \d+ runs kept/ }).waitFor();
  assert.equal(new URL(page.url()).hash, SMALL);
  assert.equal(await line.isVisible(), false);
});

test("an example of a batch has its name, also after a change", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await openFigure(page, "Gupta", "section 3 (figure 5)");
  const line = page.locator("#batch-figure-line");
  await line.filter({ hasText: "Gupta and Srimani 1997, section 3 (figure 5): Five jobs that meet the deadline 4" }).waitFor();
  await page.locator("#batch-sentence", { hasText: "deadline 4" }).waitFor();
  await type(page, "deadline", "5");
  await line.filter({ hasText: /^Changed from Gupta and Srimani 1997, section 3 \(figure 5\)\.$/ }).waitFor();
  await expectAccessible(page);
});

test("figures are searched, and filtered by paper, strategy, metric and agreement; pictures are loaded when they are visible", async (t) => {
  const page = await openPage(t, SMALL);
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await finished(page);
  assert.equal(asked.some((address) => address.includes("figures.json")), false, "it is not needed yet");
  await page.getByRole("button", { name: "Published figures" }).click();
  const dialog = page.getByRole("dialog", { name: "Published figures" });
  await page.locator("#gallery-state", { hasText: /^(\d+) of \1 figures\.$/ }).waitFor();
  await inGallery(page, "Mao", "figure 4").locator("svg").waitFor();
  assert.match(await details(page, "figure 4"), /0 of 1 within 5 points\n0 inside the interval\n[^]*does not saturate, printed above 80 %[^]*comes with the site/);
  assert.match(await details(page, "figure 3"), /4 of 4 within 5 points\n0 inside the interval, largest gap 5.0 points\n[^]*: 60-63 %, printed 65 %/);
  assert.match(await page.locator('.paper[data-paper^="Mao"] span').innerText(), /^\d+ of 26 printed values agree$/);
  assert.match(await page.locator('.paper[data-paper^="Mao"] p').innerText(), /^On tori of five and six dimensions/);
  const pictures = await page.locator("#gallery-list svg").count();
  assert.ok(pictures < 40, `${pictures} pictures, most of them out of sight`);
  await expectAccessible(page);

  await page.getByLabel("search", { exact: true }).fill("turnaround gabl random");
  const found = await shown(page);
  assert.ok(found.includes("figure 4.10") && !found.includes("figure 4.6"), found.join(", "));
  await page.getByLabel("search", { exact: true }).fill("");
  await page.getByLabel("paper", { exact: true }).selectOption({ label: "Mao, Chen and Watson 2005" });
  assert.equal((await shown(page)).length, 11);
  const titles = page.getByLabel("strategy", { exact: true }).locator('option:is([value="gabl"], [value="easy"])');
  assert.deepEqual(await titles.allTextContents(), ["Backfilling (EASY) · easy", "Greedy boxes · gabl"]);
  await page.getByLabel("strategy", { exact: true }).selectOption("easy(20)");
  assert.deepEqual(await shown(page), [3, 4, 5, 6, 7].map((number) => `figure ${number}, easy(20)`));
  await page.getByLabel("what is shown", { exact: true }).selectOption("Utilisation");
  assert.deepEqual(await shown(page), ["figure 7, easy(20)"]);
  await page.getByLabel("paper", { exact: true }).selectOption("");
  await page.getByLabel("strategy", { exact: true }).selectOption("");
  await page.getByLabel("what is shown", { exact: true }).selectOption("");
  await page.getByLabel("agreement with print").selectOption("agrees");
  const agreeing = await shown(page);
  assert.ok(agreeing.includes("figure 3.10") && !agreeing.includes("figure 4"), agreeing.join(", "));
  await page.locator("#gallery-state", { hasText: `${agreeing.length} of ` }).waitFor();

  await page.keyboard.press("Escape");
  assert.equal(await dialog.isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "open-gallery", "back at the same position");
});

test("cards side by side are equally high, and the papers at the side lead to their figures", async (t) => {
  const page = await openPage(t, SMALL, { viewport: { width: 1280, height: 720 } });
  await finished(page);
  await page.getByRole("button", { name: "Published figures" }).click();
  await page.locator("#gallery-list .badge").nth(20).waitFor();
  /** @type {(part: string) => Promise<Record<"top" | "bottom", number>[]>} of the first rows, in whole pixels */
  const places = (part) => page.locator(`#gallery-list > li:not(.paper) ${part}`).evaluateAll((all) => all.slice(0, 9).map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return { top: Math.round(top), bottom: Math.round(bottom) };
  }));
  const [cards, badges] = [await places(""), await places(".badge")];
  for (const first of [0, 3, 6]) {
    for (const other of [first + 1, first + 2]) {
      assert.deepEqual(cards[other], cards[first], `card ${other}`);
      assert.equal(badges[other].top, badges[first].top, `verdict ${other}`);
    }
    assert.ok(cards[first].bottom - cards[first].top <= 360, JSON.stringify(cards[first]));
  }
  const papers = page.getByRole("navigation", { name: "Papers" }).getByRole("button");
  assert.deepEqual((await papers.allTextContents()).slice(0, 2), ["Mao, Chen and Watson 2005 11", "Bani-Mohammad 2008 (thesis) 106"]);
  await papers.filter({ hasText: "Jouppi" }).click();
  const head = page.locator('.paper[data-paper^="Jouppi"]');
  const [list, box] = [await page.locator("#gallery-list").boundingBox(), await head.boundingBox()];
  assert.ok(list && box && Math.abs(box.y - list.y) <= 1, "the paper is at the top of the list");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Jouppi et al. 2023");
  await page.getByLabel("search", { exact: true }).fill("RFold");
  assert.deepEqual(await papers.allTextContents(), ["RFold 2025 1"]);
  await page.setViewportSize({ width: 360, height: 740 });
  const hidden = await page.locator("#gallery").evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  assert.ok(hidden <= 0, `${hidden} pixels too wide`);
  await expectAccessible(page);
});

test("a gallery without its pictures says why, and still opens figures", async (t) => {
  const page = await openPage(t, SMALL, { expected: [/404.*figures\.json/] });
  await finished(page);
  await page.route("**/figures.json", (route) => route.fulfill({ status: 404, body: "not found" }));
  await page.getByRole("button", { name: "Published figures" }).click();
  await page.locator("#gallery-state", { hasText: /could not be fetched: the server answered 404/ }).waitFor();
  await inGallery(page, "Bani-Mohammad 2008", "figure 3.10").click();
  await page.locator("#figure-line", { hasText: "figure 3.10" }).waitFor();
  await finished(page);
});
