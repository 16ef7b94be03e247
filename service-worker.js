// @ts-check
/**
 * Keeps one whole version of the site, so that it works off-line, and never a mixture of two. It is the browser that sees
 * to the change: a new version waits until no page of the old one is open; only a page that is alone may ask it in.
 */
/// <reference no-default-lib="true" />
/// <reference lib="es2023" />
/// <reference lib="webworker" />

/**
 * What .ci/seal.mjs has written into site.js.
 * @typedef {{ version: string, files: Record<string, string> }} Site
 */

const worker = /** @type {ServiceWorkerGlobalScope & { SITE: Site }} */ (/** @type {unknown} */ (self));

worker.importScripts('site.js');
const { version, files } = worker.SITE;
/** Sites under other paths of this server have stores of their own. */
const family = `subtorus ${worker.registration.scope} `;
const store = family + version;

/** @param {string} path from the folder of the site */
function address(path) {
  return new URL(path, worker.registration.scope).href;
}

/** @param {ArrayBuffer} content */
async function sha256(content) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The response, once its content is known to be that of a file of this version; nothing where it is another.
 * @param {string} path
 * @param {Response} response
 */
async function checked(path, response) {
  const content = await response.arrayBuffer();
  // Not the response itself: where a server has led elsewhere, browsers do not take it for a page.
  return (await sha256(content)) === files[path] ? new Response(content, { headers: response.headers }) : undefined;
}

/** @param {string} path from the folder of the site */
async function fetched(path) {
  const response = await fetch(address(path), { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
  const found = await checked(path, response);
  if (!found) throw new Error(`${path} is not of the version ${version}`);
  return found;
}

/** Fetches the version, all of it or none: each file has to be the one that was built with the others. */
async function keep() {
  const cache = await caches.open(store);
  try {
    await Promise.all(Object.keys(files).map(async (path) => cache.put(address(path), await fetched(path))));
  } catch (error) {
    await caches.delete(store);
    throw error;
  }
}

/** No page of an earlier version is left. */
async function begin() {
  const others = (await caches.keys()).filter((name) => name.startsWith(family) && name !== store);
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * What is kept, if it is still what was kept; else the file of this version from the server, which is kept again. What is not of
 * the version (samples) comes from the server.
 * @param {Request} request
 */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const place = origin + pathname + (pathname.endsWith('/') ? 'index.html' : '');
  const path = place.slice(worker.registration.scope.length);
  if (!Object.hasOwn(files, path)) return fetch(request);
  const kept = await caches.match(place, { cacheName: store }).catch(() => undefined);
  const found = kept && (await checked(path, kept));
  if (found) return found;
  // The browser has thrown the version away, or something has changed it.
  const fresh = await fetched(path);
  const stored = fresh.clone();
  await caches.open(store).then((cache) => cache.put(address(path), stored), () => {});
  return fresh;
}

/**
 * Ends the wait, if the page that asks is the only one; the others may be in the middle of a run.
 * @param {Client} asking
 */
async function takeOver(asking) {
  const pages = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const others = pages.filter(({ id, url }) => id !== asking.id && url.startsWith(worker.registration.scope));
  if (others.length > 0) asking.postMessage({ kind: 'others', count: others.length });
  else await worker.skipWaiting();
}

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(begin()));
worker.addEventListener('message', (event) => {
  if (event.source instanceof Client) event.waitUntil(takeOver(event.source));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(worker.registration.scope)) event.respondWith(answer(request));
});
