/**
 * A static file server. `make serve` runs it at the root, with the headers of docs/hosting.md. Most tests run it under
 * a sub-path and without headers, as on the simplest host:
 *
 *     node server.mjs <folder> [port]
 */
import { createReadStream, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const HOST = "127.0.0.1";

/** Browsers accept modules and streamed WebAssembly only with these types. @type {Record<string, string>} */
const MEDIA_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/**
 * The headers that a host can set (docs/hosting.md): the policies of the documents, and that no other site frames or
 * reads them. The frame for own strategies has no origin wherever it is opened.
 *
 * @param {string} folder of the built site
 * @returns {(path: string) => Record<string, string>} by the path of a file below it
 */
export function hosted(folder) {
  const asked = (/** @type {string} */ file) =>
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(join(folder, file), "utf8"))?.[1] ?? "";
  const [page, own] = [asked("index.html"), asked("www/workers/own.html")];
  return (path) => ({
    "Content-Security-Policy": path.endsWith("www/workers/own.html")
      ? `sandbox allow-scripts; frame-ancestors 'self'; ${own}`
      : `frame-ancestors 'self'; ${page}`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  });
}

/**
 * Serves the files in `folder` under `prefix` (which begins and ends with a slash) on a port of 127.0.0.1, 0 for any
 * free port. Anything outside the prefix is not found.
 *
 * @param {string} folder
 * @param {{ port?: number, prefix?: string, headers?: (path: string) => Record<string, string> }} [options] headers by the path
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function serve(folder, { port = 0, prefix = "/", headers = () => ({}) } = {}) {
  const server = createServer(async (request, response) => {
    const file = await find(resolve(folder), prefix, request.url ?? "/");
    if (file === undefined) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
      return;
    }
    // Never cached, so that reloading shows the latest build.
    const type = MEDIA_TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-cache", ...headers(file) });
    createReadStream(file).pipe(response);
  });
  await new Promise((done, failed) => server.once("error", failed).listen(port, HOST, () => done(undefined)));
  const bound = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://${HOST}:${bound.port}${prefix}`, close };
}

/**
 * The file of a request, if it exists. A URL's path cannot climb above its root, so nothing outside `folder` is served.
 *
 * @param {string} folder
 * @param {string} prefix
 * @param {string} url
 */
async function find(folder, prefix, url) {
  try {
    const path = decodeURIComponent(new URL(url, `http://${HOST}`).pathname);
    if (!path.startsWith(prefix) || path.includes("..") || path.includes("\0")) return undefined;
    const rest = path.slice(prefix.length);
    const file = join(folder, rest === "" || rest.endsWith("/") ? `${rest}index.html` : rest);
    return (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder = "dist", port = "8080"] = process.argv.slice(2);
  try {
    const { address } = await serve(folder, { port: Number(port), headers: hosted(folder) });
    console.log(`\nSubtorus is at ${address} (Ctrl-C stops it)`);
  } catch (error) {
    console.error(`cannot serve on port ${port}: ${/** @type {Error} */ (error).message}; try make serve PORT=8081`);
    process.exitCode = 1;
  }
}
