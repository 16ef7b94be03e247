/** One whole version is kept for use off-line. A new version is offered, and never mixed with the old one. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { expectAccessible, openPage, SITE, siteAddress } from "./harness.mjs";
import { serve } from "./server.mjs";
import { drop, dropLog, expectNotice, finished, gzipSync, madeLog, run } from "./steps.mjs";

/** @import { Page } from "playwright-core" */
/** @import { TestContext } from "node:test" */

const SMALL = "#v=1&jobs=50&vary=runtime:1";
/** Long enough for the visitor to look elsewhere. */
const LONG = "#v=1&jobs=300000&allocation=ep,nep&scheduling=easy&vary=runtime:0.5..1.4:0.02";

/** Actions after the end of the browser and its requests. @type {(() => void)[]} */
const cleanings = [];
after(() => cleanings.forEach((clean) => clean()));

/** A copy of the site that a test may change, and its address. */
async function copyOfSite() {
  const folder = mkdtempSync(join(tmpdir(), "subtorus-site-"));
  cpSync(SITE, folder, { recursive: true });
  const server = await serve(folder, { prefix: "/sub/path/" });
  cleanings.push(server.close, () => rmSync(folder, { recursive: true }));
  return { folder, ...server };
}

/**
 * Installs another version of a site: changes one file and the list, like a new build.
 *
 * @param {string} folder
 */
