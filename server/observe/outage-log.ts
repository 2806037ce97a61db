/**
 * RUN-20: writes one log line when the database becomes unavailable, one for each minute of the outage, and one when
 * the database responds again. Otherwise every request and job during the outage would write a line with a stack.
 */
import type { Logger, LoggerOptions } from "pino";
import { isDatabaseUnavailable } from "../../app/platform/db/client.server.ts";

const EVERY_MS = 60_000;
/** The outage counts as over after this time without a failure. Queues query the database at shorter intervals. */
const QUIET_MS = 10_000;
const LOOK_MS = 5_000;

type Outage = { begunAt: number; lastAt: number; toldAt: number; failures: number; timer: NodeJS.Timeout };

/** Counts log lines about an unavailable database instead of writing them. */
export function outageHook(): NonNullable<LoggerOptions["hooks"]> {
  let outage: Outage | null = null;

  const look = (log: Logger): void => {
    if (!outage) return;
    const now = performance.now();
    const { begunAt, lastAt, toldAt, failures } = outage;
    const facts = { failures, seconds: Math.round((lastAt - begunAt) / 1000) };
    if (now - lastAt >= QUIET_MS) {
      clearInterval(outage.timer);
      outage = null;
      log.warn(facts, "the database is available again");
    } else if (now - toldAt >= EVERY_MS) {
      outage.toldAt = now;
      log.warn(facts, "the database is still unavailable");
    }
  };

  return {
    logMethod(args, method) {
      const problem = problemOf(args[0]);
      if (!isOutage(problem)) return method.apply(this, args);
      const now = performance.now();
      if (outage) {
        outage.failures++;
        outage.lastAt = now;
        return;
      }
      const timer = setInterval(() => look(this), LOOK_MS).unref();
      outage = { begunAt: now, lastAt: now, toldAt: now, failures: 1, timer };
      this.error(
        { reason: (problem as Error).message, code: (problem as NodeJS.ErrnoException).code },
        "the database is unavailable; further failures are counted, with one line a minute",
      );
    },
  };
}

/** True if the database is unavailable. pg-boss reports a plain object with the properties of the error. */
function isOutage(problem: unknown): boolean {
  const { name } = (problem ?? {}) as { name?: unknown };
  return name === "DatabaseUnavailable" || isDatabaseUnavailable(problem);
}

function problemOf(first: unknown): unknown {
  return typeof first === "object" && first !== null && "err" in first ? first.err : first;
}
