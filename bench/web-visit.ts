/** One first visit to a page on a slow phone: Chromium with throttled CPU and network, and an empty cache. */
import type { Browser } from "playwright-core";

export type Line = { megabits: number; roundTripMs: number };
export type Visit = { htmlAndCss: number; all: number; lcp: number; blocking: number; shift: number };

const SLOWER = 4;
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Time after the last byte for the page's own later work. */
const AT_REST_MS = 1500;

type Seen = { lcp: number; shift: number; tasks: { begun: number; took: number }[] };
declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const seen: Seen = (window.seen = { lcp: 0, shift: 0, tasks: [] });
  const observe = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => (seen.lcp = startTime));
  observe("layout-shift", ({ value = 0 }) => (seen.shift += value));
  observe("longtask", ({ startTime, duration }) => seen.tasks.push({ begun: startTime, took: duration }));
}

export async function visit(browser: Browser, url: string, line: Line): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  try {
    await context.addInitScript(watch);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    const bytesPerSecond = (line.megabits * 1e6) / 8;
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: line.roundTripMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const kinds = new Map<string, string>();
    const bytes = { htmlAndCss: 0, all: 0 };
    devtools.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      bytes.all += encodedDataLength;
      if (/^(Document|Stylesheet)$/.test(kinds.get(requestId) ?? "")) bytes.htmlAndCss += encodedDataLength;
    });
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForTimeout(AT_REST_MS);
    const { lcp, shift, tasks } = await page.evaluate(() => window.seen);
    const painted = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    );
    return { ...bytes, lcp, shift, blocking: blockingTime(tasks, painted) };
  } finally {
    await context.close();
  }
}

/** How long each task took beyond 50 ms, from the first paint on. */
function blockingTime(tasks: Seen["tasks"], painted: number): number {
  return tasks
    .filter(({ begun, took }) => begun + took > painted)
    .reduce((sum, { begun, took }) => sum + Math.max(0, Math.min(took, begun + took - painted) - 50), 0);
}
