/**
 * RUN-14: the pace of notifications. Each reload takes time on the server (bench/RESULTS.md), so the time between two
 * reloads of a page grows with the number of open pages. With 500 pages it is two seconds, and RUN-14 allows three.
 * Under full load, people's requests are served before reloads (server/http/admission.ts), so reloads become slow. A
 * page with slow reloads reloads less often (reload-queue.ts).
 */
const SHORTEST_MS = 1000;
const LONGEST_MS = 20_000;
/** For each page that is open in any process, the minimum time between two reloads of a page grows by this time. */
const PER_PAGE_MS = 4;
/**
 * Replaces PER_PAGE_MS after an interruption. The value is larger, because every page must then reload, and the reloads
 * are spread over more time.
 */
const PER_PAGE_AFTER_GAP_MS = 10;

/** Returns the minimum time in milliseconds between two events of a stream. */
export const eventInterval = (subscribers: number): number =>
  Math.min(Math.max(SHORTEST_MS, subscribers * PER_PAGE_MS), LONGEST_MS);

/** Returns a random delay in milliseconds, which spreads the reloads of all pages over time. */
export const reloadSpread = (subscribers: number, missed: boolean): number =>
  Math.min(subscribers * (missed ? PER_PAGE_AFTER_GAP_MS : PER_PAGE_MS), LONGEST_MS) * Math.random();
