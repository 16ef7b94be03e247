/** The editor of own strategies with CodeMirror: under the page's policy, errors at their lines, the reference beside it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expectAccessible, openPage, SITE } from "./harness.mjs";
import { finished } from "./steps.mjs";

const MACHINE = "#v=1&jobs=50&machine=torus:4x6&allocation=ff&scheduling=fcfs&vary=none";
const WRONG = "function allocate(machine, request) {\n  const base = machine.cordinates(0);\n  return null;\n}";

/**
 * Opens the editor of a page, with CodeMirror.
 *
 * @param {import("node:test").TestContext} t
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function openEditor(t, options) {
  const page = await openPage(t, MACHINE, options);
  await finished(page);
  assert.equal(await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("code_editor")).length), 0, "it is fetched on demand");
  await page.locator("#edit-own").press("Enter");
  const code = page.locator(".code-editor #own-code");
  await code.waitFor();
  return { page, code, dialog: page.locator("#own"), state: page.locator("#own").getByRole("status") };
}

/** The code as it is in the editor. @param {import("playwright-core").Locator} code */
const text = (code) => code.evaluate((content) => [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));

test("code has colours, and the editor is accessible, in both themes", async (t) => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const { page, code } = await openEditor(t, { colorScheme });
    await code.locator("span", { hasText: /^return$/ }).first().waitFor();
    const [keyword, plain] = await code.evaluate((content) => {
      const colour = (/** @type {Element | null | undefined} */ element) => element && getComputedStyle(element).color;
      const span = [...content.querySelectorAll("span")].find(({ textContent }) => textContent === "return");
      return [colour(span), colour(content)];
    });
    assert.ok(keyword && keyword !== plain, `${keyword} and ${plain}`);
    await page.locator(".reference dt").nth(11).waitFor();
    await expectAccessible(page);
  }
});

