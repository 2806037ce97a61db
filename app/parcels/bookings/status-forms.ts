/** The schemas of the status forms: one booking, ticked bookings, all bookings of a filter, and undo. */
import * as z from "zod";
import { BOOKING_STATUSES, CHOOSE_STATUS, needsReason } from "../../domain/delivery-status.ts";
import { missingForFailed, STAFF_REASONS, type FailureReason } from "../../domain/failure-reasons.ts";
import { ALWAYS, optionalText, uuidField } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { MOST_SELECTED } from "./status-response.ts";

/** STATUS-6: the reason of Failed, and a note. */
export const reasonFields = {
  note: optionalText(500),
  // Pages that were loaded before this field existed send no reason. A missing reason counts as empty.
  reason: z
    .enum(["", ...STAFF_REASONS], "Choose a reason from the list")
    .nullable()
    .default("")
    .transform((reason) => reason || null),
};

/** STATUS-6: adds errors if a change to Failed lacks its reason, or the reason lacks its note. */
export function refineReason(
  {
    status,
    to = status,
    reason,
    note,
  }: Partial<Record<"status" | "to", string>> & {
    reason: FailureReason | null;
    note: string;
  },
  context: z.RefinementCtx,
) {
  const missing = needsReason(to) ? missingForFailed(reason, note) : null;
  for (const [name, message] of Object.entries(missing ?? {}))
    context.addIssue({ code: "custom", path: [name], message });
}

export const versionField = z.coerce.number().int().positive().max(2_000_000_000);

export const statusForm = z
  .object({
    ...reasonFields,
    id: uuidField,
    version: versionField,
    status: z.enum(BOOKING_STATUSES, CHOOSE_STATUS),
    /** The number of bookings that this change covers. The server sets it; no form sends it. */
    together: z.number().optional(),
  })
  .superRefine(refineReason, ALWAYS);

export const undoForm = z.object({ id: uuidField, version: versionField });

const CHOOSE = "Select at least one booking and choose a status.";
const to = z.enum(BOOKING_STATUSES, CHOOSE);

/** The form that changes all bookings of a filter. `filter` is the query of the list's URL. */
export const batchForm = z
  .object({ ...reasonFields, to, filter: z.string().default("") })
  .superRefine(refineReason, ALWAYS);

const rows = z
  .array(z.object({ id: uuidField, version: versionField, status: z.enum(BOOKING_STATUSES) }), CHOOSE)
  .min(1, CHOOSE);

export const selectedForm = withRows(
  "row",
  z.object({ ...reasonFields, to, rows }).superRefine(refineReason, ALWAYS),
);
export const undoSelectedForm = withRows("undo", z.object({ rows }));

/**
 * Collects the ticked rows into `rows`. A ticked row is a field `row:<id>` or `undo:<id>` with the value
 * '<version>:<status>'.
 */
function withRows<Schema extends z.ZodType>(kind: "row" | "undo", schema: Schema) {
  return z.preprocess(
    (sent: z.input<Schema>) =>
      typeof sent === "object" && sent !== null && !("rows" in sent)
        ? { ...(sent as object), rows: readRows(sent, kind) }
        : sent,
    schema,
  );
}

const rowValue = new RegExp(`^(\\d{1,9}):(${BOOKING_STATUSES.join("|")})$`);

function readRows(sent: object, kind: "row" | "undo") {
  return Object.entries(sent)
    .flatMap(([name, value]) => {
      const [is, id] = name.split(":");
      const parts = rowValue.exec(String(value));
      return is === kind && parts && isUuid(id) ? [{ id, version: parts[1], status: parts[2] }] : [];
    })
    .slice(0, MOST_SELECTED);
}
