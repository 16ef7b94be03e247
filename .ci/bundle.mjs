/** Joins the page's scripts, with the packages of .ci/package.json that they import, and its styles to few files. */
import { readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build } from "esbuild";

const HERE = import.meta.dirname ?? ".ci";

/** From www/: what workers load stays as it is, because www/workers/own_sandbox.js joins it and tests alter it. */
const SEPARATE = ["../subtorus.js", "../run_view.js"].concat(
  ["version.js", "build.js"],
  ["worker", "worker_protocol", "own_host", "timeouts", "run_module", "streams"].map((name) => `workers/${name}.js`),
);

/** Imports of separate scripts remain imports, by the address that holds in www/. @type {import("esbuild").Plugin} */
const separate = {
  name: "separate",
  setup: ({ onResolve }) => onResolve({ filter: /^\./ }, ({ resolveDir, path }) => {
    const found = relative("www", join(resolveDir, path));
    return SEPARATE.includes(found) ? { path: found.startsWith("..") ? found : `./${found}`, external: true } : undefined;
  }),
};

/** From www/: what a visit begins with, and the styles of the page and of the guide. */
const ENTRIES = ["main.js", "styles/page.css", "styles/guide.css"];

/**
 * Puts all that main.js shares with scripts that are imported later into one file, not into one for each set of scripts
 * that share it: each of these scripts imports all of it. (A first visit loads 17 files and 3 kB less.)
 * @param {import("esbuild").Metafile} metafile of a build without this
 * @returns {import("esbuild").Plugin}
 */
function together({ outputs }) {
  const isEntry = (/** @type {string} */ path) => /\.js$/.test(outputs[path].entryPoint ?? "");
  const entries = Object.keys(outputs).filter(isEntry);
  const [main] = entries.filter((path) => path.endsWith("www/main.js"));
  const later = entries.filter((path) => path !== main).map((path) => resolve(outputs[path].entryPoint ?? ""));
  const loaded = outputs[main].imports.filter(({ kind, external }) => kind === "import-statement" && !external);
  const shared = loaded.flatMap(({ path }) => Object.keys(outputs[path].inputs)).map((path) => `import ${JSON.stringify(resolve(path))};`);
  return {
    name: "together",
    setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, ({ path }) =>
      later.includes(path) ? { contents: `${readFileSync(path, "utf8")}\n${shared.join("\n")}` } : undefined),
  };
}

/**
 * Writes the joined files into a site in the place of the single ones. Each script that is imported when it is needed
 * has a file beside www/main.js. Returns the names of the files, from the site's folder, and the folders of the
 * packages in them.
 * @param {string} site
 */
export async function bundle(site) {
  /** @type {import("esbuild").BuildOptions & { metafile: true }} */
  const options = {
    entryPoints: ENTRIES.map((name) => join("www", name)),
    outdir: join(site, "www"),
    outbase: "www",
    chunkNames: "[name]-[hash]",
    plugins: [separate],
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    metafile: true,
    nodePaths: [join(HERE, "node_modules")],
    logLevel: "warning",
  };
  const alone = await build({ ...options, write: false });
  const { metafile } = await build({ ...options, plugins: [separate, together(alone.metafile)] });
  const inputs = Object.keys(metafile.inputs);
  const joined = new Set(Object.keys(metafile.outputs).map((path) => path.slice(path.lastIndexOf("www/"))));
  for (const path of inputs) if (path.startsWith("www/") && !joined.has(path)) rmSync(join(site, path), { force: true });
  const packages = inputs.flatMap((path) => /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return { joined, packages: [...new Set(packages)].sort() };
}
