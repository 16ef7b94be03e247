/** The frame for own strategies: who may use it, what code finds there, and that it leaves no trace. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { sound } from "../../www/workers/own_answers.js";
import { openPage, SITE, siteAddress } from "./harness.mjs";
import { CODES, honestAfter } from "./hostile.mjs";
import { hosted, serve } from "./server.mjs";
import { finished } from "./steps.mjs";

/** @import { TestContext } from "node:test" */

const SMALL = "#v=1&jobs=50&machine=mesh:8x8&allocation=ff&scheduling=fcfs&vary=none";

/**
 * A page on another port of the same host that frames the site's own.html with its own secret, and sends it any
 * message. It notes the answers.
 *
 * @param {TestContext} t
 * @param {string} site
 * @param {string} attributes of the frame
 */
async function embedding(t, site, attributes) {
  const secret = "0123456789abcdef".repeat(2);
  const evil = "onmessage = async ({ data, ports }) => { const port = data.port ?? ports[0]; port.postMessage([self.origin, (await (await fetch(data.site)).text()).length]); };";
  const html = `<!doctype html><title>another site</title><script>
    const heard = [];
    onmessage = ({ data }) => heard.push(['window', data]);
    function attack() {
      const frame = document.querySelector('iframe').contentWindow;
      const say = (message) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => heard.push(['port', data]);
        frame.postMessage({ secret: '${secret}', id: heard.length + 1, codes: {}, build: '', site: '${site}index.html', ...message }, '*', [port2]);
      };
      say({ kind: 'parts', text: ${JSON.stringify(evil)}, bytes: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0).buffer });
      say({ kind: 'hire' });
    }
  </script><iframe ${attributes} src="${site}www/workers/own.html#${secret}" onload="attack()"></iframe>`;
  const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(html));
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  t.after(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const page = await openPage(t, "", { site: `http://127.0.0.1:${port}/`, expected: [/./] });
  await page.waitForLoadState("load");
  return page;
}

test("a page of another origin cannot use the frame, sandboxed by it or not", async (t) => {
  const site = await siteAddress();
  const ways = ["", 'sandbox="allow-scripts"', 'sandbox="allow-scripts allow-same-origin"'];
  await Promise.all(ways.map(async (attributes) => {
    const page = await embedding(t, site, attributes);
    const worker = page.waitForEvent("worker", { timeout: 3000 }).then(() => "a worker", () => "none");
    const frame = page.frames()[1];
    assert.equal(new URL(frame.url()).origin, new URL(site).origin, "it is the site's document");
    assert.equal(await frame.evaluate(() => self.origin === "null"), attributes === 'sandbox="allow-scripts"');
    assert.equal(await frame.evaluate(() => self.onmessage), null, "nothing listens there");
    assert.equal(await worker, "none", attributes);
    assert.deepEqual(await page.evaluate("heard"), [], attributes);
  }));
});

test("the frame answers only if it has no origin, also to a page of its own site", async (t) => {
  const page = await openPage(t, SMALL);
  await finished(page);
  const offered = (/** @type {string} */ sandbox) => page.evaluate((sandbox) => new Promise((resolve) => {
    const secret = "0123456789abcdef".repeat(2);
    /** @type {string[]} */
    const origins = [];
    addEventListener("message", ({ data, origin, ports }) => {
      if (data?.secret === secret && ports.length === 1) origins.push(origin);
      // Messages of the frame while it loads arrive before its later messages.
      if (data === "loaded") resolve(origins);
    });
    const frame = document.createElement("iframe");
    if (sandbox) frame.setAttribute("sandbox", sandbox);
    frame.onload = () => postMessage("loaded");
    frame.src = `www/workers/own.html#${secret}`;
    document.body.append(frame);
  }), sandbox);
  assert.deepEqual(await offered("allow-scripts"), ["null"]);
  assert.deepEqual(await offered(""), []);
});

test("with the headers of docs/hosting.md no other site frames it, it has no origin anywhere, and the page works", async (t) => {
  const server = await serve(SITE, { prefix: "/hosted/", headers: hosted(SITE) });
  t.after(server.close);
  const page = await embedding(t, server.address, "");
  assert.match(await page.frames()[1].evaluate(() => document.URL), /^chrome-error:/);
  const alone = await openPage(t, "www/workers/own.html", { site: server.address });
  assert.equal(await alone.evaluate(() => self.origin), "null");
  const own = await openPage(t, SMALL, { site: server.address, serviceWorkers: "allow" });
  await finished(own);
  await honestAfter(own, CODES.moody);
});

