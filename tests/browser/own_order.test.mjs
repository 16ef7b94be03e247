/** Own queue orders: written, checked and compared on the page; the same numbers as an order of the catalogue with the same keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { WORDS, dropLog, finished, named, tableRows } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=80&machine=mesh:8x8&allocation=ff&scheduling=sjf/easy&vary=rate:2..6:2";
/** The keys of `sjf`: the estimates of the model are exact. */
const SHORTEST = "function key(job) {\n  return job.estimate;\n}";

/**
 * Opens the editor for an order, with CodeMirror.
 * @param {import("node:test").TestContext} t
 * @param {string} [link]
 */
async function openEditor(t, link = SMALL) {
  const page = await openPage(t, link);
  await finished(page);
  await page.locator("#edit-own-order").press("Enter");
  const code = page.locator(".code-editor #own-code");
  await code.waitFor();
  return { page, code, dialog: page.locator("#own"), state: page.locator("#own").getByRole("status") };
}

/** The values of the table by curve. @param {Page} page */
async function rows(page) {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const [curve, ...values] of await tableRows(page)) (found[curve] ??= []).push(values.join());
  return found;
}

test("an order with the keys of sjf is checked and compared, has its numbers, and is there after a reload", async (t) => {
  const { page, code, dialog, state } = await openEditor(t);
  await code.filter({ hasText: "job.waited / 6" }).waitFor();
  await page.locator(".reference dt", { hasText: "job.estimate" }).waitFor();
  assert.equal(await page.locator(".reference dt").first().innerText(), "key(job, now, queue)");
  await expectAccessible(page);
  await code.fill("function key(job) {\n  return job.estimated.total;\n}");
  await dialog.getByRole("button", { name: "Check" }).click();
  await state.filter({ hasText: /^on mesh:8x8: .*line 2/ }).waitFor();
  assert.match(await page.locator(".cm-wrong-line").innerText(), /estimated/);
  await code.fill(SHORTEST);
  await page.locator("#own-title").fill("shortest");
  await dialog.getByRole("button", { name: "Check" }).click();
  await state.filter({ hasText: /^Every key is a number, for 40 jobs on each of mesh:8x8, torus:4x4x4 and mesh:32 with three head rules\. With backfilling \(EASY\) these jobs wait .* on average; in order of arrival, / }).waitFor();
  await dialog.getByRole("button", { name: "Compare it" }).click();
  await page.locator("#legend", { hasText: "Own order shortest, backfilling (EASY)" }).waitFor();
  await finished(page);
  assert.match(page.url(), /scheduling=sjf\/easy,own\(shortest,[0-9a-f]{64}\)\/easy/);
  assert.equal(await page.locator("#orders label", { hasText: "Own order shortest, backfilling (EASY)" }).locator("input").isChecked(), true);
  const computed = await rows(page);
  assert.equal(computed[named("own(shortest)/easy / ff")].length, 3);
  assert.deepEqual(computed[named("own(shortest)/easy / ff")], computed[named("sjf/easy / ff")]);
  await page.reload();
  await page.locator("#legend", { hasText: "Own order shortest, backfilling (EASY)" }).waitFor();
  await finished(page);
  assert.equal(await page.locator("#notices [data-subject=own]").count(), 0, "it is on the shelf");
  assert.deepEqual(await rows(page), computed);
});

test("the order of a stranger's link runs after consent only, and its run says what is not known", async (t) => {
  const page = await openPage(t, SMALL.replace("vary=rate:2..6:2", "vary=runtime:1"));
  await finished(page);
  const link = await page.evaluate(async (code) => {
    const { Study } = await import(new URL("subtorus.js", location.href).href);
    const study = new Study();
    study.open(location.hash);
    study.adopt("stranger", code, "");
    return study.link();
  }, SHORTEST);
  await page.evaluate((link) => (location.hash = link), link);
  const notice = page.locator("#notices [data-subject=own]");
  await notice.filter({ hasText: /own\(stranger,[0-9a-f]{12}\) is an own queue order that came with the permalink or a file\. Its code has not run/ }).waitFor();
  await finished(page);
  assert.doesNotMatch(await page.locator("#legend").innerText(), /stranger/);
  assert.match(await page.locator("#notices").innerText(), /is an own queue order, and no user has agreed to run its code/);
  await notice.getByRole("button", { name: "Look at the code …" }).click();
  await page.locator("#consent").getByRole("button", { name: "Run this code" }).click();
  await page.locator("#legend", { hasText: "Own order stranger, backfilling (EASY)" }).waitFor();
  await finished(page);
  const [own] = /own\(stranger,[0-9a-f]+\)\/easy/.exec(link) ?? [];
  await page.evaluate((run) => (location.hash += `&run=${run}`), `${own}/ff@1`);
  const origin = page.locator("#run-origin", { hasText: "The queue is listed in order of arrival: only the code of the policy knows its order." });
  await origin.waitFor();
});

