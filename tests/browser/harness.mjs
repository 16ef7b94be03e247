/**
 * The base of all end-to-end tests. The built site (`make dist`) is served under a sub-path of an arbitrary port and
 * opened in a headless Chromium. Both start with the first page of a test file and end with its last test.
 *
 *     import { test } from "node:test";
 *     import { openPage, expectAccessible } from "./harness.mjs";
 *
 *     test("the page runs", async (t) => {
 *       const page = await openPage(t, "#v=1&seed=7");   // a playwright Page, in a separate browser profile
 *       await page.getByRole("button", { name: "Run" }).click();
 *       await expectAccessible(page);
 *     });
 *
 * - `openPage(t, address?, options?)` opens `address` relative to the site and ties the page to the test `t`. The test
 *   fails if the page logs an error, throws, or sends a request to another server. Options: `expected`, an array of
 *   regular expressions for errors that the test causes; `context`, another page's `page.context()`, to share its
 *   storage; `brake`, the milliseconds by which every cell takes longer, for tests of events during a run on machines
 *   of any speed; anything else goes to playwright's `browser.newContext`. Service workers are blocked unless it has
 *   `serviceWorkers: "allow"`, because a test cannot route their requests.
 * - `expectAccessible(page)` fails on any finding of axe-core.
 * - `offerModules(page)` lets a test import one script of the page.
 * - `siteAddress()` is the address of the site; `SITE` is the folder it is served from.
 */
import assert from "node:assert/strict";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The site that `make dist` has built. */
export const SITE = join(ROOT, "dist", "/");

/** Only the page itself may use the network. */
const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @type {ReturnType<typeof serve> | undefined} */
let server;
/** @type {Promise<import("playwright-core").Browser> | undefined} */
let browser;

after(async () => {
  await (await browser)?.close();
  (await server)?.close();
});

/** The address of the site, with a slash at the end. */
export async function siteAddress() {
  server ??= serve(SITE, { prefix: "/any/sub/path/" });
  return (await server).address;
}

/**
 * Serves the scripts of the page one by one, too. The site has them joined.
 *
 * @param {import("playwright-core").Page} page
 */
export function offerModules(page) {
  return page.route(/\/www\/[\w/]+\.js$/, (route) => {
    const script = /www\/[\w/]+\.js$/.exec(route.request().url())?.[0] ?? "";
    return existsSync(join(SITE, script)) ? route.fallback() : route.fulfill({ path: join(ROOT, script) });
  });
}

/**
 * @typedef {object} PageOptions
 * @property {string} [site] the address of a site other than the built one
 * @property {RegExp[]} [expected] errors that the test causes
 * @property {import("playwright-core").BrowserContext} [context] the profile to open the page in
 * @property {number} [brake] the milliseconds by which every cell takes longer
 */

/**
 * Opens a page of the site for one test; see the beginning of this file.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} [address]
 * @param {PageOptions & import("playwright-core").BrowserContextOptions} [options]
 */
export async function openPage(t, address = "", { expected = [], context, site, brake, ...contextOptions } = {}) {
  site ??= await siteAddress();
  browser ??= chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
  const profile = context ?? (await (await browser).newContext({ serviceWorkers: "block", ...contextOptions }));
  const page = await profile.newPage();
  const complaints = watch(page, new URL(site).origin);
  t.after(async () => {
    await (context ? page.close() : profile.close());
    const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
    assert.deepEqual(unexpected, [], "the page complained");
  });
  if (brake) await brakeWorkers(page, brake);
  await page.goto(new URL(address, site).href);
  return page;
}

/**
 * Makes every cell of workers that start from now on take longer by this many milliseconds.
 *
 * @param {import("playwright-core").Page} page
 * @param {number} milliseconds
 */
export function brakeWorkers(page, milliseconds) {
  return alterWorkers(page, `const run = Runner.prototype.run; Runner.prototype.run = function (...cell) {
    for (const end = performance.now() + ${milliseconds}; performance.now() < end;);
    return run.apply(this, cell);
  };`);
}

/**
 * Adds lines to the script of every worker that the page starts from now on.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} lines
 */
export async function alterWorkers(page, lines) {
  await page.route("**/worker.js", async (route) => {
    // A closed page needs no script. An open one reports a missing script.
    const answer = await route.fetch().catch(() => undefined);
    if (!answer) return void (await route.abort().catch(() => undefined));
    await route.fulfill({ body: `${await answer.text()}\n${lines}`, contentType: "text/javascript" });
  });
}

/**
 * Collects everything that a working page would not do.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} origin
 */
function watch(page, origin) {
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin) complaints.push(`request: ${url}`);
  });
  return complaints;
}

/**
 * Fails on any finding of axe-core on the current page.
 *
 * @param {import("playwright-core").Page} page
 */
export async function expectAccessible(page) {
  // It is evaluated, because the page's policy allows no injected script.
  if (!await page.evaluate(() => "axe" in window)) {
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  }
  // What passes is neither collected nor sent: that takes half of the time.
  const violations = await page.evaluate(async () => {
    const { axe } = /** @type {{ axe: typeof import("axe-core") }} */ (/** @type {unknown} */ (window));
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  });
  const findings = violations
    .map(({ id, impact, help, nodes }) => `${id} (${impact}): ${help}: ${nodes.map((node) => node.html).join(" ")}`);
  assert.deepEqual(findings, [], "axe-core has findings");
}

/**
 * The browser named by CHROMIUM, or the first known one on the PATH. The headless shell is the same browser without
 * windows; a test takes two thirds of the processor time with it.
 */
function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]) {
    for (const folder of folders) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // not here
      }
    }
  }
  throw new Error("no Chromium found: run .ci/setup test, or name one in the environment variable CHROMIUM");
}
