/** The machine of a run in three dimensions: it turns, follows the moment, and is saved as a picture and as a film. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { expectAccessible, openPage } from "./harness.mjs";
import { download, finished } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const link = (/** @type {string} */ machine, rest = "") => `#v=1&jobs=400&machine=${machine}&allocation=gabl&scheduling=fcfs&vary=runtime:1..2:1&run=fcfs/gabl@1&moment=400000${rest}`;
const CUBE = link("torus:8x8x8");

/** The machine of the open run, in three dimensions. @param {Page} page */
async function solid(page) {
  await finished(page);
  await page.locator("#run-map-caption", { hasText: /of \d+ processors/ }).waitFor();
  await page.getByRole("button", { name: "3-D", exact: true }).click();
  const area = page.locator(".solid").first();
  await area.waitFor();
  return area;
}

/** What the first machine looks like, once it is drawn. @param {Page} page */
const drawn = (page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return /** @type {HTMLCanvasElement} */ (document.querySelector(".solid canvas")).toDataURL();
  });

test("tiles come first; the machine turns by pointer and by keys, and Home restores it", async (t) => {
  const page = await openPage(t, CUBE, { viewport: { width: 1440, height: 900 } });
  const area = await solid(page);
  assert.equal(await page.locator("#run-map").isHidden(), true);
  assert.match((await page.locator("#run-map-caption").textContent()) ?? "", /jobs? holds? \d+ of 512 processors\. .*A cube is a node.* Dimension 2 goes to the right, 1 up and 0 into depth\.$/);
  const first = await drawn(page);
  await area.focus();
  const seen = new Set([first]);
  for (const key of ["ArrowLeft", "ArrowUp", "+", "=", "ArrowRight", "ArrowDown", "-"]) {
    await page.keyboard.press(key);
    const now = await drawn(page);
    assert.ok(!seen.has(now), `${key} shows something new`);
    seen.add(now);
  }
  await page.keyboard.press("Home");
  assert.equal(await drawn(page), first, "Home restores it");
  const box = await area.locator("canvas").boundingBox();
  assert.ok(box && box.width > 250 && box.height > 250, `it has ${box?.width} by ${box?.height} pixels`);
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 180, box.y + 130, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(box.x + 2, box.y + 2);
  const dragged = await drawn(page);
  assert.ok(!seen.has(dragged), "dragging turns it");
  await page.mouse.wheel(0, -200);
  assert.notEqual(await drawn(page), dragged, "the wheel zooms");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Tiles", exact: true }).click();
  assert.equal(await area.isHidden(), true);
  assert.equal(await page.locator("#run-map").isVisible(), true);
});

test("the pointer names a node and its job stands out; a click chooses the job", async (t) => {
  const page = await openPage(t, CUBE, { viewport: { width: 1440, height: 900 } });
  const area = await solid(page);
  const plain = await drawn(page);
  const canvas = area.locator("canvas");
  const { width, height } = (await canvas.boundingBox()) ?? assert.fail("no canvas");
  const node = page.locator("#run-node");
  const held = /^node \d,\d,\d: job (\d+), \d+ processors?/;
  let [position, said] = [{ x: 0, y: 0 }, ""];
  // Some nodes are free, and are not drawn.
  for (let place = 2; place < 14 && !held.test(said); place++) {
    position = { x: width / 2, y: (height * place) / 16 };
    await canvas.hover({ position });
    await drawn(page);
    said = (await node.textContent()) ?? "";
  }
  const job = held.exec(said)?.[1];
  assert.ok(job, "a job is pointed at");
  assert.notEqual(await drawn(page), plain);
  await canvas.click({ position });
  await page.locator("#run-job-title", { hasText: `Job ${job}` }).waitFor();
});

test("it follows the moment, and keeps its place for the next visit", async (t) => {
  const page = await openPage(t, CUBE);
  await solid(page);
  const before = await drawn(page);
  for (let step = 0; step < 8; step++) await page.getByRole("button", { name: "Event after" }).click();
  const after = await drawn(page);
  assert.notEqual(after, before);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction((before) => /** @type {HTMLCanvasElement} */ (document.querySelector(".solid canvas")).toDataURL() !== before, after);
  await page.reload();
  await finished(page);
  await page.locator(".solid").first().waitFor();
  const turn = page.getByRole("button", { name: "Turn", exact: true });
  await turn.click();
  const one = await drawn(page);
  assert.notEqual(await drawn(page), one, "it turns by itself");
  await turn.click();
  const rest = await drawn(page);
  assert.equal(await drawn(page), rest, "it stands still again");
});

/** The chunks of a PNG, after a check of each. @param {Buffer} png */
function chunks(png) {
  const found = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const content = png.subarray(at + 4, at + 8 + png.readUInt32BE(at));
    assert.equal(png.readUInt32BE(at + 4 + content.length), crc32(content), "the chunk is whole");
    found.push({ kind: content.toString("latin1", 0, 4), content: content.subarray(4) });
  }
  return found;
}

