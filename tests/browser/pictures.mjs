/**
 * The pictures of docs/pages.md: the built page in its main states, for a review after changes of its appearance. `make
 * pictures` makes them again.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage } from "./harness.mjs";
import { subtorus } from "./programs.mjs";
import { drop, dropLog, finished, openFigure, run } from "./steps.mjs";

/** @import { Page, BrowserContextOptions } from "playwright-core" */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WIDE = { viewport: { width: 1280, height: 720 } };
const LARGE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const SMALL = "#v=1&model=stochastic&jobs=500&machine=mesh:16x16&allocation=gabl,mbs,ff&scheduling=fcfs&vary=rate:0.5..4:0.5&replications=5";

/**
 * @param {string} name of the picture
 * @param {string} link
 * @param {BrowserContextOptions} options
 * @param {(page: Page) => Promise<unknown>} act
 */
function picture(name, link, options, act) {
  test(name, async (t) => {
    const page = await openPage(t, link, options);
    await act(page);
    // Animations have ended.
    await page.waitForTimeout(1000);
    await page.screenshot({ path: join(ROOT, "docs/pictures", `${name}.png`) });
  });
}

picture("first-visit", "", WIDE, finished);
picture("first-visit-dark", "", { ...WIDE, colorScheme: "dark" }, finished);
picture("adjust", "", WIDE, async (page) => {
  await finished(page);
  await page.getByRole("button", { name: "Adjust the workload" }).click();
});
picture("first-visit-phone-dark", "", { ...PHONE, colorScheme: "dark" }, finished);
picture("log", "#v=1&jobs=50&vary=none", WIDE, async (page) => {
  await finished(page);
  const name = "SDSC-SP2-1998-4.2-cln.swf.gz";
  await dropLog(page, name, readFileSync(join(ROOT, "samples", name)));
});
picture("gallery", "#v=1&jobs=50&vary=none", WIDE, async (page) => {
  await finished(page);
  await page.getByRole("button", { name: "Published figures" }).click();
  await page.locator("#gallery-list svg").nth(7).waitFor();
});
picture("figure", "#v=1&jobs=50&vary=none", WIDE, async (page) => {
  await finished(page);
  await openFigure(page, "Mao", "figure 3");
  await page.locator("#sentence", { hasText: /NASA.*computed in/ }).waitFor({ timeout: 60_000 });
});
const RACKS = "#v=1&jobs=50&machine=mesh:288&allocation=slurm-block(18)&scheduling=fcfs&segment=16&round=pow2&vary=none";
picture("place-job", RACKS, LARGE, async (page) => {
  await finished(page);
  await page.getByRole("button", { name: "Slurm", exact: true }).click();
  await page.getByRole("button", { name: "Place one job" }).click();
  await page.getByLabel("Free nodes", { exact: true }).fill("3-80,84-106,110-175,190-225,229-287");
  await page.getByLabel("Nodes", { exact: true }).fill("48");
  await page.locator("#place-table tbody tr").first().hover();
});
picture("strategies", SMALL, WIDE, async (page) => {
  await finished(page);
  await page.locator("#by-picture").click();
});
picture("compared-dark", `${SMALL}&compare=ratio:fcfs/ff&plot=response-coefficient`, { ...WIDE, colorScheme: "dark" }, finished);
picture("export", SMALL, WIDE, async (page) => {
  await finished(page);
  await page.getByRole("button", { name: "Export" }).click();
});
picture("what-cannot-run", "#v=1&jobs=60&machine=torus:3x5x7&allocation=ep,flat,gabl&scheduling=fcfs&vary=runtime:0.5..1:0.5", WIDE, async (page) => {
  await finished(page);
  await run(page);
});
const WATCHED = "#v=1&jobs=1500&machine=mesh:16x16&allocation=gabl,flat&scheduling=fcfs,easy&vary=runtime:1..2:0.5&run=fcfs/gabl@2&moment=5000000";
picture("run", WATCHED, WIDE, watched);
picture("run-phone-dark", `${WATCHED}&job=700`, { ...PHONE, colorScheme: "dark" }, watched);
const BESIDE = `${WATCHED.replace("gabl,flat", "gabl,flat,ff").replace("5000000", "700000")}&beside=fcfs/ff@2`;
picture("run-beside", BESIDE, LARGE, both);
picture("run-beside-phone-dark", BESIDE, { ...PHONE, colorScheme: "dark" }, async (page) => {
  await both(page);
  await page.locator("#run-map-name").evaluate((name) => name.scrollIntoView());
});

