/**
 * WEB-12: the service worker: caches pages for use offline, and sends the entries of the send queue. It is a separate
 * script (app/entry.worker.ts, scripts/service-worker-build.ts) with the version of its build. Each version has its own
 * cache. A page is cached only if it is of the same build, and only together with every file that it needs. A new
 * version becomes active only after the last page of the old version is closed. Other responses are passed on and never
 * cached, so no personal data is cached.
 */
import { isSlowLine } from "../ui/when-idle.ts";
import { sendAll, SYNC_TAG } from "./send-queue.ts";

declare const BUILD: { version: string; manifest: string; ahead: string[] };

type Later = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Later & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};
type Worker = {
  registration: { navigationPreload?: { enable(): Promise<void> } };
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: Later) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "sync", listener: (event: Later & { tag: string }) => void): void;
  addEventListener(type: "message", listener: (event: Later & { data: unknown }) => void): void;
};
const worker = self as unknown as Worker;

const CACHES = "ona-";
const CACHE = CACHES + BUILD.version;
const PAGES = ["/offline", "/book", "/track"];
const PICTURES = ["/map-nigeria.svg", "/favicon.svg"];
const STORE = /^\/stores\/[\w-]+$/;
const MOST_STORES = 3;
/** Matches pages that are never cached: those of staff and store owners, and personal pages. */
const PRIVATE =
  /^\/(admin|store|profile|live|mailbox|auth-callback|reset-password|logout|healthz|readyz)(\/|$)/;
const TIMEOUT_MS = 4_000;

/** Adds the service worker's listeners. This must happen while the script loads, never later. */
export function startWorker(): void {
  worker.addEventListener("install", (event) => event.waitUntil(cacheVersion()));
  worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
  worker.addEventListener("sync", (event) => {
    if (event.tag !== SYNC_TAG) return;
    event.waitUntil(
      sendAll().then((left) => {
        // This error makes the browser repeat the background sync later.
        if (left > 0) throw new Error(`${left} entries still wait`);
      }),
    );
  });
  worker.addEventListener("message", (event) => {
    const path = (event.data as { keep?: unknown } | null)?.keep;
    if (typeof path === "string" && STORE.test(path)) event.waitUntil(cacheStore(path).catch(() => {}));
  });
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") {
      // The worker also answers requests for pages that are never cached. The browser has already requested the page
      // (navigation preload). If the worker did not use that response, the browser would request the page again.
      event.respondWith(PRIVATE.test(pathname) ? fromNetwork(event) : page(event));
    } else if (pathname.startsWith("/assets/")) event.respondWith(file(request));
    else if (PICTURES.includes(pathname)) event.respondWith(picture(request));
  });
}

/**
 * Caches the files of this version. If a file fails to load, the installation stops, so that an installed version is
 * always complete.
 */
async function cacheVersion(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) throw new Error("Save-Data");
  const cache = await caches.open(CACHE);
  try {
    for (const path of PAGES) await cachePage(cache, path);
    for (const path of PICTURES) await cache.put(path, await ask(path));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  for (const path of await cachedStores()) await cachePage(cache, path).catch(() => {});
  // The scripts of the most likely next pages are optional. If they fail to load, the version still counts as complete.
  if (!isSlowLine()) await cacheFiles(cache, BUILD.ahead, new Set()).catch(() => {});
}

async function cachedStores(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const paths = found.flat().map(({ url }) => new URL(url).pathname);
  return [...new Set(paths.filter((path) => STORE.test(path)))];
}

async function cacheStore(path: string): Promise<void> {
  const cache = await caches.open(CACHE);
  await cachePage(cache, path);
  const cached = (await cache.keys()).filter(({ url }) => STORE.test(new URL(url).pathname));
  for (const old of cached.slice(0, -MOST_STORES)) await cache.delete(old);
}

/**
 * Requests a page without cookies and caches the page. The page's files are cached first, so that a cached page is
 * complete.
 */
async function cachePage(cache: Cache, path: string): Promise<void> {
  const response = await ask(path, {
    credentials: "omit",
    headers: { "Ona-Offline-Cache": "1" },
    cache: "no-store",
    redirect: "error",
  });
  const html = await response.text();
  if (!html.includes(BUILD.manifest)) throw new Error(`${path} is of another version`);
  const seen = new Set<string>();
  await cacheFiles(cache, html.match(/\/assets\/[\w.-]+\.(?:js|woff2)/g) ?? [], seen);
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Set-Cookie"]) headers.delete(name);
  await cache.put(path, new Response(html, { headers }));
}

/**
 * Caches files, and the scripts that these files load later. Scripts that are named only in the build's manifest are
 * not cached, because the manifest names the scripts of every page.
 */
async function cacheFiles(cache: Cache, paths: readonly string[], seen: Set<string>): Promise<void> {
  const fresh = [...new Set(paths)].filter((path) => !seen.has(path));
  for (const path of fresh) seen.add(path);
  await Promise.all(
    fresh.map(async (path) => {
      const cached = (await cache.match(path)) ?? (await ask(path));
      const copy = cached.clone();
      await cache.put(path, cached);
      if (!path.endsWith(".js") || path === BUILD.manifest) return;
      const text = await copy.text();
      const more = [...text.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.js)["'`]/g)];
      await cacheFiles(
        cache,
        more.map(([, name]) => `/assets/${name}`),
        seen,
      );
    }),
  );
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/** Deletes the caches of older versions, once no page of an older version is open. */
async function takeOver(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  // The page that registered this worker was loaded without the worker. From now on the worker serves that page too.
  // The next version waits until the page is closed.
  await worker.clients.claim();
}

/** Responds from the network. The browser may have sent the request already, while this worker was starting. */
async function fromNetwork({ preloadResponse, request }: Fetching): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** Responds with a page from the network. After four seconds, or without a network, responds with the cached page. */
async function page(event: Fetching): Promise<Response> {
  const { request } = event;
  const { pathname, search } = new URL(request.url);
  const response = fromNetwork(event);
  const cache = await caches.open(CACHE);
  const cached = search === "" || pathname === "/offline" ? await cache.match(pathname) : undefined;
  if (!cached) return response.catch(() => instead(cache, request.url));
  const late = new Promise<null>((done) => setTimeout(() => done(null), TIMEOUT_MS));
  return (await Promise.race([response.catch(() => null), late])) ?? cached;
}

/**
 * Without a network, redirects a request for an uncached page to a cached page: the booking form, the store's page
 * without parameters, or the offline page.
 */
async function instead(cache: Cache, asked: string): Promise<Response> {
  const { pathname, search, searchParams } = new URL(asked);
  if (pathname === "/booking" || pathname === "/book") return Response.redirect("/book");
  const code = pathname === "/track" ? searchParams.get("code") : null;
  if (code) return Response.redirect(`/offline?code=${encodeURIComponent(code)}`);
  if (STORE.test(pathname) && (await cache.match(pathname))) return Response.redirect(pathname);
  // The offline page shows the requested URL, and opens it when the network is back.
  return Response.redirect(`/offline?asked=${encodeURIComponent(pathname + search)}`);
}

/**
 * Responds with a file, from the cache if it is there. A file is never outdated: its name contains a hash of the
 * content.
 */
async function file(request: Request): Promise<Response> {
  return (await (await caches.open(CACHE)).match(request)) ?? fetch(request);
}

async function picture(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await (await caches.open(CACHE)).match(request);
    if (cached) return cached;
    throw error;
  }
}