test("a picture and a film are saved; the browser decodes every frame", async (t) => {
  const page = await openPage(t, CUBE);
  await solid(page);
  const picture = await download(page, "Save picture");
  assert.match(picture.name, /-machine\.png$/);
  const parts = chunks(picture.content);
  assert.equal(parts[0].content.readUInt32BE(0), 1800);
  assert.ok(parts.some(({ kind, content }) => kind === "tEXt" && content.toString("latin1") === `Source\0${page.url()}`));

  const cursor = await page.locator("#run-moment").inputValue();
  await page.locator("#run-solid-files select").selectOption("5");
  const { content } = await download(page, "Save film");
  const film = chunks(content);
  const frames = film.filter(({ kind }) => kind === "fcTL");
  assert.equal(frames.length, 60);
  assert.equal(film.find(({ kind }) => kind === "acTL")?.content.readUInt32BE(0), 60);
  const numbered = film.filter(({ kind }) => kind === "fcTL" || kind === "fdAT").map(({ content }) => content.readUInt32BE(0));
  assert.deepEqual(numbered, numbered.map((_, place) => place), "frames and their data are numbered in order");
  const seconds = frames.reduce((sum, { content }) => sum + content.readUInt16BE(20) / content.readUInt16BE(22), 0);
  assert.ok(Math.abs(seconds - 5) < 0.1, `it takes ${seconds} s`);
  const decoded = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/png" });
    await decoder.tracks.ready;
    const sums = [];
    for (const frameIndex of [0, 20, 40, 59]) {
      const { image } = await decoder.decode({ frameIndex });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no context");
      context.drawImage(image, 0, 60);
      // Without the moment, which is written above the machine.
      const { data } = context.getImageData(0, 160, canvas.width, canvas.height - 160);
      sums.push([...new Uint8Array(await crypto.subtle.digest("SHA-256", data))].join());
    }
    return { count: decoder.tracks.selectedTrack?.frameCount, different: new Set(sums).size };
  }, content.toString("base64"));
  assert.equal(decoded.count, 60);
  assert.ok(decoded.different >= 3, `${decoded.different} of 4 frames differ in what jobs hold`);
  assert.equal(await page.locator("#run-moment").inputValue(), cursor, "the film does not move the cursor");

  await page.locator("#run-solid-files select").selectOption("20");
  await page.getByRole("button", { name: "Save film" }).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).last().click();
  await page.locator("#run-solid-files", { hasText: "Cancelled: no film was saved." }).waitFor();
  await page.getByRole("button", { name: "Save film" }).waitFor();
});

test("machines of more dimensions are unfolded, those of two have tiles only", async (t) => {
  const page = await openPage(t, link("torus:2x2x2x4x4x8"));
  await solid(page);
  const caption = page.locator("#run-map-caption");
  await caption.filter({ hasText: /Dimension 5 goes to the right, 4 up and 3 into depth\. Each slab is named by its coordinates/ }).waitFor();
  const before = await drawn(page);
  await page.locator("#run-axes").fill("across=5,4,3 up=2,1,0");
  await page.locator("#run-axes").press("Enter");
  await caption.filter({ hasText: "Dimension 5 goes to the right, 2 up and 4 into depth." }).waitFor();
  assert.notEqual(await drawn(page), before);
  await page.goto(new URL(link("mesh:16x16"), page.url()).href);
  await page.reload();
  await finished(page);
  await page.locator("#run-map-caption", { hasText: "256 processors" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "3-D", exact: true }).isHidden(), true);
  assert.equal(await page.locator("#run-map").isVisible(), true);
});

test("two machines turn together", async (t) => {
  const page = await openPage(t, CUBE.replace("scheduling=fcfs", "scheduling=fcfs,easy") + "&beside=easy/gabl@1", { viewport: { width: 1440, height: 900 } });
  await solid(page);
  await page.locator("#run-map-there-panel").waitFor();
  const second = () => page.locator(".solid canvas").nth(1).evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  await drawn(page);
  const before = await second();
  await page.locator(".solid").nth(1).press("ArrowLeft");
  await drawn(page);
  assert.notEqual(await second(), before);
  await page.locator("#run-map-there-caption", { hasText: "A cube is a node" }).waitFor();
  await expectAccessible(page);
});

test("on a phone nothing overflows; with reduced motion nothing turns by itself", async (t) => {
  const page = await openPage(t, CUBE, { viewport: { width: 360, height: 740 }, reducedMotion: "reduce", colorScheme: "dark" });
  await solid(page);
  assert.equal(await page.getByRole("button", { name: "Turn", exact: true }).isHidden(), true);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const box = await page.locator(".solid canvas").first().boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 360, `it lies from ${box?.x} to ${box && box.x + box.width}`);
  await expectAccessible(page);
});
