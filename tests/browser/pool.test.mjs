/** The pool without a browser: how it starts workers, hands out cells, gives up and continues. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf, scene } from "./pool_scene.mjs";

/** @import { Log } from "../../www/workers/messages.js" */

test("one worker makes the plan, then there are at most as many as cells, processors and memory allow", () => {
  for (const [size, cells, workers, expected] of [[4, 3, 99, 3], [4, 30, 99, 4], [4, 30, 2, 2], [4, 1, 99, 1]]) {
    const { run, prepare, alive, workers: all } = scene({ size, cells, plan: { workers } });
    run("a");
    assert.equal(all.length, 1);
    prepare();
    assert.equal(alive().length, expected, `${[size, cells, workers]}`);
  }
});

test("cells go out in the order of the listener, and the run is done when all have results", () => {
  const { run, prepare, compute, workers, reports } = scene({ cells: 5 });
  run("a");
  prepare();
  while (workers.some(({ orders }) => orders.length)) for (const worker of workers) if (worker.orders.length) compute(worker);
  assert.deepEqual(reports.slice(0, 2).map((line) => line.at(-1)).sort(), ["2", "4"].sort());
  assert.deepEqual([...reports].sort(), ["a done", ...[0, 1, 2, 3, 4].map((cell) => `a result ${cell}`)]);
});

test("cells that a result makes necessary run before the run is done", () => {
  const { run, prepare, compute, workers, reports, more } = scene({ size: 1, cells: 1 });
  run("a");
  prepare();
  more.push(7, 8);
  for (let cell = 0; cell < 3; cell++) compute(workers[0]);
  assert.deepEqual(reports, ["a result 0", "a result 8", "a result 7", "a done"]);
});

test("nothing runs before the listener continues, and continuing too late has no effect", () => {
  const { run, prepare, pool, workers, alive, goes, reports } = scene({ hesitant: true });
  run("a");
  prepare();
  assert.deepEqual([workers.length, workers[0].asked, goes.length], [1, [], 1]);
  workers[0].onmessage({ data: { kind: "died", message: "gone" } });
  prepare();
  assert.deepEqual([alive().length, alive()[0].asked, goes.length], [1, [], 1]);
  goes[0]();
  assert.equal(alive()[0].asked[0], "cell");
  run("b");
  prepare();
  pool.cancel();
  goes[1]();
  assert.deepEqual([alive().length, reports], [0, []]);
});

test("a run with all results stored is done at once", () => {
  const { run, prepare, reports, alive } = scene({ cells: 0 });
  run("a");
  prepare();
  assert.deepEqual([reports, alive().length], [["a done"], 1]);
});

test("a refusal of an earlier run never affects a later one", () => {
  const { run, prepare, workers, reports } = scene();
  run("a");
  prepare();
  const [first] = workers;
  const stale = first.orders[0];
  run("b");
  const [, , later] = workers;
  later.answer({ kind: "started" });
  for (const worker of [first, later]) {
    for (const order of ["prepare", "cell"]) {
      worker.onmessage({ data: { kind: "refused", task: stale.task, order, cell: 0, complaint: { place: "", message: "no" } } });
    }
  }
  assert.deepEqual(reports, []);
});

test("a worker that never starts is replaced, and finally the run is refused", () => {
  const { run, clock, workers, reports } = scene({ locks: true });
  run("a");
  clock.pass(29);
  assert.equal(workers.length, 1);
  clock.pass(2);
  assert.deepEqual([workers[0].gone, workers.length], [true, 2]);
  clock.pass(120);
  assert.match(reports.at(-1) ?? "", /^a refused: no worker could prepare the run: it did not answer within 30 seconds/);
  assert.ok(workers.every(({ gone }) => gone));
});

test("without locks, a worker that stops answering is replaced, its cell tried again, then given up", () => {
  const { run, prepare, compute, clock, workers, alive, reports } = scene({ size: 1 });
  run("a");
  prepare();
  compute(workers[0], 100);
  clock.pass(29);
  assert.equal(workers[0].gone, false);
  clock.pass(5);
  assert.equal(reports.at(-1), "a replaced: it did not answer within 31 seconds");
  assert.deepEqual([workers[0].gone, workers.length], [true, 2]);
  prepare();
  assert.deepEqual(workers[1].asked, ["cell", "cell"]);
  for (let second = 0; second < 130; second++) {
    clock.pass(1);
    prepare();
  }
  assert.match(reports.at(-1) ?? "", /^a failed 1: its worker died twice: it did not answer within/);
  compute(alive()[0]);
  assert.equal(reports.at(-1), "a done");
});

