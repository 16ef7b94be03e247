/** The explanation of a job: what it waited for over time, which jobs ran instead, when it would have started otherwise. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { finished, named } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const LINK = "#v=1&jobs=300&rate=4&machine=torus:4x4x4&allocation=nep&scheduling=easy&vary=none";
const RUN = `${LINK}&run=easy/nep@1`;

/** A job that waited for more than one reason, by its number. @param {Page} page */
async function waited(page) {
  await finished(page);
  await page.locator("#run-body").waitFor();
  for (const job of ["120", "150", "180", "200", "220", "240"]) {
    await look(page, job);
    if ((await page.locator("#job-explanation table").first().locator("tbody tr").count()) > 1) return job;
  }
  assert.fail("no job waited for more than one reason");
}

/** Chooses a job, and waits for its reasons. @param {Page} page @param {string} job */
async function look(page, job) {
  await page.evaluate((link) => { location.hash = link; }, `${RUN}&job=${job}`);
  await page.locator("#run-job-title", { hasText: `Job ${job}` }).waitFor();
  await page.locator("#job-explanation > p", { hasText: /^It (did not wait|waited)/ }).waitFor();
}

/** Presses Tab until this has the focus. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  assert.fail(`nothing that can be reached is ${selector}`);
}

test("what a job waited for, which jobs ran instead and when it would have started otherwise, by keyboard alone", async (t) => {
  const page = await openPage(t, RUN);
  const job = await waited(page);
  const facts = await page.locator("#run-job-facts").innerText();
  const story = page.locator("#job-explanation");
  const said = await story.locator("> p").first().innerText();
  const wait = /Waited\n(.+)/.exec(facts)?.[1] ?? "";
  assert.ok(said.startsWith(`It waited ${wait}: `), `${said} of ${facts}`);
  const reasons = story.locator("table").first().locator("tbody tr");
  for (const name of await reasons.locator("th").allInnerTexts()) assert.ok(said.includes(name.trim()), `${name} in ${said}`);
  assert.match(await story.innerText(), /Of the \d+ jobs of like size half had a bounded slowdown of at most/);
  assert.equal(await story.locator(".standing svg").count(), 1);
  await expectAccessible(page);

  // Interval by interval: the first begins with the job's arrival, and pressing it goes there.
  await page.locator("#run-job-title").focus();
  await tabTo(page, "#job-explanation summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "#job-explanation details button");
  const from = await page.evaluate(() => document.activeElement?.textContent);
  assert.ok(facts.includes(`Arrived\n${from}`), `${from} in ${facts}`);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#run-moment").inputValue(), from);
  await page.locator(".waits-mark").waitFor();

  // The starts under other policies.
  await tabTo(page, "#job-explanation .row button");
  await page.keyboard.press("Enter");
  await story.locator("p", { hasText: /It would have started earlier in|In none of them/ }).waitFor({ timeout: 60_000 });
  const rows = (await story.locator("table").last().locator("tbody tr").allInnerTexts()).map((row) => row.split("\t"));
  const started = /Started\n(.+)/.exec(facts)?.[1];
  assert.deepEqual(rows[0].slice(0, 3), ["this run", started, wait]);
  assert.deepEqual(rows.slice(1, 5).map(([name]) => name), ["easy / flat", "fcfs / nep", "oo / nep", "lcfs/easy / nep"].map(named));
  assert.ok(rows.slice(1).every(([, start, , against]) => /^\d+ d /.test(start) && /(earlier|later|at the same time)$/.test(against)), rows.join("\n"));
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "When under other policies?", "the focus stays");
  await expectAccessible(page);

  // Compare with another run: the same job under that policy starts at the time in the table.
  await page.evaluate((link) => { location.hash = link; }, `${LINK.replace("easy", "fcfs")}&run=fcfs/nep@1&job=${job}`);
  await page.locator("#run-title-line", { hasText: named("fcfs / nep") }).waitFor();
  await page.locator("#run-body").waitFor();
  await page.locator("#run-job-facts dd", { hasText: rows[2][1] }).first().waitFor();

  // Follow the link to an overtaker.
  await page.locator("#run-job-title").focus();
  await tabTo(page, "#job-explanation li button");
  const other = await page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#run-job-title").textContent(), other);
});

test("pressing on the strip goes to that moment, on wide and narrow pages, light and dark", async (t) => {
  for (const options of [{ viewport: { width: 1280, height: 900 } }, { viewport: { width: 390, height: 844 }, colorScheme: /** @type {const} */ ("dark") }]) {
    const page = await openPage(t, RUN, options);
    await waited(page);
    const strip = page.locator(".waits");
    await strip.scrollIntoViewIfNeeded();
    const width = (await strip.boundingBox())?.width ?? 0;
    const picture = (await strip.locator("svg").boundingBox())?.width ?? 0;
    assert.ok(Math.abs(picture - width) < 2, `${picture} of ${width}`);
    await strip.click({ position: { x: width * 0.75, y: 15 } });
    const mark = await page.locator(".waits-mark").evaluate((mark) => parseFloat(/** @type {HTMLElement} */ (mark).style.left));
    assert.ok(Math.abs(mark - 75) < 1, `the mark is at ${mark} %`);
    assert.match(await page.locator("#run-job-facts").innerText(), /Now\nwaits, /);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
    await expectAccessible(page);
    if (process.env.STORY_PICTURES) {
      await page.locator(".waits").evaluate((it) => it.scrollIntoView({ block: "center" }));
      await page.screenshot({ path: `${process.env.STORY_PICTURES}/story-${options.viewport.width}.png` });
      await page.locator("#run-job").screenshot({ path: `${process.env.STORY_PICTURES}/job-${options.viewport.width}.png` });
    }
  }
});

test("counterfactual runs can be cancelled, and are dropped with the job", async (t) => {
  const page = await openPage(t, RUN);
  const job = await waited(page);
  const ask = page.locator("#job-explanation .row button");
  // Both at once, so that neither is faster.
  await ask.evaluate((button) => {
    if (!(button instanceof HTMLButtonElement)) throw new Error("no button");
    button.click();
    button.click();
  });
  assert.equal(await ask.innerText(), "When under other policies?");
  const against = page.locator("#job-explanation table").last().locator("tbody tr td:last-child");
  const texts = await against.allInnerTexts();
  assert.ok(texts.length > 8 && texts.slice(1).every((text) => text === "cancelled"), texts.join());
  await look(page, job === "200" ? "180" : "200");
  assert.equal(await page.locator("#job-explanation table[aria-label*='otherwise']").count(), 0);
});
