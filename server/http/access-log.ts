/**
 * RUN-11: writes a line for each request that ACCESS_LOG selects, without personal data. Each refusal also gets a line
 * with the IP address for fail2ban. fail2ban's filter depends on the order of the line's fields (docs/fail2ban).
 */
import type { Config } from "../config.ts";
import type { Log } from "../observe/log.ts";
import type { EndedRequest } from "./request-record.ts";

const SLOW_MS = 1000;
const EVENTS: Record<number, string> = { 403: "forbidden", 429: "rate_limited" };

export function accessLog(
  log: Pick<Log, "info" | "warn">,
  which: Config["accessLog"],
): (ended: EndedRequest) => void {
  return ({ id, method, route, status, ms, bytes, principal, ip }) => {
    const event = EVENTS[status];
    if (event) log.warn({ event, ip, id, method, route, status }, "refused");
    if (which === "off") return;
    // The live stream of a page lasts for hours but is not slow.
    const slow = (ms >= SLOW_MS && !route.startsWith("/live/")) || status >= 500;
    if (which === "all" || slow)
      log.info({ id, method, route, status, ms: Math.round(ms), bytes, principal }, "request");
  };
}
