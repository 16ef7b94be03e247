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

/** Fetches the version, all of it or none: each file has to be the one that was built with the others. */
async function keep() {
  const cache = await caches.open(store);
  try {
    await Promise.all(Object.entries(files).map(async ([path, sha256]) => {
      const response = await fetch(address(path), { cache: 'no-cache' });
      if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
      const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
      if (found !== sha256) throw new Error(`${path} is not of the version ${version}`);
      await cache.put(address(path), response);
    }));
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
 * What is kept, else what the server has: samples, and everything where the browser has thrown the version away.
 * @param {Request} request
 */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const folder = pathname.endsWith('/') ? 'index.html' : '';
  const kept = await caches.match(origin + pathname + folder, { cacheName: store }).catch(() => undefined);
  return kept ?? fetch(request);
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
