/**
 * `make soak MINUTES=20 LOGS=folder`: random experiments, computed by the command line's binary and by WebAssembly in
 * headless Chromium; both tables must be equal byte for byte. The program that draws them (fuzz/examples/draw.rs) has
 * compared each with the plain rules before. Every log of the folder is used in turn, plain or .gz.
 *
 * Prints how much was compared. Ends with status 1 at the first difference, with its link.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { openPage } from "./harness.mjs";
import { numbers } from "./steps.mjs";

/** @typedef {{ link: string, log: number | null, cells: number, plain: number }} Drawn */
/** @typedef {typeof import("../../subtorus.js")} Module */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BINARY = join(ROOT, process.env.BINARY || "target/release/subtorus");
const DRAW = join(ROOT, process.env.DRAW || "target/release/examples/draw");
const minutes = Number(process.env.MINUTES || 1);
const seed = process.env.SEED || String(Date.now());
/** An experiment takes a fraction of a second, so one that takes this long hangs. */
const TIMEOUT = 120_000;

/** The logs of a folder, unpacked into another one. @param {string} folder @param {string} aside */
function unpacked(folder, aside) {
  const files = readdirSync(folder).filter((name) => /\.swf(\.gz)?$/.test(name)).sort();
  return files.filter((name) => statSync(join(folder, name)).isFile()).map((name) => {
    const [content, path] = [readFileSync(join(folder, name)), join(aside, name.replace(/\.gz$/, ""))];
    writeFileSync(path, name.endsWith(".gz") ? gunzipSync(content) : content);
    return path;
  });
}

/** The output of the binary. @param {string} link @param {string[]} log */
function native(link, log) {
  const flags = ["sweep", "--link", link, ...log];
  const { status, signal, stdout, stderr } = spawnSync(BINARY, flags, { encoding: "utf8", maxBuffer: 1e9, timeout: TIMEOUT });
  // 1: some cells cannot run, and the rest has run.
  assert.ok(status === 0 || status === 1, `ended with ${status ?? signal}: ${link}\n${stderr}`);
  return stdout;
}

/**
 * The output of the module in a worker, with the same calls as the page and its workers.
 *
 * @param {{ link: string, log: string | null }} experiment
 */
async function inWorker({ link, log }) {
  /** @type {{ module?: Promise<Module>, held?: string | null, runner?: InstanceType<Module["Runner"]> }} */
  const here = (Object(globalThis).soak ??= {});
  const address = new URL("../../subtorus.js", location.href).href;
  here.module ??= import(address).then(async (module) => {
    await module.default();
    return module;
  });
  const { Runner, Study } = await here.module;
  if (!here.runner || here.held !== log) {
    here.runner?.free();
    here.runner = new Runner(false);
    if (log) {
      const second = await import(new URL("../../run_view.js", location.href).href);
      await second.default();
      const reader = second.file_reader();
      reader.take(new Uint8Array(await (await fetch(log)).arrayBuffer()));
      reader.finish("");
      const found = reader.log();
      here.runner.hold_log(reader.columns(), found?.malformed ?? 0, found?.processors ?? 0);
    }
    here.held = log;
  }
  const [study, runner] = [new Study(), here.runner];
  const cells = [...study.begin(link, runner.prepare(link, { answered: [] }), [])];
  for (let cell = cells.pop(); cell !== undefined; cell = cells.pop()) cells.push(...study.add(cell, runner.run(cell), undefined, 0));
  const csv = study.file({ kind: "csv", address: "", date: "", paper: { width: 85, height: 65, letters: 8, title: false, legend: false } });
  study.free();
  return csv;
}

test(`${minutes} minutes of soaking, seed ${seed}`, async (t) => {
  const aside = mkdtempSync(join(tmpdir(), "subtorus-soak-"));
  const logs = process.env.LOGS ? unpacked(process.env.LOGS, aside) : [];
  const draw = spawn(DRAW, [seed, ...logs], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => draw.once("exit", resolve));
  // At once, because output that has not been read is lost when the program ends.
  const lines = createInterface({ input: draw.stdout })[Symbol.asyncIterator]();
  t.after(() => {
    draw.kill();
    rmSync(aside, { recursive: true });
  });
  // A document of the site that does nothing by itself.
  const page = await openPage(t, "subtorus.js", { expected: [/favicon/] });
  await page.route("**/soaked-log-*", (route) => route.fulfill({ path: logs[Number(route.request().url().split("-").pop())] }));
  const [worker] = await Promise.all([page.waitForEvent("worker"), page.evaluate(() => void new Worker("www/workers/worker.js", { type: "module" }))]);
  const sum = { experiments: 0, cells: 0, plain: 0, onLogs: 0 };
  const until = Date.now() + minutes * 60_000;
  for await (const line of lines) {
    const drawn = /** @type {Drawn} */ (JSON.parse(line));
    const log = drawn.log === null ? null : `soaked-log-${drawn.log}`;
    const flags = drawn.log === null ? [] : ["--log", logs[drawn.log]];
    const [expected, found] = [numbers(native(drawn.link, flags)), numbers(await worker.evaluate(inWorker, { link: drawn.link, log }))];
    for (let row = 0; row < Math.max(found.length, expected.length); row++) {
      const [natively, inWasm] = [expected[row], found[row]];
      assert.ok(natively === inWasm, `row ${row} of ${drawn.link} differs (seed ${seed}):\n${natively}\n${inWasm}`);
    }
    sum.experiments += 1;
    sum.cells += drawn.cells;
    sum.plain += drawn.plain;
    sum.onLogs += drawn.log === null ? 0 : 1;
    if (Date.now() > until) break;
  }
  const { experiments, cells, plain, onLogs } = sum;
  if (Date.now() < until) assert.fail(`who draws the experiments has ended with ${await ended} (seed ${seed}): see above`);
  assert.ok(experiments > 0);
  console.log(
    `soaked for ${minutes} minutes, seed ${seed}: ${experiments} experiments (${onLogs} on ${logs.length} logs), ` +
      `${cells} cells, native as in WebAssembly; ${plain} of them by the plain rules`,
  );
});
