/** DEED-4: the two clocks of the phone, and their known difference to the server's clock. */
import { drawKey } from "../../../ui/page-key.ts";
import type { KnownLead, PhoneClock } from "../../deeds/protocol.ts";

/** The random id of this page load. The monotonic clock restarts at 0 with each load. */
const BOOT = drawKey().slice(0, 8);

export const phoneClock = (): PhoneClock => ({
  at: Date.now(),
  mono: Math.round(performance.now()),
  boot: BOOT,
});

/** The difference of the clocks, from a response of the server. */
export function leadOf(serverTime: number): KnownLead {
  const clock = phoneClock();
  return { ...clock, lead: Math.round(serverTime - clock.at) };
}
