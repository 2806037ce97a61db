/** PHONE-9: how long a deed may be taken back or corrected on the phone, by its own clock. */
import { CORRECT_MS, type Deed } from "../deeds/protocol.ts";
import { phoneClock } from "./clocks.client.ts";
import { msSince } from "./since.ts";

export const mayChange = (deed: Deed): boolean => msSince(deed.clock, phoneClock()) < CORRECT_MS;
