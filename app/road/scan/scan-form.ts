/** The schemas of the requests for scans. */
import * as z from "zod";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { scannedTrackingCode, whichCode } from "../../domain/codes-in-text.ts";
import { reasonFields, refineReason } from "../../parcels/bookings/status-forms.ts";
import { optionalKobo, optionalText, plainField, uuidField } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { RECIPIENT_WORDS, SCAN_MODE_WORDS } from "./scan-modes.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The maximum age of a scan. An older scan is stored as if it were exactly this old. */
const MOST_WAITING_MS = 30 * DAY_MS;
/** How long the scan waited for the network, in milliseconds. */
const agedMs = z.coerce
  .number()
  .int()
  .min(0)
  .default(0)
  .catch(0)
  .transform((ms) => Math.min(ms, MOST_WAITING_MS));
const NO_CODE = "This is not a tracking code. Scan the barcode of our label, or type the code below it.";

const text = plainField().min(1, "Scan or type a code").max(500, "This is not a tracking code.");

export const scanForm = z
  .object({
    code: text.transform((read, issue) => {
      const code = scannedTrackingCode(read);
      if (!code && read !== "") issue.addIssue(whichCode(read) ?? NO_CODE);
      return code || z.NEVER;
    }),
    status: z.enum(BOOKING_STATUSES, "Choose the status to set"),
    ...reasonFields,
    agedMs,
  })
  .superRefine(refineReason);

/**
 * A scan in any mode. The fields besides the mode differ by mode. A page of an older release sends no mode, and sets
 * statuses.
 */
export const anyScan = z.looseObject({
  mode: z.enum(SCAN_MODE_WORDS, "Choose what the scan does").default("status"),
});

const chosen = (missing: string) => z.string(missing).refine(isUuid, missing);
const orNone = z
  .string()
  .default("")
  .refine((id) => id === "" || isUuid(id), "Choose one of the list")
  .transform((id) => id || null);
const hub = chosen("Choose the hub where you are.");
const run = chosen("Choose the run.");

/** The scanned text, not parsed yet. The search for the piece says what is wrong with the text. */
const code = text;

export const findForm = z.object({ code });
export const receiveForm = z.object({ code, hub, agedMs });
export const loadForm = z.object({ code, run, agedMs });
/** `hub`: which of a linehaul's two hubs receives the piece. Null for other runs. */
export const returnForm = z.object({ code, run, hub: orNone, agedMs });
export const toRunForm = z.object({ code, run, agedMs });
export const counterHandOverForm = z.object({
  code,
  hub,
  to: z.enum(RECIPIENT_WORDS).default("receiver"),
  /** The recipient's name. Without a name the server stores nothing, and asks the clerk for the name. */
  person: optionalText(80),
  /** The amount that the page asked the clerk to collect, in kobo. A page of an older release does not send it. */
  taken: optionalKobo.default(0),
  agedMs,
});
export const undoReceiveForm = z.object({ entry: z.coerce.number().int().positive() });
export const undoCountForm = z.object({ count: uuidField, piece: uuidField });
export const undoLoadForm = z.object({ run: uuidField, piece: uuidField });
