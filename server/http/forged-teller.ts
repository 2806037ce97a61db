/**
 * Logs webhook messages with a wrong signature. Anybody can send such messages in any number, so the number of log
 * lines is limited.
 */
import type { Services } from "../../app/platform/services.server.ts";

const TELL_EVERY_MS = 60_000;

/** Returns a function that counts forged messages. It logs at most one line a minute, with their number. */
export function forgedTeller(words: string) {
  const forged = { count: 0, toldAt: -Infinity };
  return (log: Pick<Services["log"], "warn">, path: string, now: number): void => {
    forged.count++;
    if (now - forged.toldAt < TELL_EVERY_MS) return;
    const messages = forged.count;
    Object.assign(forged, { count: 0, toldAt: now });
    log.warn({ path, messages }, `${words}; further ones are counted for a minute`);
  };
}
