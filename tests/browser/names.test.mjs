import assert from "node:assert/strict";
import { test } from "node:test";
import { sentence } from "../../www/views/dom.js";
import { openPage } from "./harness.mjs";
import { drop, expectNotice, finished, gzipSync, madeLog } from "./steps.mjs";

/**
 * The texts about a log, about storing it, and about the page itself.
 * @param {import("playwright-core").Page} page
 */
function complaints(page) {
  return page.locator('#notices [data-subject="log"], #notices [data-subject="store"], #notices [data-subject="broken"]').allInnerTexts();
}

/** Names that file systems allow, and their form in links. */
const NAMES = [
  ["back\\slash.swf", "back_slash.swf"],
  ["bell\u0007 and\ttab.swf", "bell_ and_tab.swf"],
  [`${"日".repeat(90)}.swf.gz`, `${"日".repeat(90)}.swf`],
];

test("logs named with backslashes, control characters or 90 CJK letters work, and no setting is lost", async (t) => {
  for (const [file, name] of NAMES) {
    const page = await openPage(t, "#v=1&jobs=50&allocation=nep&scheduling=easy&vary=runtime:1");
    await finished(page);
    const content = file.endsWith(".gz") ? gzipSync(madeLog(200)) : Buffer.from(madeLog(200));
    await drop(page, file, content);
    await page.locator("#log-state strong", { hasText: name }).waitFor();
    const link = decodeURIComponent(new URL(page.url()).hash);
    assert.ok(link.startsWith(`#v=1&log=${name}&sha256=`), link);
    assert.match(link, /&allocation=nep&scheduling=easy&.*vary=runtime:1$/);
    assert.deepEqual(await complaints(page), []);

    const again = await openPage(t, new URL(page.url()).hash, { context: page.context() });
    await finished(again);
    await again.locator("#log-state strong", { hasText: name }).waitFor();
    assert.deepEqual(await complaints(again), []);
  }
});

test("whatever is thrown, no message says [object Object]", () => {
  const thrown = [new Error("a"), { place: "", message: "b" }, "c", { code: 7 }, { message: { code: 8 } }, null, undefined];
  assert.deepEqual(thrown.map(sentence), ["a", "b", "c", '{"code":7}', '{"code":8}', "null", "undefined"]);
});

/** Gzips that end with up to three zeros: their last four bytes are the length of the data. */
test("gzip with trailing zeros is accepted, and what is damaged is not", async (t) => {
  const page = await openPage(t, "#v=1&jobs=50&vary=runtime:1");
  await finished(page);
  for (const [jobs, padding] of [[3, 1], [200, 1], [200, 3], [200, 512], [3000, 200_000]]) {
    const packed = gzipSync(madeLog(jobs));
    await drop(page, `${jobs}-${padding}.swf.gz`, Buffer.concat([packed, Buffer.alloc(padding)]));
    await page.locator("#log-state strong", { hasText: `${jobs}-${padding}.swf` }).waitFor();
    assert.match(await page.locator("#log-state").innerText(), new RegExp(`${jobs} jobs`));
    assert.deepEqual(await complaints(page), []);
  }
  const packed = gzipSync(madeLog(200));
  for (const [damaged, said] of /** @type {[Buffer, RegExp][]} */ ([
    [packed.subarray(0, packed.length - 9), /damaged\.swf\.gz could not be read: cannot be unpacked: the gzip is (damaged near byte|cut short, it ends after) \d+/],
    [Buffer.concat([packed, Buffer.from("\0x")]), /damaged\.swf\.gz could not be read: cannot be unpacked: at byte \d+ the gzip has ended, and 'x/],
  ])) {
    await drop(page, "damaged.swf.gz", Buffer.concat([damaged, Buffer.alloc(100)]));
    await expectNotice(page, said);
    await page.locator('#notices [data-subject="log"] button').click();
  }
});
