/** Nothing is computed twice: Back, reload, another step, another strategy, and failures of the store. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { download, finished, forgetResults, run, stored, tableRows, type, write } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SWEEP = "#v=1&jobs=200&vary=runtime:0.5..1.5:0.25";
const CELLS = 3 * 2 * 5;
/** A run of some seconds, with the brake. */
const LONG = "#v=1&jobs=120&scheduling=conservative,easy";

/** The text about the numbers of computed and stored runs. @param {Page} page */
async function counts(page) {
  await finished(page);
  const said = await page.locator("#sentence").innerText();
  const [, all] = said.match(/all (\d+) runs kept from before/) ?? [];
  if (all) return [0, Number(all)];
  const [, computed, kept] = said.match(/(\d+) runs? computed in .*, (\d+) kept from before/) ?? [];
  assert.ok(computed, said);
  return [Number(computed), Number(kept)];
}

/** @param {Page} page */
async function csv(page) {
  return (await download(page, "CSV")).content.toString();
}

/** The same experiment, computed in a browser without stored results. @param {import("node:test").TestContext} t @param {Page} page */
async function anew(t, page) {
  const fresh = await openPage(t, new URL(page.url()).hash);
  await finished(fresh);
  assert.match(await fresh.locator("#sentence").innerText(), /, computed in/);
  return csv(fresh);
}

test("back, forward and a reload compute nothing, and show the same bits", async (t) => {
  const page = await openPage(t, SWEEP);
  await finished(page);
  const first = await csv(page);
  await type(page, "jobs", "150");
  await run(page);
  await page.goBack();
  await page.locator("#sentence", { hasText: /200 jobs.*all \d+ runs kept/ }).waitFor();
  assert.deepEqual(await counts(page), [0, CELLS]);
  assert.equal(await csv(page), first);
  await page.goForward();
  await page.locator("#sentence", { hasText: /150 jobs.*all \d+ runs kept/ }).waitFor();
  assert.deepEqual(await counts(page), [0, CELLS]);
  await page.goBack();
  await page.locator("#sentence", { hasText: /200 jobs.*all \d+ runs kept/ }).waitFor();
  await stored(page, 2 * CELLS);
  await page.reload();
  assert.deepEqual(await counts(page), [0, CELLS]);
  assert.equal(await csv(page), first);
  assert.equal(await anew(t, page), first);
});

test("back to a finished sweep of six curves takes a small part of its computation", async (t) => {
  const begun = performance.now();
  const page = await openPage(t, "#v=1&jobs=500");
  await finished(page);
  const computed = performance.now() - begun;
  await type(page, "jobs", "100");
  await run(page);
  const times = [];
  for (let round = 0; round < 3; round++) {
    await page.goForward();
    await page.locator("#sentence", { hasText: /100 jobs.*(computed in|runs kept)/ }).waitFor();
    times.push(await page.evaluate(async () => {
      const sentence = /** @type {HTMLElement} */ (document.querySelector("#sentence"));
      const begun = performance.now();
      history.back();
      while (!/500 jobs.*222 runs kept/.test(sentence.textContent ?? "")) await new Promise((frame) => requestAnimationFrame(frame));
      return performance.now() - begun;
    }));
  }
  const said = `222 runs computed in ${Math.round(computed)} ms, back to them in ${times.map(Math.round).join(", ")} ms`;
  t.diagnostic(said);
  assert.ok(Math.min(...times) < computed / 6, said);
});

test("another strategy on a finished sweep of six curves: only its cells run", async (t) => {
  const page = await openPage(t, "#v=1&jobs=200");
  await finished(page);
  await page.locator('#tiles input[value="random"]').check();
  await run(page);
  assert.deepEqual(await counts(page), [2 * 37, 222]);
  const shown = await csv(page);
  assert.equal(await anew(t, page), shown);
});

