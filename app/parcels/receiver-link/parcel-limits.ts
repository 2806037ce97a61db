/** The limits of one parcel's forms, because anyone with its link could fill the history. */
import { HOUR, rateLimit } from "../../platform/limits/rate-limit.ts";

/** How often a parcel's PIN and link may be renewed. */
export const RENEWALS = rateLimit("renewalsPerParcel", 5, HOUR);
/** TELL-12: how many SMS codes may be sent for one parcel. The receiver types a code to see the PIN. */
export const CODES = rateLimit("codesPerParcel", 5, HOUR);
/** How many choices and reports the receiver may send. */
export const CHOICES = rateLimit("choicesPerParcel", 20, HOUR);
