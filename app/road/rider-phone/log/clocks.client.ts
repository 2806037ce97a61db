/** DEED-4: the phone's two clocks, and the known difference between the phone's and the server's clock. */
import { drawKey } from "../../../ui/page-key.ts";
import type { KnownLead, PhoneClock } from "../../deeds/protocol.ts";

/** The random id of this page load. The monotonic clock restarts at 0 with each load. */
const BOOT = drawKey().slice(0, 8);

export const phoneClock = (): PhoneClock => ({
  at: Date.now(),
  mono: Math.round(performance.now()),
  boot: BOOT,
});

/** Returns the difference between the server's and the phone's clock, from a response of the server. */
export function leadOf(serverTime: number): KnownLead {
  const clock = phoneClock();
  return { ...clock, lead: Math.round(serverTime - clock.at) };
}
