/**
 * How often open pages are notified. A back-office list costs the server some milliseconds (bench/RESULTS.md), so the
 * time between two reloads of a page grows with the number of pages to notify, and further while the process is busy.
 */
import { performance } from "node:perf_hooks";

const SHORTEST_MS = 1000;
const LONGEST_MS = 20_000;
/** The share of the process's time that one page's reload may take. */
const PER_PAGE_MS = 4;
/** After a gap every page reloads, so they are spread over a longer time. */
const PER_PAGE_AFTER_GAP_MS = 10;
const FULL = 0.9;

export type Pace = {
  /** The minimum time between two events of a stream, by the number of streams to notify. */
  interval(heardBy: number): number;
  /** How long the first event waits, so that not all pages reload at once. */
  spread(heardBy: number, missed: boolean): number;
};

/** `utilisation` is the busy share of the process's time since the last call, from 0 to 1. */
export function createPace(utilisation: () => number, now: () => number): Pace {
  let factor = 1;
  let looked = now();
  const look = () => {
    if (now() - looked < 1000) return;
    looked = now();
    const busy = utilisation();
    if (busy > FULL) factor = Math.min(factor * 1.5, LONGEST_MS / SHORTEST_MS);
    else factor = Math.max(factor * 0.8, 1);
  };
  const interval = (heardBy: number) => {
    look();
    return Math.min(Math.max(SHORTEST_MS, heardBy * PER_PAGE_MS) * factor, LONGEST_MS);
  };
  return {
    interval,
    spread(heardBy, missed) {
      const most = missed
        ? Math.min(heardBy * PER_PAGE_AFTER_GAP_MS, LONGEST_MS)
        : Math.min(heardBy * PER_PAGE_MS, interval(heardBy));
      return most * Math.random();
    },
  };
}

/** The pace of this process. */
export function processPace(): Pace {
  let last = performance.eventLoopUtilization();
  return createPace(
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    () => performance.now(),
  );
}
