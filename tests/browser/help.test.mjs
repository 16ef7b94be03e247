/** Help where one is: question marks, the tour and About; and the guide to which they lead. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expectAccessible, openPage, SITE, siteAddress } from "./harness.mjs";
import { finished } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=50&machine=mesh:8x8&allocation=ff&scheduling=fcfs&vary=none";
/** @type {Record<string, { title: string, text: string }>} */
const ENTRIES = JSON.parse(readFileSync(join(SITE, "guide/help.json"), "utf8"));
const PAGES = readdirSync(join(SITE, "guide")).filter((name) => name.endsWith(".html"));

/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);

test("a question mark opens a paragraph of the guide next to it, by keyboard", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const button = page.locator("[data-help='curves#hollow-points']");
  await button.focus();
  await page.keyboard.press("Enter");
  const panel = page.locator("#help-panel");
  await panel.waitFor();
  assert.equal(await panel.locator("#help-title").innerText(), "Hollow points");
  assert.match(await panel.innerText(), /saturated: jobs arrive faster than they can be placed/);
  assert.equal(await focused(page), "More in the guide");
  await expectAccessible(page);
  const [box, beside] = [await panel.boundingBox(), await button.boundingBox()];
  assert.ok(box && beside && box.x >= 0 && box.y >= 0 && (box.y >= beside.y + beside.height || box.y + box.height <= beside.y), "it covers no part of its button");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  assert.equal(await button.evaluate((element) => element === document.activeElement), true, "the focus is back");
  await button.click();
  const [guide] = await Promise.all([page.waitForEvent("popup"), panel.getByRole("link").click()]);
  await guide.waitForURL(/guide\/curves\.html#hollow-points$/);
});

test("every question mark of the page has its place in the guide", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const places = await page.locator("[data-help]").evaluateAll((all) => all.map((element) => element.getAttribute("data-help") ?? ""));
  assert.ok(places.length > 0);
  for (const place of places) assert.ok(ENTRIES[place]?.text, place);
  for (const place of ["metrics#mean_bounded_slowdown", "metrics#slowdown", "glossary#shadow-time", "strategies#gabl", "own-strategies#machineisfreebase-extents"]) {
    assert.ok(ENTRIES[place]?.text, place);
  }
});

test("without the guide, a question mark says so, and works again later", async (t) => {
  const page = await openPage(t, SMALL, { expected: [/Failed to load resource/] });
  await finished(page);
  await page.route("**/guide/help.json", (route) => route.abort());
  await page.locator("[data-help]").first().click();
  await page.locator("#help-panel", { hasText: "cannot be reached" }).waitFor();
  await page.unroute("**/guide/help.json");
  await page.keyboard.press("Escape");
  await page.locator("[data-help]").first().click();
  await page.locator("#help-panel", { hasText: "Hollow points" }).waitFor();
});

