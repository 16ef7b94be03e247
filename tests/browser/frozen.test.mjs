/** The page's module gives a link's numbers bit for bit as all versions before: those of tests/rules/frozen.rs. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openPage } from "./harness.mjs";

/** @type {{ link: string, runs: number, metrics: string[], digest: string }[]} */
const SWEEPS = JSON.parse(readFileSync(new URL("../data/frozen_sweeps.json", import.meta.url), "utf8"));

test("frozen sweeps are the same in the browser", async (t) => {
  // A document of the site that does nothing by itself.
  const page = await openPage(t, "subtorus.js", { expected: [/favicon/] });
  for (const { link, runs, metrics, digest } of SWEEPS) {
    const found = await page.evaluate(async ({ link, metrics }) => {
      const address = new URL("subtorus.js", location.href).href;
      const { default: init, Runner, catalogue } = /** @type {typeof import("../../subtorus.js")} */ (await import(address));
      await init();
      const names = catalogue().quantities.map(({ name }) => name);
      const runner = new Runner(false);
      const cells = runner.prepare(link, { answered: [] }).weights.length;
      const values = Array.from({ length: cells }, (_, cell) => runner.run(cell));
      const digested = values.flatMap((of) => metrics.map((metric) => of[names.indexOf(metric)]));
      // Little-endian on every machine that runs Chromium.
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Float64Array(digested)));
      return { runs: cells, digest: [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
    }, { link, metrics });
    assert.deepEqual(found, { runs, digest }, link);
  }
});
