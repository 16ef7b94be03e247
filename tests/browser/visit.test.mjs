import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { drawn, field, finished, named, tableRows, type, until } from "./steps.mjs";

test("the first curve is there soon after opening the page, without any action", async (t) => {
  const page = await openPage(t);
  // `make bench` measures the time. This test checks that the user need not act.
  await page.locator("#data").evaluate((details) => details.setAttribute("open", ""));
  await page.waitForFunction(() => {
    const points = new Map();
    for (const row of document.querySelectorAll("#table tbody tr")) {
      const curve = row.firstElementChild?.textContent;
      points.set(curve, (points.get(curve) ?? 0) + 1);
    }
    return [...points.values()].includes(37);
  });
});

test("six curves of 37 points are in the data table, and the sentence describes them", async (t) => {
  const page = await openPage(t);
  await finished(page);
  const rows = await tableRows(page);
  assert.equal(rows.length, 6 * 37);
  assert.deepEqual(
    [...new Set(rows.map(([curve]) => curve))].sort(),
    ["easy / ep", "easy / flat", "easy / nep", "fcfs / ep", "fcfs / flat", "fcfs / nep"].map(named).sort(),
  );
  for (const [, coefficient, utilisation, slowdown, jobs] of rows) {
    assert.ok(Number(coefficient) >= 0.2 && Number(coefficient) <= 2);
    assert.match(utilisation, /^[\d.]+\s%$/u);
    assert.ok(parseFloat(slowdown.replaceAll("\u202f", "")) >= 1, slowdown);
    assert.match(jobs, /^\d000$/);
  }
  assert.match(await page.locator("#sentence").innerText(), /\d000 jobs from the Lublin–Feitelson model on torus:2x2x2x4x4x8/);
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`everything is accessible in the ${colorScheme} theme, wide or narrow`, async (t) => {
    const page = await openPage(t, "#v=1&jobs=100&vary=runtime:1", { colorScheme });
    await finished(page);
    await tableRows(page);
    for (const details of await page.locator("details").all()) await details.evaluate((it) => it.setAttribute("open", ""));
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide at 360`);
  });
}

test("a theme that changes and a window that is resized redraw the chart, sharp at every density", async (t) => {
  const page = await openPage(t, "#v=1&jobs=100&vary=runtime:1", { deviceScaleFactor: 2, colorScheme: "light" });
  await finished(page);
  const seen = () =>
    page.locator("#canvas").evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error("no canvas");
      const corner = canvas.getContext("2d")?.getImageData(2, 2, 1, 1).data[0] ?? -1;
      return { width: canvas.width, css: canvas.clientWidth, height: canvas.height, cssHeight: canvas.clientHeight, corner };
    });
  const wide = await seen();
  assert.equal(wide.width, wide.css * 2);
  assert.equal(wide.height, wide.cssHeight * 2);
  assert.ok(wide.corner > 200, "light background");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 700, height: 700 });
  await until(async () => (await seen()).css !== wide.css && (await seen()).corner < 100, "a narrow and dark chart");
  await drawn(page);
  const narrow = await seen();
  assert.equal(narrow.width, narrow.css * 2);
  assert.notEqual(narrow.css, wide.css);
  assert.ok(narrow.corner < 100, "dark background");
});

test("every metric's name opens its definition", async (t) => {
  const page = await openPage(t, "#v=1&jobs=100&vary=runtime:1");
  await finished(page);
  await page.locator("#about-y").click();
  await page.locator("#definition", { hasText: /response time over service time/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#definition").waitFor({ state: "hidden" });
  await tableRows(page);
  await page.locator("#table").getByRole("button", { name: /^Utilisation/ }).click();
  await page.locator("#definition", { hasText: /Processor time used by jobs/ }).waitFor();
  await field(page, "allocation");
  await page.getByRole("button", { name: "what is nep?" }).click();
  await page.locator("#definition", { hasText: /Mao 2005/ }).waitFor();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`a strategy's panel explains it in pictures and in words, in the ${colorScheme} theme`, async (t) => {
    const page = await openPage(t, "#v=1&jobs=100&vary=runtime:1&machine=mesh:8x8&allocation=ep,ff,mbs,flat", { colorScheme });
    await finished(page);
    const panel = page.locator("#definition");
    const open = async (/** @type {string} */ name, /** @type {string} */ title) => {
      await page.keyboard.press("Escape");
      await field(page, "allocation");
      await page.getByRole("button", { name: `what is ${name}?`, exact: true }).click();
      await panel.locator("#definition-title", { hasText: title }).waitFor();
      return panel.innerText();
    };
    const words = await open("ff", "First fit");
    for (const part of ["First fit", "Thesis 2008", "27 of 64 nodes busy", "(3x2) gets 2,4+3x2", "(2x6) has to wait"]) {
      assert.ok(words.includes(part), `'${words}' has no '${part}'`);
    }
    assert.equal(await panel.locator("svg").count(), 3);
    const shade = colorScheme === "dark" ? "none" : "visible";
    const pale = await panel.locator('svg [stroke="#E8E8E8"]').count();
    assert.equal(pale > 0 ? "visible" : "none", shade, "the picture is of the theme");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 640 });
    assert.match(await open("mbs", "Multiple buddies"), /gets 3 blocks/);
    await expectAccessible(page);
    const numbers = await panel.locator("svg").first().locator("text").allTextContents();
    assert.deepEqual(numbers.map((number) => number.trim()), ["1", "2", "3"]);
    const box = await panel.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 640, JSON.stringify(box));
    assert.match(await open("flat", "Any free nodes"), /its processors have no place/);
    assert.equal(await panel.locator("svg").count(), 0);
    await page.setViewportSize({ width: 1280, height: 720 });
    // Once for the definition, once for the fields.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.locator("#about-y").click();
    assert.doesNotMatch(await panel.innerText(), /no place/, "other panels have no pictures");
  });
}

