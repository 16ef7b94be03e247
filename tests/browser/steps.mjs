/** Common steps of the page's tests: drop a log, run, and read the numbers. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { subtorus } from "./programs.mjs";

/** @import { Page } from "playwright-core" */

/**
 * A log of `jobs` jobs on 32 processors, the same each time.
 *
 * @param {number} jobs
 * @param {number} [seed]
 */
export function madeLog(jobs, seed = 1) {
  let state = seed;
  const next = (/** @type {number} */ limit) => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
  const lines = ["; Computer: Testbed", "; MaxProcs: 32", "; UnixStartTime: 0", "; Note: made by a test"];
  let submit = 0;
  for (let job = 1; job <= jobs; job++) {
    submit += next(600);
    const [runtime, size] = [1 + next(5000), 2 ** next(6) - next(2)];
    const processors = Math.max(1, size);
    lines.push(`${job} ${submit} -1 ${runtime} ${processors} -1 -1 ${processors} ${runtime * 2} -1 1 1 1 -1 1 1 -1 -1`);
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** The sentence of a run that has ended: runs were computed, or all of them were known. */
export const ENDED = /computed in|all \d+ runs (kept|taken|known)|its only run/;

/** @param {Page} page */
export async function finished(page) {
  // A run that is open stands in the place of the sentence.
  await page.locator("#sentence", { hasText: ENDED }).waitFor({ state: "attached", timeout: 120_000 });
}

/**
 * Presses Run and waits for the last point.
 *
 * @param {Page} page
 */
export async function run(page) {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  // The proposal for a log may not have arrived yet.
  await page.locator("#run:not([aria-busy])").waitFor();
  await page.locator("#cancel").waitFor({ state: "hidden", timeout: 300_000 });
  await finished(page);
}

/**
 * Deletes all results that the browser has stored, so that the next run computes.
 *
 * @param {Page} page
 */
export async function forgetResults(page) {
  await page.locator("#kept-results").evaluate((details) => details.setAttribute("open", ""));
  const clear = page.getByRole("button", { name: "Delete all kept results" });
  const none = page.locator("#kept-results-body", { hasText: "None." });
  await clear.or(none).first().waitFor();
  // A run that is ending may store results after the deletion, so the loop deletes them again.
  for (const end = Date.now() + 30_000; !(await none.isVisible()); ) {
    assert.ok(Date.now() < end, "all stored results are deleted");
    await clear.click({ timeout: 1000 }).catch(() => {});
  }
}

/**
 * A figure in the gallery: the button that opens it.
 *
 * @param {Page} page
 * @param {string} paper the beginning of its authors
 * @param {string} figure
 */
export function inGallery(page, paper, figure) {
  const exactly = page.locator("strong", { hasText: new RegExp(`^${figure.replaceAll(/[.()]/g, "\\$&")}$`) });
  return page.locator("#gallery-list button", { has: exactly, hasText: paper });
}

/**
 * Opens a figure from the gallery, with two clicks. Returns its link.
 *
 * @param {Page} page
 * @param {string} paper
 * @param {string} figure
 */
export async function openFigure(page, paper, figure) {
  await page.getByRole("button", { name: "Published figures" }).click();
  const card = inGallery(page, paper, figure);
  const link = await card.getAttribute("data-link");
  await card.click();
  return link ?? "";
}

/**
 * Drops a file on the page, like a user.
 *
 * @param {Page} page
 * @param {string} name
 * @param {Buffer} content
 */
export async function drop(page, name, content) {
  await release(page, await grasp(page, name, content));
}

/**
 * A file to drop. Large files take the page a while.
 *
 * @param {Page} page
 * @param {string} name
 * @param {Buffer} content
 */
export function grasp(page, name, content) {
  return page.evaluateHandle(
    async ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name));
      return data;
    },
    [name, content.toString("base64")],
  );
}

/**
 * Drops it.
 *
 * @param {Page} page
 * @param {Awaited<ReturnType<typeof grasp>>} data
 */
