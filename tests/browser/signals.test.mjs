/** The signals of the page's state: which effects run, in what order, and how often. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { batch, computed, effect, Signal, untracked } from "../../www/state/signals.js";

/** What went wrong in effects. @type {unknown[]} */
const reported = [];
globalThis.reportError = (/** @type {unknown} */ error) => void reported.push(error);
beforeEach(() => (reported.length = 0));

test("an effect runs again after a change of what it has read, and only then", () => {
  const [one, other] = [new Signal(1), new Signal(1)];
  /** @type {number[]} */
  const seen = [];
  effect(() => void seen.push(one.value));
  one.value = 2;
  one.value = 2;
  other.value = 2;
  assert.deepEqual(seen, [1, 2]);
});

test("what an effect reads may change from run to run", () => {
  const [which, one, other] = [new Signal(true), new Signal("a"), new Signal("b")];
  /** @type {string[]} */
  const seen = [];
  effect(() => void seen.push(which.value ? one.value : other.value));
  other.value = "c";
  which.value = false;
  other.value = "d";
  assert.deepEqual(seen, ["a", "c", "d"]);
});

test("effects run once after a batch, in the order in which they were made", () => {
  const [one, other] = [new Signal(0), new Signal(0)];
  /** @type {string[]} */
  const seen = [];
  batch(() => {
    effect(() => void seen.push(`first ${one.value + other.value}`));
    effect(() => void seen.push(`second ${other.value}`));
    assert.deepEqual(seen, []);
  });
  batch(() => {
    other.value = 1;
    batch(() => (one.value = 2));
    assert.equal(seen.length, 2);
  });
  assert.deepEqual(seen, ["first 0", "second 0", "first 3", "second 1"]);
});

test("an effect may change what earlier effects have read: they run again, before later ones", () => {
  const [given, corrected] = [new Signal(1), new Signal(1)];
  const [early, late] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  effect(() => void early.push(corrected.value));
  effect(() => void (corrected.value = Math.min(given.value, 3)));
  effect(() => void late.push(corrected.value));
  given.value = 9;
  assert.deepEqual([early, late], [[1, 3], [1, 3]]);
});

test("a computed value follows, and changes nothing while it stays equal", () => {
  const number = new Signal(1);
  const isOdd = computed(() => number.value % 2 === 1);
  /** @type {boolean[]} */
  const seen = [];
  effect(() => void seen.push(isOdd.value));
  number.value = 3;
  number.value = 4;
  assert.deepEqual(seen, [true, false]);
});

test("what is read untracked, or peeked at, does not count", () => {
  const [one, other] = [new Signal(1), new Signal(1)];
  let runs = 0;
  effect(() => {
    untracked(() => one.value);
    other.peek();
    runs += 1;
  });
  one.value = other.value = 2;
  assert.equal(runs, 1);
});

test("an effect that fails is reported, and the others run", () => {
  const number = new Signal(1);
  let last = 0;
  effect(() => {
    if (number.value === 2) throw new Error("no twos");
  });
  effect(() => void (last = number.value));
  number.value = 2;
  number.value = 3;
  assert.equal(last, 3);
  assert.match(String(reported), /^Error: no twos$/);
});

test("effects that change what they read are stopped", () => {
  const number = new Signal(0);
  assert.throws(() => effect(() => void (number.value += 1)), /again and again/);
  number.value = 0;
  assert.equal(number.peek(), 0, "the page goes on");
});