test("a finer step, another range, more replications and another plot compute only what is missing", async (t) => {
  const page = await openPage(t, SWEEP);
  await finished(page);
  await type(page, "vary", "runtime:0.5..1.5:0.125");
  await run(page);
  assert.deepEqual(await counts(page), [6 * 4, CELLS]);
  await type(page, "vary", "runtime:1..2:0.5");
  await run(page);
  assert.deepEqual(await counts(page), [6, 12]);
  await type(page, "vary", "none");
  await type(page, "replications", "5");
  await run(page);
  assert.deepEqual(await counts(page), [6 * 4, 6]);
  await page.getByLabel("vertical axis", { exact: true }).selectOption("utilization");
  await run(page);
  assert.deepEqual(await counts(page), [0, 30]);
  assert.equal(await anew(t, page), await csv(page));
});

test("what a clock measures is measured again", async (t) => {
  const page = await openPage(t, "#v=1&jobs=100&vary=none&plot=allocation_overhead-load");
  await finished(page);
  await run(page);
  assert.match(await page.locator("#sentence").innerText(), /, computed in/);
});

test("cancelling keeps what is there, and continuing computes the rest", async (t) => {
  const page = await openPage(t, LONG, { brake: 40 });
  await page.locator("#data").evaluate((details) => details.setAttribute("open", ""));
  await page.locator("#table tbody tr").nth(20).waitFor();
  assert.ok(await page.getByRole("button", { name: "Go on" }).isHidden());
  await page.getByRole("button", { name: "Cancel" }).click();
  const kept = (await tableRows(page)).length;
  assert.ok(kept >= 20 && kept < 222);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Go on" }).click();
  const [computed, known] = await counts(page);
  assert.ok(known >= kept && computed + known === 222, `${computed} and ${known}, ${kept} were there`);
  assert.ok(await page.getByRole("button", { name: "Go on" }).isHidden());
  assert.equal(await anew(t, page), await csv(page));
});

test("a run that another link replaces keeps its results", async (t) => {
  const page = await openPage(t, LONG, { brake: 40 });
  await page.locator("#data").evaluate((details) => details.setAttribute("open", ""));
  await page.locator("#table tbody tr").nth(20).waitFor();
  await page.evaluate((link) => void (location.hash = link), SWEEP);
  await page.locator("#sentence", { hasText: /200 jobs.*computed in/ }).waitFor();
  await page.goBack();
  await page.locator("#sentence", { hasText: /120 jobs/ }).waitFor();
  const [computed, known] = await counts(page);
  assert.ok(known >= 20 && computed + known === 222, `${computed} and ${known}`);
});

test("stored results are counted, and deleted by a button", async (t) => {
  const page = await openPage(t, SWEEP);
  await finished(page);
  const summary = page.locator("#kept-results-title");
  await summary.click();
  await page.locator("#kept-results-body", { hasText: /^30 runs, 0\.1 MB\./ }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete all kept results" }).click();
  await page.locator("#kept-results-body", { hasText: /^None\./ }).waitFor();
  assert.ok(await summary.evaluate((element) => element === document.activeElement));
  await run(page);
  assert.match(await page.locator("#sentence").innerText(), /, computed in/);
  await page.locator("#kept-results-body", { hasText: /^30 runs/ }).waitFor();
  await page.reload();
  assert.deepEqual(await counts(page), [0, CELLS]);
  await forgetResults(page);
  await page.reload();
  await finished(page);
  assert.match(await page.locator("#sentence").innerText(), /, computed in/);
});

test("records that are not results, or of another version, are ignored", async (t) => {
  const page = await openPage(t, SWEEP);
  await finished(page);
  const first = await csv(page);
  await stored(page, CELLS);
  const changed = await page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open("subtorus");
    request.onsuccess = () => {
      const transaction = request.result.transaction("results", "readwrite");
      const cursors = transaction.objectStore("results").openCursor();
      let count = 0;
      cursors.onsuccess = () => {
        const cursor = cursors.result;
        if (!cursor) return;
        const { value } = cursor;
        const wrong = [
          { ...value, curve: value.curve.replace(/^\w+/, "another") },
          { ...value, keys: value.keys.slice(1) },
          { ...value, values: value.values.slice(1) },
          { ...value, values: "none" },
        ];
        cursor.update(wrong[(count += 1) % wrong.length]);
        cursor.continue();
      };
      transaction.oncomplete = () => (request.result.close(), resolve(count));
    };
  }));
  assert.ok(Number(changed) >= 4, `${changed} records`);
  await page.reload();
  await finished(page);
  assert.match(await page.locator("#sentence").innerText(), /, computed in/);
  assert.equal(await csv(page), first);
});

