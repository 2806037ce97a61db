/** Corrects the addresses, phones, emails, weight and amount to collect of a booking before its delivery. */
import { addEvents } from "../../history/add-events.server.ts";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import type { Company } from "../../domain/company.ts";
import { DELETED_EMAIL } from "../../domain/erased.ts";
import type { Corrections } from "../../domain/event-kinds.ts";
import { COLLECT_LABEL, type CodFeeTerms } from "../../domain/settlement.ts";
import { sendToNewAddress } from "../../notifications/mail-again.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { uuidField } from "../../platform/http/fields.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { findList, type Listed } from "../../money/prices/requote.server.ts";
import { lockRunsWith, tellRiders } from "../../money/payments/door-online.server.ts";
import { codFeeAt } from "../../money/settlements/cod-request.server.ts";
import { correctCollection } from "../../money/settlements/correct-collection.server.ts";
import {
  bookingTopics,
  lockBooking,
  logBookingChange,
  refuseChanged,
  type Changed,
  type LockedBooking,
} from "./change-booking.server.ts";
import { withPlaces } from "./booking-form-schema.ts";
import { correctedPrice } from "./corrected-price.server.ts";
import { CORRECTED_FIELDS, correctionForm, fieldName, shownDetail } from "./correction-form-schema.ts";
import { refuseWithoutHub } from "./hub-choices.server.ts";
import { changedBefore, refuse, refuseOtherAccount, refuseUnserved } from "./messages.ts";
import type { BookingOnRuns } from "./lock-while-sender-holds.server.ts";
import { versionField } from "./status-forms.ts";
import { moveDay } from "./move-day.server.ts";
import { refuseMoved } from "./with-sender.server.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";

type Field = keyof typeof CORRECTED_FIELDS;
type Details = Pick<typeof bookings.$inferSelect, Field>;
type Before = Details & Pick<typeof bookings.$inferSelect, "dropOffHubId">;

/** The values of the correction form, with the origin, the destination and the id of the booking. */
const correctionInput = z
  .intersection(z.object({ id: uuidField, version: versionField }), correctionForm)
  .transform(withPlaces);
type Correction = z.output<typeof correctionInput>;
type Prepared = {
  handling: CodFeeTerms | null;
  listed: Listed | null;
  company: Company;
  noPayer: Refusal | null;
};

/**
 * Corrects a booking in one transaction: row, event with the old and new values, activity-log row and the
 * sender's mail (STAFF-23). Values that stay the same are no change. Refuses:
 * - roles that only read, a delivered booking, and an outdated version
 * - every input that the booking form refuses (field errors)
 * - a new number of pieces or a new payer once a piece has left the sender
 * - a state that contradicts the address if staff did not confirm the state
 * - a changed price until staff choose the old or the new price
 * - every amount to collect that `correctCollection` refuses (COD-7)
 */
export const correctBooking = operation({
  name: "bookings.correct",
  by: staff("correctBooking"),
  act: "corrected",
  input: correctionInput,
  varying: ["version", "origin", "destination"],
  prepare: async ({ services, at }, { id, paysDelivery }) => {
    const [handling, listed, company, noPayer] = await Promise.all([
      codFeeAt(services, at),
      findList(services, id),
      services.company(),
      refuseWithoutHub(services, { paysDelivery }),
    ]);
    return { ok: true, prepared: { handling, listed, company, noPayer } };
  },
  on: async (work, { id }): Promise<BookingOnRuns | Refusal> => {
    const runIds = await lockRunsWith(work.tx, id);
    const booking = await lockBooking(work, { id });
    return "ok" in booking ? booking : { ...booking, runIds };
  },
  run: correct,
  conflict: () => changedBefore("this was not corrected"),
  publish: (done, _, booking) => [
    ...(done.priced ? ["money" as const] : []),
    ...bookingTopics(done, booking),
  ],
});

