/** The pool with own strategies, without a browser: two kinds of workers, and no cell goes to the wrong kind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SURVEY, scene } from "./pool_scene.mjs";

/** @import { FakeWorker } from "./pool_scene.mjs" */

/** The cells that a worker has received. @param {FakeWorker} worker */
const cellsOf = ({ orders }) => orders.flatMap((order) => (order.kind === "cell" ? [order.cell] : []));

/** A surveyed and planned run. @param {Parameters<typeof scene>[0]} options */
async function begun(options) {
  const all = scene(options);
  all.run("a");
  all.prepare();
  // Wait for the answers of the codes.
  await new Promise((done) => setImmediate(done));
  all.prepare();
  all.prepare();
  return all;
}

test("codes are asked in a framed worker, and another worker makes the plan from their answers", async () => {
  const { run, prepare, workers, framed } = scene({ own: 1 });
  run("a");
  assert.deepEqual([workers.length, framed.map(({ asked }) => asked)], [0, [["start", "survey"]]]);
  prepare();
  await new Promise((done) => setImmediate(done));
  assert.equal(workers.length, 1);
  const plan = workers[0].orders.find((order) => order.kind === "prepare");
  assert.deepEqual(plan?.kind === "prepare" && plan.survey, SURVEY);
});

test("built-in cells go to ordinary workers only, own cells to framed ones, until all are done", async () => {
  for (const [size, cells, own] of [[2, 6, 3], [4, 9, 2], [1, 4, 2], [3, 5, 5], [2, 7, 1]]) {
    const { workers, framed, compute, prepare, reports } = await begun({ size, cells, own });
    for (let round = 0; round < 50 && reports.at(-1) !== "a done"; round++) {
      for (const worker of workers) assert.ok(cellsOf(worker).every((cell) => cell < cells - own), "a cell that is built in");
      for (const worker of framed) assert.ok(cellsOf(worker).every((cell) => cell >= cells - own), "an own cell");
      const working = [...workers, ...framed].filter((worker) => !worker.gone && cellsOf(worker).length > 0);
      assert.ok(working.length <= Math.max(2, size), `${working.length} workers for ${size}`);
      for (const worker of working) compute(worker);
      prepare();
    }
    assert.deepEqual([reports.length, reports.at(-1)], [cells + 1, "a done"], `${[size, cells, own]}`);
    // The first was asked for the survey, and waits a second for another question.
    assert.ok(framed.slice(1).every(({ gone }) => gone), "no code outlives its run");
  }
});

test("when one kind has no cells left, the other continues", async () => {
  const { workers, framed, compute, prepare } = await begun({ size: 4, cells: 12, own: 2 });
  const living = (/** @type {FakeWorker[]} */ some) => some.filter((worker) => !worker.gone && cellsOf(worker).length > 0).length;
  assert.deepEqual([living(workers), living(framed)], [3, 1], "one framed worker has both own cells");
  for (const worker of framed) while (cellsOf(worker).length > 0 && !worker.gone) compute(worker);
  prepare();
  assert.equal(living(workers), 4);
});

test("code that stops answering fails its cell after ten seconds, and is not asked again", async () => {
  const { framed, clock, reports, workers, compute, prepare } = await begun({ size: 2, cells: 4, own: 2 });
  const busy = framed.find((worker) => !worker.gone && cellsOf(worker).length > 0);
  assert.ok(busy);
  const [cell] = cellsOf(busy);
  busy.onmessage({ data: { kind: "begun" } });
  clock.pass(100);
  assert.ok(!busy.gone, "a cell may take long before the code is asked");
  busy.onmessage({ data: { kind: "alive" } });
  clock.pass(9);
  assert.ok(!busy.gone);
  clock.pass(2);
  assert.ok(busy.gone);
  assert.deepEqual(reports, [`a failed ${cell}: the code of a strategy did not answer within 10 seconds`]);
  prepare();
  for (let round = 0; round < 9; round++) for (const worker of workers) if (cellsOf(worker).length > 0) compute(worker);
  assert.ok(reports.includes("a result 0") && reports.includes("a result 1"), "the others run");
});

test("a framed worker that does not start its order is given up after ten seconds", async () => {
  const { framed, clock, reports } = await begun({ size: 2, cells: 4, own: 2 });
  const busy = framed.find((worker) => !worker.gone && cellsOf(worker).length > 0);
  assert.ok(busy);
  clock.pass(11);
  assert.ok(busy.gone);
  assert.match(reports[0], /did not answer within 10 seconds/);
});

test("without framed workers, own cells fail and the others run", async () => {
  const { framed, reports, workers, compute, prepare } = await begun({ size: 2, cells: 4, own: 2 });
  for (let round = 0; round < 9; round++) {
    for (const worker of framed) if (!worker.gone) worker.onmessage({ data: { kind: "died", message: "no frame" } });
    for (const worker of workers) while (cellsOf(worker).length > 0) compute(worker);
  }
  prepare();
  assert.deepEqual(reports.filter((line) => line.includes("result")).sort(), ["a result 0", "a result 1"]);
  assert.equal(reports.filter((line) => line.includes("failed")).length, 2, reports.join());
  assert.equal(reports.at(-1), "a done");
});

test("a result that was not asked for is ignored", async () => {
  const { framed, reports } = await begun({ size: 2, cells: 4, own: 2 });
  const busy = framed.find((worker) => !worker.gone && cellsOf(worker).length > 0);
  assert.ok(busy);
  const { task } = busy.orders[0];
  busy.onmessage({ data: { kind: "result", task, cell: 0, values: new Float64Array([42]), took: 1 } });
  assert.ok(busy.gone && !reports.some((line) => line.startsWith("a result 0")), reports.join());
});
