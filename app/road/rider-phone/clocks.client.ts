/** DEED-4: the two clocks of the phone, and what it knows of ours. */
import { drawKey } from "../../ui/page-key.ts";
import type { KnownLead, PhoneClock } from "../deeds/protocol.ts";

/** The monotonic clock begins at 0 with each page. */
const BOOT = drawKey().slice(0, 8);

export const phoneClock = (): PhoneClock => ({
  at: Date.now(),
  mono: Math.round(performance.now()),
  boot: BOOT,
});

/** What an answer of the server says of the phone's clock. */
export function leadOf(serverTime: number): KnownLead {
  const clock = phoneClock();
  return { ...clock, lead: Math.round(serverTime - clock.at) };
}
