/** Ways through the page with their clicks counted, in any browser: how soon a user has what they came for. */
import assert from "node:assert/strict";
import { madeLog } from "./steps.mjs";

/** What the drivers of both browsers have in common. @typedef {Pick<import("playwright-core").Page, "evaluate" | "focus" | "keyboard" | "mouse">} Page */
/** Walks through the open page, and returns the number of clicks of its user. @typedef {(page: Page) => Promise<number>} Journey */

/** Each journey: its name, the clicks it may take, the link that it begins with, and the way. @type {[string, number, string, Journey][]} */
export const JOURNEYS = [
  ["a published figure with its verdict", 2, "", async (page) => {
    await count(page);
    await press(page, "#open-gallery", "");
    await press(page, '#gallery-list button[data-link*="NASA"]', "figure 3");
    await until(page, "#sentence", /18239 jobs from NASA.*computed in/);
    const verdicts = await page.evaluate(() => [...document.querySelectorAll("#comparison tbody td:last-child")].map(({ textContent }) => textContent));
    assert.equal(verdicts.length, 4);
    for (const verdict of verdicts) assert.match(verdict ?? "", /^(agrees|differs)/);
    return clicks(page);
  }],
  ["from an own log to the reason why a job waits, after a drop", 2, "", async (page) => {
    await count(page);
    await drop(page, "mine.swf", madeLog(300));
    await until(page, "#sentence", /300 jobs from mine\.swf.*computed in/);
    // The keys find the place of a point, which a user sees.
    await page.focus("#canvas");
    await page.keyboard.press("End");
    await press(page, "#mark", "");
    // The run opens at its longest queue, with a reason in each row.
    await until(page, "#run-queue tbody tr", /too few|behind|no place|would delay/);
    await press(page, "#run-queue tbody tr button", "");
    await until(page, "#job-explanation", /wait/);
    await until(page, "#job-explanation .waits", /\S/);
    return clicks(page);
  }],
  ["an own strategy, from a template to its curve, with typing", 3, "#v=1&jobs=100&machine=torus:8x8&allocation=ff&scheduling=fcfs&vary=runtime:1..2:0.5", async (page) => {
    await count(page);
    await press(page, "#edit-own", "");
    await until(page, ".code-editor", /allocate/);
    await press(page, "#own button", "Best fit");
    await until(page, ".code-editor", /freeBeside/);
    await page.keyboard.down("Control");
    await page.keyboard.press("End");
    await page.keyboard.up("Control");
    await page.keyboard.type("\n// mine");
    await press(page, "#own button", "Compare it");
    await until(page, "#legend button:nth-of-type(2), #legend :nth-child(2) button", /\S/);
    await until(page, "#sentence", /computed in/);
    assert.equal(await page.evaluate(() => document.querySelectorAll("#legend button").length), 2);
    return clicks(page);
  }],
];

/** Counts the clicks of the user from now on. @param {Page} page */
function count(page) {
  return page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.clicks = "0";
    addEventListener("click", ({ isTrusted }) => (dataset.clicks = `${Number(dataset.clicks) + Number(isTrusted)}`), true);
  });
}

/** @param {Page} page */
async function clicks(page) {
  return Number(await page.evaluate(() => document.documentElement.dataset.clicks));
}

/**
 * Waits for a shown element with such a text, which may be in its shadow, and returns its middle.
 *
 * @param {Page} page
 * @param {string} css
 * @param {string | RegExp} text
 */
async function until(page, css, text) {
  const wanted = text instanceof RegExp ? text.source : text.replace(/[.*+?^$()[\]{}|\\]/g, "\\$&");
  for (const end = Date.now() + 120_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const found = await page.evaluate(([css, wanted]) => {
      const matches = (/** @type {Element} */ element) => new RegExp(wanted).test((element.shadowRoot ?? element).textContent ?? "") && element.getClientRects().length > 0;
      const element = [...document.querySelectorAll(css)].find(matches);
      element?.scrollIntoView({ block: "nearest" });
      const box = element?.getBoundingClientRect();
      return box && [box.x + box.width / 2, box.y + box.height / 2];
    }, [css, wanted]);
    if (found) return found;
  }
  assert.fail(`no ${css} with ${text}`);
}

/**
 * Clicks in the middle of the first such element, on whatever is in front there.
 *
 * @param {Page} page
 * @param {string} css
 * @param {string} text
 */
async function press(page, css, text) {
  const [x, y] = await until(page, css, text);
  await page.mouse.click(x, y);
}

/**
 * Drops a file on the page.
 *
 * @param {Page} page
 * @param {string} name
 * @param {Buffer} content
 */
function drop(page, name, content) {
  return page.evaluate(([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    for (const event of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, content.toString()]);
}
