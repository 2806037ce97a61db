/**
 * How often open pages are told to ask again. A list of the back office costs the server some milliseconds
 * (bench/RESULTS.md), so the time between two reloads of a page grows with the number of pages that hear of a change,
 * and further while the process has no time left.
 */
import { performance } from "node:perf_hooks";

const SHORTEST_MS = 1000;
const LONGEST_MS = 20_000;
/** What one page's reload may take of the process's time. */
const PER_PAGE_MS = 5;
/** After a gap every page asks, whatever it shows: they take longer over it. */
const PER_PAGE_AFTER_GAP_MS = 10;
const FULL = 0.9;

export type Pace = {
  /** The least time between two changes told on one stream, by how many streams hear of this one. */
  interval(heardBy: number): number;
  /** How long to wait before the first, so that not all pages ask at once. */
  spread(heardBy: number, missed: boolean): number;
};

/** `utilisation` is the share of time, from 0 to 1, that the process was busy since it was last asked. */
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
