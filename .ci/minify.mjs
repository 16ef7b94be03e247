/** The page, its scripts and its style sheets travel without comments, blanks and long names of their own. */
import { transform } from "esbuild";

/**
 * Scripts that keep their lines and names: www/workers/own_sandbox.js joins the first three, and tests alter the others
 * (tests/browser).
 */
const EXTENDED = new Set(["subtorus.js", "www/workers/worker_protocol.js", "www/workers/own_host.js", "www/workers/worker.js", "www/workers/timeouts.js"]);
/** The examples of strategies are there to be read; what the build says of itself is as short as it can be. */
const MINIFIED = /^index\.html$|^(?!www\/(own_examples\/|build\.js$)).*\.(js|css)$/;

/** @param {string} path from the folder of the site */
export const isMinified = (path) => MINIFIED.test(path);

/**
 * The shorter text of the page, a script or a style sheet.
 * @param {string} path from the folder of the site
 * @param {string} text
 */
export async function minified(path, text) {
  if (EXTENDED.has(path)) return withoutComments(text);
  // It has no text of which the lines matter. What Trunk is to skip stays in it (.ci/modules builds it).
  if (path === "index.html") return text.replace(/<!--[^]*?-->|<link data-trunk [^>]*>/g, "").replace(/\n\s+/g, "\n");
  /** @type {import("esbuild").TransformOptions} */
  const kind = path.endsWith(".js") ? { loader: "js", format: "esm" } : { loader: "css" };
  return (await transform(text, { ...kind, minify: true, target: "es2022", legalComments: "none" })).code;
}

/**
 * A script without the lines that are nothing but comment. Texts that go over several lines have none that begins like one.
 * @param {string} script
 */
function withoutComments(script) {
  let within = false;
  const isCode = (/** @type {string} */ line) => {
    const begins = !within && line.startsWith("/**");
    if (!begins && !within) return !line.startsWith("//");
    within = !line.includes("*/");
    return !within && !line.endsWith("*/");
  };
  return script.split("\n").filter((line) => isCode(line.trim())).join("\n");
}
