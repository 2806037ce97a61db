/** The schema of a scan. */
import * as z from "zod";
import { reasonFields, refineReason } from "../../parcels/bookings/status-forms.ts";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { scannedTrackingCode } from "../../domain/tracking-code.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** For so long a scan may wait; one that waited longer is dated so far back. */
const MOST_WAITING_MS = 30 * DAY_MS;
/** How long ago it was scanned, in milliseconds: a scan may have waited for the network. */
export const agedMs = z.coerce
  .number()
  .int()
  .min(0)
  .default(0)
  .catch(0)
  .transform((ms) => Math.min(ms, MOST_WAITING_MS));
const NO_CODE = "This is not a tracking code. Scan the barcode of our label, or type the code below it.";

export const scanForm = z
  .object({
    /** A tracking code, from what was read or typed. */
    code: z
      .string()
      .trim()
      .min(1, "Scan or type a code")
      .max(500, "This is not a tracking code.")
      .transform((text, issue) => {
        const code = scannedTrackingCode(text);
        if (!code && text !== "") issue.addIssue(NO_CODE);
        return code || z.NEVER;
      }),
    status: z.enum(BOOKING_STATUSES, "Choose the status to set"),
    ...reasonFields,
    agedMs,
  })
  .superRefine(refineReason);
