/** The sample logs of the site, which are fetched only when the user wants one. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { expectAccessible, openPage, siteAddress } from "./harness.mjs";
import { drop, expectNotice, finished, openFigure, tableRows } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const NASA = "NASA-iPSC-1993-3.1-cln.swf";
const SHA256 = "9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76";
const SMALL = "#v=1&jobs=50&vary=runtime:1";
/** One run on the log. */
const ON_NASA = `#v=1&log=${NASA}&sha256=${SHA256}&allocation=flat&scheduling=fcfs&size-scale=8&vary=none`;

/**
 * The samples that a page requests from now on.
 *
 * @param {Page} page
 */
function asked(page) {
  /** @type {string[]} */
  const files = [];
  page.on("request", (request) => {
    const [, file] = /\/samples\/(.*)$/.exec(request.url()) ?? [];
    if (file) files.push(file);
  });
  return files;
}

/**
 * An empty page, so that its first request can be observed.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} hash
 * @param {Parameters<typeof openPage>[2]} [options]
 */
async function openWatched(t, hash, options) {
  const page = await openPage(t, "about:blank", options);
  const files = asked(page);
  await page.goto(`${await siteAddress()}${hash}`);
  return { page, files };
}

test("a first visit asks for no sample; a figure from the gallery fetches its log, runs, and stores it", async (t) => {
  const { page, files } = await openWatched(t, "");
  await finished(page);
  assert.deepEqual(files, []);
  const link = await openFigure(page, "Mao", "figure 4");
  await page.locator("#sentence", { hasText: new RegExp(`18239 jobs from ${NASA} on torus:2x2x2x6x8.*computed in`) }).waitFor({ timeout: 120_000 });
  assert.deepEqual(files, [`${NASA}.gz`]);
  assert.equal(new URL(page.url()).hash, link);
  assert.equal((await tableRows(page)).length, 6 * 37);
  assert.equal(await page.locator("#paper").isVisible(), true, "the printed values are next to it");
  assert.match(await page.locator("#log-state").innerText(), /18239 jobs/);
  await page.locator("#log-facts-title").click();
  assert.match(await page.locator("#log-facts-body").innerText(), /Bill Nitzberg[^]*Parallel Workloads Archive/);
  assert.equal(await page.locator("#log-facts-body a").getAttribute("href"), "https://www.cs.huji.ac.il/labs/parallel/workload/l_nasa_ipsc/");
  assert.equal(await page.locator("#notices li").count(), 0);
  await expectAccessible(page);

  const again = await openWatched(t, ON_NASA, { context: page.context() });
  await finished(again.page);
  assert.deepEqual(again.files, [], "this browser has stored it");
});

test("the log panel offers the samples by name; pressing one is like dropping a log", async (t) => {
  const { page, files } = await openWatched(t, SMALL);
  await finished(page);
  await page.locator("#kept-title").click();
  const names = await page.locator("#samples button").allInnerTexts();
  assert.deepEqual(names, ["NASA iPSC/860 1993", "SDSC SP2 1998", "SDSC Paragon 1996", "Mira 2018"]);
  await page.getByRole("button", { name: "NASA iPSC/860 1993" }).click();
  await page.locator("#log-state strong", { hasText: NASA }).waitFor();
  assert.deepEqual(files, [`${NASA}.gz`]);
  assert.match(page.url(), new RegExp(`log=${NASA}&sha256=${SHA256}&machine=mesh:2x2x2x2x2x2x2`));
  assert.match(await page.locator("#note-machine").innerText(), /Set to mesh:2x2x2x2x2x2x2: the iPSC\/860 of NASA Ames was a hypercube/);
  assert.equal(await page.locator("#samples").isVisible(), false, "there is a log");
  await page.locator("#sentence", { hasText: new RegExp(`18239 jobs from ${NASA} on mesh:2x2x2x2x2x2x2.*computed in`) }).waitFor({ timeout: 120_000 });
  await page.getByRole("button", { name: "Synthetic jobs" }).click();
  assert.equal(new URL(page.url()).hash, SMALL);
  assert.equal(await page.locator("#kept").getAttribute("open"), null, "the list is folded once a log is chosen");
  await page.locator("#kept-title").click();
  await page.getByRole("button", { name: "NASA iPSC/860 1993" }).click();
  await page.locator("#log-state strong", { hasText: NASA }).waitFor();
  assert.equal(files.length, 1, "it is not fetched twice");
});

test("a link that names a sample without a digest runs on it, and then has the digest", async (t) => {
  const { page, files } = await openWatched(t, ON_NASA.replace(`&sha256=${SHA256}`, ""));
  await finished(page);
  assert.deepEqual(files, [`${NASA}.gz`]);
  assert.equal(new URL(page.url()).hash, ON_NASA);
});

test("a link to another file of the same name asks for that file", async (t) => {
  const { page, files } = await openWatched(t, ON_NASA.replace(SHA256, "ab".repeat(32)));
  await page.locator("#log-state", { hasText: `needs ${NASA}, which this browser does not have` }).waitFor();
  assert.deepEqual(files, []);
});

test("a site without its samples asks for the log like for any other", async (t) => {
  const { page } = await openWatched(t, "#v=1&problem=cnp", { expected: [/404.*samples/] });
  await page.route("**/samples/*", (route) => route.fulfill({ status: 404, body: "not found" }));
  await page.evaluate((link) => (location.hash = link), ON_NASA);
  await page.locator("#log-state", { hasText: `needs ${NASA}, which this browser does not have` }).waitFor();
  assert.match((await page.locator("#log-state a").getAttribute("href")) ?? "", /l_nasa_ipsc/);
  assert.equal(await page.locator("#notices li").count(), 0);
  await page.locator("#kept-title").click();
  await page.getByRole("button", { name: "SDSC SP2 1998" }).click();
  await expectNotice(page, /could not be fetched from this site: the server answered 404.*drop it here/);
  await drop(page, `${NASA}.gz`, readFileSync(fileURLToPath(new URL(`../../samples/${NASA}.gz`, import.meta.url))));
  await finished(page);
  assert.equal(new URL(page.url()).hash, ON_NASA);
});
