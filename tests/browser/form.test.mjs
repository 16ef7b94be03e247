/** The form follows from the list of parameters in Rust: which fields there are, where, and when they are shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./harness.mjs";
import { dropLog, finished, madeLog, run, started, type, field } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=50&vary=runtime:1";

/**
 * The fields of a link according to Rust, and those that the page shows.
 *
 * @param {Page} page
 */
async function fields(page) {
  await started(page);
  return page.evaluate(async () => {
    const { Study, catalogue } = await import(new URL("subtorus.js", document.baseURI).href);
    const study = new Study();
    study.open(location.hash);
    const names = new Map([...document.querySelectorAll("#experiment .field")].map((field) => [
      field.querySelector("code")?.textContent,
      // The sheet shows one part at a time.
      { group: field.closest("[data-group]")?.querySelector("h3")?.textContent, shown: !(/** @type {HTMLElement} */ (field).hidden) },
    ]));
    const groups = new Map(catalogue().groups.map((/** @type {{ name: string, title: string }} */ { name, title }) => [name, title]));
    const parameters = catalogue().parameters.filter(
      (/** @type {{ group: string, control: string }} */ { group, control }) => control !== "own" && group !== "display",
    );
    const applies = new Map(study.fields().map((/** @type {{ name: string, applies: boolean }} */ state) => [state.name, state.applies]));
    const expected = parameters.map((/** @type {{ name: string, group: string }} */ { name, group }) =>
      [name, { group: groups.get(group), shown: applies.get(name) }]);
    return { shown: Object.fromEntries(names), expected: Object.fromEntries(expected) };
  });
}

for (const [what, link] of Object.entries({
  "the first visit's model": "#v=1&jobs=50&vary=none",
  "the stochastic model": "#v=1&model=stochastic&jobs=50&machine=mesh:8x8&allocation=gabl&vary=none",
  "several replications": "#v=1&jobs=50&vary=none&replications=5",
  communication: "#v=1&model=stochastic&jobs=20&machine=mesh:4x4&allocation=gabl&vary=none&service=communication",
  "both services": "#v=1&jobs=20&machine=mesh:4x4&allocation=gabl&vary=none&service=runtime-and-communication",
  "a log": `#v=1&log=lost.swf&sha256=${"ab".repeat(32)}`,
})) {
  test(`every field is in its part of the form, and is shown if it applies with ${what}`, async (t) => {
    const page = await openPage(t, link);
    if (what === "a log") await page.locator("#log-state", { hasText: /needs lost\.swf/ }).waitFor();
    else await finished(page);
    const { shown, expected } = await fields(page);
    assert.deepEqual(shown, expected);
    assert.ok(Object.keys(shown).length > 20 && Object.values(shown).some((field) => field.shown), JSON.stringify(shown));
  });
}

test("the stochastic model shows its sides; another model keeps them aside and brings them back", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const sides = await field(page, "sides");
  const model = await field(page, "model");
  assert.equal(await sides.isVisible(), false);
  await model.selectOption("stochastic");
  assert.equal(await sides.isVisible(), true);
  assert.equal(await (await field(page, "round")).isVisible(), false, "of sizes, which this model does not make");
  await sides.selectOption("exponential");
  await model.selectOption("lublin");
  assert.equal(new URL(page.url()).hash, SMALL, "parameters without effect are not in the link");
  assert.equal(await page.locator("#notices", { hasText: "These settings conflict" }).count(), 0);
  await model.selectOption("stochastic");
  assert.equal(await sides.inputValue(), "exponential");
  await run(page);
});

test("a log hides the model's fields and shows its own; the model brings its values back, the next log the log's", async (t) => {
  const page = await openPage(t, "#v=1&model=stochastic&jobs=60&rate=2&sides=exponential&machine=mesh:8x8&allocation=gabl&vary=none");
  await finished(page);
  const before = new URL(page.url()).hash;
  const visible = async (/** @type {string} */ name) => (await field(page, name)).isVisible();
  assert.deepEqual([await visible("sides"), await visible("rate"), await visible("partition")], [true, true, false]);
  await dropLog(page, "made.swf", madeLog(50));
  assert.deepEqual([await visible("sides"), await visible("rate"), await visible("partition")], [false, false, true]);
  for (const name of ["model", "jobs", "rate", "sides"]) assert.ok(!page.url().includes(`&${name}=`), name);
  await type(page, "status", "1");
  await page.getByRole("button", { name: "Synthetic jobs" }).click();
  assert.equal(new URL(page.url()).hash, before);
  assert.equal(await (await field(page, "sides")).inputValue(), "exponential");
  await dropLog(page, "made.swf", madeLog(50));
  assert.match(page.url(), /&status=1/);
  assert.equal(await (await field(page, "status")).inputValue(), "1");
});

test("one press draws another seed, which is then in the link", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  await field(page, "seed");
  await page.getByRole("button", { name: "draw another seed" }).click();
  const seed = await (await field(page, "seed")).inputValue();
  assert.match(seed, /^\d+$/);
  assert.notEqual(seed, "1");
  assert.match(page.url(), new RegExp(`seed=${seed}(&|$)`));
});

test("what is varied is said in words, also for a range that is no example", async (t) => {
  const page = await openPage(t, "#v=1&jobs=50&vary=runtime:1..2:0.5");
  await finished(page);
  const shown = () => page.locator("#vary").evaluate((menu) => /** @type {HTMLSelectElement} */ (menu).selectedOptions[0].text);
  assert.equal(await shown(), "runtimes · 1..2:0.5");
  await page.selectOption("#vary", "none");
  assert.equal(await shown(), "one run per pair of strategies");
});
