/** The shelf: experiments kept with a name and a note, pinned, deleted, restored, and exported as a file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage, siteAddress } from "./harness.mjs";
import { download, drop, dropLog, finished, madeLog, openFigure } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=50&vary=runtime:1";
const OTHER = "#v=1&jobs=60&vary=runtime:1";

/**
 * The experiments on the open shelf: name, note, whether pinned.
 *
 * @param {Page} page
 */
function rows(page) {
  return page.locator("#shelf-list li[data-id]").evaluateAll((rows) =>
    rows.map((row) => {
      const [name, note] = [...row.querySelectorAll("input")].map(({ value }) => value);
      return `${name}|${note}|${row.querySelector("[aria-pressed]")?.getAttribute("aria-pressed")}`;
    }),
  );
}

/**
 * Keeps the experiment on the page under a name, and closes the shelf.
 *
 * @param {Page} page
 * @param {string} name
 */
async function keep(page, name) {
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.locator("#shelf-state", { hasText: "Kept in this browser" }).waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
}

/** @param {Page} page */
async function openShelf(page) {
  await page.getByRole("button", { name: "Shelf", exact: true }).click();
  await page.locator("#shelf-list li").first().waitFor();
}

test("an experiment is kept, named, annotated, pinned, deleted and restored, and is there on the next visit", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await openShelf(page);
  assert.match(await page.locator("#shelf-list").innerText(), /Nothing yet/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await keep(page, "small one");
  await page.goto(page.url().split("#")[0] + OTHER);
  await finished(page);
  await keep(page, "larger one");

  const again = await openPage(t, SMALL, { context: page.context() });
  await finished(again);
  await openShelf(again);
  assert.deepEqual(await rows(again), ["larger one||false", "small one||false"], "the latest first");
  await again.getByLabel("note on small one").fill("to be compared");
  await again.getByRole("button", { name: "Pin small one" }).click();
  await again.locator('#shelf-list [aria-pressed="true"]').waitFor();
  assert.deepEqual(await rows(again), ["small one|to be compared|true", "larger one||false"], "the pinned first");
  assert.equal(await again.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Pin small one");
  await again.getByRole("button", { name: "Delete larger one" }).click();
  await again.locator("#shelf-state", { hasText: "“larger one” is deleted." }).waitFor();
  assert.equal((await rows(again)).length, 1);
  await again.keyboard.press("Enter");
  await again.locator('[aria-label="Open larger one"]').waitFor();
  assert.deepEqual(await rows(again), ["small one|to be compared|true", "larger one||false"], "nothing was lost");
  await expectAccessible(again);
  await again.getByRole("button", { name: "Open larger one" }).click();
  await finished(again);
  assert.equal(new URL(again.url()).hash, OTHER);
  await again.goBack();
  await again.locator("#sentence", { hasText: /^.*50 jobs/ }).waitFor();
});

test("a changed figure is kept under its source", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await openFigure(page, "Bani-Mohammad 2008", "figure 3.10");
  await page.getByRole("button", { name: "Change it from here" }).click();
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.locator("#shelf-list li[data-id]").waitFor();
  assert.deepEqual(await rows(page), ["Changed from Bani-Mohammad 2008 (thesis), figure 3.10||false"]);
});

test("a file takes experiments and logs to another browser, also by dropping, and changes no existing entry", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await keep(page, "small one");
  await dropLog(page, "made.swf", madeLog(80));
  await keep(page, "on my log");
  const withLog = new URL(page.url()).hash;
  await openShelf(page);
  await page.getByLabel(/with the 1 logs kept/).check();
  const { name, content } = await download(page, "Save all to a file");
  assert.match(name, /^subtorus-shelf-\d{4}-\d\d-\d\d\.json$/);
  const file = JSON.parse(content.toString());
  assert.deepEqual(file.experiments.map((/** @type {{ name: string }} */ one) => one.name), ["on my log", "small one"]);
  assert.match(file.build, /^0\.1\.0/);

  const other = await openPage(t, SMALL);
  await finished(other);
  await keep(other, "the same link");
  await drop(other, name, content);
  const said = other.locator("#shelf-state");
  await said.filter({ hasText: /2 of 2 experiments added; 1 have the link.*both are kept; 1 of 1 logs added/ }).waitFor();
  assert.equal((await rows(other)).length, 3);
  await drop(other, name, content);
  await said.filter({ hasText: /0 of 2 experiments added; 2 were there already; 0 of 1 logs added/ }).waitFor();
  await other.getByRole("button", { name: "Open on my log" }).click();
  await other.locator("#sentence", { hasText: /80 jobs.* from made\.swf.*(computed in|all \d+ runs kept)/ }).waitFor();
  assert.equal(new URL(other.url()).hash, withLog);
});

