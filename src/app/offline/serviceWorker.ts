/**
 * Keeps one version of the page for use offline; the build fills in which. A page gets the files of the version that it
 * was loaded with, and no others. Whatever is no file of the page, calls of models above all, passes untouched.
 */
declare const self: ServiceWorkerGlobalScope;
declare const __VERSION__: string;
/** Relative to the page's folder; `./` is the page itself, `assets/…` bear a hash of their contents in their names. */
declare const __FILES__: readonly string[];

const files = __FILES__;
const folder = self.registration.scope;
const addresses = new Set(files.map((file) => new URL(file, folder).href));
// Every page of the origin sees all caches.
const ownPrefix = `longrun ${folder} `;
const cacheName = ownPrefix + __VERSION__;

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
// The page of the first visit, too, is served from now on.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === 'takeOver') event.waitUntil(self.skipWaiting());
  if (event.data === 'loaded' && event.source instanceof Client) event.waitUntil(forgetOthers(event.source.id));
});

self.addEventListener('fetch', (event) => {
  const address = addressOf(event.request);
  if (address !== null) event.respondWith(kept(address).then((response) => response ?? fetch(event.request)));
});

/** Fails as a whole if one file fails; the browser tries again at a later visit. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(files.map((file) => keep(cache, file)));
}

async function keep(cache: Cache, file: string): Promise<void> {
  const isPage = file === './';
  const response = await fetch(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' });
  // Many hosts answer with a page where a file is missing.
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  const isRight = response.ok && !response.redirected && isHtml === isPage && (!isPage || isOfThisVersion(await response.clone().text()));
  if (!isRight) throw new Error(`${file} is not there in this version`);
  await cache.put(file, response);
}

/** A host may still, or already, serve the page of another version. */
function isOfThisVersion(html: string): boolean {
  return [...html.matchAll(/"\.\/(assets\/[^"]+)"/g)].every(([, file = '']) => addresses.has(folder + file));
}

/** Where the file that is asked for is kept; null for anything that is not the page's. */
function addressOf({ method, headers, mode, url }: Request): string | null {
  if (method !== 'GET' || headers.has('authorization')) return null;
  const { origin, pathname } = new URL(url);
  const address = origin + pathname;
  if (mode === 'navigate') return [folder, `${folder}index.html`].includes(address) ? folder : null;
  return addresses.has(address) || isAsset(address) ? address : null;
}

/** A page of an older version may still be open after this one took over: its assets are found by their names. */
async function kept(address: string): Promise<Response | undefined> {
  return (await caches.match(address, { cacheName })) ?? (isAsset(address) ? caches.match(address) : undefined);
}

function isAsset(address: string): boolean {
  return address.startsWith(`${folder}assets/`);
}

/** Deletes what other versions left behind, once the page that was just loaded is the only one and no update is under way. */
async function forgetOthers(pageId: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(ownPrefix) && name !== cacheName);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isAlone = windows.every(({ id, url }) => id === pageId || !url.startsWith(folder));
  const { installing, waiting } = self.registration;
  if (isAlone && !installing && !waiting) await Promise.all(others.map((name) => caches.delete(name)));
}