picture("run-job", `${WATCHED}&job=700`, LARGE, async (page) => {
  await watched(page);
  await page.locator("#job-explanation .waits svg").waitFor();
});
picture("run-distribution", `${WATCHED}&whose=wait-by-size`, LARGE, async (page) => {
  await watched(page);
  await page.locator("#run-distribution-sentence", { hasText: "wait" }).waitFor();
  await page.locator("#run-split").click();
  await page.locator("#run-split-words", { hasText: "All jobs together wait" }).waitFor();
  await page.locator("#run-distribution").evaluate((panel) => panel.scrollIntoView());
});
picture("own-strategy", SMALL, WIDE, async (page) => {
  await finished(page);
  await page.locator("#edit-own").click();
  await page.locator("#own-code").waitFor();
  await page.locator("#own").getByRole("button", { name: "Check" }).click();
  await page.locator("#own [role=status]", { hasText: "Every answer" }).waitFor();
});
picture("own-consent", SMALL, WIDE, async (page) => {
  await finished(page);
  // The link of another user.
  const link = await page.evaluate(async (link) => {
    const { Study } = await import(/** @type {string} */ (new URL("subtorus.js", location.href).href));
    const study = new Study();
    study.open(link);
    study.adopt("stranger", await (await fetch("www/own_examples/scatter.js")).text(), "");
    return study.link();
  }, SMALL);
  await page.evaluate((link) => (location.hash = link), link);
  await page.getByRole("button", { name: "Look at the code …" }).click();
  await page.locator("#consent-code").waitFor();
});
picture("shard", "#v=1&jobs=50&vary=none", WIDE, async (page) => {
  await finished(page);
  await drop(page, "1.shard", part(SMALL, "1/3"));
  await page.locator("#sentence", { hasText: "mesh:16x16" }).waitFor();
});

/** Units, shapes, and nodes out of service, each with its machine. */
const MODEL = "#v=1&model=tpu-v4&jobs=600&runtimes=exponential(3600)&machine=torus:16x16x16&allocation=tff,ocs&scheduling=fcfs,easy&vary=load:1..1.5:0.5";
const SHOWN = {
  units: "#v=1&jobs=400&machine=torus:8x12x16x16x2&unit=4x4x4x4x2&allocation=tff&scheduling=easy&vary=runtime:2..3:1&run=easy/tff@2&moment=1000000",
  shapes: `${MODEL}&run=fcfs/tff@1&moment=90000`,
  down: `${MODEL}&down=random(0.99,2x2x1)&run=fcfs/ocs@1&moment=90000`,
};
for (const [name, link] of Object.entries(SHOWN)) {
  picture(name, link, { viewport: { width: 1000, height: 2000 } }, machineShown);
}
picture("down-phone-dark", SHOWN.down, { viewport: { width: 390, height: 1300 }, colorScheme: "dark" }, machineShown);

/** Machines of all sizes at a moment of a run. */
const MACHINES = { qcdoc: "torus:2x2x2x4x4x8", "16x22": "mesh:16x22", "12x12x12": "mesh:12x12x12", mira: "torus:8x12x16x16x2" };
for (const [name, machine] of Object.entries(MACHINES)) {
  const link = `#v=1&jobs=400&machine=${machine}&allocation=gabl&scheduling=fcfs&vary=runtime:2..3:1&run=fcfs/gabl@2&moment=1000000`;
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    picture(`machine-${name}-${colorScheme}`, link, { viewport: { width: 1000, height: 900 }, colorScheme }, async (page) => {
      await machineShown(page);
      await page.locator("#run-machine").evaluate((panel) => panel.scrollIntoView());
    });
  }
}

for (const [name, machine, colorScheme] of /** @type {const} */ ([["16x16x16", "torus:16x16x16", "light"], ["qcdoc", "torus:2x2x2x4x4x8", "dark"]])) {
  const link = `#v=1&jobs=2000&machine=${machine}&allocation=gabl&scheduling=fcfs&vary=runtime:2..3:1&run=fcfs/gabl@2&moment=1000000`;
  picture(`solid-${name}-${colorScheme}`, link, { ...LARGE, colorScheme }, async (page) => {
    await machineShown(page);
    await page.getByRole("button", { name: "3-D", exact: true }).click();
  });
}

/** @param {Page} page */
async function both(page) {
  await page.locator("#run-differences").waitFor();
  await watched(page);
}

/**
 * The shard file of an experiment, as the command line writes it.
 *
 * @param {string} link
 * @param {string} part
 */
function part(link, part) {
  const folder = mkdtempSync(join(tmpdir(), "subtorus-"));
  try {
    const file = join(folder, "part");
    subtorus("sweep", "--link", link, "--shard", part, "--out", file);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {Page} page */
async function machineShown(page) {
  await watched(page);
  await page.locator("#run-map-caption", { hasText: "processors" }).waitFor();
}

/** @param {Page} page */
async function watched(page) {
  await page.locator("#run-body").waitFor();
  await finished(page);
  await page.locator("#run-view").evaluate((view) => view.scrollIntoView());
}
