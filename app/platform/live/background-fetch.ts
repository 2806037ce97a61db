/**
 * Marks the requests of background reloads. React Router uses the browser's fetch and cannot add a header, so fetch is
 * wrapped once, before the first background reload. After a temporary failure (no network, a busy server) a background
 * reload waits and tries again, so that the page is never replaced by an error page. A navigation aborts the reload.
 */
import { pagePath } from "../http/page-path.ts";
import { BACKGROUND_HEADER, SESSION_OWNER_HEADER } from "./background.ts";

const PASSES = new Set([429, 502, 503, 504]);
const TRY_AGAIN_MS = 5000;
const LONGEST_WAIT_MS = 600_000;

let reloading: { address: string } | null = null;

/** Reloads the current page in the background and marks the requests. */
export async function inBackground(reload: () => Promise<void>): Promise<void> {
  const { pathname, search } = window.location;
  const mine = { address: pathname + search };
  reloading = mine;
  try {
    await reload();
  } finally {
    end(mine);
  }
}

export const isReloading = (): boolean => reloading !== null;

function end(reload: typeof reloading): void {
  if (reloading === reload) reloading = null;
}

export function markBackgroundRequests(): void {
  const plain = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const marked = input instanceof URL && isReload(input, init) ? input : null;
    if (!marked) return plain(input, init);
    // React Router aborts the reload's request when the person opens a page. Later requests belong to the opened page,
    // even if it is the same page, so they are not marked.
    const mine = reloading;
    init?.signal?.addEventListener("abort", () => end(mine), { once: true });
    return fetchPatiently(plain, marked, init ?? {});
  };
}

/**
 * True if the request belongs to the background reload. If the person follows a link during the reload, the request for
 * that page is not a part of the reload.
 */
function isReload(url: URL, init: RequestInit | undefined): boolean {
  if (reloading === null || (init?.method ?? "GET") !== "GET") return false;
  const path = pagePath(url);
  const query = new URLSearchParams(url.search);
  query.delete("_routes");
  const shown = new URL(reloading.address, url);
  return (
    path !== url.pathname &&
    path === shown.pathname &&
    query.toString() === new URLSearchParams(shown.search).toString()
  );
}

async function fetchPatiently(plain: typeof fetch, url: URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(BACKGROUND_HEADER, "1");
  for (;;) {
    const response = await plain(url, { ...init, headers }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      return null;
    });
    const owner = response?.headers.get(SESSION_OWNER_HEADER);
    // Another person has signed in with this browser. The whole page is loaded again, so that no data of the previous
    // person stays.
    if (owner && owner !== document.documentElement.dataset["owner"]) window.location.reload();
    if (response && !PASSES.has(response.status)) return response;
    await response?.body?.cancel();
    const asked = Number(response?.headers.get("Retry-After")) * 1000;
    const wait = Math.min(Math.max(asked || 0, TRY_AGAIN_MS), LONGEST_WAIT_MS);
    // The delay is random, so that all open pages do not retry at the same time.
    await pause(wait * (0.75 + Math.random() / 2), init.signal ?? null);
  }
}

function pause(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((done, failed) => {
    const stop = () => {
      clearTimeout(timer);
      failed(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