test("strategies are listed by family; those with a chosen one are open, and name it", async (t) => {
  const page = await openPage(t, "#v=1&jobs=100&vary=runtime:1&machine=torus:8x8&allocation=ep,tff,midplane(4)");
  await finished(page);
  const families = await page.locator(".family").evaluateAll((all) =>
    all.map((one) => [one.querySelector("summary")?.textContent, one.hasAttribute("open")]),
  );
  assert.deepEqual(families, [
    ["subtorusep", true],
    ["contiguoustff, midplane(4)", true],
    ["non-contiguous", false],
    ["cluster", false],
    ["reference", false],
  ]);
  await field(page, "allocation");
  await page.locator(".family > summary", { hasText: "reference" }).press("Enter");
  await page.getByRole("checkbox", { name: "Any free nodes flat" }).press("Space");
  await page.waitForFunction(() => location.hash.includes("allocation=ep,tff,midplane(4),flat"));
  assert.equal(await page.locator(".family .chosen").last().textContent(), "flat");
});

test("a strategy that does not support the machine is marked, says why, and can still be ticked", async (t) => {
  const page = await openPage(t, "#v=1&jobs=100&vary=runtime:1&machine=mesh:8x8&allocation=2dbs");
  await finished(page);
  await field(page, "allocation");
  const box = page.getByRole("checkbox", { name: "Buddy squares 2dbs", exact: true });
  assert.equal(await box.getAttribute("aria-description"), null);
  await type(page, "machine", "mesh:8x9");
  await field(page, "allocation");
  await page.locator(".refused", { hasText: "2dbs" }).waitFor();
  assert.match((await box.getAttribute("aria-description")) ?? "", /square mesh/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "what is 2dbs?" }).click();
  assert.match(await page.locator("#definition-warning").innerText(), /2dbs cannot manage mesh:8x9 \(expected a square mesh/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator("#wrong-allocation", { hasText: /square mesh/ }).waitFor();
  await type(page, "machine", "mesh:16x16");
  await page.locator(".refused", { hasText: "2dbs" }).waitFor({ state: "detached" });
});
