/** Own strategies: code in a frame without network. Every answer is checked, and code never runs before the user agrees. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { expectAccessible, offerModules, openPage, SITE } from "./harness.mjs";
import { finished, madeLog, started } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=50&machine=mesh:8x8&allocation=ff&scheduling=fcfs&vary=none";
const FIRST_FIT = readFileSync(join(SITE, "www/own_examples/first-fit.js"), "utf8");

/**
 * Runs every cell of a link with another strategy of this code, in the frame, and each again for its trace.
 *
 * @param {Page} page
 * @param {string} link
 * @param {string} code
 * @param {string} [text] of the log, if the link has one
 */
async function runBeside(page, link, code, text) {
  await offerModules(page);
  await started(page);
  return page.evaluate(async ({ link, code, text }) => {
    const base = new URL(".", location.href).href;
    const { Study } = await import(`${base}subtorus.js`);
    const { Pool } = await import(`${base}www/workers/pool.js`);
    const { sandbox } = await import(`${base}www/workers/own_sandbox.js`);
    const study = new Study();
    study.open(link);
    study.adopt("tested", code, "");
    const [own] = study.own_codes();
    const pool = new Pool(await WebAssembly.compileStreaming(fetch(`${base}subtorus_bg.wasm`)), 2);
    pool.use(sandbox({ [own.digest]: own.code }));
    const log = text ? (await pool.read(new Blob([text]), "mesh:8x8", "", { link: "", touched: [], nodes: 0 })).log ?? null : null;
    const ran = study.link();
    /** @type {{ refused: string, computed: number, failed: string[], excluded: string[], traces: Record<string, string>[], stories: string[] }} */
    const seen = { refused: "", computed: 0, failed: [], excluded: [], traces: [], stories: [] };
    let cells = 0;
    await new Promise((done) => {
      pool.run(ran, log, {
        asked: (/** @type {string} */ _, /** @type {() => void} */ go) => go(),
        planned: (/** @type {any} */ plan, /** @type {any} */ _, /** @type {(cells: number) => void} */ go) => {
          seen.excluded = plan.excluded.map((/** @type {any} */ each) => each.reason);
          cells = study.begin(ran, plan, []).length;
          go(cells);
        },
        next: (/** @type {boolean} */ own) => study.next(own, 0),
        result: () => ((seen.computed += 1), 0),
        failed: (/** @type {number} */ _, /** @type {string} */ message) => seen.failed.push(message),
        replaced() {},
        refused: (/** @type {any} */ { message }) => done((seen.refused = message)),
        done,
      });
    });
    for (let cell = 0; cell < cells && !seen.failed.length; cell++) {
      const trace = await pool.trace(ran, cell, new AbortController().signal);
      seen.stories.push(JSON.stringify((await pool.inspect(ran, cell, { "job-explanation": 50 }))["job-explanation"]));
      seen.traces.push(Object.fromEntries(Object.entries(trace).map(([name, column]) => [name, column.join()])));
    }
    pool.cancel();
    return seen;
  }, { link, code, text });
}

test("first fit in ten lines has first fit's schedule, job by job and node by node", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  for (const machine of ["mesh:8x8", "mixed:4rx3x5r"]) {
    const link = `#v=1&jobs=60&rate=6&machine=${machine}&allocation=ff&scheduling=fcfs,easy,conservative&vary=none`;
    const { traces, failed, refused, excluded, stories } = await runBeside(page, link, FIRST_FIT);
    assert.deepEqual({ failed, refused, excluded }, { failed: [], refused: "", excluded: [] });
    assert.equal(traces.length, 6);
    for (const policy of [0, 1, 2]) {
      assert.equal(traces[policy].start.split(",").length, 60);
      assert.deepEqual(traces[policy + 3], traces[policy], `${machine}, policy ${policy}`);
      assert.match(stories[policy], /"words":\[/);
      assert.equal(stories[policy + 3], stories[policy], "a job waits for the same reasons");
    }
  }
});

test("on a log, too, it has first fit's schedule", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const link = "#v=1&log=made.swf&machine=mesh:8x8&allocation=ff&scheduling=easy&vary=none";
  const { traces, failed, refused } = await runBeside(page, link, FIRST_FIT, madeLog(60).toString());
  assert.deepEqual({ failed, refused }, { failed: [], refused: "" });
  assert.equal(traces[0].start.split(",").length, 60);
  assert.deepEqual(traces[1], traces[0]);
});

