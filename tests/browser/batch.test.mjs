import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { subtorus } from "./programs.mjs";
import { download, drawn, drop, finished, madeLog, openFigure, type, field } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const EXAMPLE = "#v=1&problem=cnp&jobs=8:2,4:2,4:4,4:4,4:1,2:4";

/** @param {Page} page */
const rows = (page) =>
  page.locator("#schedule tbody tr").evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent ?? "")));

/** @param {Page} page @param {RegExp} pattern */
const says = (page, pattern) => page.locator("#batch-sentence", { hasText: pattern }).waitFor({ timeout: 10_000 });

/** @param {Page} page @param {string} text @param {string} into the label of a field */
async function paste(page, text, into) {
  await page.getByLabel(into, { exact: true }).evaluate((field, text) => {
    const data = new DataTransfer();
    data.setData("text", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

test("a batch link shows its jobs, their plan, a Gantt chart and the torus", async (t) => {
  const page = await openPage(t, EXAMPLE);
  await says(page, /6 jobs on a torus of 8 × 8, sharing links: the last ends at 10\.75, at 7 if/);
  assert.equal(await page.locator("#sweeps").isVisible(), false);
  assert.equal(await page.title(), "Batch planner · Subtorus");
  assert.deepEqual((await rows(page))[2], ["3", "4", "4", "1", "1", "2", "9.5"], "not 8.5, as the paper prints");
  const gantt = page.locator("#gantt svg");
  assert.equal(await gantt.getAttribute("role"), "img");
  assert.match((await gantt.locator("> title").textContent()) ?? "", /the last ends at 10\.75/);
  assert.equal(await gantt.locator("g rect[opacity='1']").count(), 6);
  assert.equal(await gantt.locator("g rect[opacity='0.45']").count(), 5, "all but the first are slowed down");
  await page.locator("#run-sentence", { hasText: "4 jobs run on 64 of 64 processors; 1 job waits. Job 6, at the head, needs 4" }).waitFor();
  assert.equal(new URL(page.url()).hash, EXAMPLE);
});

test("downloads equal the output of the command line", async (t) => {
  const link = "#v=1&problem=min-makespan&side=2&jobs=2:1/3,1:1/7,1:1/7,1:0.2";
  const page = await openPage(t, link);
  await says(page, /the least deadline is 121\/210/);
  const csv = (await download(page, "CSV")).content.toString().split("\n");
  assert.ok(csv[1] === `# ${link}`, csv[1]);
  const arguments_ = ["--problem", "min-makespan", "--side", "2", "--jobs", "2:1/3,1:1/7,1:1/7,1:1/5"];
  const report = subtorus("torus-batch", ...arguments_).toString();
  const { schedule } = /** @type {{ schedule: { job: number, interval: number[], from: unknown, to: unknown }[] }} */ (JSON.parse(report));
  const expected = schedule.map(({ job, interval, from, to }) => [job, ...interval, from, to].join(","));
  const printed = csv.slice(4, -1).map((line) => line.split(",")).map(([job, , , ...rest]) => [job, ...rest].join(","));
  assert.deepEqual(printed, expected);
  const svg = await download(page, "SVG");
  assert.equal(svg.name, "subtorus-min-makespan-2.svg");
  assert.match(svg.content.toString(), /^<svg xmlns=.*<\/svg>$/s);
});

test("jobs are typed and removed with the keyboard alone, and the address follows", async (t) => {
  const page = await openPage(t, "#v=1&problem=cnp");
  await says(page, /No jobs yet/);
  await page.getByLabel("size of job 1", { exact: true }).focus();
  for (const key of ["4", "Tab", "3", "Enter", "2", "Tab", "1", "/", "3"]) await page.keyboard.press(key);
  await says(page, /2 jobs on a torus of 8 × 8/);
  assert.equal(new URL(page.url()).hash, "#v=1&problem=cnp&jobs=4:3,2:1/3");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("5");
  await page.locator("#schedule", { hasText: "35" }).waitFor();
  await page.keyboard.press("ArrowDown");
  for (const key of ["Control+a", "Delete", "Shift+Tab", "Control+a", "Delete", "Backspace"]) await page.keyboard.press(key);
  await says(page, /One job on/);
  assert.ok(await page.getByLabel("size of job 1", { exact: true }).evaluate((field) => field === document.activeElement));
  await page.getByRole("button", { name: "Remove job 1" }).click();
  await says(page, /No jobs yet/);
});

test("rows of a spreadsheet fill the table; a wrong row is kept, with the reason next to it", async (t) => {
  const page = await openPage(t, "#v=1&problem=min-makespan&side=4&jobs=4:1");
  await says(page, /One job/);
  await paste(page, "size\ttime\r\n2\t1.5\r\n1\t1/7\r\n", "size of job 2");
  await says(page, /3 jobs/);
  assert.equal(new URL(page.url()).hash, "#v=1&problem=min-makespan&side=4&jobs=4:1,2:1.5,1:1/7");
  await paste(page, "3,1\n2,two", "size of job 4");
  await page.locator(".job .wrong:visible").nth(1).waitFor();
  const complaints = await page.locator(".job .wrong:visible").allInnerTexts();
  assert.match(complaints[0], /does not suit a torus of side 4 \(expected a power of two from 1 to 4\)/);
  assert.match(complaints[1], /'two' is not a time/);
  await page.locator("#batch-notices", { hasText: /the one before the last changes/ }).waitFor();
  assert.equal(await page.getByLabel("time of job 5", { exact: true }).inputValue(), "two");
  assert.equal(await page.getByLabel("time of job 5", { exact: true }).getAttribute("aria-invalid"), "true");
  assert.equal(new URL(page.url()).hash, "#v=1&problem=min-makespan&side=4&jobs=4:1,2:1.5,1:1/7", "the last good one");
  await type(page, "size of job 4", "1");
  await type(page, "time of job 5", "2");
  await says(page, /5 jobs/);
  assert.equal(await page.locator("#batch-notices li").count(), 0);
  await (await field(page, "side")).selectOption("2");
  await page.locator(".job .wrong:visible", { hasText: /a torus of side 2/ }).waitFor();
});

test("a missing deadline is asked for, and the least one is offered if the given one cannot be met", async (t) => {
  const page = await openPage(t, "#v=1&problem=min-makespan&jobs=8:2,4:2,4:4,4:4,4:1,2:4");
  await says(page, /the least deadline is 9\.5/);
  assert.equal(await (await field(page, "deadline")).isVisible(), false);
  await (await field(page, "problem")).selectOption("preemptive");
  await page.locator("#wrong-deadline", { hasText: /missing/ }).waitFor();
  await type(page, "deadline", "soon");
  await page.locator("#wrong-deadline", { hasText: /'soon' is not a time/ }).waitFor();
  assert.equal(await (await field(page, "deadline")).inputValue(), "soon");
  await type(page, "deadline", "9");
  await says(page, /cannot meet the deadline 9: for job 6 there is 3 left, 1 too little/);
  assert.match(await page.locator("#note-deadline").innerText(), /The least deadline is 9\.5/);
  assert.equal(await page.locator("#plan").isVisible(), false);
  await type(page, "deadline", "19/2");
  await says(page, /can meet the deadline 9\.5/);
  await page.locator("#gantt", { hasText: "deadline" }).waitFor();
  assert.match(page.url(), /problem=preemptive&jobs=.*&deadline=9\.5$/);
});

test("a deadline is kept aside while the problem has none, and comes back with a problem that has one", async (t) => {
  const page = await openPage(t, "#v=1&problem=preemptive&jobs=8:2,4:2&deadline=9");
  await says(page, /can meet the deadline 9/);
  await (await field(page, "problem")).selectOption("cnp");
  await says(page, /sharing links/);
  assert.equal(new URL(page.url()).hash, "#v=1&problem=cnp&jobs=8:2,4:2");
  assert.equal(await page.locator("#problem-text").innerText(), "Jobs on interleaved subtori slow each other down where they share links: where does each job run, and until when?");
  await (await field(page, "problem")).selectOption("preemptive");
  await says(page, /can meet the deadline 9/);
  assert.equal(await (await field(page, "deadline")).inputValue(), "9");
});

test("typing during planning loses nothing, and the last plan is shown", async (t) => {
  const page = await openPage(t, "");
  // Every plan takes longer than typing.
  await page.route("**/worker_protocol.js", async (route) => {
    const script = await (await route.fetch()).text();
    const slowly = "console.debug('a plan begins'), await new Promise((later) => setTimeout(later, 400)), ";
    const slow = script.replace("batch: (await second())", `batch: (${slowly}await second())`);
    assert.notEqual(slow, script);
    await route.fulfill({ body: slow, contentType: "text/javascript" });
  });
  await page.goto("about:blank");
  await page.goBack();
  await page.evaluate((link) => (location.hash = link), "#v=1&problem=preemptive&side=8&jobs=4:1&deadline=50");
  await says(page, /One job.*can meet the deadline 50/);
  const shown = await page.evaluateHandle(() => {
    /** @type {string[]} */
    const sentences = [];
    const sentence = /** @type {HTMLElement} */ (document.getElementById("batch-sentence"));
    new MutationObserver(() => sentences.push(sentence.textContent ?? "")).observe(sentence, { childList: true });
    return sentences;
  });
  const planBegins = () => page.waitForEvent("console", (message) => message.text() === "a plan begins");
  const typed = (/** @type {string[]} */ ...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const deadline = await field(page, "deadline");
  await Promise.all([planBegins(), deadline.fill("60")]);
  await page.getByLabel("size of job 2", { exact: true }).focus();
  await Promise.all([planBegins(), typed("4", "Tab", "1", "2")]);
  await Promise.all([planBegins(), typed("Enter", "2", "Tab", "3", ".", "2", "5")]);
  await Promise.all([planBegins(), deadline.fill("7")]);
  await deadline.fill("70");
  await page.getByLabel("size of job 4", { exact: true }).fill("8");
  assert.deepEqual(await page.locator("#jobs input").evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value)), [
    "4", "1", "4", "12", "2", "3.25", "8", "", "", "",
  ]);
  await page.getByLabel("time of job 4", { exact: true }).fill("5");
  await says(page, /4 jobs.*can meet the deadline 70/);
  await drawn(page);
  assert.match(await page.locator("#batch-sentence").innerText(), /^4 jobs.*can meet the deadline 70/);
  assert.equal(new URL(page.url()).hash, "#v=1&problem=preemptive&jobs=4:1,4:12,2:3.25,8:5&deadline=70");
  const sentences = await shown.jsonValue();
  assert.ok(!sentences.some((sentence) => /deadline 7[:;.]/.test(sentence)), `an older plan was shown: ${sentences.join(" | ")}`);
});

test("bad parameters of a batch link are named, and the rest is used", async (t) => {
  const page = await openPage(t, "#v=1&problem=cnp&side=6&jobs=4:2&machine=torus:8&deadline=x");
  await says(page, /One job on a torus of 8 × 8/);
  const said = await page.locator("#batch-notices").innerText();
  for (const name of ["side", "machine", "deadline"]) assert.match(said, new RegExp(`^${name}: `, "m"));
  assert.match(page.url(), /machine=torus:8&deadline=x$/, "the address is unchanged");
  const size = page.getByLabel("size of job 1");
  await size.fill("8");
  await size.press("Tab");
  await page.waitForFunction(() => location.hash === "#v=1&problem=cnp&jobs=8:2");
});

test("one switch leads to the batches and back, and so does the history", async (t) => {
  const page = await openPage(t, "#v=1&jobs=100&vary=runtime:1");
  await finished(page);
  await page.getByRole("button", { name: "Batch planner" }).click();
  await says(page, /10\.75/);
  assert.equal(new URL(page.url()).hash, EXAMPLE, "the paper's example on a first visit");
  await page.goBack();
  await page.locator("#sweeps").waitFor({ state: "visible" });
  assert.equal(new URL(page.url()).hash, "#v=1&jobs=100&vary=runtime:1");
  await page.goForward();
  await says(page, /10\.75/);
  await page.getByRole("button", { name: "Explore" }).click();
  await page.locator("#canvas").waitFor({ state: "visible" });
  await openFigure(page, "Gupta", "section 3 (figure 5)");
  await says(page, /can meet the deadline 4/);
});

test("jobs are taken from the page's log", async (t) => {
  const page = await openPage(t, "#v=1&problem=cnp&jobs=1:1");
  await says(page, /One job/);
  await page.getByRole("button", { name: "Take from the log" }).click();
  await page.locator("#take-note", { hasText: /no log here yet/ }).waitFor();
  await drop(page, "made.swf", madeLog(50));
  await page.locator("#take-note", { hasText: /^made\.swf is here: 50 jobs/ }).waitFor();
  assert.match(page.url(), /problem=cnp&jobs=1:1$/, "dropping a log does not leave the page");
  await page.getByRole("spinbutton").fill("12");
  await page.getByRole("button", { name: "Take from the log" }).click();
  await says(page, /12 jobs on a torus of 8 × 8/);
  assert.match(await page.locator("#take-note").innerText(), /12 jobs of the log/);
  await drop(page, "text.txt", Buffer.from("hello world\n"));
  await page.locator("#batch-notices", { hasText: "text.txt could not be read" }).waitFor();
  await drop(page, "other.swf", madeLog(40));
  await page.locator("#take-note", { hasText: /^other\.swf is here: 40 jobs/ }).waitFor();
  assert.equal(await page.locator("#batch-notices li").count(), 0);
  await page.getByRole("button", { name: "Explore" }).click();
  await page.locator("#log-state", { hasText: "other.swf" }).waitFor();
});

test("of several requests for jobs, the last is shown; a lost log is reported, and the rows stay", async (t) => {
  const page = await openPage(t, "#v=1&problem=cnp&jobs=1:1");
  await says(page, /One job/);
  await drop(page, "made.swf", madeLog(50));
  await page.locator("#log-state strong", { hasText: "made.swf" }).waitFor({ state: "attached" });
  // Readers of the beginning of a log wait for the signal.
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    /** @type {Promise<unknown>} */
    const gate = new Promise((open) => Object.assign(window, { open }));
    Blob.prototype.arrayBuffer = async function () {
      await gate;
      return read.call(this);
    };
  });
  const take = page.getByRole("button", { name: "Take from the log" });
  for (const count of ["12", "20"]) {
    await page.getByRole("spinbutton").fill(count);
    await take.click();
  }
  await page.evaluate(() => Object(window).open());
  await says(page, /20 jobs on a torus of 8 × 8/);
  await page.getByRole("button", { name: "Bring back the row before" }).click();
  await says(page, /One job/);
  await page.evaluate(() => (Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("lost", "NotReadableError"))));
  await take.click();
  await page.locator("#take-note", { hasText: /^log: what was read of the log has been lost .*; drop the log again, or choose it again$/ }).waitFor();
  await says(page, /One job/);
});

test("too many jobs for the page are refused, and the message names the command that accepts them", async (t) => {
  const page = await openPage(t, "#v=1&problem=cnp&side=1024&jobs=1024:1,1:1");
  await says(page, /2 jobs/);
  await paste(page, "1 1\n".repeat(30), "size of job 3");
  await page.locator("#wrong-batch", { hasText: /subtorus torus-batch/ }).waitFor();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`batches are accessible in the ${colorScheme} theme, wide or narrow`, async (t) => {
    const page = await openPage(t, "#v=1&problem=preemptive&side=16&jobs=8:2,4:4,4:3,2:2,2:2.5&deadline=4", { colorScheme });
    await says(page, /can meet/);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide at 360`);
  });
}
