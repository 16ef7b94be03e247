/** Long logs: read piece by piece, with the progress, and cancelled by one click. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { alterWorkers, expectAccessible, openPage } from "./harness.mjs";
import { drop, dropLog, expectNotice, finished, gzipSync, madeLog, run } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=50&vary=runtime:1";
const SHORT = { name: "short.swf", content: madeLog(400) };
const JOB = "1 0 -1 60 4 -1 -1 4 90 -1 1 1 -1 -1 -1 -1 -1 -1\n";

/**
 * A log of one job after this many times 200 lines, one of which is unique. It comes in many pieces, and its packing
 * ratio is not refused.
 * @param {number} blocks
 */
function long(blocks) {
  const block = (/** @type {unknown} */ _, /** @type {number} */ place) => `;${(place * 2654435761) % 4294967296}\n${";\n".repeat(199)}`;
  return `; MaxProcs: 32\n${Array.from({ length: blocks }, block).join("")}${JOB}`;
}

/** Eight million lines, and far more for a test that cancels. */
const TEXT = long(40_000);
const LONG = { name: "long.swf.gz", content: gzipSync(Buffer.from(TEXT)) };
const ENDLESS = { name: "endless.swf.gz", content: gzipSync(Buffer.from(long(400_000))) };

/**
 * All texts about the log from now on.
 * @param {Page} page
 */
async function listen(page) {
  await page.evaluate(() => {
    const state = /** @type {HTMLElement} */ (document.querySelector("#log-state"));
    const said = /** @type {string[]} */ (Reflect.set(window, "said", []) && Reflect.get(window, "said"));
    new MutationObserver(() => said.push(state.textContent ?? "")).observe(state, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => /** @type {string[]} */ (Reflect.get(window, "said")));
}

test("while a long log is read the page shows the progress, and the digest is that of its text", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const said = await listen(page);
  await dropLog(page, LONG.name, LONG.content);
  const progress = (await said()).filter((text) => text.includes("read "));
  assert.ok(progress.length > 3, JSON.stringify(progress));
  assert.ok(progress.every((text) => /^Reading long\.swf\.gz … read (\d00 000|\d\.\d million) lines Cancel$/.test(text)), JSON.stringify(progress));
  assert.ok(page.url().includes(`sha256=${createHash("sha256").update(TEXT).digest("hex")}`));
  assert.match(await page.locator("#log-state").innerText(), /1 job; none dropped/);
});

test("reading a log can be cancelled; the previous state stays, and another log can be read", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await drop(page, ENDLESS.name, ENDLESS.content);
  const cancel = page.locator("#log-state button", { hasText: "Cancel" });
  await page.locator("#log-state", { hasText: /read \d/ }).waitFor();
  await cancel.focus();
  const before = await page.locator("#log-state").innerText();
  await page.waitForFunction((before) => document.querySelector("#log-state")?.textContent !== before, before);
  assert.ok(await cancel.evaluate((button) => button === document.activeElement), "the focus stays");
  await page.keyboard.press("Enter");
  await cancel.waitFor({ state: "detached" });
  assert.equal(await page.locator("#log-state").innerText(), "Synthetic jobs\nfrom the Lublin–Feitelson model", "there is no log");
  assert.ok(!page.url().includes("sha256"), page.url());
  assert.doesNotMatch(await page.locator("#notices").innerText(), /endless/, "there is no error");
  await expectAccessible(page);
  await dropLog(page, SHORT.name, SHORT.content);
  assert.match(await page.locator("#log-state").innerText(), /400 jobs; none dropped/);
});

test("a log that the browser has lost is reported, and the experiment continues once it is back", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await alterWorkers(page, "FileReaderSync.prototype.readAsArrayBuffer = () => { throw new DOMException('lost', 'NotReadableError'); };");
  await page.reload();
  await finished(page);
  const words = "what was read of the log has been lost \\(expected all of it, for as long as it is used\\); drop the log again, or choose it again";
  await dropLog(page, SHORT.name, SHORT.content);
  await expectNotice(page, new RegExp(`could not be found out: ${words}`));
  const experiment = page.url();
  await expectNotice(page, new RegExp(`This experiment cannot be run\\. log: ${words}`));
  assert.equal(page.url(), experiment);
  await page.unroute("**/worker.js");
  await dropLog(page, SHORT.name, SHORT.content);
  await page.locator("#machines-title", { hasText: /jobs? fit/ }).waitFor();
  await run(page);
  assert.equal(page.url(), experiment);
  assert.doesNotMatch(await page.locator("#notices").innerText(), /lost/);
});