test("each way to cheat is refused with its message, the job and the line", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const link = "#v=1&jobs=60&rate=9&machine=mesh:6x6&allocation=ff&scheduling=easy&vary=none";
  /** The code before the return of an honest answer, and the message. @type {[string, RegExp][]} */
  const cases = [
    ["return 7;", /allocate gave neither null nor a list of blocks/],
    ["return [];", /allocate gave neither null nor a list of blocks/],
    ["return [{}];", /block 1 of 1 is no block: its base and extents are NaN, NaN, NaN, NaN/],
    ["return [{ base: [0, 6], extents: request.extents }];", /is not inside mesh:6x6/],
    ["return [{ base: [0, 0], extents: request.extents }];", /has node 0,0, which another job holds/],
    ["if (request.processors > 1) return [0, 0];", /which another block of the same answer has/],
    ["return [35];", /the blocks have 1 nodes?, but the request is for/],
    ["if (calls++ % 2) return null;", /two answers for one state of the machine/],
    ["if (machine.free[0] === 0) nothing.there();", /allocate failed: line 3: nothing is not defined/],
    ["return Math.random();", /line 3: Math.random is not the same twice/],
    ["return new Date();", /line 3: Date is not defined/],
    ["return [performance.now()];", /line 3: performance is not defined/],
  ];
  for (const [cheat, words] of cases) {
    const code = `let calls = 0;\nfunction allocate(machine, request) {\n  ${cheat}\n${FIRST_FIT.slice(FIRST_FIT.indexOf("  for"))}`;
    const { failed, excluded } = await runBeside(page, link, code);
    const said = [...excluded, ...failed].join();
    assert.match(said, words, cheat);
    assert.match(said, /own\(tested,[0-9a-f]{12}\), (a )?job (\d+ \(|of )\d+ processors?, \dx\d/, cheat);
  }
  for (const [code, words] of /** @type {[string, RegExp][]} */ ([
    ["function allocate(machine) {\n  return [\n  let x;\n}", /the code cannot be used: line 3: Unexpected/],
    ["function allocate(machine) {\n  return [1, 2];\n", /line 2: the code ends too early: a } is missing/],
    ["const nothing = 1;", /it has no function allocate\(machine, request\)/],
    ["function allocate() { return null; }", /can place/],
  ])) {
    const { excluded, refused } = await runBeside(page, link, code);
    assert.match([...excluded, refused].join(), words, code);
  }
});

test("code that never answers is excluded with that reason, and the other strategies run", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const { refused, excluded, computed, failed } = await runBeside(page, SMALL, "function allocate() { for (;;); }");
  assert.ok(excluded.length > 0, refused);
  for (const reason of excluded) assert.match(reason, /the code of a strategy did not answer within 10 seconds/);
  assert.deepEqual([refused, failed], ["", []]);
  assert.ok(computed > 0);
});

/** All ways by which a code may try to send data. Each line ends in a promise that must be rejected. */
const WAYS_OUT = [
  "fetch(address)",
  "fetch(site)",
  "fetch('data:,x')",
  "new Promise((yes, no) => { const asked = new XMLHttpRequest(); asked.onload = yes; asked.onerror = no; asked.open('GET', address); asked.send(); })",
  "new Promise((yes, no) => { const socket = new WebSocket(address.replace('http', 'ws')); socket.onopen = yes; socket.onerror = no; })",
  "new Promise((yes, no) => { const events = new EventSource(address); events.onopen = yes; events.onerror = no; })",
  "import(address)",
  "import('data:text/javascript,1')",
  "import(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })))",
  "Promise.resolve().then(() => importScripts(address))",
  "new Promise((yes, no) => { const worker = new Worker(address); worker.onmessage = yes; worker.onerror = no; })",
  "new Promise((yes, no) => { const asked = indexedDB.open('subtorus'); asked.onsuccess = yes; asked.onerror = no; })",
  "caches.open('x')",
  "navigator.locks.request('x', () => 1)",
];

