/** The limits of one parcel's forms, because anyone with its link could fill the history. */
import { HOUR, rateLimit } from "../../platform/limits/rate-limit.ts";

/** The renewals of a parcel's PIN and link. */
export const RENEWALS = rateLimit("renewalsPerParcel", 5, HOUR);
/** TELL-12: the SMS codes that are sent before a parcel's PIN is shown. */
export const CODES = rateLimit("codesPerParcel", 5, HOUR);
/** The choices and reports that the receiver makes. */
export const CHOICES = rateLimit("choicesPerParcel", 20, HOUR);
