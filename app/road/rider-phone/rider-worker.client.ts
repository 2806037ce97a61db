/**
 * PHONE-10: the service worker of `/rider`, and of nothing else: it opens the page without a network. Its build is in its bytes, so that
 * each release is a new worker; it takes over at once, because it holds no data and the page saves everything before it shows it. The day,
 * deeds and pictures never pass through it: they are the page's (deed-log.client.ts).
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
/** A page that is told to be too old asks the network by this (send-deeds.client.ts), whatever is cached. */
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

/** All or nothing: a release that cannot be kept whole is not installed, and the one before stays. */
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

/** The page of this release: a server that is older or newer sends another one, and the browser tries again with its worker. */
async function ownPage(): Promise<Response> {
  const response = await ask(PAGE, { credentials: "omit", cache: "no-store", redirect: "error" });
  const html = await response.text();
  if (!html.includes(`data-version="${BUILD.version}"`)) throw new Error("the page is of another release");
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Set-Cookie"]) headers.delete(name);
  return new Response(html, { headers });
}

/** An open page may still load a file of its own release: the one before this stays. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
  for (const name of others.slice(0, -1)) await caches.delete(name);
  await worker.clients.claim();
  const cache = await caches.open(CACHE);
  // The page is whole without them. A phone with a full disk, or a poor network, does without.
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
