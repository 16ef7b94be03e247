/** The dialog that places one job: nodes are clicked busy or free, and the answer is that of `subtorus place`. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { SUBTORUS } from "./programs.mjs";
import { drop, finished } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

/** Two racks of four nodes. */
const RACKS = "BlockName=a Nodes=n[5-8]\nBlockName=b Nodes=n[9-12]\nBlockSizes=4,8\n";

/** A torus of 4x4x2 with boxes of 2x1x1 and 2x2x1. */
const TORUS = `- topology: pod
  torus3d:
    toruses:
      - name: t
        dims: {x: 4, y: 4, z: 2}
        nodes: n[00-31]
        placements:
          - dims: {x: 2, y: 1, z: 1}
          - dims: {x: 2, y: 2, z: 1}
`;

const LINK = "#v=1&jobs=60&vary=none&scheduling=fcfs";

/**
 * What the command on the page prints, and its standard error.
 * @param {string} command
 * @param {string} topology
 */
function onCommandLine(command, topology) {
  const folder = mkdtempSync(join(tmpdir(), "subtorus-"));
  try {
    writeFileSync(join(folder, "topology.yaml"), topology);
    assert.match(command, /^subtorus place /);
    const run = command.replace("subtorus", SUBTORUS);
    return execFileSync("sh", ["-c", `${run} 2>&1 || true`], { cwd: folder, encoding: "utf8" }).trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Opens the dialog, with a dropped topology or without.
 * @param {Page} page
 * @param {string} [topology]
 */
async function open(page, topology) {
  await finished(page);
  if (topology) await drop(page, "topology.yaml", Buffer.from(topology));
  else await page.getByRole("button", { name: "Slurm", exact: true }).click();
  if (topology) await page.locator("#placements-topology strong").waitFor();
  await page.getByRole("button", { name: "Place one job" }).click();
  return page.locator("#place-job");
}

/** @param {Page} page @param {RegExp} words */
const said = (page, words) => page.locator("#place-answer", { hasText: words }).waitFor();
/** @param {Page} page */
const command = (page) => page.locator("#place-command").innerText();
/** @param {Page} page @param {string} state */
const numbers = (page, state) => page.locator(`#place-picture rect.${state}`).evaluateAll((squares) => squares.map((square) => Number(square.getAttribute("data-node"))));
/** @param {Page} page */
const rows = (page) => page.locator("#place-table tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(" | ")));

test("nodes are clicked busy, and the job gets what the command line prints", async (t) => {
  const page = await openPage(t, LINK);
  const dialog = await open(page, TORUS);
  await dialog.getByLabel("Nodes", { exact: true }).fill("2");
  await said(page, /^The job gets 2 nodes: 0-1, by name n\[00-01\]\.$/);
  assert.deepEqual(await numbers(page, "chosen"), [0, 1]);
  await page.locator("#place-node-0").click();
  await said(page, /^The job gets 2 nodes: 4-5/);
  assert.equal(await dialog.getByLabel("Free nodes").inputValue(), "1-31");
  assert.deepEqual([await numbers(page, "busy"), await numbers(page, "chosen")], [[0], [4, 5]]);
  assert.deepEqual((await rows(page)).filter((row) => !row.endsWith(" | free")), ["2x1x1 at 0,1,0 of t | 2 of 2 | 0 | chosen", "2x1x1 at 0,0,0 of t | 1 of 2 | – | 1 busy node"]);
  assert.equal(onCommandLine(await command(page), TORUS), "4-5");

  // A row outlines its nodes, for the mouse and for the keyboard.
  await page.locator("#place-table tbody tr").last().hover();
  assert.deepEqual(await numbers(page, "outlined"), [0, 1]);
  await page.locator("#place-table tbody tr").first().focus();
  assert.deepEqual(await numbers(page, "outlined"), [4, 5]);
  await expectAccessible(page);

  // A stroke of the mouse makes all squares on its way what the first one becomes.
  await dialog.evaluate((element) => element.scrollTo(0, 0));
  const boxes = await Promise.all([5, 7].map((node) => page.locator(`#place-node-${node}`).boundingBox()));
  const [from, to] = boxes.map((box) => ({ x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.up();
  assert.equal(await dialog.getByLabel("Free nodes").inputValue(), "1-4,8-31");
  assert.equal(onCommandLine(await command(page), TORUS), await numbers(page, "chosen").then(([one, other]) => `${one}-${other}`));

  await dialog.getByRole("button", { name: "All busy" }).click();
  await said(page, /^The job waits: it needs 2 nodes, and 0 are free\.$/);
  assert.equal(await page.locator("#place-command").isVisible(), false, "the command line has no text for no node");
  await dialog.getByRole("button", { name: "All free" }).click();
  await said(page, /^The job gets 2 nodes: 0-1/);
  await dialog.getByRole("button", { name: "Random half" }).click();
  const busy = (await numbers(page, "busy")).length;
  assert.ok(busy > 0 && busy < 32, `${busy} of 32 nodes are busy`);
});

test("a job waits or is refused, with the reason, and only fields that count are there", async (t) => {
  const page = await openPage(t, LINK);
  const dialog = await open(page, TORUS);
  const nodes = dialog.getByLabel("Nodes", { exact: true });
  await nodes.fill("3");
  await said(page, /^The job is refused: no placement of pod has the size that it asks for\.$/);
  assert.equal(onCommandLine(await command(page), TORUS), "subtorus: no placement of that size");
  await dialog.getByLabel("Round up").check();
  await said(page, /^The job gets 4 nodes, for it is served as one of 4: /);
  await dialog.getByLabel("Round up").uncheck();
  await nodes.fill("4");
  await dialog.getByLabel("Free nodes").fill("0-4,7,9-11,13");
  await said(page, /^The job waits: of 8 boxes of 2x2x1 none has 4 nodes free; the nearest lacks 1\.$/);
  assert.equal(onCommandLine(await command(page), TORUS), "waits");
  await dialog.getByLabel("Free nodes").fill("0-40");
  await said(page, /^free: '0-40' is no run of nodes \(expected numbers from 0 to 31, such as 0-7,10\)$/);
  assert.equal(await dialog.getByLabel("Free nodes").getAttribute("aria-invalid"), "true");
  assert.deepEqual([await dialog.getByLabel("Spread").isVisible(), await dialog.getByLabel("Dragonfly").isVisible()], [false, false]);

  // Another file, while the dialog is open.
  await drop(page, "topology.conf", Buffer.from(RACKS));
  await page.locator("#place-topology", { hasText: "topology.conf default: block, 8 nodes" }).waitFor();
  await nodes.fill("4");
  await dialog.getByLabel("Segment").fill("2");
  await dialog.getByLabel("Spread").check();
  await said(page, /^The job gets 4 nodes in 2 segments of 2: 0-1,4-5, by name n\[5-6,9-10\]\.$/);
  assert.equal(onCommandLine(await command(page), RACKS), "0-1,4-5");
  await dialog.getByLabel("Strategy").selectOption("kueue(balanced)");
  await said(page, /^The job gets 4 nodes: /);
  assert.match(onCommandLine(await command(page), RACKS), /^\d/);
  assert.deepEqual([await page.locator("#place-table").isVisible(), await dialog.getByLabel("Spread").isVisible()], [false, false]);
  await expectAccessible(page);
});

test("without a file it takes the experiment's topology or asks for one, and keys suffice", async (t) => {
  const page = await openPage(t, `${LINK}&machine=torus:4x4x4&allocation=slurm-torus3d(2x2x1;4x4x4)`);
  const dialog = await open(page);
  await page.locator("#place-topology", { hasText: "torus3d, 64 nodes, of the experiment" }).waitFor();
  await dialog.getByLabel("Nodes", { exact: true }).fill("4");
  await said(page, /^The job gets 4 nodes: 0-1,4-5/);
  await page.locator("#place-picture").focus();
  for (const key of ["ArrowRight", "ArrowDown", "Space"]) await page.keyboard.press(key);
  assert.deepEqual(await numbers(page, "busy"), [5]);
  await said(page, /^The job gets 4 nodes: 16-17,20-21/);
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  assert.deepEqual(await numbers(page, "busy"), [5, 20], "the next slice is to the right");
  await page.keyboard.press("Space");
  assert.deepEqual(await numbers(page, "busy"), [5]);
  await page.goto(new URL(LINK, page.url()).href);
  await page.reload();
  const asks = await open(page);
  await page.locator("#place-topology", { hasText: /^The experiment has no topology of a cluster\. Drop topology\.yaml on the page, or choose a file/ }).waitFor();
  await expectAccessible(page);
  const chooser = page.waitForEvent("filechooser");
  await asks.getByRole("button", { name: "choose a file" }).click();
  await (await chooser).setFiles({ name: "racks.conf", mimeType: "text/plain", buffer: Buffer.from(RACKS) });
  await said(page, /^The job gets 1 node: 0, by name n5\.$/);
});

test("an answer for 4986 nodes in racks and for a torus of 4096 takes at most 200 ms", async (t) => {
  const page = await openPage(t, `${LINK}&machine=torus:16x16x16&allocation=slurm-torus3d(4x4x4/1x1x1;4x4x8/1x1x1;8x8x8/1x1x1;8x8x16/1x1x1)`);
  const dialog = await open(page);
  const took = async () => Number(await page.locator("#place-answer").getAttribute("data-milliseconds"));
  for (const nodes of ["64", "128", "512", "1024"]) {
    await dialog.getByLabel("Nodes", { exact: true }).fill(nodes);
    await said(page, new RegExp(`^The job gets ${nodes} nodes`));
    t.diagnostic(`${nodes} nodes of 16x16x16 in ${await took()} ms`);
    assert.ok((await took()) <= 200, `${nodes} nodes: ${await took()} ms`);
  }
  const racks = Array.from({ length: 277 }, (_, rack) => `BlockName=rack${rack} Nodes=r${rack}n[01-18]\n`);
  await drop(page, "topology.conf", Buffer.from(`${racks.join("")}BlockSizes=18\n`));
  await page.locator("#place-topology", { hasText: "4986 nodes" }).waitFor();
  await dialog.getByLabel("Segment").fill("16");
  for (const nodes of ["16", "2048", "4096"]) {
    await dialog.getByLabel("Nodes", { exact: true }).fill(nodes);
    await said(page, new RegExp(`^The job gets ${nodes} nodes`));
    t.diagnostic(`${nodes} nodes of 277 racks in ${await took()} ms`);
    assert.ok((await took()) <= 200, `${nodes} nodes: ${await took()} ms`);
  }
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`the dialog is accessible in the ${colorScheme} theme, and fits on 360 pixels`, async (t) => {
    const page = await openPage(t, LINK, { colorScheme });
    const dialog = await open(page, TORUS);
    await dialog.getByLabel("Nodes", { exact: true }).fill("2");
    await page.locator("#place-node-0").click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await said(page, /^The job gets 2 nodes: 4-5/);
    await page.locator("#place-node-31").waitFor();
    assert.ok(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await numbers(page, "busy"), [0]);
    await expectAccessible(page);
  });
}
