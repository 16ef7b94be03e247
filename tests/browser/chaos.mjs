/**
 * Whatever happens to workers and the store, and whatever the user does at the same time: a run ends, and its numbers
 * are those of an undisturbed run, or the page says what is missing. `CHAOS_SECONDS` sets the duration, `CHAOS_SEED`
 * the events.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Draw, asked } from "./draw.mjs";
import { openPage, siteAddress } from "./harness.mjs";
import { download, drop, ENDED, finished, forgetResults, madeLog } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SECONDS = asked("CHAOS_SECONDS", 10);
const SEED = asked("CHAOS_SEED", 1);

/** Sweeps of a second or two, with cells of some hundredths. */
const LINKS = [
  "#v=1&jobs=400&scheduling=conservative,easy&vary=runtime:0.5..2:0.25",
  "#v=1&jobs=2000&vary=runtime:0.5..2:0.25",
  "#v=1&model=stochastic&jobs=500&machine=mesh:16x16&allocation=gabl,ff&vary=rate:0.01..0.05:0.01&replications=6&precision=0.02",
  "#v=1&model=stochastic&jobs=200&machine=mesh:8x8&allocation=ff,mbs&service=communication&vary=rate:0.01..0.03:0.01",
];
const BATCH = "#v=1&problem=min-makespan&side=8&jobs=8:1,4:2,4:3,2:5";
/** The text of the page when something is missing. */
const MISSING = /runs? failed|runs are missing|cannot be run/;

/** Runs in the page before its scripts: `window.chaos` can kill workers and break the store. */
function arm() {
  const Native = window.Worker;
  /** @type {Set<Worker>} */
  const live = new Set();
  const kill = (/** @type {Worker} */ worker) => live.delete(worker) && Native.prototype.terminate.call(worker);
  const chaos = {
    /** The number of workers that die soon after their start. */
    starts: 0,
    kill: (/** @type {number} */ share) => kill([...live][Math.floor(share * live.size)]),
    killAll: () => live.forEach(kill),
  };
  window.Worker = class extends Native {
    /** @param {[string | URL, WorkerOptions?]} given */
    constructor(...given) {
      super(...given);
      live.add(this);
      if (chaos.starts > 0) setTimeout(kill, 30 * (chaos.starts -= 1), this);
    }

    terminate() {
      live.delete(this);
      super.terminate();
    }
  };
  const broken = () => sessionStorage.getItem("broken") === "yes";
  for (const [type, name] of /** @type {const} */ ([[IDBFactory, "open"], [IDBDatabase, "transaction"]])) {
    const prototype = /** @type {Record<string, Function>} */ (/** @type {unknown} */ (type.prototype));
    const works = prototype[name];
    prototype[name] = function (/** @type {unknown[]} */ ...given) {
      if (broken()) throw new DOMException("broken by a test", "QuotaExceededError");
      return works.apply(this, given);
    };
  }
  Object.assign(window, { chaos });
}

/**
 * Disturbs the workers of the page.
 * @param {Page} page
 * @param {"kill" | "killAll" | "starts"} what
 * @param {number} value
 */
function strike(page, what, value) {
  return page.evaluate(
    ([what, value]) => {
      const { chaos } = /** @type {{ chaos: Record<string, Function | number> }} */ (/** @type {unknown} */ (window));
      if (what === "starts") chaos.starts = value;
      else /** @type {Function} */ (chaos[what])(value);
    },
    /** @type {const} */ ([what, value]),
  );
}

/**
 * The possible events.
 * @type {Record<string, (page: Page, draw: Draw) => Promise<unknown>>}
 */
const DISTURBANCES = {
  "one worker dies": (page, draw) => strike(page, "kill", draw.share()),
  "all workers die": (page) => strike(page, "killAll", 0),
  "workers die at start": (page, draw) => strike(page, "starts", 1 + draw.below(2)),
  "the store breaks": (page) => page.evaluate(() => sessionStorage.setItem("broken", "yes")),
  "the store works": (page) => page.evaluate(() => sessionStorage.removeItem("broken")),
  reload: (page) => page.reload(),
  cancel: (page) => page.locator("#cancel").click({ timeout: 50 }).catch(() => {}),
  "run again": (page) => page.locator("#run").click({ timeout: 500 }).catch(() => {}),
  "another link": (page, draw) => go(page, draw.one(LINKS)),
  "a batch": (page) => go(page, BATCH),
  "a log": (page, draw) => drop(page, `log-${draw.below(3)}.swf`, madeLog(300)),
};