test("a run that is slow but alive is not given up", () => {
  const { run, prepare, compute, clock, workers, reports } = scene({ size: 1, locks: true });
  run("a");
  prepare();
  clock.pass(2000);
  compute(workers[0], 2_000_000);
  clock.pass(3000);
  compute(workers[0], 3_000_000);
  assert.deepEqual(reports, ["a result 2", "a result 1"]);
});

test("a hanging cell is finally given up, with its worker alive or not", () => {
  const { run, prepare, compute, clock, reports, workers, alive } = scene({ size: 1, locks: true });
  run("a");
  prepare();
  compute(workers[0], 100);
  for (let second = 0; second < 600; second++) {
    clock.pass(1);
    prepare();
  }
  assert.match(reports.at(-1) ?? "", /^a replaced: it did not answer within 3\d\d seconds$/);
  assert.deepEqual([workers[0].gone, workers.length], [true, 2]);
  compute(alive()[0]);
  compute(alive()[0]);
  assert.equal(reports.at(-1), "a done");
});

test("the time in which a computer sleeps does not count as waiting", () => {
  const { run, prepare, compute, clock, workers, reports } = scene({ size: 1 });
  run("a");
  prepare();
  compute(workers[0]);
  clock.sleep(100_000);
  clock.pass(5);
  assert.deepEqual([workers[0].gone, reports.length], [false, 1]);
});

test("workers that die at start while others work are started again after the next result", () => {
  const { run, prepare, compute, workers, alive, reports } = scene({ size: 2, cells: 4 });
  run("a");
  workers[0].answer({ kind: "started" });
  workers[0].answer({ kind: "prepared", plan: planOf(4), took: 1 });
  for (let death = 0; death < 6; death++) workers.at(-1)?.onmessage({ data: { kind: "died", message: "out of memory" } });
  assert.deepEqual([alive().length, reports], [1, []], "four were enough");
  compute(workers[0]);
  assert.equal(alive().length, 2);
  prepare();
  while (alive().some(({ orders }) => orders.length)) for (const worker of alive()) if (worker.orders.length) compute(worker);
  assert.equal(reports.at(-1), "a done");
});

test("nothing runs before a question is answered, by any worker", () => {
  const { run, prepare, agree, workers, alive, reports, plans, pool } = scene({ plan: { question: "an hour?" } });
  run("a");
  prepare();
  assert.deepEqual(reports, ["a asked an hour?"]);
  assert.deepEqual([workers.length, workers[0].asked], [1, []]);
  workers[0].onmessage({ data: { kind: "died", message: "gone" } });
  prepare();
  assert.deepEqual([reports.length, alive().length], [1, 1]);
  agree();
  agree();
  assert.deepEqual(plans, ["a"]);
  assert.ok(alive()[0].asked.includes("cell"));
  run("b");
  prepare();
  const late = agree;
  pool.cancel();
  late();
  assert.equal(alive().length, 0, "a late answer has no effect");
});

test("a worker that waits for requests gets a log once", async () => {
  const { pool, workers } = scene({ locks: true });
  const log = /** @type {Log} */ (/** @type {unknown} */ ({ columns: {}, malformed: 0, processors: 4 }));
  const asked = pool.outlook("#a", log, [], new AbortController().signal);
  assert.deepEqual(workers[0].asked, ["start", "hold", "outlook"]);
  for (const kind of ["started", "held", "outlook"]) workers[0].answer({ kind, foresight: "#a" });
  assert.equal(await asked, "#a");
  const again = pool.outlook("#b", log, [], new AbortController().signal);
  assert.deepEqual(workers[0].asked, ["outlook"]);
  workers[0].answer({ kind: "outlook", foresight: "#b" });
  assert.equal(await again, "#b");
  assert.equal(workers.length, 1);
});

test("a request is sent again when its worker dies, and a late answer has no effect", async () => {
  const { pool, workers } = scene({ locks: true });
  const asked = pool.outlook("#a", null, ["ff"], new AbortController().signal);
  workers[0].answer({ kind: "started" });
  workers[0].onmessage({ data: { kind: "outlook", task: 77, foresight: { refusals: ["not mine"] } } });
  workers[0].onmessage({ data: { kind: "died", message: "gone" } });
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(workers.length, 2);
  workers[1].answer({ kind: "started" });
  workers[1].answer({ kind: "outlook", foresight: { refusals: [] } });
  assert.deepEqual(await asked, { refusals: [] });
  const again = pool.outlook("#a", null, ["ff"], new AbortController().signal);
  for (const worker of [workers[1], 2]) {
    await new Promise((resolve) => setTimeout(resolve));
    const victim = worker === 2 ? workers[2] : workers[1];
    victim.onmessage({ data: { kind: "died", message: "gone" } });
  }
  await assert.rejects(again, /the worker died: gone\./);
});
