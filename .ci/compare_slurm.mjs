// Random placements of a real Slurm, next to those of `subtorus place`. The nodes exist in Slurm's configuration only, and
// `srun --test-only` says which of them a job would get.
//
// usage: node .ci/compare_slurm.mjs FOLDER SUBTORUS
// FOLDER has base.conf, a slurm.conf without nodes and without a controller that runs.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const [folder, subtorus] = process.argv.slice(2);
const NODES = 32, PLACEMENTS = 200;
process.env.SLURM_CONF = `${folder}/slurm.conf`;

const base = readFileSync(`${folder}/base.conf`, "utf8");
const pidFile = base.match(/^SlurmctldPidFile=(.*)$/m)[1];
const run = (program, ...rest) => execFileSync(program, rest, { encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
const say = (text) => console.log(`[cluster] ${text}`);

// The same cases in every run.
let state = 1;
const below = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
const list = (numbers) => `n[${numbers.join(",")}]`;
const all = Array.from({ length: NODES }, (_, place) => place + 1);

function shuffled() {
  const nodes = [...all];
  if (below(2)) nodes.forEach((_, place) => {
    const other = below(place + 1);
    [nodes[place], nodes[other]] = [nodes[other], nodes[place]];
  });
  return nodes;
}

function tree() {
  const nodes = shuffled(), lines = [];
  while (nodes.length) lines.push(`SwitchName=l${lines.length} Nodes=${list(nodes.splice(0, 1 + below(8)))}`);
  let names = lines.map((_, place) => `l${place}`);
  while (names.length > 1) {
    const above = [];
    while (names.length) {
      above.push(`s${lines.length}`);
      lines.push(`SwitchName=s${lines.length} Switches=${names.splice(0, 2 + below(3)).join(",")}`);
    }
    names = above;
  }
  return lines;
}

function block() {
  const nodes = shuffled(), lines = [];
  while (nodes.length) lines.push(`BlockName=b${lines.length} Nodes=${list(nodes.splice(0, 4))}`);
  return [...lines, `BlockSizes=${["4", "4,8", "4,16", "4,8,16"][below(4)]}`];
}

// The rules of Slurm 26.05 (docs/semantics.md 11) for kinds of topology. Jobs have two nodes or more: before 23.11, a single
// node of `flat` was chosen like several.
const kinds = [
  { kind: "flat", since: 22.05, topologies: 1, make: () => [] },
  { kind: "tree", since: 23.11, topologies: 8, make: tree },
  { kind: "block", since: 23.11, topologies: 8, make: block },
];

// Ends the controller that the folder's file names, and only that one.
async function stop() {
  let number;
  try { number = Number(readFileSync(pidFile, "utf8")); } catch { return; }
  try { process.kill(number); } catch { return; }
  for (let tries = 0; tries < 100; tries++) {
    await sleep(100);
    try { process.kill(number, 0); } catch { return; }
  }
  throw new Error("slurmctld does not end");
}

async function start(kind, topology) {
  await stop();
  const plugin = kind === "flat" ? "" : `TopologyPlugin=topology/${kind}\n`;
  const nodes = `NodeName=n[1-${NODES}] CPUs=1 State=CLOUD\nPartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n`;
  const power = "SuspendProgram=/bin/true\nResumeProgram=/bin/true\nSuspendTime=1\n";
  writeFileSync(`${folder}/slurm.conf`, base + power + plugin + nodes);
  writeFileSync(`${folder}/topology.conf`, topology.join("\n") + "\n");
  run("slurmctld", "-c");
  for (let tries = 0; tries < 100; tries++) {
    await sleep(100);
    if (spawnSync("scontrol", ["ping"], { encoding: "utf8" }).stdout.includes("is UP")) return;
  }
  throw new Error(`slurmctld does not answer with topology/${kind}`);
}

/** The nodes that Slurm gives, or its message. */
function ofSlurm(free, count) {
  run("scontrol", "update", `NodeName=n[1-${NODES}]`, "State=UNDRAIN");
  const busy = all.filter((node) => !free.includes(node));
  if (busy.length) run("scontrol", "update", `NodeName=${list(busy)}`, "State=DRAIN", "Reason=busy");
  const said = spawnSync("srun", ["--test-only", `--nodes=${count}`, "--exclusive", "true"], { encoding: "utf8" }).stderr;
  const names = said.match(/ on nodes (\S+) in /)?.[1];
  return names ? expanded(names) : said.trim();
}

function ofSubtorus(topology, free, count) {
  const text = topology.length ? topology.join("\n") : `- topology: f\n  flat: true\n  nodes: n[1-${NODES}]\n`;
  const numbers = free.map((node) => node - 1).join(",");
  const parameters = ["place", "--topology", "-", "--nodes", count, "--free", numbers, "--names"];
  const names = execFileSync(subtorus, parameters, { input: text, encoding: "utf8" }).trim();
  return names === "waits" ? names : expanded(names);
}

const expanded = (names) => run("scontrol", "show", "hostnames", names).trim().split("\n").sort().join(" ");

const version = run("slurmctld", "-V").match(/\d+\.\d+[.\d]*/)[0];
let different = 0;
for (const { kind, since, topologies, make } of kinds) {
  if (Number.parseFloat(version) < since) {
    say(`skipped: topology/${kind} by the rules of Slurm 26.05 needs Slurm ${since.toFixed(2)}, and the distribution has ${version}`);
    continue;
  }
  let equal = 0, topology = [];
  for (let place = 0; place < PLACEMENTS; place++) {
    if (place % (PLACEMENTS / topologies) === 0) {
      topology = make();
      await start(kind, topology);
    }
    const share = below(4);
    let free = [];
    while (free.length < 2) free = all.filter(() => below(5) >= share);
    const count = 2 + below(free.length - 1);
    const [theirs, ours] = [ofSlurm(free, count), ofSubtorus(topology, free, count)];
    if (theirs === ours) equal++;
    else say(`${kind}, ${count} nodes of ${list(free)}:\n  Slurm    ${theirs}\n  Subtorus ${ours}\n${topology.join("\n")}`);
  }
  say(`topology/${kind}: ${equal} of ${PLACEMENTS} random placements are those of Slurm ${version}`);
  different += PLACEMENTS - equal;
}
await stop();
process.exitCode = different ? 1 : 0;
