/**
 * The memory of the page with a log of five million jobs, like CEA-Curie's: `make bench`, on Linux only. Measures the
 * peaks of the page's process, with all its workers, and of all processes of the browser together: before there is a
 * log, while it is read, afterwards, and while it runs under EASY on flat. The goal is 400 MB for the page.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage } from "./harness.mjs";
import { measure } from "./processes.mjs";
import { finished, run } from "./steps.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const JOBS = 5_000_000;
const LOG = join(ROOT, "target", "tmp", `curie-like-${JOBS}.swf.gz`);
const LINK = "#v=1&jobs=50&machine=mesh:432x216&allocation=flat&scheduling=easy&vary=none";
/** Longer than the life of an idle worker, in milliseconds. */
const QUIET = 4000;

/** The peaks during an action. @param {string} what @param {() => Promise<unknown>} work */
async function watched(what, work) {
  const peak = { page: 0, all: 0 };
  const look = () => {
    const now = measure();
    peak.page = Math.max(peak.page, now.page);
    peak.all = Math.max(peak.all, now.all);
  };
  const timer = setInterval(look, 50);
  const begun = performance.now();
  await work();
  clearInterval(timer);
  look();
  const took = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${what}: page ${Math.round(peak.page)} MB, all processes ${Math.round(peak.all)} MB (${took} s)`);
}

test(`memory for ${JOBS} jobs (goal: 400 MB)`, { skip: process.platform !== "linux" }, async (t) => {
  // The log of the native benchmark, which may exist already (benches/runs.rs).
  mkdirSync(dirname(LOG), { recursive: true });
  execFileSync("sh", ["-c", `test -s ${LOG} || cargo run --quiet --locked --release --example curie_like -- ${JOBS} | gzip > ${LOG}`], { cwd: ROOT });
  const page = await openPage(t, LINK);
  await finished(page);
  const wait = () => page.waitForTimeout(QUIET);
  await watched("without a log", wait);
  await watched("reading it", async () => {
    await page.locator("#log-file").setInputFiles(LOG);
    await page.locator("#log-state", { hasText: /dropped/ }).waitFor({ timeout: 300_000 });
  });
  await watched("while another worker looks at what would become of its jobs", wait);
  await watched("with the log", wait);
  await watched("running it", () => run(page));
});