test("code that cannot be read excludes its policy, with the reason, and the rest runs", async (t) => {
  const { page, code, dialog, state } = await openEditor(t);
  await code.fill("function key(job) {\n  return job +;\n}");
  await dialog.getByRole("button", { name: "Check" }).click();
  await state.filter({ hasText: "on mesh:8x8: key failed: line 2: Unexpected token ';'" }).waitFor();
  const sentence = await page.locator("#sentence").innerText();
  await dialog.getByRole("button", { name: "Compare it" }).click();
  const insist = dialog.getByRole("button", { name: "Compare all the same" });
  await insist.waitFor();
  assert.match(await state.innerText(), /^on mesh:8x8: key failed: line 2: Unexpected token ';' Go to line 2/);
  assert.match(await page.locator(".cm-wrong-line").innerText(), /job \+;/);
  assert.equal(await page.locator("#sentence").innerText(), sentence, "nothing runs without it");
  await insist.click();
  await page.locator("#notices", { hasText: /own\(short-first,[0-9a-f]{12}\): key failed: line 2/ }).waitFor();
  await finished(page);
  assert.deepEqual(Object.keys(await rows(page)), [named("sjf/easy / ff")]);
});

/** Codes with equal schedules: the users of the log below as a code sees them, and as they are; arrivals twice. */
const EQUAL = [
  ["return job.user;", "return (job.submit / 5) % 5 ? 1 : 2;"],
  ["return queue.indexOf(job);", "return now - job.waited;"],
];

test("an order sees the users of a log, the queue and the time", async (t) => {
  const page = await openPage(t, SMALL.replace("sjf/easy&vary=rate:2..6:2", "fcfs&vary=none"));
  await finished(page);
  const lines = Array.from({ length: 60 }, (_, job) => `${job + 1} ${job * 5} -1 ${60 + ((job * 37) % 90)} 16 -1 -1 16 200 -1 1 ${job % 5 ? 1 : 2} -1 -1 -1 -1 -1 -1`);
  await dropLog(page, "users.swf", Buffer.from(lines.join("\n")));
  await finished(page);
  /** The values of the code's curves. @param {string} title @param {string} line */
  const under = async (title, line) => {
    await page.locator("#edit-own-order").press("Enter");
    const code = page.locator(".code-editor #own-code");
    await code.waitFor();
    await code.fill(`function key(job, now, queue) {\n  ${line}\n}`);
    await page.locator("#own-title").fill(title);
    await page.locator("#own").getByRole("button", { name: "Compare it" }).click();
    await page.locator("#legend", { hasText: `Own order ${title}` }).waitFor();
    await finished(page);
    const found = await rows(page);
    const strategies = Object.keys(found).filter((curve) => curve.endsWith(WORDS.fcfs)).map((curve) => curve.slice(0, -WORDS.fcfs.length));
    assert.ok(strategies.length > 0);
    return { own: strategies.map((name) => found[`${name}Own order ${title}`]), arrivals: strategies.map((name) => found[name + WORDS.fcfs]) };
  };
  const [user, known, queue, time] = [await under("user", EQUAL[0][0]), await under("known", EQUAL[0][1]), await under("queue", EQUAL[1][0]), await under("time", EQUAL[1][1])];
  assert.deepEqual(user.own, known.own);
  assert.notDeepEqual(user.own, user.arrivals);
  assert.deepEqual(queue.own, queue.arrivals);
  assert.deepEqual(time.own, time.arrivals);
});
