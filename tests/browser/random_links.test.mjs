/**
 * For any link, the page is usable within two seconds and takes less than a gigabyte, or says why it refuses; no worker
 * panics. `RANDOM_LINKS` sets the number of links (25 every night, 1000 for a thorough test), `RANDOM_SEED` their seed,
 * `USABLE` the milliseconds: five times as many unless it is set, because other tests run beside this one.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { Draw, asked } from "./draw.mjs";
import { drawnLink } from "./grammar.mjs";
import { openPage, siteAddress } from "./harness.mjs";
import { started } from "./steps.mjs";

/** @import { Page } from "playwright-core" */
/** @import { Catalogue } from "../../subtorus.js" */

const COUNT = asked("RANDOM_LINKS", 5);
const SEED = asked("RANDOM_SEED", 1);
/** Milliseconds until the page must answer, the duration of watching, and the interval. */
const USABLE = asked("USABLE", 10_000);
const WATCHED = 2500;
const PACE = 200;
/** The most bytes of all processes of the page. */
const MEMORY = 1e9;

/**
 * The memory of the browser's largest process in bytes, that of the page and its workers.
 * @param {import("playwright-core").CDPSession} browser
 */
async function memory(browser) {
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => String(id));
  if (pages.length === 0) return 0;
  const sizes = execFileSync("ps", ["-o", "rss=", "-p", pages.join(",")], { encoding: "utf8" });
  return 1024 * Math.max(...sizes.trim().split(/\s+/).map(Number));
}

/**
 * The state of the page, in one or two words.
 * @param {Page} page
 */
async function standing(page) {
  return page.evaluate(() => {
    const text = (/** @type {string} */ id) => document.getElementById(id)?.innerText ?? "";
    const seen = (/** @type {string} */ id) => document.getElementById(id)?.checkVisibility() ?? false;
    if (seen("batch")) {
      if (!document.getElementById("wrong-batch")?.hidden || document.querySelector("#batch-form [aria-invalid]")) return "batch: refused";
      return /^(Loading|$)/.test(text("batch-sentence")) ? "batch: being planned" : "batch: planned or empty";
    }
    if (seen("question")) return "asked";
    const refused = /cannot be run\. (\w*)/.exec(text("notices"));
    const contradiction = /^Not run: (\S+)/.exec(text("run-state"));
    if (contradiction) return "refused: contradicts itself";
    if (refused) return `refused: ${refused[1] || "as a whole"}`;
    if (/needs/.test(text("log-state"))) return "needs a log";
    if (seen("cancel")) return /preparing/.test(text("run-state")) ? "being prepared" : "being run";
    return /computed in|all \d+ runs (kept|taken|known)|its only run/.test(text("sentence")) ? "done" : text("sentence").slice(0, 40);
  });
}

test(`${COUNT} random links leave the page usable and small (seed ${SEED})`, { timeout: 60_000 + COUNT * 20_000 }, async (t) => {
  const first = await openPage(t, "#v=1&jobs=1&vary=none", { expected: [/./] });
  await started(first);
  const context = first.context();
  const site = await siteAddress();
  await context.route((url) => !url.href.startsWith(site), (route) => route.abort());
  const catalogue = /** @type {Catalogue} */ (
    await first.evaluate(async () => (await import(new URL("subtorus.js", document.baseURI).href)).catalogue())
  );
  await first.goto("about:blank");
  const browser = await /** @type {import("playwright-core").Browser} */ (context.browser()).newBrowserCDPSession();
  const draw = new Draw(SEED);
  /** @type {Record<string, number>} */
  const kinds = {};
  /** @type {string[]} */
  const wrong = [];
  for (let number = 0; number < COUNT; number++) {
    const link = drawnLink(draw, catalogue);
    const page = await context.newPage();
    /** @type {string[]} */
    const broken = [];
    page.on("pageerror", (error) => broken.push(error.message));
    const failed = (/** @type {unknown} */ error) => ({ slow: "", died: "", large: `it could not be looked at: ${String(error).slice(0, 200)}` });
    const looked = () => look(page, browser, site + link).catch(failed);
    let { slow, large, died } = await looked();
    if (slow && !large && !died) {
      // The cause may be other load of the machine, so a slow link is tried again.
      await page.goto("about:blank");
      ({ slow, large, died } = await looked());
    }
    const trouble = [slow, large, died].filter((part) => part).join(", ");
    const kind = await Promise.race([standing(page), page.waitForTimeout(5000).then(() => "does not answer")]).catch(String);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    if (trouble || broken.length) wrong.push(`${trouble} ${broken.join("; ")} (${kind}): ${link}`);
    await page.close();
  }
  for (const [kind, count] of Object.entries(kinds).sort((a, b) => b[1] - a[1])) t.diagnostic(`${count} ${kind}`);
  assert.deepEqual(wrong, [], `${wrong.length} of ${COUNT}`);
});

/**
 * Opens an address and watches for a while. Returns the problem, if there is one.
 * @param {Page} page
 * @param {import("playwright-core").CDPSession} browser
 * @param {string} address
 */
async function look(page, browser, address) {
  const begun = Date.now();
  await page.goto(address, { waitUntil: "commit" });
  const ready = () => {
    const text = (/** @type {string} */ id) => document.getElementById(id)?.textContent ?? "";
    return text("version") !== "" && (document.getElementById("batch")?.checkVisibility() || !/Loading/.test(text("sentence")));
  };
  await page.waitForFunction(ready, null, { timeout: 30_000 });
  await page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)));
  const answered = Date.now() - begun;
  let [most, longest] = [0, 0];
  for (const end = Date.now() + WATCHED; Date.now() < end; ) {
    const asked = Date.now();
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)));
    longest = Math.max(longest, Date.now() - asked);
    most = Math.max(most, await memory(browser));
    await page.waitForTimeout(PACE);
  }
  const megabytes = Math.round(most / 1e6);
  const died = await page.evaluate(() => /[^.;]*(died twice|panicked at)[^;]*/.exec(document.body.innerText)?.[0] ?? "");
  const times = [answered > USABLE && `usable after ${answered} ms`, longest > USABLE && `answers after ${longest} ms`];
  return { slow: times.filter((time) => time).join(", "), died, large: most > MEMORY ? `takes ${megabytes} MB` : "" };
}
