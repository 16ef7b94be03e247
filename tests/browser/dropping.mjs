/** Helpers for tests and measurements of dropped logs: make a log, drop it on a page with two workers, and read its curves. */
import { openPage, siteAddress } from "./harness.mjs";
import { dropLog, finished, tableRows } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

/**
 * A page with two workers that have run something, as on any visit.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} [link]
 */
export async function visited(t, link = "#v=1&jobs=50") {
  const page = await openPage(t, "about:blank");
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 2 }));
  await page.goto(`${await siteAddress()}${link}`);
  await finished(page);
  return page;
}

/**
 * Drops a log. Returns the seconds until every curve has the points of its coarse grid, and until all points are there.
 *
 * @param {Page} page
 * @param {string} name
 * @param {Buffer} content
 */
export async function timed(page, name, content) {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  await dropLog(page, name, content);
  await page.locator("#sentence", { hasText: name.replace(/\.gz$/, "") }).waitFor({ timeout: 60_000 });
  const first = seconds();
  await page.locator("#sentence", { hasText: /computed in/ }).waitFor({ timeout: 300_000 });
  return { first, all: seconds() };
}

/**
 * The curves of the table: names and values of utilisation.
 *
 * @param {Page} page
 */
export async function curves(page) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const [curve, , utilisation] of await tableRows(page)) found.set(curve, (found.get(curve) ?? new Set()).add(utilisation));
  return found;
}