export async function release(page, data) {
  await page.dispatchEvent("body", "dragover", { dataTransfer: data });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/**
 * Drops a log and waits until it has been read.
 *
 * @param {Page} page
 * @param {string} name
 * @param {Buffer} content
 */
export async function dropLog(page, name, content) {
  await drop(page, name, content);
  await page.locator("#log-state strong", { hasText: name.replace(/\.gz$/, "") }).waitFor({ timeout: 60_000 });
  await page.locator("#log-facts").waitFor({ state: "visible" });
}

/**
 * The rows of the data table, as text.
 *
 * @param {Page} page
 */
export async function tableRows(page) {
  // While points arrive, the table waits a little. It is made again as soon as it is opened.
  await page.locator("#data").evaluate(async (details) => {
    const opened = new Promise((resolve) => details.addEventListener("toggle", resolve, { once: true }));
    details.removeAttribute("open");
    details.setAttribute("open", "");
    await opened;
  });
  await page.locator("#table tbody tr").first().waitFor();
  return page.locator("#table tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
  );
}

/**
 * Waits until all requested drawing is done.
 *
 * @param {Page} page
 */
export async function drawn(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Waits until the page has started its module. A test that calls the module earlier finds no memory; one that starts it
 * itself gives the page's objects to a second memory, which ends the whole tab.
 *
 * @param {{ waitForFunction(work: () => unknown): Promise<unknown> }} page in any browser
 */
export async function started(page) {
  await page.waitForFunction(() => document.getElementById("version")?.textContent);
}

/**
 * Waits for a condition that no element of a page shows.
 *
 * @param {() => unknown} condition
 * @param {string | (() => string)} what is waited for
 */
export async function until(condition, what) {
  for (const end = Date.now() + 30_000; !(await condition()); await new Promise((again) => setTimeout(again, 20))) {
    assert.ok(Date.now() < end, typeof what === "string" ? what : what());
  }
}

/**
 * The contents of the browser's store: the number of results, and all their numbers.
 *
 * @param {Page} page
 * @returns {Promise<{ cells: number, values: number[] }>}
 */
export function storedResults(page) {
  return page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open("subtorus");
    request.onsuccess = () => {
      const all = request.result.transaction("results").objectStore("results").getAll();
      all.onsuccess = () => {
        request.result.close();
        const cells = all.result.reduce((sum, { cells }) => sum + cells, 0);
        resolve({ cells, values: all.result.flatMap(({ values }) => [...values]) });
      };
    };
  }));
}

/** Makes the page write its results at once, as when it is left. @param {Page} page */
export function write(page) {
  return page.evaluate(() => void dispatchEvent(new Event("pagehide")));
}

/**
 * Waits until the browser's store has at least this many results, so that a later visit finds them.
 *
 * @param {Page} page
 * @param {number} count
 */
export async function stored(page, count) {
  await until(async () => (await storedResults(page)).cells >= count, `the store has not got ${count} results`);
}

/**
 * The file that a download button saves.
 *
 * @param {Page} page
 * @param {string} name
 */
export async function download(page, name) {
  const arrives = page.waitForEvent("download");
  await page.getByRole("button", { name, exact: true }).click();
  const file = await arrives;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

/**
 * The output of the command line for the experiment on the page.
 *
 * @param {Page} page
 * @param {{ name: string, content: Buffer }} [log]
 * @param {string[]} [more] flags
 */
export function commandLine(page, log, more = []) {
  return sweepOf(new URL(page.url()).hash, log, more);
}

/**
 * The output of the command line for the experiment of a link.
 *
 * @param {string} link
 * @param {{ name: string, content: Buffer }} [log]
 * @param {string[]} [more] flags
 */
export function sweepOf(link, log, more = []) {
  const folder = mkdtempSync(join(tmpdir(), "subtorus-"));
  try {
    const arguments_ = ["sweep", "--link", link, ...more];
    if (log) {
      writeFileSync(join(folder, log.name), log.content);
      arguments_.push("--log", join(folder, log.name));
    }
    return subtorus(...arguments_).toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The lines of a CSV file without comments, which name the log's file.
 *
 * @param {string | Buffer} csv
 */
export function numbers(csv) {
  return csv.toString().split("\n").filter((line) => !line.startsWith("#"));
}

/**
 * Sets a field like a user: types, and leaves it.
 *
 * @param {Page} page
 * @param {string} name
 * @param {string} text
 */
export async function type(page, name, text) {
  const control = /^(size|time) of job/.test(name) ? page.getByLabel(name, { exact: true }) : await field(page, name);
  await control.fill(text);
  await control.press("Tab");
}

/**
 * The control of a parameter, in the sheet with every field, which is opened for it.
 *
 * @param {Page} page
 * @param {string} name
 */
export async function field(page, name) {
  const control = page.locator(`#field-${name}`);
  // A field of the sheet asks for its tab, as for an error message.
  await control.dispatchEvent("reveal");
  return control;
}

/** The words of the page for strategies and policies. @type {Record<string, string>} */
export const WORDS = {
  ep: "Equal partition",
  nep: "Non-equal partition",
  flat: "Any free nodes",
  ff: "First fit",
  bf: "Best fit",
  tff: "First fit, turning",
  gabl: "Greedy boxes",
  mbs: "Multiple buddies",
  fcfs: "First come, first served",
  oo: "Skipping a blocked head",
  easy: "Backfilling (EASY)",
  "sjf/easy": "Shortest first, backfilling (EASY)",
  "lcfs/easy": "Last come, first served, backfilling (EASY)",
  "own(shortest)/easy": "Own order shortest, backfilling (EASY)",
};

/**
 * What the page calls a curve, `easy / nep`.
 *
 * @param {string} curve
 */
export function named(curve) {
  const [, order, placement, rest] = curve.match(/^(\S+) \/ (\S+)(.*)$/) ?? [];
  return `${WORDS[placement]} · ${WORDS[order]}${rest}`;
}

/**
 * @param {Page} page
 * @param {RegExp} pattern
 */
export async function expectNotice(page, pattern) {
  await page.locator("#notices li", { hasText: pattern }).waitFor({ timeout: 30_000 }).catch(() => {});
  assert.match(await page.locator("#notices").innerText(), pattern);
}

export { gzipSync };
