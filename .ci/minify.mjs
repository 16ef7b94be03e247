/** The page's scripts and style sheets travel without comments, blanks and long names of their own. */
import { transform } from "esbuild";

/**
 * Scripts that keep their lines and names: www/own_sandbox.js joins the first three, and tests alter the others
 * (tests/browser).
 */
const EXTENDED = new Set(["subtorus.js", "www/worker_protocol.js", "www/own_host.js", "www/worker.js", "www/timeouts.js"]);
/** The examples of strategies are there to be read; what the build says of itself is as short as it can be. */
const AS_IT_IS = /^www\/(own_examples\/|build\.js$)/;

/**
 * The shorter text of a file; undefined if it is not a script or a style sheet, or travels as it is.
 * @param {string} path from the folder of the site
 * @param {string} text
 */
export async function minified(path, text) {
  const loader = path.endsWith(".js") ? "js" : path.endsWith(".css") ? "css" : undefined;
  if (!loader || AS_IT_IS.test(path)) return undefined;
  if (EXTENDED.has(path)) return withoutComments(text);
  const { code } = await transform(text, { loader, minify: true, format: loader === "js" ? "esm" : undefined, target: "es2022", legalComments: "none" });
  return code;
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
