/** Visits to pages on a slow phone: Chromium with throttled CPU and network, and an empty cache. */
import type { Browser, CDPSession, Page } from "playwright-core";
import type { CountingProxy } from "./counting-proxy.ts";

export type Line = { megabits: number; roundTripMs: number };
/**
 * The figures of a visit. `text`: the bytes of HTML and CSS without headers. `all`: every byte on the wire. `lcp`:
 * the time of the largest contentful paint, in ms. `blocking`: the blocking time, in ms. `shift`: the layout shift.
 */
export type Visit = { text: number; all: number; lcp: number; blocking: number; shift: number };
type Cookies = { name: string; value: string }[];

const SLOWER = 4;
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/**
 * An argument for the browser. Without it, the headless shell rounds the width of each letter to a whole pixel, so that
 * text is not as wide as on a phone.
 */
export const PHONE_ARGS = ["--font-render-hinting=none"];
/**
 * The fonts in which text may be shown before our fonts arrive. A phone has one of the first two. app/ui/theme.css
 * adjusts their widths to ours.
 */
const FALLBACKS = ["Roboto-Regular", "Arial", "Liberation Sans"];
/** The time after the last byte in which a page may still do work. */
const AT_REST_MS = 1500;
/** The time without a transfer after which a page and its service worker have finished preloading. */
const QUIET_MS = 5000;

type Seen = { lcp: number; shift: number; tasks: { begun: number; took: number }[] };
declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs in the page before the page's own scripts, and notes what the browser measures. */
function watch(): void {
  const seen: Seen = (window.seen = { lcp: 0, shift: 0, tasks: [] });
  const observe = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => (seen.lcp = startTime));
  observe("layout-shift", ({ value = 0 }) => (seen.shift += value));
  observe("longtask", ({ startTime, duration }) => seen.tasks.push({ begun: startTime, took: duration }));
}

type Wire = { kind: string; headers: number; bytes: number };

/** Counts the bytes of each response on the wire. Files from the browser's cache have none. */
function countBytes(devtools: CDPSession): () => Wire[] {
  const wires = new Map<string, Wire>();
  devtools.on("Network.responseReceived", ({ requestId, type, response }) =>
    wires.set(requestId, { kind: type, headers: response.encodedDataLength, bytes: 0 }),
  );
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const wire = wires.get(requestId);
    if (wire) wire.bytes = encodedDataLength;
  });
  return () => [...wires.values()];
}

const sum = (wires: Wire[], of: (wire: Wire) => number): number =>
  wires.reduce((total, wire) => total + of(wire), 0);
const textOf = (wires: Wire[]): number =>
  sum(
    wires.filter(({ kind, bytes }) => bytes > 0 && /^(Document|Stylesheet)$/.test(kind)),
    ({ bytes, headers }) => bytes - headers,
  );

async function onPhone<T>(
  browser: Browser,
  url: string,
  { line, cookies = [] }: { line?: Line; cookies?: Cookies },
  work: (page: Page, wires: () => Wire[]) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(PHONE);
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: new URL(url).origin })));
    await context.addInitScript(watch);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    if (line) {
      const bytesPerSecond = (line.megabits * 1e6) / 8;
      await devtools.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: line.roundTripMs,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      });
    }
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const wires = countBytes(devtools);
    await page.goto(url, { waitUntil: "networkidle" });
    return await work(page, wires);
  } finally {
    await context.close();
  }
}

/** The font in which the browser shows text before our fonts arrive. */
export async function fallbackFont(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  try {
    const found = await page.evaluate(
      (names) =>
        Promise.all(
          names.map((name) =>
            new FontFace("probe", `local("${name}")`).load().then(
              () => name,
              () => null,
            ),
          ),
        ),
      FALLBACKS,
    );
    return (
      found.find((name) => name !== null) ??
      `a font that no phone has (${FALLBACKS.join(", ")} are missing here): layout shift says little`
    );
  } finally {
    await page.close();
  }
}

/** One first visit to a page: of a stranger, or of a signed-in person if there are cookies. */
export const visit = (browser: Browser, url: string, line: Line, cookies?: Cookies): Promise<Visit> =>
  onPhone(browser, url, { line, ...(cookies && { cookies }) }, async (page, wires) => {
    await page.waitForTimeout(AT_REST_MS);
    const { lcp, shift, tasks } = await page.evaluate(() => window.seen);
    const painted = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    );
    const all = sum(wires(), ({ bytes }) => bytes);
    return { text: textOf(wires()), all, lcp, shift, blocking: blockingTime(tasks, painted) };
  });

/**
 * The bytes that a browser loads over the wire for its second page, once the first one is idle: `text` is HTML and
 * style, `script` is scripts.
 */
export const nextVisit = (
  browser: Browser,
  { origin, taken }: CountingProxy,
  [first, next]: [string, string],
): Promise<{ text: number; script: number }> =>
  onPhone(browser, origin + first, {}, async (page) => {
    // Waits until nothing was transferred for a while.
    do await page.waitForTimeout(QUIET_MS);
    while (taken().length > 0);
    await page.goto(origin + next, { waitUntil: "networkidle" });
    await page.waitForTimeout(AT_REST_MS);
    const later = taken();
    const of = (matches: (path: string) => boolean) =>
      later.filter(({ path }) => matches(path)).reduce((total, { bytes }) => total + bytes, 0);
    return {
      text: of((path) => path === next || path.endsWith(".css")),
      script: of((path) => path.endsWith(".js")),
    };
  });

/** The blocking time: the sum of each task's time beyond 50 ms, from the first paint on. */
function blockingTime(tasks: Seen["tasks"], painted: number): number {
  return tasks
    .filter(({ begun, took }) => begun + took > painted)
    .reduce((total, { begun, took }) => total + Math.max(0, Math.min(took, begun + took - painted) - 50), 0);
}