test("CodeMirror arrives while the user writes: the selected text stays selected", async (t) => {
  const page = await openPage(t, MACHINE);
  await finished(page);
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route("**/code_editor-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.locator("#edit-own").press("Enter");
  const area = page.locator("textarea#own-code");
  await area.fill("let first;\nlet second;");
  await area.evaluate((/** @type {HTMLTextAreaElement} */ area) => area.setSelectionRange(4, 9));
  release();
  const code = page.locator(".code-editor #own-code");
  await code.waitFor();
  await page.keyboard.insertText("third");
  assert.equal(await text(code), "let third;\nlet second;");
});

test("a check shows an error below its line, with the name that is meant, on the machine of the experiment too", async (t) => {
  const { page, code, dialog, state } = await openEditor(t);
  await code.fill(WRONG);
  await page.keyboard.press("Control+Enter");
  await state.filter({ hasText: "allocate failed: line 2: machine.cordinates is not a function" }).waitFor();
  assert.equal(await page.locator(".cm-complaint").innerText(), "machine.cordinates is not a function");
  assert.match(await page.locator(".cm-wrong-line").innerText(), /const base/);
  await page.locator(".cm-lint-marker-error").waitFor();
  assert.equal(await page.locator(".reference .hit").innerText(), "machine.coordinates(node)");
  await expectAccessible(page);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("//");
  assert.deepEqual([await state.textContent(), await page.locator(".cm-complaint").count(), await text(code)], ["", 0, `${WRONG}//`]);
  await page.keyboard.press("Control+Enter");
  await dialog.getByRole("button", { name: "Replace cordinates by coordinates" }).click();
  assert.match(await text(code), /machine\.coordinates\(0\)/);
  assert.equal(await page.locator(".cm-complaint").count(), 0, "it was about the code before");
  await dialog.getByRole("button", { name: "Best fit" }).click();
  await code.filter({ hasText: "freeBeside" }).waitFor();
  await dialog.getByRole("button", { name: "Check" }).click();
  await state.filter({ hasText: "Every answer keeps to the rules, for 40 jobs on each of mesh:8x8, torus:4x4x4, mesh:32 and torus:4x6." }).waitFor();
  await code.press("Enter");
  assert.equal(await state.textContent(), "", "the verdict was about the code before");
  // Wrong only on that machine.
  await code.fill(readFileSync(join(SITE, "www/own_examples/first-fit.js"), "utf8").replace("{\n", "{\n  if (machine.extents[1] === 6) return [99];\n"));
  await dialog.getByRole("button", { name: "Check" }).click();
  await state.filter({ hasText: /^on torus:4x6: / }).waitFor();
});

test("typing, undo, Tab and Escape work as the line below says", async (t) => {
  const { page, code, dialog } = await openEditor(t);
  const before = await text(code);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("let x = 1;\nif (x) {\nx = 2;");
  assert.equal(await text(code), "let x = 1;\nif (x) {\n  x = 2;", "lines are indented");
  await page.keyboard.press("Tab");
  await page.locator("#own").getByRole("button", { name: "Check" }).waitFor();
  assert.match(await text(code), /\n {4}x = 2;/, "Tab indents the line");
  await page.keyboard.press("Shift+Tab");
  assert.match(await text(code), /\n {2}x = 2;/);
  for (let undone = 0; (await text(code)) !== before && undone < 20; undone++) await page.keyboard.press("Control+Z");
  assert.equal(await text(code), before, "all of it can be undone");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.className.includes("code-editor")), false, "after Escape, Tab leaves");
  await code.click();
  await page.keyboard.press("Escape");
  assert.ok(await dialog.isVisible());
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("what is not JavaScript is marked while it is typed", async (t) => {
  const { page, code } = await openEditor(t);
  await code.fill("function allocate(machine {\n  return null;\n}");
  await page.locator(".cm-lint-marker-error").waitFor();
  await code.fill("function allocate(machine) {\n  return null;\n}");
  await page.locator(".cm-lint-marker-error").waitFor({ state: "detached" });
});

test("a compared strategy is named by its title; two of one title by their digests", async (t) => {
  const { page, dialog } = await openEditor(t);
  await dialog.getByRole("button", { name: "Compare it" }).click();
  const legend = page.locator("#legend");
  await legend.filter({ hasText: "own(first-fit) · " }).waitFor();
  await finished(page);
  const link = await page.evaluate(async () => {
    const { Study } = await import(/** @type {string} */ (new URL("subtorus.js", location.href).href));
    const study = new Study();
    study.open(location.hash);
    study.adopt("first-fit", "function allocate() { return null; }", "");
    return study.link();
  });
  await page.evaluate((link) => (location.hash = link), link);
  await legend.filter({ hasText: /own\(first-fit,[0-9a-f]{12}\)/ }).waitFor();
});

test("on a phone everything is within the width", async (t) => {
  const { page, dialog } = await openEditor(t, { viewport: { width: 360, height: 740 } });
  assert.equal(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth), true);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
});

test("what was typed is there again after the editor was closed, an example was tried, and the page was loaded anew", async (t) => {
  const { page, code, dialog, state } = await openEditor(t);
  await code.fill("// mine");
  await dialog.getByRole("button", { name: "Scatter" }).click();
  await code.filter({ hasText: "allocate" }).waitFor();
  await code.press("Enter");
  await dialog.getByRole("button", { name: "Back to your code" }).click();
  assert.equal(await text(code), "// mine");
  const again = async () => {
    await page.locator("#edit-own").press("Enter");
    await state.filter({ hasText: "what you wrote last" }).waitFor();
    await page.locator(".code-editor #own-code", { hasText: "// mine" }).waitFor();
  };
  await dialog.getByRole("button", { name: "Close" }).click();
  await again();
  await page.reload();
  await finished(page);
  await again();
  await dialog.getByRole("button", { name: "Leave it" }).click();
  assert.match(await text(code), /function allocate/);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.locator("#edit-own").press("Enter");
  await code.waitFor();
  assert.match(await text(code), /function allocate/);
});
