/** The search for placements that a site should permit: two files are dropped, and workers rank lists of placements. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { alterWorkers, expectAccessible, openPage, siteAddress } from "./harness.mjs";
import { SUBTORUS } from "./programs.mjs";
import { download, drop, dropLog, finished, grasp, release } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

/** A torus of 4x4x4. Its nodes begin in its second half. */
const TOPOLOGY = `- topology: pod
  cluster_default: true
  torus3d:
    toruses:
      - name: pod1
        dims: {x: 4, y: 4, z: 4}
        nodes: n[33-64,01-32]
        placements:
          - dims: {x: 1, y: 1, z: 1}
`;

/**
 * Counts the clicks of a user from now on.
 * @param {Page} page
 */
async function counted(page) {
  const counter = await page.evaluateHandle(() => {
    const counter = { clicks: 0 };
    addEventListener("click", ({ isTrusted }) => (counter.clicks += Number(isTrusted)), true);
    return counter;
  });
  return () => counter.evaluate(({ clicks }) => clicks);
}

/** What sacct prints of this many jobs. @param {number} jobs */
function sacct(jobs) {
  const lines = ["JobIDRaw|Submit|ElapsedRaw|AllocNodes|TimelimitRaw|State|User|Partition"];
  for (let job = 1; job <= jobs; job++) {
    const size = [1, 2, 4, 8, 16, 24, 3][(job * 37) % 7];
    lines.push(`${job}|${1_700_000_000 + job * 900}|${600 + ((job * 91) % 7000)}|${size}|240|COMPLETED|u${job % 9}|batch`);
  }
  return Buffer.from(lines.join("\n"));
}

/**
 * What the command on the page prints and writes for the same files.
 * @param {string} command
 * @param {Record<string, string | Buffer>} files
 */