/** The events that let a run continue. */
const AT_WORK = ["one worker dies", "one worker dies", "one worker dies", "all workers die", "workers die at start", "the store breaks"];

/**
 * @param {Page} page
 * @param {string} link
 */
function go(page, link) {
  return page.evaluate((link) => void (location.hash = link), link);
}

/**
 * Waits until the page is at rest, with any result.
 * @param {Page} page
 */
async function rest(page) {
  await page.locator("#cancel").waitFor({ state: "hidden", timeout: 90_000 });
  await page.locator("#sentence", { hasText: "Loading" }).waitFor({ state: "hidden", timeout: 30_000 });
}

test(`for ${SECONDS} s of chaos, runs end, and are whole or say what is missing (seed ${SEED})`, { timeout: (SECONDS + 300) * 1000 }, async (t) => {
  const quiet = await openPage(t, LINKS[0]);
  /** @type {Map<string, string>} */
  const expected = new Map();
  for (const link of LINKS) {
    await quiet.goto("about:blank");
    await quiet.goto((await siteAddress()) + link);
    await finished(quiet);
    expected.set(link, (await download(quiet, "CSV")).content.toString());
  }
  const page = await openPage(t, "#v=1&jobs=1&vary=none", { expected: [/ERR_ABORTED/] });
  await page.addInitScript(arm);
  // A worker that dies before the page asks for its lock is missed after half a minute. Here it is sooner, for more
  // events.
  await page.route("**/www/workers/timeouts.js", async (route) => {
    const script = await (await route.fetch()).text();
    assert.ok(script.includes("const START = 30_000"));
    await route.fulfill({ body: script.replace("const START = 30_000", "const START = 4000"), contentType: "text/javascript" });
  });
  await page.reload();
  const draw = new Draw(SEED);
  const end = Date.now() + 1000 * SECONDS;
  /** @type {Record<string, number>} */
  const seen = { whole: 0, "said what is missing": 0 };
  while (Date.now() < end) {
    const link = draw.one(LINKS);
    /** @type {string[]} */
    const story = [link];
    for (let count = draw.below(6); count > 0; count--) {
      const [name, happen] = draw.one(Object.entries(DISTURBANCES));
      await page.waitForTimeout(draw.below(400));
      await happen(page, draw);
      story.push(name);
      seen[name] = (seen[name] ?? 0) + 1;
    }
    // From here on nothing is cancelled or left, but workers may still die.
    await go(page, "#v=1&jobs=1&vary=none&seed=2");
    // Stored results need no worker. With some of them, only the rest is computed.
    if (draw.share() < 0.7) await forgetResults(page);
    await go(page, link);
    for (let count = draw.below(6); count > 0; count--) {
      const name = draw.one(AT_WORK);
      await page.waitForTimeout(draw.below(300));
      await DISTURBANCES[name](page, draw);
      story.push(`at work: ${name}`);
      seen[name] = (seen[name] ?? 0) + 1;
    }
    try {
      await rest(page);
      const said = await page.locator("#notices").innerText();
      if (MISSING.test(said)) seen["said what is missing"] += 1;
      else {
        await page.locator("#sentence", { hasText: ENDED }).waitFor({ timeout: 30_000 });
        assert.equal((await download(page, "CSV")).content.toString(), expected.get(link));
        seen.whole += 1;
      }
    } catch (error) {
      const shown = await page.locator("#sentence, #notices, #run-state").allInnerTexts();
      throw new Error(`${story.join("; ")}\n${shown.join("\n")}`, { cause: error });
    }
    await strike(page, "starts", 0);
  }
  t.diagnostic(Object.entries(seen).map(([what, count]) => `${what}: ${count}`).join(", "));
  assert.ok(seen.whole > 0, "some runs must be complete");
});
