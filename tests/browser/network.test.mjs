/** Jobs that communicate: the fields, the chart, and the map of the links. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { download, finished, run, type, field, named } from "./steps.mjs";

const LINK =
  "#v=1&model=stochastic&jobs=60&machine=mesh:4x4,torus:4x4&allocation=gabl,mbs&scheduling=fcfs" +
  "&service=communication&pattern=random&vary=rate:0.01..0.03:0.01&plot=mean_packet_latency-arrival_rate&seed=5";

test("the fields of a network appear with a service that uses it", async (t) => {
  const page = await openPage(t, "#v=1&model=stochastic&jobs=40&machine=mesh:4x4&allocation=gabl&vary=none");
  await finished(page);
  assert.equal(await (await field(page, "pattern")).isVisible(), false);
  await (await field(page, "service")).selectOption("communication");
  assert.equal(await (await field(page, "pattern")).isVisible(), true);
  assert.equal(await (await field(page, "estimates")).isVisible(), false);
  await type(page, "messages", "rounds(0)");
  assert.match((await page.locator("#wrong-messages").textContent()) ?? "", /'rounds\(0\)' is out of range \(expected a number greater than 0/);
  await type(page, "messages", "rounds(1)");
  await run(page);
  assert.match(page.url(), /service=communication&messages=rounds\(1\)/);
  await expectAccessible(page);
});

test("a service that uses the network splits ties on rings, which is reported and can be undone", async (t) => {
  const page = await openPage(t, "#v=1&model=stochastic&jobs=40&machine=torus:4x4&allocation=gabl&vary=none");
  await finished(page);
  const [service, ties] = [await field(page, "service"), await field(page, "ties")];
  assert.equal(await ties.isVisible(), false);
  await service.selectOption("communication");
  assert.equal(await ties.inputValue(), "split");
  assert.match(await page.locator("#note-ties").innerText(), /^Set to split: it goes with the service \(of packets with two/);
  assert.match(page.url(), /service=communication&ties=split/);
  await expectAccessible(page);
  await run(page);

  await field(page, "service");
  await service.selectOption("runtime");
  assert.doesNotMatch(page.url(), /ties=/, "removed with the network");
  await service.selectOption("runtime-and-communication");
  assert.match(page.url(), /ties=split/);
  await page.getByRole("button", { name: "Undo the change of ties" }).click();
  assert.equal(await ties.inputValue(), "plus");
  await service.selectOption("runtime");
  await service.selectOption("communication");
  assert.equal(await ties.inputValue(), "plus", "the user has decided");
  await type(page, "machine", "mesh:4x4");
  assert.equal(await (await field(page, "ties")).isVisible(), false, "lines have no ties");
});

test("a link without ties takes the positive direction, whatever else changes", async (t) => {
  const page = await openPage(t, LINK);
  await finished(page);
  const ties = await field(page, "ties");
  assert.equal(await ties.inputValue(), "plus");
  await (await field(page, "service")).selectOption("runtime-and-communication");
  await type(page, "machine", "torus:4x8");
  assert.equal(await ties.inputValue(), "plus");
  assert.doesNotMatch(page.url(), /ties=/);
  await (await field(page, "ties")).selectOption("split");
  assert.match(page.url(), /service=runtime-and-communication&pattern=random&ties=split/);
});

test("a strategy that only counts processors has no nodes to send from", async (t) => {
  const page = await openPage(t, LINK.replace("gabl,mbs", "gabl,flat"));
  await finished(page);
  assert.match(await page.locator("#note-allocation").innerText(), /flat only counts processors.* All the rest runs\.$/s);
  await page.locator("#tiles .refused", { hasText: "Any free nodes" }).waitFor();
  await (await field(page, "service")).selectOption("runtime");
  await page.locator("#tiles .refused", { hasText: "Any free nodes" }).waitFor({ state: "detached" });
});

test("the links of a run are a map, and a file", async (t) => {
  const page = await openPage(t, LINK);
  await finished(page);
  await page.locator("#data > summary").click();
  assert.match((await page.locator("#table thead").textContent()) ?? "", /Mean packet latency \(cycles\)/);
  await page.locator("#links > summary").click();
  await page.locator("#links-body svg").waitFor();
  const sentence = page.locator("#links-state");
  assert.match((await sentence.textContent()) ?? "", /^48 links, busy for .+ on average; the busiest, from \(\d,\d\)/);
  const before = await page.locator("#links-body").innerHTML();
  await page.locator("#links-curve").selectOption(named("fcfs / mbs on torus:4x4"));
  await page.waitForFunction(() => document.getElementById("links-state")?.textContent?.startsWith("64 links"));
  assert.notEqual(await page.locator("#links-body").innerHTML(), before);
  const { name, content } = await download(page, "Links as CSV");
  const text = content.toString();
  assert.match(name, /\.links\.csv$/);
  assert.equal(text.trim().split("\n").length, 1 + 64);
  assert.match(text, /^from,to,utilization,build\n"\(0,0\)","\(1,0\)",0\.\d+,0\.[^,\n]+\n/);
  await expectAccessible(page);
});

test("without a network there is no map", async (t) => {
  const page = await openPage(t, "#v=1&jobs=50&vary=none");
  await finished(page);
  assert.equal(await page.locator("#links").isVisible(), false);
});
