/**
 * Firefox, for tests in more than one browser, over WebDriver BiDi. It is the system's Firefox, or that of the variable
 * `FIREFOX`. A test fails if its page throws.
 */
import assert from "node:assert/strict";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { after } from "node:test";
import { launch } from "puppeteer-core";
import { siteAddress } from "./harness.mjs";

/** What Firefox reports of a request when its frame is closed before the answer. No script throws it. */
const CLOSED = /^Error: Failed to load ‘’\. A ServiceWorker intercepted the request/;

/** @type {ReturnType<typeof launch> | undefined} */
let browser;
after(async () => (await browser)?.close());

/**
 * Opens a page of the site in a new profile.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} address
 */
export async function openFirefox(t, address) {
  browser ??= launch({ browser: "firefox", executablePath: findFirefox(), headless: true });
  const profile = await (await browser).createBrowserContext();
  const page = await profile.newPage();
  /** @type {string[]} */
  const thrown = [];
  page.on("pageerror", (error) => CLOSED.test(String(error)) || thrown.push(String(error)));
  page.setDefaultTimeout(120_000);
  t.after(async () => {
    await profile.close();
    assert.deepEqual(thrown, [], "the page complained");
  });
  await page.goto(new URL(address, await siteAddress()).href);
  await page.waitForFunction(() => document.querySelector("#sentence")?.textContent?.includes("computed in"));
  return page;
}

/** The browser named by FIREFOX, or the first known one on the PATH. */
function findFirefox() {
  if (process.env.FIREFOX) return process.env.FIREFOX;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const file of ["firefox-esr", "firefox"].flatMap((name) => folders.map((folder) => join(folder, name)))) {
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // not here
    }
  }
  throw new Error("no Firefox found: run .ci/setup test, or name one in the environment variable FIREFOX");
}
