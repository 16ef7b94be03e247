/** The time from dropping logs like those of the archive to the last point, on two workers: `make bench`. Written to the table of docs/logs.md. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { curves, timed, visited } from "./dropping.mjs";
import { archiveLike } from "./programs.mjs";
import { WORDS, gzipSync } from "./steps.mjs";

const MEASURED = fileURLToPath(new URL("../data/seconds_to_curves.txt", import.meta.url));

test("60 000 jobs like those of SDSC BLUE", { timeout: 300_000 }, async (t) => {
  const page = await visited(t);
  const { first, all } = await timed(page, "blue.swf.gz", gzipSync(archiveLike("BLUE", "60000", "1")));
  t.diagnostic(`first curves after ${first.toFixed(1)} s, all points after ${all.toFixed(1)} s`);
});

test("logs like those of the archive, of 5000 jobs each", { timeout: 3_600_000 }, async (t) => {
  const names = archiveLike().toString().trim().split("\n");
  /** @type {string[]} */
  const measured = [];
  for (const name of names) {
    const page = await visited(t);
    const { all } = await timed(page, `${name}.swf`, archiveLike(name, "5000", "1"));
    measured.push(`${name} ${all.toFixed(1)}`);
    t.diagnostic(measured.at(-1) ?? "");
    const rising = [...(await curves(page))].filter(([curve, values]) => !curve.startsWith(WORDS.flat) && values.size > 3);
    assert.ok(rising.length >= 2, `${name}: two curves at least that are not those of flat`);
    await page.close();
  }
  writeFileSync(MEASURED, `${measured.join("\n")}\n`);
});
