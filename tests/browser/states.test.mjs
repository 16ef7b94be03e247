/**
 * Every state of the page must pass axe-core without findings, in every theme. A state is a line of this table: an
 * address, and the steps from there. Add a line for every new panel of the page.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible, openPage } from "./harness.mjs";
import { drawn, dropLog, field, finished, madeLog, type } from "./steps.mjs";

/** @import { Page } from "playwright-core" */

const SMALL = "#v=1&jobs=60&machine=mesh:8x8&allocation=gabl,mbs&scheduling=fcfs&vary=runtime:1";
const NETWORK =
  "#v=1&model=stochastic&jobs=40&machine=mesh:4x4&allocation=gabl,mbs&scheduling=fcfs&service=communication&vary=rate:0.01";
const BATCH = "#v=1&problem=cnp&jobs=8:2,4:2,4:4,4:4,4:1,2:4";
const PHONE = { width: 390, height: 844 };

/** @param {Page} page */
const openAll = (page) =>
  page.locator("details").evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));

/** @type {Record<string, { link?: string, viewport?: { width: number, height: number }, reach: (page: Page) => Promise<unknown> }>} */
const STATES = {
  "first visit": { link: "", reach: finished },
  running: {
    link: "#v=1&jobs=2000&scheduling=conservative",
    reach: (page) => page.locator("#run-state", { hasText: /\d/ }).waitFor(),
  },
  "a question": {
    link: "#v=1&jobs=1000000&scheduling=conservative&replications=10",
    reach: (page) => page.locator("#question").waitFor({ timeout: 60_000 }),
  },
  "a refusal": {
    link: SMALL.replace("8x8", "8x9").replace("gabl,mbs", "2dbs"),
    reach: (page) => page.locator("#notices", { hasText: /cannot be run/ }).waitFor(),
  },
  "a wrong field": {
    reach: async (page) => {
      await finished(page);
      await type(page, "jobs", "many");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.locator("#run-state", { hasText: /Not run/ }).waitFor();
    },
  },
  "an open definition": {
    reach: async (page) => {
      await finished(page);
      await field(page, "allocation");
      await page.getByRole("button", { name: "what is gabl?" }).click();
      await page.locator("#definition svg").first().waitFor();
    },
  },
  "everything unfolded": {
    reach: async (page) => {
      await finished(page);
      await openAll(page);
      await page.locator("#table tbody tr").first().waitFor();
    },
  },
  "a link that is not understood": {
    link: `${SMALL}&colour=blue&round=pow3`,
    reach: (page) => page.locator("#notices", { hasText: /colour/ }).waitFor(),
  },
  "a log that is missing": {
    link: `#v=1&log=lost.swf&sha256=${"ab".repeat(32)}`,
    reach: (page) => page.locator("#sentence", { hasText: /needs lost\.swf/ }).waitFor(),
  },
  "a log in hand": {
    reach: async (page) => {
      await finished(page);
      await dropLog(page, "made.swf", madeLog(50));
      await openAll(page);
    },
  },
  "the map of links": {
    link: NETWORK,
    reach: async (page) => {
      await finished(page);
      await page.locator("#links > summary").click();
      await page.locator("#links-body svg").waitFor();
    },
  },
  "the keys": {
    reach: async (page) => {
      await finished(page);
      await page.getByRole("button", { name: "Keys" }).click();
    },
  },
  "the shelf": {
    reach: async (page) => {
      await finished(page);
      await page.locator("#open-shelf").click();
      await page.locator("#shelf").waitFor();
    },
  },
  "the gallery": {
    reach: async (page) => {
      await finished(page);
      await page.locator("#open-gallery").click();
      await page.locator("#gallery-list button").first().waitFor();
    },
  },
  "strategies by picture": {
    link: SMALL.replace("8x8", "8x9"),
    reach: async (page) => {
      await finished(page);
      await page.locator(".refused").first().waitFor({ state: "attached" });
      await page.locator("#by-picture").click();
      await page.locator("#picker svg").first().waitFor();
    },
  },
  "a batch with its plan": {
    link: BATCH,
    reach: (page) => page.locator("#gantt svg").waitFor(),
  },
  "a batch with a bad row": {
    link: BATCH,
    reach: async (page) => {
      await page.locator("#gantt svg").waitFor();
      await type(page, "size of job 2", "3");
      await type(page, "time of job 2", "x");
      await page.getByRole("button", { name: "Remove job 1" }).focus();
      await page.locator(".job .wrong:visible").waitFor();
    },
  },
  "a run with a job": {
    link: `${SMALL.replace("jobs=60", "jobs=400").replace("runtime:1", "runtime:2")}&run=fcfs/gabl@2&moment=1000000&job=300`,
    reach: (page) => page.locator("#job-explanation .waits").waitFor(),
  },
  "two runs on a phone": {
    link: `${SMALL}&run=fcfs/gabl@1&moment=100000&job=9&beside=fcfs/mbs@1`,
    viewport: PHONE,
    reach: (page) => page.locator("#run-differences").waitFor(),
  },
  "a phone": {
    viewport: PHONE,
    reach: async (page) => {
      await finished(page);
      await openAll(page);
    },
  },
  "a batch on a phone": {
    link: BATCH,
    viewport: PHONE,
    reach: (page) => page.locator("#gantt svg").waitFor(),
  },
};

