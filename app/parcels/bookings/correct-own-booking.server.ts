/** BOOK-28: a sender corrects a pending booking until its waybill is printed. */
import { addEvents } from "../../history/add-events.server.ts";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { plainField } from "../../platform/http/fields.ts";
import { everybody } from "../../access/by.server.ts";
import { DELIVERY_TYPE_LABELS, type DeliveryType } from "../../domain/booking.ts";
import { middayOf } from "../../domain/dates.ts";
import { daysOf } from "../../domain/places-days.ts";
import type { TownAndState } from "../../domain/states.ts";
import type { Corrections } from "../../domain/event-kinds.ts";
import { findList } from "../../money/prices/requote.server.ts";
import { tellRiders } from "../../money/payments/door-online.server.ts";
import { sendToNewAddress } from "../../notifications/mail-again.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { withPlaces } from "./booking-form-schema.ts";
import { bookingTopics } from "./change-booking.server.ts";
import { ownCorrectedPrice } from "./corrected-price.server.ts";
import { fieldName, shownDetail } from "./correction-form-schema.ts";
import { refuseWithoutHub } from "./hub-choices.server.ts";
import { changedBefore, refuse, refuseOtherAccount, refuseUnserved } from "./messages.ts";
import { lockPending } from "./lock-while-sender-holds.server.ts";
import { OWN_CORRECTED_FIELDS, ownCorrectionForm } from "./own-correction-schema.ts";
import { versionField } from "./status-forms.ts";
import { refuseMoved } from "./with-sender.server.ts";
import { callUs } from "./call-us.server.ts";

const input = z
  .intersection(z.object({ code: plainField().max(40), version: versionField }), ownCorrectionForm)
  .transform(withPlaces);

type Field = keyof typeof OWN_CORRECTED_FIELDS;
const FIELDS = Object.keys(OWN_CORRECTED_FIELDS) as Field[];
const PRICED: Field[] = ["senderState", "receiverState", "packageWeight", "packageType", "deliveryType"];
type Details = Pick<typeof bookings.$inferSelect, Field>;

/**
 * Corrects a booking for its sender in one transaction: row, event with the old and new values, new price,
 * and mail. The caller must take `code` from a mailed URL or from the sender's own browser. Refuses:
 * - a booking that is no longer pending, a printed waybill, and an outdated version
 * - every input that the booking form refuses (field errors)
 * - changed pieces or a changed payer once a piece has left the sender
 * - a changed price that the form has not offered. This refusal contains the old and the new price in kobo.
 */
export const correctOwnBooking = operation({
  name: "bookings.correct_own",
  by: everybody,
  act: "corrected",
  input,
  varying: ["version", "origin", "destination"],
  prepare: async ({ services }, { code, paysDelivery }) => {
    const [row] = await services.db
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.trackingCode, code));
    const listed = row ? await findList(services, row.id) : null;
    return { ok: true, prepared: { listed, noPayer: await refuseWithoutHub(services, { paysDelivery }) } };
  },
  on: lockPending,
  run: async (work, { version, newPrice, origin, destination, ...typed }, booking) => {
    const { services, tx } = work;
    const { id, code } = booking;
    const [before] = await tx.select().from(bookings).where(eq(bookings.id, id));
    if (!before) throw new Error("a locked booking has no row");
    if (before.labelPrintedAt) return refuse("conflict", "label_printed", await callUs(services, tx));
    if (booking.version !== version) return refuse("conflict", "changed_by_staff");
    const moved = before.senderState !== origin.state || before.receiverState !== destination.state;
    const unserved = moved ? refuseUnserved(await services.company(tx), { origin, destination }) : null;
    if (unserved) return unserved;
    const { pieces = before.pieces, paysDelivery = before.paysDelivery } = typed;
    const { receiverEmail = before.receiverEmail } = typed;
    const after: Details = {
      ...typed,
      ...{ pieces, paysDelivery, receiverEmail, senderState: origin.state, receiverState: destination.state },
    };
    const fields = FIELDS.filter((field) => before[field] !== after[field]);
    if (fields.length === 0) return { ok: true, changed: false, priced: false, trackingCode: code };
    const payer = fields.includes("paysDelivery") ? work.prepared.noPayer : null;
    const late = refuseOtherAccount(before, after) ?? payer ?? (await refuseMoved(tx, id, fields));
    if (late) return late;
    const { senderState: from, receiverState: to, packageWeight: kg, packageType, deliveryType } = after;
    const corrected = { from, to, kg, packageType, service: deliveryType };
    const price = fields.some((field) => PRICED.includes(field))
      ? await ownCorrectedPrice(work, {
          id,
          code,
          listed: work.prepared.listed,
          corrected,
          response: newPrice,
        })
      : null;
    if (price && "code" in price) return price;
    const changes: Corrections = Object.fromEntries(
      fields.map((field) => [
        fieldName(OWN_CORRECTED_FIELDS, field, before),
        [shown(field, before, before), shown(field, after, before)],
      ]),
    );
    if (price) changes["Price"] = price.shown;
    const set = {
      ...Object.fromEntries(fields.map((field) => [field, after[field]])),
      ...{ senderTown: origin.town, receiverTown: destination.town, stateDoubt: false },
      ...(await movedDays(work, before, { deliveryType, origin, destination })),
    };
    await addEvents(work, [{ bookingId: id, kind: "corrected", changes, set }]);
    await tellRiders(tx, booking.runIds);
    if (fields.includes("receiverEmail")) await sendToNewAddress(tx, services.jobs, "bookingId", [id]);
    await price?.write();
    return { ok: true, changed: true, priced: price !== null, trackingCode: code };
  },
  conflict: () => changedBefore("this was not corrected"),
  publish: ({ changed, priced }, _, booking) => [
    ...(priced ? ["money" as const] : []),
    ...bookingTopics({ changed }, booking),
  ],
});

/** Returns the new days, counted from now, if the service or a place changed. Otherwise returns nothing. */
async function movedDays(
  { services, tx, at }: Pick<Work<unknown>, "services" | "tx" | "at">,
  before: typeof bookings.$inferSelect,
  {
    deliveryType,
    origin,
    destination,
  }: { deliveryType: DeliveryType; origin: TownAndState; destination: TownAndState },
) {
  const same =
    deliveryType === before.deliveryType &&
    isSame(origin, { town: before.senderTown, state: before.senderState }) &&
    isSame(destination, { town: before.receiverTown, state: before.receiverState });
  if (same) return {};
  const { pickupDay, lastDay } = daysOf(await services.daysRules(at, tx), at, {
    service: deliveryType,
    ...{ from: origin, to: destination, dropOffHubId: before.dropOffHubId, chosen: before.pickupDay },
  });
  return { pickupDay, estimatedDelivery: middayOf(lastDay), movedTo: null };
}
const isSame = (one: TownAndState, other: TownAndState) =>
  one.town === other.town && one.state === other.state;

const shown = (field: Field, of: Details, booking: { dropOffHubId: string | null }): string =>
  field === "deliveryType"
    ? DELIVERY_TYPE_LABELS[of.deliveryType].name
    : (shownDetail(field, of[field], booking) ?? String(of[field]));
