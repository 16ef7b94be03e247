/**
 * The speed of the page in headless Chromium: `make bench`. Measures whole figures from pressing Run to the last point,
 * and the first curve of a first visit. Because the machines are noisy, each figure is compared with the same sweep on
 * the command line in the same minute.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage, siteAddress } from "./harness.mjs";
import { dropLog, finished, forgetResults, inGallery, run } from "./steps.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SAMPLES = join(ROOT, "samples");

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** @param {() => unknown} work */
async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * The time of a run without stored results.
 *
 * @param {import("playwright-core").Page} page
 */
async function anew(page) {
  await forgetResults(page);
  return timed(() => run(page));
}

/**
 * A log with a name.
 *
 * @param {string} name
 */
const log = (name) => ({ name, content: readFileSync(join(SAMPLES, name)) });

test("the first curve of a first visit", async (t) => {
  const page = await openPage(t);
  await finished(page);
  const times = [];
  for (let visit = 0; visit < 5; visit++) {
    const address = await siteAddress();
    await forgetResults(page);
    await page.goto("about:blank");
    times.push(
      await timed(async () => {
        await page.goto(address, { waitUntil: "commit" });
        await page.locator("#data").evaluate((details) => details.setAttribute("open", ""));
        await page.waitForFunction(() => {
          const points = new Map();
          for (const row of document.querySelectorAll("#table tbody tr")) {
            const curve = row.firstElementChild?.textContent;
            points.set(curve, (points.get(curve) ?? 0) + 1);
          }
          return [...points.values()].includes(37);
        }, null, { polling: "raf" });
      }),
    );
  }
  console.log(`first curve after opening the page: ${Math.round(median(times))} ms (median of 5; goal 2000 ms)`);
});

for (const [figure, name, jobs, runs, more, goal] of /** @type {const} */ ([
  ["figure 3", "NASA-iPSC-1993-3.1-cln.swf.gz", 18239, 222, "", 5],
  ["figure 3 with conservative", "NASA-iPSC-1993-3.1-cln.swf.gz", 18239, 333, "&scheduling=oo,easy,conservative", 40],
  ["figure 5", "SDSC-SP2-1998-4.2-cln.swf.gz", 54044, 222, "", 30],
])) {
  test(figure, async (t) => {
    const page = await openPage(t);
    await finished(page);
    const file = log(name);
    await dropLog(page, file.name, file.content);
    if (more !== "") {
      await page.goto(page.url() + more);
      await finished(page);
    }
    const times = [];
    for (let time = 0; time < 3; time++) times.push(await anew(page));
    const inBrowser = median(times) / 1000;
    const native = (await timed(() => commandLine(new URL(page.url()).hash, file))) / 1000;
    const what = `${figure}: ${runs} runs of ${jobs} jobs`;
    const ratio = (inBrowser / native).toFixed(2);
    const workers = await page.evaluate(() => navigator.hardwareConcurrency);
    console.log(
      `${what}: ${inBrowser.toFixed(2)} s on ${workers} workers (goal ${goal} s), ` +
        `${native.toFixed(2)} s by the command line, ratio ${ratio}`,
    );
  });
}

/**
 * @param {string} link
 * @param {{ name: string, content: Buffer }} file
 */
function commandLine(link, file) {
  const folder = mkdtempSync(join(tmpdir(), "subtorus-"));
  try {
    writeFileSync(join(folder, file.name), file.content);
    const flags = ["sweep", "--link", link, "--log", join(folder, file.name)];
    execFileSync(join(ROOT, "target/release/subtorus"), flags, { maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("runs of jobs that communicate", async (t) => {
  const [replications, jobs] = [400, 1000];
  const page = await openPage(t, `#v=1&model=stochastic&jobs=${jobs}&rate=0.03&machine=mesh:16x22&allocation=gabl&scheduling=fcfs&service=communication&vary=none&replications=${replications}&precision=0&plot=mean_service-arrival_rate`);
  await finished(page);
  const workers = await page.evaluate(() => navigator.hardwareConcurrency);
  const times = [];
  for (let time = 0; time < 3; time++) times.push(await anew(page));
  const each = (median(times) * Math.min(workers, replications)) / replications;
  console.log(`one run of ${jobs} jobs, all-to-all, 5 messages: ${each.toFixed(1)} ms of a worker (goal 20 ms)`);
});

test("ICPADS figure 2", async (t) => {
  const page = await openPage(t);
  await finished(page);
  const file = log("SDSC-Par-1996-3.1-cln.swf.gz");
  await dropLog(page, file.name, file.content);
  await page.getByRole("button", { name: "Published figures" }).click();
  const figure = await inGallery(page, "ICPADS", "figure 2").getAttribute("data-link");
  await page.goto((await siteAddress()) + figure);
  await finished(page);
  const took = await anew(page);
  console.log(`ICPADS figure 2: ${(took / 1000).toFixed(1)} s (goal 20 s)`);
});

test("thesis figure 3.8", async (t) => {
  const page = await openPage(t, "#v=1&model=stochastic&jobs=1000&runtimes=exponential(1)&machine=mesh:8x8x8&allocation=tbl,tff,bl,ff&scheduling=fcfs&vary=rate:1..5.8:0.4&replications=100&plot=response-coefficient");
  await finished(page);
  const times = [];
  for (let time = 0; time < 3; time++) times.push(await anew(page));
  const what = "figure 3.8 of the thesis: 52 points of 1000-job runs, intervals to 5 % or 100 replications";
  console.log(`${what}: ${(median(times) / 1000).toFixed(2)} s (goal 5 s)`);
});
