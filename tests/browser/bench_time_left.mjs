/**
 * Whether the time left is right, and whether the page's thread is free: `make bench`. For ten sweeps, measures the
 * ratio of the shown time left to the actual one, from a fifth of the run on. Also measures the longest task of the
 * page's thread while it loads, is edited, runs and draws. `SWEEP=3` takes only one of the sweeps.
 */
import { test } from "node:test";
import { openPage, siteAddress } from "./harness.mjs";
import { finished } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const NETWORK = "model=stochastic&service=communication&machine=mesh:16x22";
/** Sweeps of all kinds, each with some seconds on two processors. */
const SWEEPS = {
  "six curves of a log-like model": "jobs=9000",
  "conservative beside others": "jobs=1500&scheduling=fcfs,easy,conservative",
  "conservative alone, crowded": "jobs=800&rate=2&scheduling=conservative,sjf/conservative&allocation=flat,ep",
  "a few values": "jobs=400000&vary=runtime:1.4..1.8:0.2&scheduling=easy,conservative&allocation=flat",
  "replications until precise": "model=stochastic&jobs=500&runtimes=exponential(1)&machine=mesh:8x8x8&allocation=tff,ff&scheduling=fcfs&vary=rate:1..5.8:0.4&replications=100&plot=response-coefficient",
  "messages, all to all": `${NETWORK}&jobs=12000&allocation=gabl,mbs&scheduling=fcfs,ssd&vary=rate:0.005..0.05:0.005`,
  "messages with replications": `${NETWORK}&jobs=18000&allocation=gabl,paging(0)&scheduling=fcfs&vary=rate:0.01..0.04:0.01&replications=20&precision=0.03&plot=mean_service-arrival_rate`,
  "machines of many sizes": "model=stochastic&jobs=20000&rate=0.2&machine=mesh:8x8&allocation=ff,bf,gabl,mbs&scheduling=fcfs,easy&vary=side:8..40:4",
  "depths of backfilling": "jobs=40000&rate=2&allocation=flat,gabl&machine=mesh:16x16&scheduling=easy,oo&vary=depth:1..100:9",
  "several machines": "jobs=9000&machine=mesh:16x16,torus:8x8x8,mesh:32x32&allocation=gabl,mbs,random&scheduling=fcfs,easy&vary=arrival:0.5..2:0.1",
};
/** The time left at the very end of a run is shown in tenths of a second. */
const END = 0.4;

/** The seconds of `40 s` or `3 min 20 s`. @param {string} text */
function seconds(text) {
  const units = { h: 3600, min: 60, s: 1 };
  const parts = [...text.matchAll(/([\d.]+) (h|min|s)\b/g)];
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * units[/** @type {"h" | "min" | "s"} */ (unit)], 0);
}

/**
 * The texts of the page about its run until it has ended.
 * @param {Page} page
 */
function watch(page) {
  return page.evaluate(async () => {
    const [state, sentence] = ["run-state", "sentence"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
    const begun = performance.now();
    /** @type {{ at: number, said: string }[]} */
    const notes = [];
    while (!/computed in/.test(sentence.textContent ?? "")) {
      notes.push({ at: (performance.now() - begun) / 1000, said: state.textContent ?? "" });
      await new Promise((tick) => setTimeout(tick, 50));
    }
    return { notes, took: (performance.now() - begun) / 1000, said: sentence.textContent ?? "" };
  });
}

/** @type {number[]} */
const extremes = [];
for (const [number, [name, link]] of Object.entries(SWEEPS).entries()) {
  const skip = process.env.SWEEP !== undefined && Number(process.env.SWEEP) !== number;
  test(name, { skip, timeout: 300_000 }, async (t) => {
    const page = await openPage(t, "#v=1&jobs=1&vary=none");
    await finished(page);
    await page.evaluate((link) => void (location.hash = link), `#v=1&${link}`);
    await page.locator("#cancel").waitFor();
    await page.locator("#sentence", { hasText: "computed in" }).waitFor({ state: "hidden" });
    const { notes, took } = await watch(page);
    // Before the first cell has run, nothing is shown.
    const judged = notes.filter(({ at, said }) => at > 0.2 * took && at < took - END && said.includes("about "));
    const ratios = judged.map(({ at, said }) => seconds(said.split("about ")[1] ?? "") / (took - at));
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    extremes.push(least, most);
    console.log(`time left, ${name}: ${least.toFixed(2)} to ${most.toFixed(2)} times the real one, from a fifth of ${took.toFixed(1)} s on (goal 0.5 to 2)`);
    if (process.env.VERBOSE) for (const { at, said } of notes) console.log(`  ${at.toFixed(2)} s: ${said} (${(took - at).toFixed(1)} s)`);
  });
}

test("all of them", { skip: process.env.SWEEP !== undefined }, () => {
  console.log(`time left, all sweeps: ${Math.min(...extremes).toFixed(2)} to ${Math.max(...extremes).toFixed(2)} (goal 0.5 to 2)`);
});

/**
 * The longest task of the page's thread during a run, in milliseconds of processor time, which does not include other
 * work of the machine.
 * @param {Page} page
 * @param {() => Promise<unknown>} work
 */
async function longest(page, work) {
  const browser = /** @type {import("playwright-core").Browser} */ (page.context().browser());
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await work();
  await page.waitForTimeout(300);
  /** @type {{ traceEvents: { name: string, pid: number, tid: number, tdur?: number, args: { name?: string } }[] }} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const main = new Set(traceEvents.filter(({ args }) => args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === "RunTask" && main.has(`${pid} ${tid}`));
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

test("the page's thread", async (t) => {
  const page = await openPage(t, "#v=1&jobs=1&vary=none");
  for (const machine of ["torus:2x2x2x4x4x8", "mesh:500x600"]) {
    const link = `#v=1&jobs=100&machine=${machine}&allocation=flat,random,ff&scheduling=fcfs,easy`;
    await page.goto("about:blank");
    const load = await longest(page, async () => {
      await page.goto((await siteAddress()) + link);
      await page.locator("#cancel").waitFor();
    });
    const running = await longest(page, () => page.locator("#sentence", { hasText: "computed in" }).waitFor({ timeout: 280_000 }));
    const editing = await longest(page, async () => {
      for (const [name, value] of [["jobs", "301"], ["seed", "7"], ["vary", "runtime:0.2..2:0.1"], ["machine", "mesh:500x599"], ["rate", "1.5"]]) {
        // By its id, because finding a label takes Playwright longer on the page's thread than the page needs for a
        // keystroke.
        const field = page.locator(`#field-${name}`);
        await field.pressSequentially(value);
        await field.fill(value);
        await field.press("Tab");
      }
    });
    const drawing = await longest(page, async () => {
      await page.locator("#plot-y").selectOption("utilization");
      await page.locator("#legend button").first().click();
    });
    const said = { load, running, editing, drawing };
    const list = Object.entries(said).map(([what, took]) => `${what} ${Math.round(took)} ms`);
    console.log(`longest task of the page's thread, ${machine}, processor time: ${list.join(", ")} (goal 50 ms, 100 ms for the first draw)`);
  }
});