test("own strategies are included, and do not run before the user has read their code", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.locator("#edit-own").click();
  const editor = page.locator("#own");
  await editor.getByRole("button", { name: "Scatter" }).click();
  await page.locator(".code-editor #own-code", { hasText: "wherever" }).waitFor();
  await editor.getByRole("button", { name: "Compare it" }).click();
  await page.waitForFunction(() => document.getElementById("legend")?.innerText.includes("own(scatter"));
  await finished(page);
  const link = new URL(page.url()).hash.replace(/&code=[^&]*/, "");
  await openShelf(page);
  const { name, content } = await download(page, "Save all to a file");
  const { codes } = JSON.parse(content.toString());
  assert.deepEqual(codes.map((/** @type {{ title: string }} */ { title }) => title), ["scatter"]);

  const other = await openPage(t, SMALL);
  await finished(other);
  await drop(other, name, content);
  await other.locator("#shelf-state", { hasText: "1 own strategies added, which run once you have read their code" }).waitFor();
  await drop(other, name, content);
  await other.locator("#shelf-state", { hasText: /0 of 0 experiments added\.$/ }).waitFor();
  await other.keyboard.press("Escape");
  await other.evaluate((link) => (location.hash = link), link);
  const notice = other.locator("#notices [data-subject=own]");
  await notice.filter({ hasText: /own\(scatter,.*is an own strategy that came with the permalink or a file. Its code has not run/ }).waitFor();
  await notice.getByRole("button", { name: "Look at the code …" }).click();
  await other.getByRole("button", { name: "Run this code" }).click();
  await other.waitForFunction(() => document.getElementById("legend")?.innerText.includes("own(scatter"));
  await finished(other);
});

test("a file that is not a shelf, or has an error, adds nothing and reports where", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const good = { link: SMALL, name: "one", note: "", pinned: false, kept: "2026-01-01T00:00:00.000Z" };
  const shelf = (/** @type {object} */ more) => JSON.stringify({ "subtorus-shelf": 1, experiments: [good], ...more });
  for (const [text, expected] of [
    ["{", /it is no JSON/],
    ["[]", /the file: expected an object/],
    ['{"a":1}', /the file: expected a shelf, with the member/],
    [shelf({ "subtorus-shelf": 2 }), /subtorus-shelf: expected 1/],
    [shelf({ experiments: {} }), /experiments: expected a list/],
    [shelf({ experiments: [good, { ...good, link: "https://example.org" }] }), /experiments\[1\]\.link: expected a link/],
    [shelf({ experiments: [{ ...good, kept: "yesterday" }] }), /experiments\[0\]\.kept: expected a date/],
    [shelf({ codes: [{ title: "a" }] }), /codes\[0\]\.code: expected a text/],
    [shelf({ codes: [{ title: "a", code: " " }] }), /codes\[0\]: there is no code yet/],
    [shelf({ logs: [{ sha256: "ab", name: "x.swf", gzip: "" }] }), /logs\[0\]\.sha256: expected 64/],
    [shelf({ logs: [{ sha256: "ab".repeat(32), name: "x.swf", gzip: "?" }] }), /logs\[0\]\.gzip: expected/],
    [shelf({ logs: [{ sha256: "ab".repeat(32), name: "x.swf", gzip: madeLog(5).toString("base64") }] }), /logs\[0\]: x\.swf is not the log it is said to be/],
  ]) {
    await drop(page, "shelf.json", Buffer.from(String(text)));
    await page.locator("#shelf-state", { hasText: /** @type {RegExp} */ (expected) }).waitFor({ timeout: 10_000 });
    assert.match(await page.locator("#shelf-state").innerText(), /^shelf\.json was not taken, and no experiment was added/);
    assert.equal((await rows(page)).length, 0, String(text));
  }
});

test("a dropped file is not lost in silence when its kind cannot be recognised", async (t) => {
  const page = await openPage(t, "about:blank", { expected: [/Failed to load resource/] });
  await page.route("**/run_view.js", (route) => route.abort());
  await page.goto((await siteAddress()) + SMALL);
  await finished(page);
  await drop(page, "shelf.json", Buffer.from('{"subtorus-shelf":1,"experiments":[]}'));
  await page.locator("#notices, #log-state").filter({ hasText: "shelf.json" }).first().waitFor({ timeout: 10_000 });
});

test("without a store, keeping reports that, and the experiment stays", async (t) => {
  const page = await openPage(t, "");
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { get() { throw new Error("no room here"); } }));
  await page.goto(page.url().split("#")[0] + SMALL);
  await page.reload();
  await finished(page);
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.locator("#notices li", { hasText: /could not be kept: no room here.*link can be copied/ }).waitFor();
  assert.equal(new URL(page.url()).hash, SMALL);
});
