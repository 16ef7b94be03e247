/** Code of another author runs only after consent. Consent is for the whole text, which is shown in full. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expectAccessible, openPage, SITE } from "./harness.mjs";
import { finished, started } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=50&machine=mesh:8x8&allocation=ff&scheduling=fcfs&vary=none";
const FIRST_FIT = readFileSync(join(SITE, "www/own_examples/first-fit.js"), "utf8");
/** Two codes with digests that share their first twelve digits: one is harmless, the other reports that it ran. */
const COLLISION = JSON.parse(readFileSync(new URL("../data/own-code-collision.json", import.meta.url), "utf8"));

/**
 * A link with the code of another author next to first fit.
 *
 * @param {Page} page
 * @param {string} code
 */
async function linkWith(page, code) {
  await started(page);
  return page.evaluate(async ({ link, code }) => {
    const { Study } = await import(new URL("subtorus.js", location.href).href);
    const study = new Study();
    study.open(link);
    study.adopt("stranger", code, "");
    return study.link();
  }, { link: SMALL, code });
}

/** The names of the curves of the last run. @param {Page} page */
const curves = (page) => page.locator("#legend").innerText();

/** @param {Page} page @param {string} link */
const open = (page, link) => page.evaluate((link) => (location.hash = link), link);

/** The question about a code, opened from its notice. @param {Page} page */
async function question(page) {
  await page.locator("#notices [data-subject=own]").getByRole("button", { name: "Look at the code …" }).click();
  return page.locator("#consent");
}

test("code of a link does not run before the user has read it and agreed", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const link = await linkWith(page, `const mark = 'seen';\n${FIRST_FIT}`);
  /** @type {string[]} */
  const frames = [];
  page.on("frameattached", (frame) => frames.push(frame.url()));
  await open(page, link);
  const notice = page.locator("#notices [data-subject=own]");
  await notice.waitFor();
  await finished(page);
  assert.match(await notice.innerText(), /own\(stranger,[0-9a-f]{12}\) is an own strategy that came with the permalink or a file. Its code has not run/);
  assert.doesNotMatch(await curves(page), /stranger/, "the rest has run");
  assert.match(await page.locator("#notices").innerText(), /no user has agreed to run its code/);
  assert.deepEqual(frames, [], "there is no frame for it");
  await page.locator("#run").click();
  await finished(page);
  assert.doesNotMatch(await curves(page), /stranger/, "Run does not give consent");
  const dialog = await question(page);
  assert.match(await dialog.locator("pre").innerText(), /const mark = 'seen';/);
  await dialog.getByText("This is all of it.").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Not now" }).click();
  assert.deepEqual(frames, []);
  await question(page);
  await dialog.getByRole("button", { name: "Run this code" }).click();
  await page.waitForFunction(() => document.getElementById("legend")?.innerText.includes("stranger"));
  await finished(page);
  assert.equal(await notice.count(), 0);
  assert.ok(frames.length > 0);
  await page.waitForFunction(() => !document.querySelector("iframe"), undefined, { timeout: 20_000 });
  await page.reload();
  await finished(page);
  await notice.waitFor();
  assert.doesNotMatch(await curves(page), /stranger/, "consent ends with the page");
});

test("characters that would hide code in the question are shown, and the answer is possible only at its end", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const hidden = `const harmless = 1;${" ".repeat(1200)}const far = 2; /*\u202e evil \u200b\u3164\u00a0*/${"\n".repeat(300)}const late = 3;\n${"// more\n".repeat(200)}`;
  await open(page, await linkWith(page, hidden + FIRST_FIT));
  const dialog = await question(page);
  const run = dialog.getByRole("button", { name: "Run this code" });
  const shown = await dialog.locator("pre").innerText();
  assert.match(shown, /const harmless = 1;1200 blanksconst far = 2; \/\*U\+202E evil U\+200BU\+3164U\+00A0\*\/\n\d+ empty lines\nconst late = 3;/);
  assert.doesNotMatch(shown, /[\u202e\u200b\u3164\u00a0]/);
  const code = dialog.locator("#consent-code");
  const box = await code.boundingBox();
  for (const text of ["const far", "evil"]) {
    const seen = await dialog.getByText(text, { exact: false }).first().evaluate((element, text) => {
      const range = document.createRange();
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const at = node.textContent?.indexOf(text) ?? -1;
        if (at < 0) continue;
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        return range.getBoundingClientRect().toJSON();
      }
      return undefined;
    }, text);
    assert.ok(box && seen && seen.left >= box.x && seen.right <= box.x + box.width && seen.top < box.y + box.height, `${text} is on screen`);
  }
  assert.ok(await run.isDisabled(), "the end has not been seen");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "consent-code", "it is ready to be read by keyboard");
  await expectAccessible(page);
  await page.keyboard.press("PageDown");
  assert.ok(await run.isDisabled());
  await page.keyboard.press("End");
  await dialog.getByText("This is all of it.").waitFor();
  await run.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("legend")?.innerText.includes("stranger"));
});

