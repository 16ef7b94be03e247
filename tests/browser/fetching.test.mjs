/**
 * Logs on other sites: nothing is requested before the user agrees, and then the request has as little information as
 * possible.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { expectAccessible, openPage, siteAddress } from "./harness.mjs";
import { drawn, drop, dropLog, expectNotice, finished, gzipSync, madeLog, until } from "./steps.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { TestContext } from "node:test" */

const SMALL = "#v=1&jobs=50&vary=runtime:1";

/**
 * Another site, with the requests that it gets and those that were aborted.
 *
 * @param {TestContext} t
 * @param {(response: ServerResponse) => void} answer
 */
async function otherSite(t, answer) {
  /** @type {IncomingMessage[]} */
  const requests = [];
  let broken = 0;
  const server = createServer((request, response) => {
    requests.push(request);
    response.on("close", () => (broken += response.writableFinished ? 0 : 1));
    response.setHeader("Access-Control-Allow-Origin", "*");
    answer(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { host: `127.0.0.1:${port}`, requests, broken: () => broken };
}

/**
 * Opens a page on the link of a log on another site.
 *
 * @param {TestContext} t
 * @param {string} url
 * @param {RegExp[]} [expected]
 */
async function openLinked(t, url, expected = []) {
  return openPage(t, `#v=1&log-url=${url}&vary=runtime:1`, { expected: [/^request: http:/, ...expected] });
}

test("log-url asks first, naming the host; then the request does not identify the page", async (t) => {
  const site = await otherSite(t, (response) => response.end(gzipSync(madeLog(60))));
  const page = await openLinked(t, `http://${site.host}/logs/far%2520(from%2520here).swf.gz?x=1`);
  const state = page.locator("#log-state");
  await state.getByRole("button", { name: "Fetch", exact: true }).waitFor();
  assert.match(await state.innerText(), new RegExp(`Fetch far%20\\(from%20here\\)\\.swf\\.gz \\(from ${site.host}\\)\\?`));
  await expectAccessible(page);
  await drawn(page);
  assert.equal(site.requests.length, 0, "the user has not agreed");
  await page.context().addCookies([{ name: "secret", value: "1", url: `http://${site.host}` }]);
  await state.getByRole("button", { name: "Fetch", exact: true }).click();
  await page.locator("#sentence", { hasText: "60 jobs from far (from here).swf" }).waitFor();
  const [{ headers }, ...more] = site.requests;
  assert.deepEqual(more, [], "one request");
  assert.deepEqual([headers.referer, headers.cookie], [undefined, undefined]);
  assert.match(page.url(), /log=far%20\(from%20here\)\.swf&/);
});

test("a user who refuses sees which log is needed, and drops it", async (t) => {
  const site = await otherSite(t, (response) => response.end());
  const page = await openLinked(t, `http://${site.host}/near.swf`);
  await page.getByRole("button", { name: "Do not fetch" }).click();
  await page.locator("#log-state", { hasText: "needs a log, which this browser does not have" }).waitFor();
  await drop(page, "near.swf", madeLog(50));
  await page.locator("#log-state strong", { hasText: "near.swf" }).waitFor();
  assert.equal(site.requests.length, 0);
});

test("a link with a missing log does not run on the log of another link", async (t) => {
  const page = await openLinked(t, "http://127.0.0.1:9/near.swf");
  await dropLog(page, "made.swf", madeLog(50));
  await page.evaluate((link) => (location.hash = link), "#v=1&log-url=http://127.0.0.1:9/other.swf&vary=runtime:1");
  await page.getByRole("button", { name: "Fetch", exact: true }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator("#run-state", { hasText: "log is not here yet" }).waitFor();
});

test("Cancel and another choice abort the request", async (t) => {
  const site = await otherSite(t, (response) => response.write("; Computer: slow\n"));
  const page = await openLinked(t, `http://${site.host}/slow.swf`, [/ERR_/]);
  await page.getByRole("button", { name: "Fetch", exact: true }).click();
  // The other site cannot see the end of a request that never left.
  await until(() => site.requests.length === 1, "the request");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Fetch", exact: true }).waitFor();
  await until(() => site.broken() === 1, "cancel");
  assert.equal(await page.locator("#notices li").count(), 0, "the user's own cancel needs no notice");
  await page.getByRole("button", { name: "Fetch", exact: true }).click();
  await page.locator("#log-state", { hasText: "Fetching slow.swf" }).waitFor();
  await until(() => site.requests.length === 2, "the second request");
  await dropLog(page, "quick.swf.gz", gzipSync(madeLog(50)));
  await until(() => site.broken() === 2, "another log");
});

test("an endless response is cut off", async (t) => {
  const site = await otherSite(t, (response) => response.write("; Computer: endless\n"));
  const page = await openPage(t, "about:blank", { expected: [/^request: http:/, /ERR_/] });
  await page.clock.install();
  await page.goto(`${await siteAddress()}#v=1&log-url=http://${site.host}/endless.swf`);
  await page.getByRole("button", { name: "Fetch", exact: true }).click();
  await page.locator("#log-state", { hasText: "Fetching endless.swf" }).waitFor();
  await until(() => site.requests.length === 1, "the request");
  await page.clock.fastForward(121_000);
  await expectNotice(page, /could not be fetched from http:.*more than two minutes.*drop it here/);
  await until(() => site.broken() === 1, "the end of the request");
});

test("a log that is too large according to its server is not fetched", async (t) => {
  const site = await otherSite(t, (response) => {
    response.setHeader("Content-Length", String(2 ** 31));
    response.write("; Computer: large\n");
  });
  const page = await openLinked(t, `http://${site.host}/large.swf`, [/ERR_/]);
  await page.getByRole("button", { name: "Fetch", exact: true }).click();
  await expectNotice(page, /could not be fetched .*the log is too large: more than 1 GiB/);
  await until(() => site.broken() === 1, "the end of the request");
});

test("an address that cannot be fetched is named, with a remedy", async (t) => {
  const page = await openLinked(t, "http://127.0.0.1:9/gone.swf", [/127\.0\.0\.1:9/, /ERR_/]);
  await page.getByRole("button", { name: "Fetch", exact: true }).click();
  await expectNotice(page, /could not be fetched from http:\/\/127\.0\.0\.1:9\/gone\.swf: .*drop it here/);
});

test("user:password@ in a log-url is refused, and no request is sent", async (t) => {
  const page = await openPage(t, `${SMALL}&log-url=https://me:secret@example.org/a.swf`);
  await expectNotice(page, /log-url: a user name or a password stands before 'example\.org'/);
  assert.equal(await page.getByRole("button", { name: "Fetch", exact: true }).count(), 0);
  await finished(page);
});
