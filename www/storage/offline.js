// @ts-check
/** Keeps this version of the page for use off-line, and offers a newer one. */
import { button } from '../views/dom.js';
import { notice } from '../views/notices.js';
import { SITE } from '../site_address.js';

/** Keeps this version for use off-line, and offers a newer one when there is one. Does nothing if the browser does not support it. */
export async function keepVersion() {
  const container = navigator.serviceWorker;
  if (!container) return;
  const script = new URL('service-worker.js', SITE);
  // This fails off-line, and in private windows of some browsers. The page works without it.
  const registration = await container.register(script, { updateViaCache: 'none' }).catch(() => undefined);
  if (!registration) return;
  const look = () => {
    if (registration.waiting && container.controller) offer(container, registration.waiting);
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
}

/**
 * @param {ServiceWorkerContainer} container
 * @param {ServiceWorker} newer
 */
function offer(container, newer) {
  const reload = button('Reload', () => {
    container.addEventListener('controllerchange', () => location.reload(), { once: true });
    newer.postMessage('take over');
  });
  container.addEventListener('message', () => {
    notice('version', 'A new version is here. It comes when no other tab shows this page: those keep theirs until they are closed. ', reload);
  });
  container.startMessages();
  notice('version', 'A new version is here. What is being run ends on this one. ', reload);
}