test("of two codes with the same first digits, consent to one does not cover the other", async (t) => {
  const { a, b, d } = COLLISION;
  const page = await openPage(t, SMALL);
  await finished(page);
  const named = `${SMALL.replace("allocation=ff", `allocation=ff,own(x,${d})`)}`;
  const carrying = (/** @type {string} */ code) => `${named}&code=${encodeURIComponent(code)}`;
  // The harmless code is written in the editor, so it is on the shelf, and runs.
  await page.locator("#edit-own").click();
  await page.locator("#own-title").fill("x");
  await page.locator("#own-code").fill(a);
  await page.getByRole("button", { name: "Compare it" }).click();
  await page.waitForFunction(() => document.getElementById("legend")?.innerText.includes("own(x)"));
  await finished(page);
  // A link of its author runs without a question. So does a link with its name only, and the page says so.
  await open(page, carrying(a).replace("jobs=50", "jobs=49"));
  await page.waitForFunction(() => document.getElementById("sentence")?.textContent?.includes("49 jobs"));
  await finished(page);
  assert.match(await curves(page), /own\(x[,)]/);
  await open(page, named.replace("jobs=50", "jobs=48"));
  await page.waitForFunction(() => document.getElementById("sentence")?.textContent?.includes("48 jobs"));
  await finished(page);
  assert.match(await curves(page), /own\(x[,)]/);
  assert.match(await page.locator("#notices [data-subject=own-label]").innerText(), /by its first 12 digits only. The one on your shelf/);
  // In an older link, the other code has the same name.
  for (const jobs of [47, 46]) {
    await open(page, carrying(b).replace("jobs=50", `jobs=${jobs}`));
    await page.waitForFunction((jobs) => document.getElementById("sentence")?.textContent?.includes(`${jobs} jobs`), jobs);
    await finished(page);
    assert.doesNotMatch(await curves(page), /own\(x[,)]/, "it has not run");
    assert.doesNotMatch(await page.locator("body").innerText(), /EVIL CODE RAN/);
    const dialog = await question(page);
    assert.match(await dialog.locator("pre").innerText(), /EVIL CODE RAN WITHOUT CONSENT/);
    await dialog.getByRole("button", { name: "Not now" }).click();
    await page.reload();
    await finished(page);
  }
  // Now it is on the shelf from a file, too. The older name is ambiguous then, and the page asks which code is meant.
  const file = { "subtorus-shelf": 1, build: "", experiments: [], logs: [], codes: [{ title: "x", code: b }] };
  await page.locator("#open-shelf").click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Take from a file …" }).click();
  await (await chooser).setFiles({ name: "shelf.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) });
  await page.waitForFunction(() => document.getElementById("shelf-state")?.textContent?.includes("1 own strategies added"));
  await page.locator("#close-shelf").click();
  await open(page, named.replace("jobs=50", "jobs=45"));
  const notice = page.locator("#notices [data-subject=own]");
  await notice.getByText("several codes on your shelf have these digits").waitFor();
  assert.equal(await notice.getByRole("button", { name: /^x, [0-9a-f]{64} …$/ }).count(), 2);
  await finished(page);
  assert.doesNotMatch(await curves(page), /own\(x[,)]/);
  assert.doesNotMatch(await page.locator("body").innerText(), /EVIL CODE RAN/);
});
