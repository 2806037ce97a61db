/** BULK-3: finds all errors of a row, each with its column, its value and what to do. Pure. */
import {
  bookingFields,
  newBooking,
  newCounterBooking,
  type NewBooking,
} from "../bookings/booking-form-schema.ts";
import { isPickupField, PICKUP_LABELS } from "../../domain/pickup-halves.ts";
import { stateCheck } from "../../places/state-check.ts";
import { ALWAYS, optionalEmailField } from "../../platform/http/fields.ts";
import { rowFormValues, shortenedPhone } from "./cell-values.ts";
import { BULK_FIELDS, isBulkField, type BulkColumn } from "./columns.ts";

export type RowError = {
  field: string;
  column: string;
  value: string;
  cure: string;
};
export type BatchKind = "customer" | "store" | "business" | "staff";

/** The fields about the sender, who is the same in all rows. */
const SENDER = {
  senderName: true,
  senderPhone: true,
  senderEmail: true,
  senderAddress: true,
  senderState: true,
  senderStateSure: true,
  dropOffHub: true,
  pickupDay: true,
  pickupHalf: true,
} as const;
const senderFields = bookingFields.pick(SENDER);

const refineSender = stateCheck("pickup address", ["senderAddress", "senderState", "senderStateSure"]);

/** Staff may leave out the sender's email, as at the counter. */
export const bulkSender = senderFields.superRefine(refineSender, ALWAYS);
export const bulkCounterSender = senderFields
  .extend({ senderEmail: optionalEmailField })
  .superRefine(refineSender, ALWAYS);

/** BULK-10: the fields of the pickup, which is the same for all parcels of a batch. */
export const bulkPickup = senderFields.pick({ pickupDay: true, pickupHalf: true });

const isOfSender = (field: string) => Object.hasOwn(SENDER, field);

/** Returns the name of the table's column for a field. If no column has this field, returns the field's label. */
function columnOf(field: string, columns: readonly BulkColumn[]): string {
  const asked = field === "receiverStateSure" ? "receiverState" : field;
  const came = columns.find((column) => column.field === asked)?.name;
  if (isPickupField(asked)) return PICKUP_LABELS[asked];
  return came ?? (isBulkField(asked) ? BULK_FIELDS[asked].label : asked);
}

export type CheckedRow = { ok: true; input: NewBooking } | { ok: false; errors: RowError[] };

/** Returns the booking of a row, or all errors of the row. `fields` are the corrected cells, by field. */
export function checkRow(
  {
    kind,
    sender,
    columns,
  }: { kind: BatchKind; sender: Record<string, string>; columns: readonly BulkColumn[] },
  { fields, fault }: { fields: Partial<Record<string, string>>; fault: string | null },
): CheckedRow {
  // BUSINESS-5: all parcels in the table of a business are paid on the business's account.
  const values = { ...rowFormValues(fields), ...(kind === "business" && { paysDelivery: "account" }) };
  const parsed = (kind === "staff" ? newCounterBooking : newBooking).safeParse({ ...sender, ...values });
  const messages = new Map<string, string>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0] ?? "row");
    if (!isOfSender(field) && !messages.has(field)) messages.set(field, message);
  }
  const shortened = shortenedPhone(fields["receiverPhone"] ?? "");
  if (shortened) messages.set("receiverPhone", shortened);
  const errors = [...messages].map(([field, cure]) => errorOf(field, cure, { fields, columns }));
  if (fault) errors.unshift({ field: "row", column: "the whole row", value: "", cure: `${fault}.` });
  if (errors.length > 0 || !parsed.success) {
    const sent = parsed.error?.issues[0]?.message ?? "Check the sender's details.";
    return { ok: false, errors: errors.length > 0 ? errors : [errorOf("row", sent, { fields, columns })] };
  }
  return { ok: true, input: parsed.data };
}

export const errorOf = (
  field: string,
  cure: string,
  { fields, columns }: { fields: Partial<Record<string, string>>; columns: readonly BulkColumn[] },
): RowError => ({
  field,
  column: columnOf(field, columns),
  value: fields[field === "receiverStateSure" ? "receiverState" : field] ?? "",
  cure,
});
