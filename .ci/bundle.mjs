/** Puts scripts of the page together with the packages of .ci/package.json that they import. */
import { join } from "node:path";
import { build } from "esbuild";

const HERE = import.meta.dirname ?? ".ci";

/** The scripts that import packages, from www/. */
export const BUNDLED = ["code_editor.js"];

/**
 * Writes them into a site. Returns the folders of the packages in them.
 * @param {string} site
 */
export async function bundle(site) {
  const { metafile } = await build({
    entryPoints: BUNDLED.map((name) => join("www", name)),
    outdir: join(site, "www"),
    allowOverwrite: true,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    metafile: true,
    nodePaths: [join(HERE, "node_modules")],
    logLevel: "warning",
  });
  const packages = Object.keys(metafile.inputs).flatMap((path) => /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(packages)].sort();
}
