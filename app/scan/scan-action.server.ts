/** The forms of the scan page: from its script one by one, and without JavaScript. */
import * as z from "zod";
import { reasonFields } from "../bookings/reason-fields.ts";
import type { Admin } from "../domain/actor.ts";
import { DELIVERY_STATUSES } from "../domain/booking.ts";
import { uuidField } from "../platform/http/fields.ts";
import { check, type RawValues } from "../platform/http/form.server.ts";
import { refusalText, refuse, responseInit, type Refusal } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import { scanParcel, undoScan } from "./scan-parcel.server.ts";
import type { ScanResponse } from "./scan.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const scanForm = z.object({
  code: z.string().trim().min(1, "Scan or type a code").max(500, "This is not a tracking code."),
  status: z.enum(DELIVERY_STATUSES, "Choose the status to set"),
  ...reasonFields,
  agedMs: z.coerce
    .number()
    .int()
    .min(0)
    .max(30 * DAY_MS)
    .default(0)
    .catch(0),
});
const undoForm = z.object({
  id: uuidField,
  version: z.coerce.number().int().positive().max(2_000_000_000),
  status: z.enum(DELIVERY_STATUSES),
});

/** The answer to a scan or its undo, and the status and headers of its response. */
export async function handleScan(
  services: Services,
  admin: Admin,
  rawValues: RawValues,
  key: string,
): Promise<{ response: ScanResponse; init: ResponseInit }> {
  const refused = (refusal: Refusal) => ({
    response: {
      ok: false,
      code: rawValues["code"] ?? "",
      text: refusalText(refusal),
      known: refusal.code === "conflict",
      back: null,
    },
    init: responseInit(refusal),
  });
  const undo = rawValues["intent"] === "undo";
  const checked = undo ? check(undoForm, rawValues) : check(scanForm, rawValues);
  if (!checked.ok) return refused(refuse("invalid", checked.errors));
  const result =
    "version" in checked.input
      ? await undoScan(services, admin, checked.input, key)
      : await scanParcel(services, admin, checked.input, key);
  if (!result.ok) return refused(result);
  return { response: result, init: {} };
}
