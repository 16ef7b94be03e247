/** The memory of the browser's processes, on Linux. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A file about a process; empty if the process has ended. @param {string} file */
function read(file) {
  try {
    return readFileSync(join("/proc", file), "utf8");
  } catch {
    return "";
  }
}

/** The descendants of this process. */
function descendants() {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((process) => [process, /\) \S (\d+)/.exec(read(`${process}/stat`))?.[1] ?? ""]));
  const family = new Set([String(process.pid)]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const [process, parent] of parents) if (family.has(parent)) family.add(process);
  }
  family.delete(String(process.pid));
  return [...family];
}

/** The memory of processes in megabytes, with shares of shared memory: of the largest page, and of all together. */
export function measure() {
  const sizes = descendants().map((process) => {
    const parts = read(`${process}/smaps_rollup`).matchAll(/Pss_(?:Anon|Shmem):\s+(\d+)/g);
    const megabytes = [...parts].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1024, 0);
    return { megabytes, isPage: read(`${process}/cmdline`).includes("--type=renderer") };
  });
  return {
    page: Math.max(0, ...sizes.filter(({ isPage }) => isPage).map(({ megabytes }) => megabytes)),
    all: sizes.reduce((sum, { megabytes }) => sum + megabytes, 0),
  };
}
