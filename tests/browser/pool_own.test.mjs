/** The pool with own strategies, without a browser: two kinds of workers, and no cell ever goes to the wrong one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SURVEY, scene } from "./pool_scene.mjs";

/** @import { FakeWorker } from "./pool_scene.mjs" */

/** The cells that a worker has been given. @param {FakeWorker} worker */
const cellsOf = ({ orders }) => orders.flatMap((order) => (order.kind === "cell" ? [order.cell] : []));

/** A run that has been surveyed and planned. @param {Parameters<typeof scene>[0]} options */
async function begun(options) {
  const all = scene(options);
  all.run("a");
  all.prepare();
  // The answers of the codes are waited for.
  await new Promise((done) => setImmediate(done));
  all.prepare();
  all.prepare();
  return all;
}

test("codes are asked in a framed worker, the plan is made in another one of what they said", async () => {
  const { run, prepare, workers, framed } = scene({ own: 1 });
  run("a");
  assert.deepEqual([workers.length, framed.map(({ asked }) => asked)], [0, [["start", "survey"]]]);
  prepare();
  await new Promise((done) => setImmediate(done));
  assert.equal(workers.length, 1);
  const plan = workers[0].orders.find((order) => order.kind === "prepare");
  assert.deepEqual(plan?.kind === "prepare" && plan.survey, SURVEY);
});

test("built-in cells go to usual workers only, own cells to framed ones, until all are done", async () => {
  for (const [size, cells, own] of [[2, 6, 3], [4, 9, 2], [1, 4, 2], [3, 5, 5], [2, 7, 1]]) {
    const { workers, framed, compute, prepare, told } = await begun({ size, cells, own });
    for (let round = 0; round < 50 && told.at(-1) !== "a done"; round++) {
      for (const worker of workers) assert.ok(cellsOf(worker).every((cell) => cell < cells - own), "a cell that is built in");
      for (const worker of framed) assert.ok(cellsOf(worker).every((cell) => cell >= cells - own), "an own cell");
      const working = [...workers, ...framed].filter((worker) => !worker.gone && cellsOf(worker).length > 0);
      assert.ok(working.length <= Math.max(2, size), `${working.length} workers for ${size}`);
      for (const worker of working) compute(worker);
      prepare();
    }
    assert.deepEqual([told.length, told.at(-1)], [cells + 1, "a done"], `${[size, cells, own]}`);
    // The first was asked for the survey, and waits a second for another question.
    assert.ok(framed.slice(1).every(({ gone }) => gone), "no code outlives its run");
  }
});

test("what one kind has no cells for any more, the other does", async () => {
  const { workers, framed, compute, prepare } = await begun({ size: 4, cells: 12, own: 2 });
  const living = (/** @type {FakeWorker[]} */ some) => some.filter((worker) => !worker.gone && cellsOf(worker).length > 0).length;
  assert.deepEqual([living(workers), living(framed)], [3, 1], "one framed worker has both own cells");
  for (const worker of framed) while (cellsOf(worker).length > 0 && !worker.gone) compute(worker);
  prepare();
  assert.equal(living(workers), 4);
});

test("code that falls silent fails its cell after ten seconds, and is not asked again", async () => {
  const { framed, clock, told, workers, compute, prepare } = await begun({ size: 2, cells: 4, own: 2 });
  const busy = framed.find((worker) => !worker.gone && cellsOf(worker).length > 0);
  assert.ok(busy);
  const [cell] = cellsOf(busy);
  busy.onmessage({ data: { kind: "begun" } });
  clock.pass(100);
  assert.ok(!busy.gone, "a cell may take its time before the code is asked");
  busy.onmessage({ data: { kind: "alive" } });
  clock.pass(9);
  assert.ok(!busy.gone);
  clock.pass(2);
  assert.ok(busy.gone);
  assert.deepEqual(told, [`a failed ${cell}: the code of a strategy did not answer within 10 seconds`]);
  prepare();
  for (let round = 0; round < 9; round++) for (const worker of workers) if (cellsOf(worker).length > 0) compute(worker);
  assert.ok(told.includes("a result 0") && told.includes("a result 1"), "the others run");
});

test("a framed worker that does not take up its order is given up after ten seconds", async () => {
  const { framed, clock, told } = await begun({ size: 2, cells: 4, own: 2 });
  const busy = framed.find((worker) => !worker.gone && cellsOf(worker).length > 0);
  assert.ok(busy);
  clock.pass(11);
  assert.ok(busy.gone);
  assert.match(told[0], /did not answer within 10 seconds/);
});

test("where no framed worker can be had, own cells have failed and the others run", async () => {
  const { framed, told, workers, compute, prepare } = await begun({ size: 2, cells: 4, own: 2 });
  for (let round = 0; round < 9; round++) {
    for (const worker of framed) if (!worker.gone) worker.onmessage({ data: { kind: "died", message: "no frame" } });
    for (const worker of workers) while (cellsOf(worker).length > 0) compute(worker);
  }
  prepare();
  assert.deepEqual(told.filter((line) => line.includes("result")).sort(), ["a result 0", "a result 1"]);
  assert.equal(told.filter((line) => line.includes("failed")).length, 2, told.join());
  assert.equal(told.at(-1), "a done");
});

test("a result that was not asked for is no result", async () => {
  const { framed, told } = await begun({ size: 2, cells: 4, own: 2 });
  const busy = framed.find((worker) => !worker.gone && cellsOf(worker).length > 0);
  assert.ok(busy);
  const { task } = busy.orders[0];
  busy.onmessage({ data: { kind: "result", task, cell: 0, values: new Float64Array([42]), took: 1 } });
  assert.ok(busy.gone && !told.some((line) => line.startsWith("a result 0")), told.join());
});
