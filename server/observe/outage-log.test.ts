import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseUnavailable } from "../../app/platform/db/connection.server.ts";
import { LOG_OPTIONS } from "./log.ts";
import { outageHook } from "./outage-log.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

function openLog() {
  const lines: string[] = [];
  const log = pino({ ...LOG_OPTIONS, hooks: outageHook() }, { write: (line) => void lines.push(line) });
  const said = () => lines.map((line) => JSON.parse(line) as { msg: string; failures?: number });
  return { log, said };
}
const away = () => new DatabaseUnavailable("the database does not answer");

test("[RUN-20] an outage is one line when it begins, one a minute, and one when it has ended", () => {
  const { log, said } = openLog();
  // A failure of a request, the queue or a job is logged eight times a second, for 130 seconds.
  for (let at = 0; at < 130 * 8; at++) {
    if (at % 2) log.error({ err: away(), path: "/book" }, "database unavailable");
    else if (at % 3) log.warn({ err: { name: "DatabaseUnavailable", message: "away" } }, "queue");
    else log.child({ part: "queue" }).warn({ err: new Error("job failed", { cause: away() }) }, "queue");
    vi.advanceTimersByTime(125);
  }
  vi.advanceTimersByTime(20_000);
  const lines = said();
  expect(lines.map(({ msg }) => msg)).toEqual([
    "the database is unavailable; further failures are counted, with one line a minute",
    "the database is still unavailable",
    "the database is still unavailable",
    "the database is available again",
  ]);
  expect(lines.at(-1)?.failures).toBe(130 * 8);
  expect(JSON.stringify(lines)).not.toContain(" at ");
});

test("[RUN-20] every other line is written, also during an outage, and a second outage begins anew", () => {
  const { log, said } = openLog();
  log.warn({ err: away() }, "queue");
  log.warn({ err: new Error("a bug") }, "failed");
  log.info("text alone");
  vi.advanceTimersByTime(20_000);
  log.warn({ err: away() }, "queue");
  expect(said().map(({ msg }) => msg.split(";")[0])).toEqual([
    "the database is unavailable",
    "failed",
    "text alone",
    "the database is available again",
    "the database is unavailable",
  ]);
});
