/**
 * Makes the pictures of the guide (docs/guide/pictures) from the engine itself, light and dark:
 *
 *     node .ci/guide_pictures.mjs dist
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const FOLDER = "docs/guide/pictures";

/** Strategies at work on a small machine. */
const STRATEGIES = ["ep", "nep", "gabl"];

/** Charts, with the permalinks of the pages that show them. */
const CHARTS = {
  curves: "#v=1&jobs=3000&machine=torus:16x16&allocation=ep,flat&scheduling=fcfs,easy&vary=load:0.1..1.2:0.1&plot=slowdown-utilization",
  contention: "#v=1&model=stochastic&jobs=500&machine=mesh:16x16&allocation=gabl,random,ff&scheduling=fcfs&service=communication&pattern=one-to-all&vary=rate:0.002..0.02:0.002&plot=mean_packet_latency-coefficient",
};

/** Six jobs on a line of eight nodes that each policy treats differently. */
const JOBS = "job,submit,runtime,processors,estimate\n1,0,40,5,40\n2,2,40,6,40\n3,4,50,3,50\n4,6,20,5,20\n5,8,30,3,30\n6,10,70,2,70\n";
const POLICIES = { block: "fcfs", skip: "fcfs/skip", easy: "easy", conservative: "conservative" };

/** Ink, line and paper, and the fills of jobs. */
const THEMES = [
  { ending: "", ink: "#171c25", quiet: "#5f6a78", line: "#cbd1d9", fills: ["#6eb0e8", "#d19532", "#86b98f", "#987fb8", "#e8cb6a", "#c76f75"] },
  { ending: "-dark", ink: "#e8ecf2", quiet: "#939eae", line: "#3a4453", fills: ["#819af2", "#f5b060", "#7cd9b3", "#c4b6f9", "#ba9238", "#c1626a"] },
];
/** @typedef {typeof THEMES[number]} Theme */

const site = resolve(process.argv[2] ?? "dist");
/** @type {typeof import("../target/types/subtorus.js")} */
const module = await import(pathToFileURL(join(site, "subtorus.js")).href);
module.initSync({ module: readFileSync(join(site, "subtorus_bg.wasm")) });
mkdirSync(FOLDER, { recursive: true });
for (const [name, link] of Object.entries(CHARTS)) write(`chart-${name}`, chart(link));
for (const theme of THEMES) {
  for (const name of STRATEGIES) {
    const { pictures } = module.strategy_pictures(name, theme.ending !== "");
    pictures.forEach(({ svg }, place) => write(`strategy-${name}-${place + 1}${theme.ending}`, svg));
  }
  for (const [name, policy] of Object.entries(POLICIES)) write(`policy-${name}${theme.ending}`, gantt(schedule(policy), theme));
  for (const kind of ["mesh", "torus"]) write(`machine-${kind}${theme.ending}`, grid(kind === "torus", theme));
}

/** @param {string} name @param {string} svg */
function write(name, svg) {
  // The build would make every picture differ with every commit.
  writeFileSync(join(FOLDER, `${name}.svg`), `${svg.replace(/<metadata>.*<\/metadata>\n?/, "").trimEnd()}\n`);
}

/** The chart of an experiment on the model, all cells computed here. @param {string} link */
function chart(link) {
  const [study, runner] = [new module.Study(), new module.Runner(false)];
  study.open(link);
  const plan = runner.prepare(study.link(), { answered: [] });
  study.begin(study.link(), plan, []);
  for (let cell = study.next(false, 0); cell !== undefined; cell = study.next(false, 0)) study.add(cell, runner.run(cell), undefined, 0);
  const paper = { width: 160, height: 95, letters: 9, title: false, legend: true };
  return study.file({ kind: "svg", address: "", date: "", paper });
}

/** The schedule of the six jobs. @param {string} policy */
function schedule(policy) {
  const experiment = ["--log", "-", "--machine", "mesh:8", "--allocation", "ff", "--scheduling", policy, "--schedule-out", "/dev/stdout"];
  const printed = execFileSync("cargo", ["run", "--quiet", "--locked", "--", "simulate", ...experiment], { input: JOBS, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
  const rows = printed.split("\n").map((line) => line.split(",")).filter(([job]) => /^\d+$/.test(job));
  return rows.map(([job, , start, end, , block]) => {
    const [first, nodes] = block.split("+").map(Number);
    return { job: Number(job), start: Number(start) / 1e6, end: Number(end) / 1e6, first, nodes };
  });
}

/**
 * Jobs as rectangles: time to the right, nodes upwards.
 * @param {ReturnType<typeof schedule>} jobs
 * @param {Theme} theme
 */
function gantt(jobs, { ink, quiet, line, fills }) {
  const [left, top, scale, node] = [30, 6, 2.6, 14];
  const x = (/** @type {number} */ time) => left + time * scale;
  const boxes = jobs.map(({ job, start, end, first, nodes }) => {
    const [y, width, height] = [top + (8 - first - nodes) * node, (end - start) * scale, nodes * node];
    return `<rect x="${x(start)}" y="${y}" width="${width}" height="${height}" fill="${fills[job - 1]}" stroke="#1a2029"/><text x="${x(start) + width / 2}" y="${y + height / 2 + 4}" text-anchor="middle" fill="#07090d">${job}</text>`;
  });
  const ticks = [0, 20, 40, 60, 80, 100, 120, 140, 160].map((time) => `<path d="M${x(time)} ${top}V${top + 8 * node}" stroke="${line}"/><text x="${x(time)}" y="${top + 8 * node + 15}" text-anchor="middle" fill="${quiet}">${time}</text>`);
  const frame = `<path d="M${left} ${top}V${top + 8 * node}H${x(172)}" fill="none" stroke="${quiet}"/><text x="${left - 6}" y="${top + 10}" text-anchor="end" fill="${ink}">8</text><text x="${left - 6}" y="${top + 8 * node}" text-anchor="end" fill="${ink}">0</text>`;
  return svg(x(172) + 8, top + 8 * node + 22, [...ticks, ...boxes, frame]);
}

/**
 * A mesh of 4x4 with a job, or the torus of these extents with the job around two rings.
 * @param {boolean} rings
 * @param {Theme} theme
 */
function grid(rings, { quiet, line, fills }) {
  const at = (/** @type {number} */ place) => 34 + place * 36;
  const parts = [];
  for (let place = 0; place < 4; place++) {
    const [from, to, across] = [at(0), at(3), at(place)];
    parts.push(`<path d="M${from} ${across}H${to}M${across} ${from}V${to}" stroke="${quiet}"/>`);
    if (rings) parts.push(`<path d="M${to} ${across}c30 0 24 -15 0 -15H${from}c-24 0 -30 15 0 15M${across} ${to}c0 30 -15 24 -15 0V${from}c0 -24 15 -30 15 0" fill="none" stroke="${line}" stroke-dasharray="3 2"/>`);
  }
  for (let x = 0; x < 4; x++) {
    for (let y = 0; y < 4; y++) {
      const isHeld = rings ? [3, 0].includes(x) && [3, 0].includes(y) : x < 2 && y > 1;
      parts.push(`<rect x="${at(x) - 9}" y="${at(y) - 9}" width="18" height="18" rx="3" fill="${isHeld ? fills[0] : "#8b95a3"}"/>`);
    }
  }
  return svg(176, 176, parts);
}

/** @param {number} width @param {number} height @param {string[]} parts */
function svg(width, height, parts) {
  const letters = 'font-family="sans-serif" font-size="12"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${letters}>\n${parts.join("\n")}\n</svg>`;
}
