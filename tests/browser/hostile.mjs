/** Code that tries to change other results, and what honest links show after it: the same steps in any browser. */
import assert from "node:assert/strict";
import { numbers, started, sweepOf, WORDS } from "./steps.mjs";

/**
 * The common interface of playwright and puppeteer, as far as these steps need it.
 * @typedef {object} Page
 * @property {(work: (...given: any[]) => any, given?: any) => Promise<any>} evaluate
 * @property {(work: () => unknown) => Promise<unknown>} waitForFunction
 * @property {() => Promise<unknown>} reload
 */

const SMALL = "jobs=80&machine=mesh:6x6&scheduling=fcfs,easy&vary=rate:4..8:2";
/** Experiments without own code that share cells with those that the code took part in. */
const HONEST = [
  `#v=1&${SMALL}&allocation=ff`,
  `#v=1&${SMALL}&allocation=ff,bf,flat`,
  "#v=1&jobs=80&rate=6&machine=mesh:6x6&scheduling=fcfs&vary=none&allocation=mbs",
];

const FIT = `
  for (let node = 0; node < machine.nodes; node++) {
    const base = machine.coordinates(node);
    if (machine.isFree(base, request.extents)) return [{ base, extents: request.extents }];
  }
  return null;`;

/** The attacks; each code runs next to first fit. */
export const CODES = {
  /** Refuses all but small jobs at first, and later none. So the dropped jobs depend on when it is asked. */
  moody: `
let calls = 0;
function allocate(machine, request) {
  calls += 1;
  if (calls < 40 && request.processors > 8 && machine.free.every((free) => free)) return null;${FIT}
}`,
  /** The reverse. */
  sullen: `
const asked = new Map();
function allocate(machine, request) {
  const key = String(request.extents);
  asked.set(key, (asked.get(key) || 0) + 1);
  if (asked.get(key) > 2 && request.processors > 4 && machine.free.every((free) => free)) return null;${FIT}
}`,
  /** Replaces functions that iterate, count and call. */
  usurper: `
let done = false;
const changed = [];
function usurp() {
  done = true;
  const root = (0, eval)('this');
  const objects = [[].values(), ''[Symbol.iterator](), new Map().entries(), new Set().values(), 'a'.matchAll(/a/g), function* () {}, (function* () {})()];
  for (const object of objects) {
    const prototype = Object.getPrototypeOf(object);
    for (const name of ['next', 'map', 'return']) {
      try { prototype[name] = () => ({ done: true, value: 42 }); changed.push(name); } catch {}
      try { Object.defineProperty(prototype, name, { value: () => ({ done: true, value: 42 }) }); changed.push(name); } catch {}
    }
  }
  for (const name of ['Array', 'Map', 'Set', 'String', 'Float64Array', 'Uint8Array', 'Object', 'Function', 'Promise', 'RegExp', 'performance', 'WebAssembly', 'TextDecoder']) {
    const found = root[name];
    for (const target of [found, found && found.prototype, found && Object.getPrototypeOf(found)]) {
      if (!target) continue;
      for (const key of ['now', 'get', 'set', 'push', 'slice', 'map', 'subarray', 'call', 'apply', 'then', 'from', 'decode', Symbol.iterator]) {
        try { target[key] = () => 42; changed.push(String(key)); } catch {}
      }
    }
    try { root[name] = class { now() { return 42; } }; changed.push(name); } catch {}
  }
}
function allocate(machine, request) {
  if (!done) usurp();${FIT}
}`,
};

/** Waits until the experiment of the address has been computed. @param {Page} page */
async function finished(page) {
  // The browsers' drivers hand arguments to a condition in different ways.
  await page.evaluate((words) => void (document.documentElement.dataset.words = words), JSON.stringify(WORDS));
  await page.waitForFunction(() => {
    const words = JSON.parse(document.documentElement.dataset.words ?? "{}");
    const text = (/** @type {string} */ id) => document.getElementById(id)?.textContent ?? "";
    const wanted = (/allocation=([^&]*)/.exec(location.hash)?.[1] ?? "").replaceAll(/own\([^)]*\),?/g, "").split(",").filter(Boolean).map((name) => String(words[name]));
    const labels = [...document.querySelectorAll("#legend button")].map(({ textContent }) => textContent?.trim().split(" · ")[0] ?? "");
    const shown = labels.filter((label) => !label.startsWith("own("));
    const isShown = [...new Set(shown)].sort().join() === wanted.sort().join();
    return isShown && /computed in|all \d+ runs (kept|taken|known)|its only run/.test(text("sentence")) && document.getElementById("cancel")?.hidden;
  });
}

/**
 * @param {Page} page
 * @param {string} link
 */
async function open(page, link) {
  await page.evaluate((link) => (location.hash = link), link);
  await finished(page);
}

/**
 * Runs a code next to first fit, as a user does who has read and allowed it.
 * @param {Page} page
 * @param {string} code
 */
export async function runCode(page, code) {
  await started(page);
  const link = await page.evaluate(async ({ base, code }) => {
    const { Study } = await import(new URL("subtorus.js", location.href).href);
    const study = new Study();
    study.open(base);
    study.adopt("hostile", code, "");
    return study.link();
  }, { base: HONEST[0], code });
  await open(page, link);
  await page.waitForFunction(() => document.querySelector("#notices [data-subject=own] button"));
  await page.evaluate(() => /** @type {HTMLButtonElement} */ (document.querySelector("#notices [data-subject=own] button")).click());
  await page.waitForFunction(() => {
    const text = document.getElementById("consent-code");
    text?.scrollTo(0, text.scrollHeight);
    const [run] = document.querySelectorAll("#consent .row button");
    return run instanceof HTMLButtonElement && !run.disabled;
  });
  await page.evaluate(() => /** @type {HTMLButtonElement} */ (document.querySelector("#consent .row button")).click());
  await page.waitForFunction(() => document.getElementById("legend")?.textContent?.includes("hostile"));
  await finished(page);
}

/** The CSV file of the page. @param {Page} page */
export function csv(page) {
  return page.evaluate(() => new Promise((resolve) => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (file) => {
      URL.createObjectURL = make;
      if (file instanceof Blob) resolve(file.text());
      return make(file);
    };
    HTMLAnchorElement.prototype.click = () => {};
    document.getElementById("download-csv")?.click();
  }));
}

/**
 * After a code has run, and again after a reload, honest links have the bytes of the command line.
 * @param {Page} page
 * @param {string} code
 */
export async function honestAfter(page, code) {
  await runCode(page, code);
  for (const round of ["at once", "after a reload"]) {
    for (const link of HONEST) {
      await open(page, link);
      assert.deepEqual(numbers(await csv(page)), numbers(sweepOf(link)), `${link}, ${round}`);
    }
    await page.reload();
    await finished(page);
  }
}