test("code has no network, no access to the site, and cannot change what is measured", async (t) => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { "Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript" }).end("1");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  t.after(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  // The harness also sees requests that the policy stops. The server must get none.
  const page = await openPage(t, SMALL, { expected: [/Content Security Policy/, /^request: /, /Failed to load/] });
  await finished(page);
  await offerModules(page);
  const frame = await page.evaluateHandle(async () => {
    const base = new URL(".", location.href).href;
    const { sandbox } = await import(`${base}www/workers/own_sandbox.js`);
    return sandbox({});
  });
  assert.ok(frame);
  // The names are hidden from a code. A function made from text has the real ones, and they lead nowhere.
  const code = `
    const real = (0, eval)('this');
    const outcomes = [];
    let begun = false;
    function allocate(machine, request) {
      if (!begun) {
        begun = true;
        const address = 'http://127.0.0.1:${port}/', site = ${JSON.stringify(new URL("subtorus.js", page.url()).href)};
        for (const way of ${JSON.stringify(WAYS_OUT)}) {
          const run = real.Function('address', 'site', 'return ' + way);
          try { run(address, site).then(() => outcomes.push(way + ' works'), () => outcomes.push('no')); } catch { outcomes.push('no'); }
        }
      }
      const tried = [];
      const change = (what, how) => { try { how(); tried.push(what); } catch {} };
      change('Uint8Array', () => { real.Uint8Array = Array; });
      change('a prototype', () => { Object.prototype.kind = 'died'; });
      change('postMessage', () => { real.MessagePort.prototype.postMessage = () => {}; });
      change('Array', () => { Array.prototype.push = () => 0; });
      change('a parameter', () => { request.processors = 1; });
      change('the extents', () => { machine.extents[0] = 1; });
      if (tried.length) throw new Error('changed: ' + tried);
      if (outcomes.length === ${WAYS_OUT.length}) throw new Error('outcomes: ' + [...new Set(outcomes)].join('; '));
      ${FIRST_FIT.slice(FIRST_FIT.indexOf("for"))}`;
  const link = "#v=1&jobs=400&machine=mesh:8x8&allocation=ff&scheduling=fcfs&vary=none&replications=40&precision=0";
  const { failed, excluded, refused } = await runBeside(page, link, code);
  const said = [...failed, ...excluded, refused].join("\n");
  assert.match(said, /outcomes: no(?!;)/, said);
  assert.doesNotMatch(said, /works|changed/);
  assert.equal(asked, 0, "nothing reached another server");
});

/** The names of the curves of the last run. @param {Page} page */
const curves = (page) => page.locator("#legend").innerText();

test("without CodeMirror, a strategy is written, checked, compared, stored, and there after a reload, by keyboard", async (t) => {
  const page = await openPage(t, SMALL, { expected: [/Failed to load resource/] });
  await page.route("**/code_editor-*.js", (route) => route.abort());
  await finished(page);
  await page.locator("#edit-own").focus();
  await page.keyboard.press("Enter");
  const dialog = page.locator("#own");
  const code = dialog.locator("#own-code");
  await code.waitFor();
  assert.equal(await code.inputValue(), FIRST_FIT);
  await expectAccessible(page);
  const state = dialog.getByRole("status");
  const check = async () => {
    await dialog.getByRole("button", { name: "Check" }).press("Enter");
    await page.waitForFunction(() => !/^(Trying|$)/.test(document.querySelector("#own [role=status]")?.textContent ?? ""));
    return state.innerText();
  };
  assert.match(await check(), /^Every answer keeps to the rules, for 40 jobs on each of mesh:8x8, torus:4x4x4 and mesh:32. It takes .*ms for each/);
  await code.fill("function allocate(machine, request) {\n  return machine.place(request);\n}");
  assert.match(await check(), /allocate failed: line 2: machine.place is not a function/);
  await dialog.getByRole("button", { name: "Go to line 2" }).press("Enter");
  assert.equal(await code.evaluate((field) => /** @type {HTMLTextAreaElement} */ (field).selectionStart), 38);
  await page.keyboard.press("Tab");
  assert.match(await code.inputValue(), /\n {4}return/, "Tab indents");
  await page.keyboard.press("Shift+Tab");
  assert.match(await code.inputValue(), /\n {2}return/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement?.id), "own-code", "after Escape, Tab leaves");
  await dialog.getByRole("button", { name: "Scatter" }).press("Enter");
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById("own-code")).value.includes("wherever"));
  assert.match(await check(), /^Every answer keeps to the rules/);
  await dialog.getByRole("button", { name: "Best fit" }).press("Enter");
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById("own-code")).value.includes("Best fit"));
  assert.match(await check(), /^Every answer keeps to the rules/);
  await dialog.getByRole("button", { name: "Compare it" }).press("Enter");
  await page.waitForFunction(() => document.getElementById("legend")?.innerText.includes("own(best-fit"));
  await finished(page);
  assert.match(page.url(), /allocation=ff,own\(best-fit,[0-9a-f]{64}\)&code=/);
  await page.reload();
  await page.waitForFunction(() => document.getElementById("legend")?.innerText.includes("own(best-fit"));
  assert.equal(await page.locator("#notices [data-subject=own]").count(), 0, "it is on the shelf");
  // The link has no code, so the page finds it there.
  await page.evaluate(() => (location.hash = location.hash.replace(/&code=[^&]*/, "").replace("jobs=50", "jobs=49")));
  await page.waitForFunction(() => /&code=/.test(location.hash) && document.getElementById("sentence")?.textContent?.includes("49 jobs"));
  await finished(page);
  assert.match(await curves(page), /own\(best-fit/);
});