for (const [name, code] of Object.entries(CODES)) {
  test(`after code that is ${name}, honest links show the numbers of the command line`, { timeout: 300_000 }, async (t) => {
    const page = await openPage(t, SMALL);
    page.setDefaultTimeout(120_000);
    await finished(page);
    await honestAfter(page, code);
  });
}

/**
 * Tries a code like the editor's Check. Returns the message, and the time in seconds.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} code
 */
async function check(page, code) {
  if (!(await page.locator("#own").isVisible())) await page.locator("#edit-own").click();
  // The editor has taken the place of the plain field.
  await page.locator(".code-editor #own-code").fill(code);
  const begun = Date.now();
  await page.getByRole("button", { name: "Check" }).click();
  await page.waitForFunction(() => !/^(Trying|$)/.test(document.querySelector("#own [role=status]")?.textContent ?? ""), undefined, { timeout: 60_000 });
  return { said: await page.locator("#own [role=status]").innerText(), seconds: (Date.now() - begun) / 1000 };
}

test("code can neither start another worker nor close its own, and silence ends after ten seconds", { timeout: 120_000 }, async (t) => {
  const page = await openPage(t, SMALL, { expected: [/Content Security Policy/, /^request: /] });
  await finished(page);
  const body = (/** @type {string} */ line) => `function allocate(machine, request) {\n  const root = (0, eval)('this');\n  ${line}\n  return null;\n}`;
  /** Every way to reach what has been removed. */
  const ways = [
    "new root.Worker('data:text/javascript,for(;;);')",
    "new root.Worker(root.URL.createObjectURL(new root.Blob(['for(;;);'])))",
    "new (Object.getPrototypeOf(root).constructor.Worker)('')",
    "root.close()", "Object.getPrototypeOf(root).close.call(root)", "root.setTimeout(() => 0)", "root.importScripts('data:,')",
    "root.postMessage(1)", "root.addEventListener('message', () => 0)", "root.performance.now()", "root.Date.now()", "root.crypto.randomUUID()",
    "new root.SharedArrayBuffer(8)", "root.Intl.DateTimeFormat()", "new root.WeakRef({})", "root.self.x",
  ];
  for (const way of ways) {
    const { said } = await check(page, body(`throw new Error('done ' + ${way});`));
    assert.match(said, /allocate failed/, way);
    assert.doesNotMatch(said, /failed: (line \d+: )?done/, way);
  }
  const { said, seconds } = await check(page, body("for (;;);"));
  assert.match(said, /did not answer within 10 seconds/);
  assert.ok(seconds >= 10 && seconds < 16, `${seconds} s`);
  await page.locator("#own").getByRole("button", { name: "Close" }).click();
  await page.waitForFunction(() => !document.querySelector("iframe"));
});

test("only data leaves the frame, and a message that is not a report ends its worker", () => {
  const result = { kind: "result", task: 1, cell: 0, values: new Float64Array([1, NaN]), took: 1 };
  const inspected = (/** @type {unknown} */ story) => ({ kind: "inspected", task: 1, inspection: { "job-explanation": story } });
  const seen = [
    result, { ...result, values: [1] }, { ...result, values: new Float64Array([Infinity]) }, { ...result, took: -1 }, { ...result, task: "1" },
    { kind: "prepared", task: 1, took: 1, plan: { weights: [] } }, { kind: "log", task: 1, log: {} },
    { kind: "refused", task: 1, order: "cell", cell: 0, complaint: { message: "x".repeat(9999), place: "" } }, null, 7, {},
    inspected({ job: 1, words: ["a < b"] }), inspected(new Map()), inspected(new Blob([])), { kind: "trace", task: 1, trace: { start: [1] } },
  ].map((said) => /** @type {any} */ (sound(said)));
  const kinds = seen.map(({ kind }) => kind);
  assert.deepEqual(kinds, [
    "result", "died", "died", "died", "died", "prepared", "died", "refused", "died", "died", "died", "inspected", "died", "died", "died",
  ]);
  assert.deepEqual(seen[5], { kind: "prepared", task: 1, took: 1 }, "its plan is dropped");
  assert.equal(seen[7].complaint.message.length, 2000);
});
