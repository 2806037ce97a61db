/** PHONE-9: checks if a deed can still be undone or corrected, by the phone's own clock. */
import { CORRECT_MS, type Deed } from "../../deeds/protocol.ts";
import { phoneClock } from "./clocks.client.ts";
import { msSince } from "../state/since.ts";

export const mayChange = (deed: Deed): boolean => msSince(deed.clock, phoneClock()) < CORRECT_MS;