function onCommandLine(command, files) {
  const folder = mkdtempSync(join(tmpdir(), "subtorus-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    assert.match(command, /^subtorus search-placements /);
    const run = command.replace("subtorus", SUBTORUS);
    const table = execFileSync("sh", ["-c", run], { cwd: folder, encoding: "utf8" });
    return { table, best: readFileSync(join(folder, "best.yaml"), "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {Page} page */
const command = (page) => page.locator("#placements code").innerText();
/** @param {Page} page @param {RegExp} words */
const said = (page, words) => page.locator("#placements-state", { hasText: words }).waitFor({ timeout: 120_000 });

test("from topology.yaml and the output of sacct to ranked placements: 2 drops and 2 clicks", async (t) => {
  const page = await openPage(t);
  await finished(page);
  const clicks = await counted(page);
  await drop(page, "topology.yaml", Buffer.from(TOPOLOGY));
  await page.locator("#placements-topology", { hasText: "pod: torus3d, a torus of 4x4x4, 64 nodes" }).waitFor();
  await dropLog(page, "jobs.txt", sacct(300));
  await page.locator("#placements-jobs", { hasText: "jobs.txt" }).waitFor();
  await page.getByRole("button", { name: "Compare placements" }).click();
  await said(page, /^\d+ runs in .*: (as many as allowed|no list a move away is better)\.$/);
  const file = (await download(page, "Save topology.yaml")).content.toString();
  assert.equal(await clicks(), 2);
  const rows = await page.locator("#placements-table tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  const table = (await download(page, "Save the table")).content.toString();
  const found = onCommandLine(await command(page), { "topology.yaml": TOPOLOGY, "jobs.txt": sacct(300) });
  assert.deepEqual([table, file], [found.table, found.best]);
  assert.match(file, /name: pod1\n.*\n {8}nodes: n\[33-64,01-32\]\n/);
  const lists = table.trim().split("\n").slice(1).map((row) => row.slice(row.indexOf("(") + 1, row.lastIndexOf(")")));
  assert.deepEqual(rows.map((row) => row[6].replaceAll("; ", ";")), lists);
  assert.deepEqual(rows.map((row) => row[0]), lists.map((_, place) => String(place + 1)));
  await expectAccessible(page);
});

test("a topology and a log are read from one drop, in either order; of two logs one is", async (t) => {
  const texts = { "topology.yaml": Buffer.from(TOPOLOGY), "jobs.txt": sacct(60), "other.txt": sacct(30) };
  /** @param {Page} page @param {(keyof typeof texts)[]} names */
  const together = async (page, ...names) => {
    const [all, ...others] = await Promise.all(names.map((name) => grasp(page, name, texts[name])));
    await page.evaluate(([all, ...others]) => others.forEach(({ files }) => all.items.add(files[0])), [all, ...others]);
    await release(page, all);
    await page.locator("#placements-topology", { hasText: "a torus of 4x4x4" }).waitFor();
  };
  for (const [first, second] of /** @type {(keyof typeof texts)[][]} */ ([["topology.yaml", "jobs.txt"], ["jobs.txt", "topology.yaml"]])) {
    const page = await openPage(t, "#v=1&jobs=60&vary=none&scheduling=fcfs");
    await finished(page);
    await together(page, first, second);
    await page.locator("#placements-jobs", { hasText: "jobs.txt" }).waitFor();
    assert.equal(await page.locator("#notices li").count(), 0);
    assert.equal(await page.locator("#chart.pale").count(), 1, "nothing runs behind the dialog");
    await together(page, "other.txt", first, second);
    await page.locator("#placements-jobs", { hasText: "other.txt" }).waitFor();
    await page.locator("#notices", { hasText: "One log at a time: only other.txt was read." }).waitFor();
  }
});

test("a search is cancelled and goes on to the same lists", async (t) => {
  const page = await openPage(t, "about:blank");
  await alterWorkers(page, `const inspect = Runner.prototype.inspect; Runner.prototype.inspect = function (...asked) {
    for (const end = performance.now() + 500; performance.now() < end;);
    return inspect.apply(this, asked);
  };`);
  await page.goto(`${await siteAddress()}#v=1&model=tpu-v4&jobs=50&machine=torus:4x4x8&scheduling=fcfs&seed=3`);
  await finished(page);
  await page.getByRole("button", { name: "Slurm", exact: true }).click();
  await page.getByLabel("Most runs").fill("30");
  await page.getByRole("button", { name: "Compare placements" }).click();
  await said(page, /^\d+ of at most 30 runs in .* more at this pace\.$/);
  await page.locator("#placements").getByRole("button", { name: "Cancel" }).click();
  await said(page, /^Stopped\. The table has the best of \d+ runs/);
  await expectAccessible(page);
  const rows = await page.locator("#placements-table tbody tr").count();
  assert.ok(rows > 0 && rows <= 10);
  const goOn = page.locator("#placements").getByRole("button", { name: "Go on" });
  assert.ok(await goOn.evaluate((button) => button === document.activeElement));
  await goOn.click();
  await said(page, /^30 runs in .*: as many as allowed\.$/);
  const table = (await download(page, "Save the table")).content.toString();
  assert.equal(table, onCommandLine(await command(page), {}).table);
});

test("other topologies go into the experiment, and what is wrong is said with its line", async (t) => {
  const page = await openPage(t, "#v=1&jobs=60&vary=none&scheduling=fcfs");
  await finished(page);
  await drop(page, "topology.yaml", Buffer.from("- topology: x\n  torus3d: {toruses: []}\n"));
  await said(page, /^topology\.yaml could not be read: line 2/);
  await drop(page, "topology.conf", Buffer.from("BlockName=b1 Nodes=n[1-18]\nBlockName=b2 Nodes=n[19-36]\nBlockSizes=18,36\n"));
  await page.locator("#placements-topology", { hasText: "block, 2 base blocks, 36 nodes" }).waitFor();
  await page.getByRole("button", { name: "Compare placements" }).click();
  await said(page, /^machine: the machine is no torus of three dimensions/);
  await page.getByRole("button", { name: "Use it in the experiment" }).click();
  await page.locator("#sentence", { hasText: /mesh:36.*computed in/ }).waitFor({ timeout: 60_000 });
  assert.match(decodeURIComponent(page.url()), /machine=mesh:36.*allocation=slurm-block,slurm-flat/);
  assert.equal(await page.locator("#placements").isVisible(), false);
  await page.getByRole("button", { name: "Undo the change of machine" }).click();
  assert.doesNotMatch(page.url(), /topology|slurm|mesh:36/, "a topology without its machine could not run");
});

test("questions have experiments, and the usable shares of 277 racks take less than 5 s", async (t) => {
  const page = await openPage(t, "#v=1&jobs=60&vary=none&scheduling=fcfs");
  await finished(page);
  await page.getByRole("button", { name: "Slurm", exact: true }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  const cut = await page.locator("#placements").evaluate((dialog) => [...dialog.querySelectorAll("[data-link]")].filter((one) => one.getBoundingClientRect().right > dialog.clientWidth).length);
  assert.equal(cut, 0, "questions that are wider than a phone");
  await page.getByRole("button", { name: "Compute shares" }).click();
  const state = page.locator("#shares-state", { hasText: /^Computed in \d+ ms/ });
  await state.waitFor();
  const took = Number(/(\d+) ms/.exec(await state.innerText())?.[1]);
  t.diagnostic(`49 usable shares in ${took} ms`);
  assert.ok(took <= 5000, `${took} ms`);
  assert.equal(await page.locator("#shares-table tbody tr").count(), 7);
  assert.match(await page.locator("#shares-table tbody tr").first().innerText(), /88\.89\s%/u);
  await expectAccessible(page);
  await page.locator("#placements").getByLabel("Nodes of a segment").fill("19");
  assert.equal(await page.locator("#shares-table tr").count(), 0, "those were the shares of other segments");
  assert.equal(await page.locator("#shares-state").textContent(), "");
  await page.getByRole("button", { name: "Compute shares" }).click();
  await page.locator("#shares-state", { hasText: /^segments: '19' is out of range/ }).waitFor();
  await page.getByRole("button", { name: /the dragonfly option\?/ }).click();
  await page.locator("#sentence", { hasText: /mesh:1024.*computed in/ }).waitFor({ timeout: 120_000 });
  assert.match(page.url(), /dragonfly/);
});
