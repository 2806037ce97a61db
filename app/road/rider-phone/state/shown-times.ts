/** PHONE-16: the times that the rider's page shows. Pure. */
import { lagosClock } from "../../../domain/dates.ts";
import type { Deed } from "../../deeds/protocol.ts";
import { ourTime } from "./since.ts";

/** Returns the Lagos time, such as 14:08, of a moment on the server's clock. */
export const clockTime = (at: number): string => {
  const { hours, minutes } = lagosClock(new Date(at));
  return `${hours}:${String(minutes).padStart(2, "0")}`;
};

/** Returns the Lagos time of a deed, corrected by the known error of the phone's clock. */
export const deedTime = ({ known, clock }: Deed): string => clockTime(ourTime(known, clock));