/** @type {[string, { colorScheme: "light" | "dark", forcedColors: "active" | "none" }][]} */
const THEMES = [
  ["light", { colorScheme: "light", forcedColors: "none" }],
  ["dark", { colorScheme: "dark", forcedColors: "none" }],
  ["forced colours", { colorScheme: "light", forcedColors: "active" }],
];

for (const [place, [state, { link = SMALL, viewport, reach }]] of Object.entries(STATES).entries()) {
  test(state, async (t) => {
    // A third of the states opens in each theme. The others follow as the system's theme changes.
    const themes = THEMES.map((_, turn) => THEMES[(place + turn) % THEMES.length]);
    const look = themes[0][1];
    const page = await openPage(t, link, viewport ? { ...look, viewport } : look);
    await reach(page);
    for (const [theme, look] of themes) {
      await t.test(theme, async () => {
        await page.emulateMedia(look);
        await drawn(page);
        await expectAccessible(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
      });
    }
  });
}

/** What opens each dialog that stands over the page. @type {Record<string, string>} */
const DIALOGS = {
  export: "#open-export", gallery: "#open-gallery", shelf: "#open-shelf", picker: "#by-picture", placements: "#open-placements",
  "place-job": "#placements button[aria-haspopup]", own: "#edit-own", about: "#open-about", shortcuts: "#to-shortcuts", adjust: "[data-adjust=sweep]",
};

for (const viewport of [{ width: 1280, height: 720 }, { width: 360, height: 740 }]) {
  test(`every dialog has the same head, and is not too wide, in a window of ${viewport.width} pixels`, async (t) => {
    const page = await openPage(t, SMALL, { viewport });
    await finished(page);
    for (const [id, opener] of Object.entries(DIALOGS)) {
      await page.locator(opener).evaluate((button) => /** @type {HTMLElement} */ (button).click());
      const dialog = page.locator(`#${id}`);
      const close = dialog.getByRole("button", { name: "Close", exact: true });
      await close.waitFor();
      // A style sheet may still be on its way.
      await page.waitForLoadState("networkidle");
      const head = await dialog.evaluate((dialog) => {
        const [bar, title, cross] = [".sheet-bar", "h2", "[aria-label=Close]"].map((part) => /** @type {HTMLElement} */ (dialog.querySelector(part)));
        const [whole, line, box, mark] = [dialog, bar, title, cross].map((one) => one.getBoundingClientRect());
        const { fontSize, fontWeight } = getComputedStyle(title);
        return {
          font: `${fontSize} ${fontWeight}`,
          left: Math.round(box.left - whole.left),
          across: Math.round(line.width) >= dialog.clientWidth - 1,
          right: Math.round(whole.right - mark.right) <= 32,
          target: Math.min(mark.width, mark.height) >= 24,
          wide: dialog.scrollWidth - dialog.clientWidth,
          filled: [...dialog.querySelectorAll(".primary")].filter((button) => button.checkVisibility()).length <= 1,
        };
      });
      const left = head.left;
      assert.ok(left === 16 || left === 17, `${id}: the title begins at ${left}`);
      assert.deepEqual({ ...head, left: 0 }, { font: "15px 650", left: 0, across: true, right: true, target: true, wide: 0, filled: true }, id);
      if (id === "placements") continue;
      await close.click();
      await dialog.waitFor({ state: "hidden" });
      if (id === "place-job") await page.locator("#placements").getByRole("button", { name: "Close", exact: true }).click();
    }
  });
}
