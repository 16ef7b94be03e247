/**
 * The licences of what is in the page: those of the packages that Cargo links into the module (not of what only runs while
 * compiling), of Rust's standard library, and of the packages in bundles of scripts, with the texts that came with them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** @typedef {{ id: string, name: string, version: string, license: string | null, repository: string | null, manifest_path: string, targets: { kind: string[] }[] }} Package */
/** @typedef {{ id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }} Node */

/** What it is compiled for: the page, unless a package of the binary asks. */
const TARGET = process.env.LICENCES_OF ?? "wasm32-unknown-unknown";
const RULE = "=".repeat(100);

/**
 * @param {string} build
 * @param {string[]} scripts the folders of the packages in bundles
 * @returns {string}
 */
export function licences(build, scripts) {
  const parts = linked().map(({ name, version, license, repository, manifest_path }) => {
    if (!license) throw new Error(`${name} ${version} names no licence`);
    return part(`${name} ${version}`, license, repository ?? "", texts(dirname(manifest_path)));
  });
  const rust = output("rustc", ["--version"]).trim();
  const own = texts(output("rustc", ["--print", "sysroot"]).trim() + "/share/doc/rust");
  parts.push(part(`The standard library of Rust (${rust})`, "MIT OR Apache-2.0", "https://github.com/rust-lang/rust", own));
  for (const folder of scripts) {
    const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const source = typeof repository === "string" ? repository : (repository?.url ?? "");
    parts.push(part(`${name} ${version}`, license, source.replace(/^git\+/, ""), texts(folder)));
  }
  return `Subtorus ${build}: what is in the page, and under which licences.\n\n${parts.join("\n")}`;
}

/** The packages that are linked into the module, this one first. */
function linked() {
  const flags = ["metadata", "--locked", "--offline", "--format-version=1", "--no-default-features", "--filter-platform", TARGET];
  /** @type {{ packages: Package[], resolve: { root: string, nodes: Node[] } }} */
  const { packages, resolve } = JSON.parse(output("cargo", flags));
  const packageOf = new Map(packages.map((one) => [one.id, one]));
  const nodeOf = new Map(resolve.nodes.map((node) => [node.id, node]));
  const found = new Set([resolve.root]);
  // A set is gone through to its end, which moves on while things are added.
  for (const id of found) {
    for (const { pkg, dep_kinds } of nodeOf.get(id)?.deps ?? []) {
      const isMacro = packageOf.get(pkg)?.targets.some(({ kind }) => kind.includes("proc-macro"));
      if (!isMacro && dep_kinds.some(({ kind }) => kind === null)) found.add(pkg);
    }
  }
  return [...found].map((id) => /** @type {Package} */ (packageOf.get(id)));
}

/**
 * The texts of licences in a folder.
 * @param {string} folder
 */
function texts(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name).sort();
  const wanted = names.filter((name) => /^(licen[cs]e|copying|copyright|notice|unlicense)/i.test(name) && !/html$/.test(name));
  return wanted.map((name) => readFileSync(join(folder, name), "utf8").trim());
}

/**
 * @param {string} name
 * @param {string} licence
 * @param {string} repository
 * @param {string[]} texts
 */
function part(name, licence, repository, texts) {
  return [RULE, `${name}: ${licence}`, repository, "", ...texts.map((text) => `${text}\n`)].join("\n");
}

/**
 * @param {string} command
 * @param {string[]} flags
 */
function output(command, flags) {
  return execFileSync(command, flags, { encoding: "utf8", maxBuffer: 1e9 });
}