test("a damaged record is deleted and reported once, and its cells are computed again", async (t) => {
  const page = await openPage(t, SWEEP);
  await finished(page);
  const first = await csv(page);
  await write(page);
  const cells = Number(await page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open("subtorus");
    request.onsuccess = () => {
      const transaction = request.result.transaction("results", "readwrite");
      const cursors = transaction.objectStore("results").openCursor();
      let cells = 0;
      cursors.onsuccess = () => {
        const cursor = cursors.result;
        if (!cursor || cells > 0) return;
        const { value } = cursor;
        cells = value.cells;
        value.values[3] *= 10;
        cursor.update(value);
      };
      transaction.oncomplete = () => (request.result.close(), resolve(cells));
    };
  })));
  await page.reload();
  assert.deepEqual(await counts(page), [cells, CELLS - cells]);
  const notices = page.locator("#notices li", { hasText: "kept were damaged. They are deleted, and computed again" });
  assert.equal(await notices.count(), 1);
  await expectAccessible(page);
  assert.equal(await csv(page), first);
  await write(page);
  await page.reload();
  assert.deepEqual(await counts(page), [0, CELLS]);
  assert.equal(await notices.count(), 0);
});

for (const [what, sabotage] of /** @type {[string, () => void][]} */ ([
  ["fails", () => (IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); })],
  ["never answers", () => (IDBFactory.prototype.open = () => /** @type {IDBOpenDBRequest} */ (/** @type {unknown} */ ({})))],
  ["is full", () => (IDBObjectStore.prototype.add = () => { document.documentElement.dataset.full = "yes"; throw new DOMException("full", "QuotaExceededError"); })],
])) {
  test(`a store that ${what} disturbs no run, and memory is used instead`, async (t) => {
    const page = await openPage(t, "#v=1&jobs=1&vary=none");
    await page.addInitScript(sabotage);
    await page.reload();
    await finished(page);
    await page.evaluate((link) => void (location.hash = link), SWEEP);
    await page.locator("#sentence", { hasText: /200 jobs.*computed in/ }).waitFor();
    assert.equal((await tableRows(page)).length, CELLS);
    // A store that has worked so far is written to some time after the run.
    if (what === "is full") await page.waitForFunction(() => document.documentElement.dataset.full === "yes");
    await run(page);
    assert.deepEqual(await counts(page), [0, CELLS]);
    assert.equal(await page.locator("#notices li").count(), 0);
  });
}

test("logs that an earlier version stored are still there", async (t) => {
  const page = await openPage(t, "licences.txt", { expected: [/favicon/] });
  await page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open("subtorus", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("logs", { keyPath: "sha256" });
    request.onsuccess = () => {
      const transaction = request.result.transaction("logs", "readwrite");
      transaction.objectStore("logs").put({ sha256: "a".repeat(64), name: "old.swf", file: new Blob(["x"]), used: 1 });
      transaction.oncomplete = () => (request.result.close(), resolve(null));
    };
  }));
  await page.goto(new URL(SWEEP, new URL(".", page.url())).href);
  await finished(page);
  await page.locator("#kept-title").click();
  await page.locator("#kept-body", { hasText: "old.swf" }).waitFor();
});
