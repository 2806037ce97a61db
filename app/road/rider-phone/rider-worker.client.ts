/**
 * PHONE-10: the service worker of `/rider`, with which the page opens without a network. The worker's file contains the
 * build's version, so that each release has a new worker. The new worker takes over at once. That is safe, because a
 * worker stores no data of the rider. The page itself stores `RiderDay`, deeds and pictures (deed-log.client.ts).
 */
declare const BUILD: { version: string; files: string[]; later: string[] };

type Later = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Later & { request: Request; respondWith(response: Promise<Response>): void };
type Worker = {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: Later) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
};
const worker = self as unknown as Worker;

const CACHES = "rider-page-";
const CACHE = CACHES + BUILD.version;
const PAGE = "/rider";
const PICTURES = ["/favicon.svg", "/icon-192.png"];
/**
 * A request for the page with this query goes to the network, not to the cache. A page of an old release sends such a
 * request (send-deeds.client.ts).
 */
const FRESH = "?fresh";

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === PAGE) event.respondWith(page(search === FRESH));
  } else if (BUILD.files.includes(pathname) || BUILD.later.includes(pathname) || PICTURES.includes(pathname))
    event.respondWith(file(pathname, request));
});

/** Caches the page and all of its files. If one file cannot be cached, the former release stays installed. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all([...BUILD.files, ...PICTURES].map(async (path) => cache.put(path, await ask(path))));
    await cache.put(PAGE, await ownPage());
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await worker.skipWaiting();
}

/** Fetches the page of this worker's release. Throws if the server has another release now. */
async function ownPage(): Promise<Response> {
  const response = await ask(PAGE, { credentials: "omit", cache: "no-store", redirect: "error" });
  const html = await response.text();
  if (!html.includes(`data-version="${BUILD.version}"`)) throw new Error("the page is of another release");
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Set-Cookie"]) headers.delete(name);
  return new Response(html, { headers });
}

/** Deletes old caches. The former release's cache stays, because an open page may still load files from it. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
  for (const name of others.slice(0, -1)) await caches.delete(name);
  await worker.clients.claim();
  const cache = await caches.open(CACHE);
  // These files are optional. They stay uncached if the disk is full or the network is poor.
  for (const path of BUILD.later)
    if (!(await cache.match(path)))
      await ask(path)
        .then((response) => cache.put(path, response))
        .catch(() => {});
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return response;
}

async function page(fresh: boolean): Promise<Response> {
  const kept = async () => (await caches.open(CACHE)).match(PAGE);
  if (!fresh) return (await kept()) ?? fetch(PAGE);
  return fetch(PAGE, { cache: "no-store" }).catch(async (error: unknown) => {
    const response = await kept();
    if (!response) throw error;
    return response;
  });
}

async function file(path: string, request: Request): Promise<Response> {
  return (await caches.match(path)) ?? fetch(request);
}

export {};
