import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expectAccessible, openPage, SITE, siteAddress } from "./harness.mjs";
import { finished, started } from "./steps.mjs";

const MANIFEST = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8");

test("the page and a module worker load the same WebAssembly module", async (t) => {
  const page = await openPage(t);
  await started(page);
  const inPage = await page.evaluate(async () => (await import(new URL("subtorus.js", document.baseURI).href)).catalogue().version);
  assert.equal(inPage, MANIFEST.match(/^version = "(.*)"/m)?.[1]);
  const source = 'import init, { catalogue } from "./subtorus.js"; await init(); postMessage(catalogue().version);';
  await page.route("**/probe.js", (route) => route.fulfill({ body: source, contentType: "text/javascript" }));
  const inWorker = await page.evaluate(async () => {
    const worker = new Worker(new URL("probe.js", document.baseURI), { type: "module" });
    return new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = ({ message }) => failed(new Error(message));
    });
  });
  assert.equal(inWorker, inPage);
});

test("the page is accessible as it opens", async (t) => {
  await expectAccessible(await openPage(t));
});

test("a first visit loads at most 600 kB compressed", async (t) => {
  const page = await openPage(t, "about:blank");
  /** @type {Set<string>} */
  const asked = new Set();
  // The service worker fetches the rest for later visits after the page has loaded.
  page.context().on("request", (request) => request.serviceWorker() ?? asked.add(new URL(request.url()).pathname));
  const site = await siteAddress();
  await page.goto(site);
  await finished(page);
  const base = new URL(site).pathname;
  const loaded = [...asked].map((path) => join(SITE, path.slice(base.length) || "index.html"));
  for (const part of ["index.html", "subtorus_bg.wasm", join("www", "workers", "worker.js")]) assert.ok(loaded.includes(join(SITE, part)), part);
  // With Brotli, which every browser with WebAssembly accepts. With gzip it is a quarter more.
  const weigh = (/** @type {(bytes: Buffer) => Buffer} */ compress) => loaded.reduce((sum, file) => sum + compress(readFileSync(file)).length, 0);
  const weight = weigh(brotliCompressSync);
  t.diagnostic(`${Math.ceil(weight / 1000)} kB with Brotli, ${Math.ceil(weigh(gzipSync) / 1000)} kB with gzip, ${loaded.length} files`);
  assert.ok(weight <= 600_000, `${weight} bytes: ${loaded.map((file) => file.slice(SITE.length)).join(" ")}`);
});
