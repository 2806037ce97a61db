/** Correcting the addresses, phones, weight and amount to collect of a booking until it is delivered. */
import { eq } from "drizzle-orm";
import type { Admin } from "../domain/actor.ts";
import { DELETED_EMAIL } from "../domain/erased.ts";
import type { Corrections } from "../domain/event-kinds.ts";
import { formatPhone, toE164 } from "../domain/phone.ts";
import { recognisePlace } from "../domain/recognise-place.ts";
import { COLLECT_LABEL } from "../domain/settlement.ts";
import { formatWeight, parseWeight } from "../domain/weight.ts";
import { deliveries } from "../platform/db/schema.ts";
import { handlingAt } from "../settlements/ask-collection.server.ts";
import { correctCollection } from "../settlements/correct-collection.server.ts";
import { refuse } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import { changeBooking, whoWasFaster, writeChange, type ChangeResult } from "./change-booking.server.ts";
import { CORRECTED_FIELDS, type CorrectionForm } from "./correction-form-schema.ts";

type Details = Pick<typeof deliveries.$inferSelect, keyof typeof CORRECTED_FIELDS>;

/**
 * Corrects a booking: row, event with before and after, activity-log row and the sender's mail in one transaction
 * (STAFF-23). Refuses roles that only read, a delivered booking, what the booking form would refuse (field errors), and
 * a version that somebody else has changed meanwhile, and an amount to collect as correctCollection does (COD-7). What stays the
 * same is no change. Weight in kg.
 */
export async function correctBooking(
  services: Services,
  admin: Admin,
  { id, version, input }: { id: string; version: number; input: CorrectionForm },
  key: string,
): Promise<ChangeResult> {
  const of = {
    permission: "correctBooking",
    id,
    content: { correct: id, ...input },
    key,
    what: "this was not corrected",
  } as const;
  const handling = await handlingAt(services, services.now());
  return changeBooking(services, admin, of, async (tx, booking, form) => {
    const read = details(input);
    if (!read.ok) return refuse("invalid", read.errors);
    if (booking.status === "delivered")
      return refuse("invalid", "This parcel is delivered. Its details can no longer be changed.");
    if (booking.version !== version) return refuse("conflict", await whoWasFaster(tx, booking));
    const [before] = await tx.select().from(deliveries).where(eq(deliveries.id, id));
    const differs = before ? difference(before, read.details) : {};
    const fields = Object.keys(differs) as (keyof Details)[];
    const { code: trackingCode } = booking;
    const collection = await correctCollection(tx, booking, input.collect, handling);
    if ("error" in collection) return refuse("invalid", { collect: collection.error });
    const { collect } = collection;
    if (!before || (fields.length === 0 && !collect))
      return { ok: true, changed: false, trackingCode, version };
    // A deleted account leaves nothing behind: its values are not written into the history.
    const erased = before.senderEmail === DELETED_EMAIL;
    const changes: Corrections = Object.fromEntries(
      fields.map((field) => [
        CORRECTED_FIELDS[field],
        erased ? ["…", "…"] : [shown(field, before), shown(field, read.details)],
      ]),
    );
    if (collect) changes[COLLECT_LABEL] = collect.shown;
    const written = await writeChange(services, tx, {
      admin,
      booking,
      form,
      row: { ...differs, ...towns(read.details) },
      event: { kind: "corrected", toStatus: booking.status, changes },
      description: `corrected ${Object.keys(changes).join(", ")}`,
    });
    if (!written) return null;
    await collect?.write(services.now());
    await services.jobs.add(tx, "mail", {
      kind: "booking_corrected",
      deliveryId: id,
      eventId: written.eventId,
    });
    return { ok: true, changed: true, trackingCode, version: written.version };
  });
}

type Read = { ok: true; details: Details } | { ok: false; errors: Record<string, string> };

function details(input: CorrectionForm): Read {
  const errors: Record<string, string> = {};
  const senderState = input.senderState || recognisePlace(input.senderAddress).state;
  const receiverState = input.receiverState || recognisePlace(input.receiverAddress).state;
  const senderPhone = toE164(input.senderPhone);
  const receiverPhone = toE164(input.receiverPhone);
  const weight = parseWeight(input.packageWeight);
  if (!senderState) errors["senderState"] = "Choose the state of the pickup address";
  if (!receiverState) errors["receiverState"] = "Choose the state of the delivery address";
  if (!senderPhone) errors["senderPhone"] = "Enter a real phone number, e.g. 0803 123 4567";
  if (!receiverPhone) errors["receiverPhone"] = "Enter a real phone number, e.g. 0803 123 4567";
  if (!weight.ok) errors["packageWeight"] = weight.error;
  if (!senderState || !receiverState || !senderPhone || !receiverPhone || !weight.ok)
    return { ok: false, errors };
  const { senderAddress, receiverAddress } = input;
  const places = { senderAddress, senderState, receiverAddress, receiverState };
  return { ok: true, details: { ...places, senderPhone, receiverPhone, packageWeight: weight.kg } };
}

function difference(before: Details, after: Details): Partial<Details> {
  const fields = (Object.keys(CORRECTED_FIELDS) as (keyof Details)[]).filter(
    (field) => before[field] !== after[field],
  );
  return Object.fromEntries(fields.map((field) => [field, after[field]]));
}

/** The towns that the addresses name, where they lie in the chosen states. */
function towns({ senderAddress, senderState, receiverAddress, receiverState }: Details) {
  const [from, to] = [recognisePlace(senderAddress), recognisePlace(receiverAddress)];
  return {
    senderTown: from.state === senderState ? from.town : null,
    receiverTown: to.state === receiverState ? to.town : null,
  };
}

function shown(field: keyof Details, of: Details): string {
  if (field === "packageWeight") return formatWeight(of.packageWeight);
  return field === "senderPhone" || field === "receiverPhone" ? formatPhone(of[field]) : of[field];
}