test("the tour has five steps, and is offered until it was taken or declined", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const panel = page.locator("#tour");
  await page.locator("#take-tour").press("Enter");
  for (const [place, name] of ["Workload", "Machine", "Strategies", "Run", "Chart"].entries()) {
    await panel.getByRole("heading", { name }).waitFor();
    assert.match(await panel.innerText(), new RegExp(`${place + 1} of 5`));
    assert.equal(await focused(page), "tour-title");
    const target = page.locator(".toured");
    assert.equal(await target.getAttribute("data-tour"), String(place + 1));
    const [box, window] = [await panel.boundingBox(), page.viewportSize()];
    assert.ok(box && window && box.x >= 0 && box.y >= 0 && box.x + box.width <= window.width && box.y + box.height <= window.height, name);
    if (place === 0) await expectAccessible(page);
    await panel.getByRole("button", { name: place < 4 ? "Next" : "Done" }).click();
  }
  assert.equal(await panel.count(), 0);
  assert.equal(await focused(page), "open-about");
  await page.reload();
  await finished(page);
  assert.equal(await page.locator("#take-tour").isVisible(), false, "it is not offered again");
  await page.locator("#open-about").click();
  await page.locator("#about").getByRole("button", { name: "Take the tour" }).click();
  await panel.getByRole("heading", { name: "Workload" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await panel.getByRole("heading", { name: "Machine" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await panel.count(), 0);
});

test("who declines the tour is not asked again", async (t) => {
  const page = await openPage(t, SMALL);
  await page.locator("#decline-tour").click();
  await page.reload();
  await finished(page);
  assert.equal(await page.locator("#take-tour").isVisible(), false);
});

test("About has version, licences and a citation of the experiment that is open", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.locator("#open-about").press("Enter");
  const dialog = page.locator("#about");
  const build = /BUILD = "(.*)"/.exec(readFileSync(join(SITE, "www/build.js"), "utf8"))?.[1] ?? "";
  assert.ok((await dialog.innerText()).includes(build));
  const entry = await dialog.locator("pre").innerText();
  assert.match(entry, /^@software\{subtorus,\n.*\n {2}version = \{\d+\.\d+\.\d+\},\n/);
  assert.ok(entry.includes(`\\#v=1&jobs=50&machine=mesh:8x8`), entry);
  await expectAccessible(page);
  for (const link of await dialog.getByRole("link").all()) {
    const answer = await page.request.get((await link.evaluate((anchor) => /** @type {HTMLAnchorElement} */ (anchor).href)).split("#")[0]);
    assert.ok(answer.ok(), answer.url());
  }
  await page.keyboard.press("Escape");
  assert.equal(await dialog.count(), 0);
  assert.equal(await focused(page), "open-about");
});

test("all pages of the guide are accessible, fit, and link to places that exist", async (t) => {
  const base = new URL("guide/", await siteAddress()).href;
  /** @type {Map<string, { ids: string[], links: string[] }>} */
  const found = new Map();
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const page = await openPage(t, "guide/", { viewport: { width: 360, height: 700 }, colorScheme });
    for (const name of PAGES) {
      await page.goto(base + name);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, name);
      // The page's policy allows no script of its own; the rules are long.
      if (name !== "semantics.html") await expectAccessible(page);
      const parts = await page.evaluate(() => ({
        ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
        links: [...document.querySelectorAll("a")].map(({ href }) => href),
        broken: [...document.images].filter(({ naturalWidth, complete }) => complete && naturalWidth === 0).map(({ src }) => src),
        scripts: document.scripts.length,
      }));
      assert.deepEqual([parts.broken, parts.scripts], [[], 0], name);
      found.set(base + name, parts);
    }
  }
  for (const [from, { links }] of found) {
    for (const link of links.filter((link) => link.startsWith(base))) {
      const [file, anchor = ""] = link.split("#");
      const target = found.get(file.endsWith("/") ? `${file}index.html` : file);
      assert.ok(target && (!anchor || target.ids.includes(decodeURIComponent(anchor))), `${from} links to ${link}`);
    }
  }
});

test("every page is in the list at the side, and they follow each other", async (t) => {
  const page = await openPage(t, "guide/");
  const seen = new Set(["index.html"]);
  for (let next = page.locator("a[rel=next]"); await next.count(); ) {
    await next.click();
    const name = new URL(page.url()).pathname.split("/").pop() ?? "";
    assert.ok(!seen.has(name), name);
    seen.add(name);
    assert.equal(await page.locator(".side [aria-current=page]").getAttribute("href"), name);
  }
  assert.deepEqual([...seen].sort(), [...PAGES].sort());
});

test("the page of metrics has each with its unit, and a permalink of the guide opens the page", async (t) => {
  const page = await openPage(t, "guide/metrics.html#p95_wait");
  assert.match(await page.locator("tr:target").innerText(), /95th percentile of wait/i);
  await page.goto(new URL("../guide/curves.html", page.url()).href);
  await page.getByRole("link", { name: "Open this experiment" }).click();
  await page.locator("#sentence", { hasText: "16x16" }).waitFor();
});

test("the guide and its question marks are there off-line", async (t) => {
  const page = await openPage(t, SMALL, { serviceWorkers: "allow" });
  await finished(page);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated" && navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.locator("[data-help]").first().click();
  await page.locator("#help-panel", { hasText: "Hollow points" }).waitFor();
  await page.goto(new URL("guide/", await siteAddress()).href);
  await page.getByRole("link", { name: "The queue and backfilling" }).first().click();
  await page.getByRole("heading", { name: "Conservative backfilling" }).waitFor();
  assert.equal(await page.evaluate(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0)), true);
});

test("the meaning of a parameter, a strategy or an axis leads on to the guide", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await page.locator("#about-y").click();
  const link = page.locator("#definition").getByRole("link", { name: "More in the guide" });
  const pages = new Set();
  const follow = async (/** @type {import("playwright-core").Locator} */ button) => {
    await button.click();
    const href = await link.evaluate((anchor) => /** @type {HTMLAnchorElement} */ (anchor).href);
    const name = new URL(href).pathname.split("/").pop() ?? "";
    assert.ok(PAGES.includes(name), href);
    pages.add(name);
    await page.keyboard.press("Escape");
  };
  await follow(page.locator("#about-y"));
  await page.getByRole("button", { name: "Adjust the workload" }).click();
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    for (const button of await page.locator("#adjust .about:visible").all()) await follow(button);
  }
  assert.ok(pages.has("metrics.html") && pages.has("machines.html") && pages.size >= 4, [...pages].join());
});