function deploy(folder) {
  const style = join(folder, "www", "styles", "page.css");
  writeFileSync(style, `${readFileSync(style, "utf8")}\n:root { --newer: 1; }\n`);
  const list = join(folder, "site.js");
  const digest = createHash("sha256").update(readFileSync(style)).digest("hex");
  const text = readFileSync(list, "utf8").replace(/("www\/styles\/page\.css": ")[0-9a-f]*/, `$1${digest}`);
  writeFileSync(list, text.replace(/"version": "/, '"version": "newer '));
}

/** @param {Page} page */
function isNewer(page) {
  return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--newer") === "1");
}

/** Waits until the version of a page is kept. @param {Page} page */
async function kept(page) {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated" && navigator.serviceWorker.controller);
}

/** Makes the browser look for a new version, as it does by itself on a visit. @param {Page} page */
async function update(page) {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
}

test("a page that was opened once works off-line, including runs", async (t) => {
  const { address, close } = await copyOfSite();
  const page = await openPage(t, SMALL, { site: address, serviceWorkers: "allow" });
  await finished(page);
  await kept(page);
  close();
  const again = await openPage(t, `${SMALL}&seed=7`, { site: address, context: page.context() });
  await finished(again);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await finished(page);
  await dropLog(again, "made.swf.gz", gzipSync(madeLog(50)));
  await run(again);
});

test("a new version is offered, is loaded by a reload, and nothing of the old one remains", async (t) => {
  const { address, folder } = await copyOfSite();
  const page = await openPage(t, SMALL, { site: address, serviceWorkers: "allow" });
  await finished(page);
  await kept(page);
  deploy(folder);
  await page.reload();
  await finished(page);
  assert.equal(await isNewer(page), false, "the kept version is the shown one");
  await expectNotice(page, /A new version is here/);
  await expectAccessible(page);
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload" }).click()]);
  await finished(page);
  assert.equal(await isNewer(page), true);
  assert.equal(await page.locator("#notices li", { hasText: "version" }).count(), 0);
  assert.equal((await page.evaluate(() => caches.keys())).length, 1);
});

test("a run in progress finishes on its version, even if another tab updates", async (t) => {
  const { address, folder } = await copyOfSite();
  const page = await openPage(t, SMALL, { site: address, serviceWorkers: "allow" });
  await finished(page);
  await kept(page);
  const running = await openPage(t, LONG, { site: address, context: page.context() });
  await running.locator("#cancel").waitFor();
  deploy(folder);
  await update(page);
  await page.getByRole("button", { name: "Reload" }).click();
  await expectNotice(page, /comes when no other tab shows this page/);
  assert.equal(await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting)), true);
  // Its workers are stopped, and new ones of the same version are fetched.
  await running.locator("#cancel").click();
  await running.evaluate((link) => (location.hash = link), `${SMALL}&seed=3`);
  await finished(running);
  const style = await running.evaluate(async () => (await fetch("www/styles/page.css")).text());
  assert.ok(!style.includes("--newer"), "it still gets its own version");
  await running.close();
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload" }).click()]);
  await finished(page);
  assert.equal(await isNewer(page), true);
});

test("changed files in the browser's cache are not served: they are fetched again, or are missing", async (t) => {
  const { address, close } = await copyOfSite();
  const page = await openPage(t, SMALL, { site: address, serviceWorkers: "allow", expected: [/Failed to load|ERR_FAILED|guard/] });
  await finished(page);
  await kept(page);
  const change = (/** @type {string} */ file) => page.evaluate(async (file) => {
    const [name] = await caches.keys();
    const cache = await caches.open(name);
    const kept = await cache.match(new URL(file, location.href));
    const changed = `${await kept?.text()}\n;globalThis.changed = true;`;
    await cache.put(new URL(file, location.href), new Response(changed, { headers: kept?.headers }));
  }, file);
  const served = (/** @type {string} */ file) => page.evaluate(async (file) => (await fetch(new URL(file, location.href))).text().catch(String), file);
  await change("www/main.js");
  await page.reload();
  await finished(page);
  assert.equal(await page.evaluate(() => "changed" in globalThis), false);
  assert.doesNotMatch(await served("www/main.js"), /globalThis.changed/, "the correct file is kept");
  await change("www/workers/streams.js");
  close();
  const asked = await page.evaluate((file) => fetch(new URL(file, location.href)).then(() => "served", () => "refused"), "www/workers/streams.js");
  assert.equal(asked, "refused", "there is no server to fetch it from");
  assert.match(await served("www/main.js"), /import/, "the rest is there");
});

test("a version with one wrong file on the server is not kept", async (t) => {
  const { address, folder } = await copyOfSite();
  const list = join(folder, "site.js");
  writeFileSync(list, readFileSync(list, "utf8").replace(/("www\/workers\/timeouts\.js": ")[0-9a-f]{4}/, "$10000"));
  const page = await openPage(t, SMALL, { site: address, serviceWorkers: "allow" });
  await finished(page);
  const installed = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" });
    while (registration.installing) await new Promise((done) => setTimeout(done, 50));
    return Boolean(registration.waiting ?? registration.active);
  });
  assert.equal(installed, false);
  assert.deepEqual(await page.evaluate(() => caches.keys()), []);
});

test("scripts and module of two versions do not work together, in the page or in a worker", async (t) => {
  const { address, folder } = await copyOfSite();
  const file = join(folder, "www", "build.js");
  const own = readFileSync(file, "utf8");
  const other = 'export const BUILD = "0.0.1+another";\n';
  writeFileSync(file, other);
  const page = await openPage(t, SMALL, { site: address });
  await page.locator("#sentence", { hasText: /could not start: its parts are of two versions, the scripts of 0\.0\.1\+another/ }).waitFor();
  writeFileSync(file, own);
  const mixed = await openPage(t, "about:blank", { site: address });
  let asked = 0;
  // The page gets its own version, and its workers get the next one.
  await mixed.context().route("**/www/build.js", (route) => ((asked += 1) > 1 ? route.fulfill({ body: other, contentType: "text/javascript" }) : route.continue()));
  await mixed.goto(`${address}${SMALL}`);
  await mixed.locator("body", { hasText: /its parts are of two versions/ }).waitFor();
});

test("opened from a file, the page says so with a remedy, instead of loading for ever", async (t) => {
  const page = await openPage(t, "about:blank", { expected: [/file:/, /CORS/, /ERR_FAILED/] });
  await page.goto(pathToFileURL(join(SITE, "index.html")).href);
  await page.locator("#sentence", { hasText: /browsers do not run such pages from files/ }).waitFor();
});

for (const missing of ["www/main.js", "www/workers/timeouts.js", "subtorus.js", "subtorus_bg.wasm"]) {
  test(`without ${missing} the page says that a part is missing`, async (t) => {
    const { address, folder } = await copyOfSite();
    rmSync(join(folder, missing));
    const page = await openPage(t, SMALL, { site: address, expected: [/404/] });
    await page.locator("#sentence", { hasText: /could not start: .*(part of the page is missing|answered 404)/ }).waitFor();
  });
}

/**
 * A page in a browser with this behaviour of the store.
 *
 * @param {TestContext} t
 * @param {string} script
 */
async function withStore(t, script) {
  const page = await openPage(t, "about:blank");
  await page.addInitScript(script);
  await page.goto(`${await siteAddress()}${SMALL}`);
  await finished(page);
  return page;
}

for (const [what, script, reason] of /** @type {[string, string, RegExp][]} */ ([
  ["is denied", 'Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("denied", "SecurityError"); } })', /denied/],
  ["is none", 'Object.defineProperty(window, "indexedDB", { value: undefined })', /undefined/],
  ["has no room", 'IDBObjectStore.prototype.put = () => { throw new DOMException("over quota", "QuotaExceededError"); }', /over quota/],
])) {
  test(`a store that ${what} is reported once, and everything else works`, async (t) => {
    const page = await withStore(t, script);
    await dropLog(page, "one.swf.gz", gzipSync(madeLog(50)));
    await expectNotice(page, /The log is here, but this browser cannot remember it for the next visit: /);
    assert.match(await page.locator("#notices").innerText(), reason);
    await run(page);
    await page.getByRole("button", { name: "Put this notice away" }).first().click();
    await dropLog(page, "two.swf.gz", gzipSync(madeLog(60)));
    await run(page);
    assert.doesNotMatch(await page.locator("#notices").innerText(), /cannot remember/);
  });
}

test("a store that never answers is not waited for", async (t) => {
  const page = await withStore(t, "IDBFactory.prototype.open = () => ({})");
  await page.evaluate((link) => (location.hash = link), `#v=1&log=lost.swf&sha256=${"ab".repeat(32)}`);
  await page.locator("#log-state", { hasText: /needs lost\.swf/ }).waitFor({ timeout: 15_000 });
  await drop(page, "one.swf.gz", gzipSync(madeLog(50)));
  await page.getByRole("button", { name: "Use one.swf.gz for this experiment" }).click();
  await page.locator("#log-state strong", { hasText: "one.swf" }).waitFor();
  await run(page);
  await page.locator("#kept summary").click();
  await page.locator("#kept-body", { hasText: /cannot say which: .*does not answer/ }).waitFor();
});

test("kept logs can be listed and deleted, one or all", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const body = page.locator("#kept-body");
  await page.locator("#kept summary").click();
  await body.locator("text=No log of your own yet").waitFor();
  for (const [name, jobs] of /** @type {const} */ ([["one.swf", 50], ["two.swf", 60], ["three.swf", 70]])) await dropLog(page, name, madeLog(jobs));
  await body.locator("li").nth(2).waitFor();
  assert.match((await body.locator("li").allInnerTexts()).join("\n"), /three\.swf \d+ kB, last used .* \d{4}.*\ntwo\.swf.*\none\.swf/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete two.swf" }).click();
  await page.getByRole("button", { name: "Delete two.swf" }).waitFor({ state: "detached" });
  assert.equal(await body.locator("li").count(), 2);
  await page.getByRole("button", { name: "Delete all kept logs" }).click();
  await body.locator("text=No log of your own yet").waitFor();
});

test("the licences of the page's parts are there", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const address = await page.getByRole("link", { name: /Licences/ }).getAttribute("href");
  const text = readFileSync(join(SITE, address ?? ""), "utf8");
  const metadata = JSON.parse(execFileSync("cargo", ["metadata", "--offline", "--no-deps", "--format-version=1"], { encoding: "utf8", cwd: SITE }));
  const library = metadata.packages.find((/** @type {{ name: string }} */ { name }) => name === "subtorus");
  for (const { name, kind, target } of library.dependencies) {
    const isIn = kind === null && !/not\(/.test(target ?? "");
    if (isIn) assert.match(text, new RegExp(`^${name} \\d[^:]*: .`, "m"), name);
  }
  assert.match(text, /^The standard library of Rust/m);
});