/** Writes a correction of a booking whose row is locked. `priced` is true if the price changed too. */
async function correct(
  work: Work<Admin, Prepared>,
  input: Correction,
  booking: BookingOnRuns,
): Promise<(Changed & { priced: boolean }) | Refusal> {
  const { services, tx, at, prepared } = work;
  const { id, version } = input;
  if (booking.status === DELIVERED) return refuse("invalid", "is_delivered");
  if (booking.version !== version) return refuseChanged(tx, booking);
  const [before] = await tx.select().from(bookings).where(eq(bookings.id, id));
  if (!before) throw new Error("a locked booking has no row");
  const after = detailsOf(input, before);
  const differs = difference(before, after);
  const moved = differs.senderState || differs.receiverState;
  const unserved = moved ? refuseUnserved(prepared.company, input) : null;
  if (unserved) return unserved;
  const fields = Object.keys(differs) as (keyof Details)[];
  const late =
    refuseOtherAccount(before, after) ??
    (differs.paysDelivery && prepared.noPayer) ??
    (await refuseMoved(tx, id, fields));
  if (late) return late;
  const collection = await correctCollection(tx, booking, input.collect, prepared.handling);
  if ("error" in collection) return refuse("invalid", "wrong_collect", { text: collection.error });
  const { collect } = collection;
  if (fields.length === 0 && !collect) {
    if (before.stateDoubt) await confirmStates(work, booking);
    return { ...same(booking), changed: false, version, priced: false };
  }
  const { senderState: from, receiverState: to, packageWeight: kg } = after;
  const otherPrice = differs.senderState || differs.receiverState || differs.packageWeight;
  const price = otherPrice
    ? await correctedPrice(work, {
        ...{ id, code: booking.code, listed: prepared.listed },
        corrected: { from, to, kg },
        response: input.newPrice,
      })
    : null;
  if (price && "code" in price) return price;
  const changes = changesOf(fields, before, after);
  if (collect) changes[COLLECT_LABEL] = collect.shown;
  if (price) changes["Price"] = price.shown;
  const { origin, destination } = input;
  const set = { ...differs, senderTown: origin.town, receiverTown: destination.town, stateDoubt: false };
  const done = await addEvents(work, [{ bookingId: id, kind: "corrected", changes, set }]);
  await tellRiders(tx, booking.runIds);
  // If the new destination is closed on the promised day, the day moves. The correction's mail names the day.
  await moveDay(work, [id], { why: "closed" }, { quiet: true });
  await logBookingChange(work, booking, `corrected ${Object.keys(changes).join(", ")}`);
  if (differs.senderEmail ?? differs.receiverEmail)
    await sendToNewAddress(tx, services.jobs, "bookingId", [id]);
  await collect?.write(at);
  await price?.write();
  return {
    ...same(booking),
    changed: true,
    version: done.get(id)!.version,
    priced: price !== null,
  };
}

/** STAFF-28: staff confirm states that differ from the addresses. No value changes, so no mail is sent. */
async function confirmStates(work: Work<Admin>, booking: LockedBooking): Promise<void> {
  await work.tx.update(bookings).set({ stateDoubt: false }).where(eq(bookings.id, booking.id));
  await logBookingChange(work, booking, "confirmed the states against the addresses");
}

const same = ({ code, status }: LockedBooking) => ({ ok: true as const, trackingCode: code, status });

const detailsOf = (
  {
    origin,
    destination,
    senderAddress,
    senderPhone,
    receiverAddress,
    receiverPhone,
    packageWeight,
    pieces,
    paysDelivery,
    senderEmail,
    receiverEmail,
  }: Correction,
  before: Details,
): Details => ({
  ...{ senderAddress, senderState: origin.state, senderPhone },
  ...{ receiverAddress, receiverState: destination.state, receiverPhone, packageWeight },
  ...{ pieces: pieces ?? before.pieces, paysDelivery: paysDelivery ?? before.paysDelivery },
  receiverEmail: receiverEmail === undefined ? before.receiverEmail : receiverEmail,
  // The email of a deleted account stays deleted.
  senderEmail:
    senderEmail === undefined || before.senderEmail === DELETED_EMAIL ? before.senderEmail : senderEmail,
});

/** Returns the changes for the history. After the sender's account was deleted, '…' replaces all values. */
function changesOf(fields: Field[], before: Before, after: Details) {
  const erased = before.senderEmail === DELETED_EMAIL;
  const changes: Corrections = Object.fromEntries(
    fields.map((field) => [
      fieldName(CORRECTED_FIELDS, field, before),
      erased ? ["…", "…"] : [shown(field, before, before), shown(field, after, before)],
    ]),
  );
  return changes;
}

function difference(before: Details, after: Details): Partial<Details> {
  const fields = (Object.keys(CORRECTED_FIELDS) as (keyof Details)[]).filter(
    (field) => before[field] !== after[field],
  );
  return Object.fromEntries(fields.map((field) => [field, after[field]]));
}

const shown = (field: Field, of: Details, booking: Before): string =>
  shownDetail(field, of[field], booking) ?? String(of[field]);
