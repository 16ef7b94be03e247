/** The content security policy: only the page's own parts run, and all of them do. Exports contain nothing executable. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openPage, SITE } from "./harness.mjs";
import { serve } from "./server.mjs";
import { download, dropLog, finished, gzipSync, madeLog, run, tableRows } from "./steps.mjs";

/** @import { Page } from "playwright-core" */
/** @import { TestContext } from "node:test" */

const POLICY = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(join(SITE, "index.html"), "utf8"))?.[1] ?? "";
const SMALL = "#v=1&jobs=50&vary=runtime:1";
const NETWORK =
  "#v=1&model=stochastic&jobs=20&machine=mesh:4x4&allocation=ff&scheduling=fcfs&service=communication&vary=rate:0.1";

/**
 * All actions of a page that a policy could forbid. The test fails if the console has a message.
 *
 * @param {TestContext} t
 * @param {string} [site]
 */
async function doEverything(t, site) {
  const page = await openPage(t, SMALL, { site, serviceWorkers: "allow" });
  await finished(page);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  await dropLog(page, "made.swf.gz", gzipSync(madeLog(50)));
  await run(page);
  for (const name of ["CSV", "SVG", "PNG"]) assert.ok((await download(page, name)).content.length > 100, name);
  await page.locator("#about-y").click();
  await page.keyboard.press("Escape");
  await page.evaluate((link) => (location.hash = link), NETWORK);
  await finished(page);
  await page.locator("#links summary").click();
  await page.locator("#links-body svg").waitFor();
  await page.getByRole("button", { name: "Batch planner" }).click();
  await page.locator("#gantt svg").waitFor();
}

test("under the policy in the page everything works, and the console is clean", async (t) => {
  assert.match(POLICY, /default-src 'none'.*base-uri 'none'; form-action 'none'/);
  await doEverything(t);
});

test("under the same policy as a header, which holds for workers too, everything works", async (t) => {
  const server = await serve(SITE, { prefix: "/strict/", headers: () => ({ "Content-Security-Policy": `${POLICY}; frame-ancestors 'none'` }) });
  try {
    await doEverything(t, server.address);
  } finally {
    // After the page, which may still be loading.
    t.after(server.close);
  }
});

test("a script that is injected into the page does not run", async (t) => {
  const page = await openPage(t, SMALL, { expected: [/Content Security Policy/, /^request: x:/] });
  await finished(page);
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'stolen'";
    document.body.append(script);
    const far = document.createElement("script");
    far.src = "data:text/javascript,document.title = 'stolen'";
    document.body.append(far);
    document.body.insertAdjacentHTML("beforeend", "<img src='x:' onerror='document.title = \"stolen\"'>");
    // Other listeners of the image run after its own attribute.
    const failed = (/** @type {Element | null} */ element) => new Promise((done) => element?.addEventListener("error", done));
    await Promise.all([failed(far), failed(document.body.lastElementChild)]);
    return document.title;
  });
  assert.match(ran, / · Subtorus$/);
});

/**
 * The error of an XML parser in a document; empty if there is none.
 *
 * @param {Page} page
 * @param {string} document
 */
function complaintOfXml(page, document) {
  return page.evaluate(
    (text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent ?? "",
    document,
  );
}

test("SVG parses clean as XML whatever a log is called, and the CSV holds no formula", async (t) => {
  // The parser's report on a broken document has its own styles.
  const page = await openPage(t, `${SMALL}&allocation=curve(snake,best),flat`, { expected: [/Applying inline style/] });
  await finished(page);
  const name = "=1+1,=cmd|' <b>&amp;]]>\"--!>é\u202e.swf";
  await dropLog(page, name, madeLog(50));
  await run(page);
  const svg = (await download(page, "SVG")).content.toString();
  assert.equal(await complaintOfXml(page, svg), "");
  assert.match(svg, /<metadata>Subtorus 0\.[^<]*\+[^<]*<\/metadata>/);
  assert.notEqual(await complaintOfXml(page, svg.replace("</metadata>", "")), "", "the parser reports errors");
  const csv = (await download(page, "CSV")).content.toString();
  for (const cell of csv.split(/[\n,]/)) assert.doesNotMatch(cell, /^"?[=+@]/, csv.slice(0, 400));
  await tableRows(page);
});
