/**
 * Closes a build of the page (a hook of Trunk's): what the program says of itself goes into www/build.js, the licences of
 * all that is in it into licences.txt, scripts are joined and minified, styles too, and into site.js goes the digest of
 * every file, which the service worker keeps as one version. What the type check of the scripts wants of a build is
 * copied to target/types.
 */
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";
import { writeGuide } from "./guide.mjs";
import { licences } from "./licences.mjs";
import { isMinified, minified } from "./minify.mjs";

/**
 * Sample logs are kept by those who use one; what the gallery's pictures are made from is fetched when it opens; types are
 * for contributors; the rest is what makes the version known.
 */
const NOT_KEPT = /^samples\/|^www\/figures\.json$|\.d\.ts$|^service-worker\.js$|^site\.js$/;

const site = resolve(process.env.TRUNK_STAGING_DIR ?? "dist");
const { build } = await about();
writeGuide(site, build);
const { joined, packages } = await bundle(site);
const engine = digest(readFileSync(join(site, "subtorus_bg.wasm"))).slice(0, 24);
writeFileSync(
  join(site, "www", "build.js"),
  `/** What the module says of itself, if it is of this version. */\nexport const BUILD = ${JSON.stringify(build)};\n` +
    `/** The digest of the module: what was computed by the same one can be kept. */\nexport const ENGINE = ${JSON.stringify(engine)};\n` +
    `/** Where the source is; empty if Cargo.toml does not say. */\nexport const REPOSITORY = String(${JSON.stringify(repository())});\n`,
);
writeFileSync(join(site, "licences.txt"), licences(build, packages));
for (const path of paths().filter((path) => isMinified(path) && !joined.has(path))) {
  const file = join(site, path);
  writeFileSync(file, await minified(path, readFileSync(file, "utf8")));
}
const files = Object.fromEntries(paths().map((path) => [path, digest(readFileSync(join(site, path)))]));
const version = `${build} ${digest(JSON.stringify(files)).slice(0, 12)}`;
const list = JSON.stringify({ version, files }, null, 1);
writeFileSync(join(site, "site.js"), `/** The version of the site, and the SHA-256 of each of its files. */\nself.SITE = ${list};\n`);

for (const path of ["subtorus.d.ts", "run_view.d.ts", "www/build.js"]) cpSync(join(site, path), join("target/types", path));

/** What the module says of the program. @returns {Promise<{ build: string }>} */
async function about() {
  const module = await import(pathToFileURL(join(site, "subtorus.js")).href);
  module.initSync({ module: readFileSync(join(site, "subtorus_bg.wasm")) });
  return module.about();
}

/** The address of the source. */
function repository() {
  return /^repository = "(.*)"/m.exec(readFileSync("Cargo.toml", "utf8"))?.[1] ?? "";
}

/** The files of the version, from the folder of the site, in an order that is the same everywhere. */
function paths() {
  const all = readdirSync(site, { recursive: true }).map((name) => join(site, String(name)));
  const files = all.filter((file) => statSync(file).isFile()).map((file) => relative(site, file).split(sep).join("/"));
  return files.filter((path) => !NOT_KEPT.test(path)).sort();
}

/** @param {string | Buffer} content */
function digest(content) {
  return createHash("sha256").update(content).digest("hex");
}
