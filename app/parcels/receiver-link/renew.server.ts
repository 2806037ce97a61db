/** RECEIVER-1, RECEIVER-4: another PIN, and another link. */
import { sql } from "drizzle-orm";
import { everybody } from "../../access/by.server.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { tellReceivers } from "../../notifications/tell-receivers.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents, receiverLinks } from "../../platform/db/schema.ts";
import { refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { lockParcel, ofParcel, refuseRenewal, type OfParcel, type Parcel } from "./of-parcel.server.ts";
import { drawAnotherPin } from "./pins.server.ts";

const NAMES = { sender: "Sender", receiver: "Receiver" };

/** Limited for each parcel and hour, because the holder of the link could fill the history. */
async function countRenewal({ services }: { services: Services }, { code }: OfParcel) {
  const limit = await services.limits.consume("renewalsPerParcel", code);
  return limit.ok
    ? ({ ok: true, prepared: null } as const)
    : refuseTooMany("Too many were made for this parcel in a short time.", limit);
}

/** The history's entry for staff, which does not contain the PIN. */
const noteRenewal = (tx: Tx, at: Date, { id, status }: Parcel, who: OfParcel["who"], note: string) =>
  tx.insert(bookingEvents).values({
    bookingId: id,
    kind: "noted",
    fromStatus: status,
    toStatus: status,
    occurredAt: at,
    receivedAt: at,
    byName: NAMES[who],
    note,
  });

/**
 * Draws another PIN for the receiver or the sender. The old one becomes invalid, and the receiver is told the new one. Refuses a parcel that arrived or failed.
 */
export const drawPin = operation({
  name: "receivers.draw_pin",
  by: everybody,
  input: ofParcel,
  prepare: countRenewal,
  on: lockParcel,
  run: async ({ services, tx, at }, { who }, parcel) => {
    if (!isOnTheWay(parcel.status)) return refuseRenewal("conflict", "over");
    await drawAnotherPin(services, tx, parcel.id);
    await noteRenewal(tx, at, parcel, who, "A new PIN was drawn.");
    await tellReceivers({ services, tx, at }, "out_for_delivery", [parcel.id], { later: true });
    return { ok: true };
  },
  publish: (_, { code }) => [`booking:${code}`],
});

/** Makes new links for the sender: the receiver's and staff's. The old ones become invalid. */
export const renewLink = operation({
  name: "receivers.renew_link",
  by: everybody,
  input: ofParcel,
  prepare: countRenewal,
  on: lockParcel,
  run: async ({ tx, at }, { who }, parcel) => {
    await tx
      .insert(receiverLinks)
      .values({ bookingId: parcel.id, generation: 1 })
      .onConflictDoUpdate({
        target: receiverLinks.bookingId,
        set: { generation: sql`${receiverLinks.generation} + 1` },
      });
    await noteRenewal(tx, at, parcel, who, "The receiver's link was renewed.");
    return { ok: true };
  },
  publish: (_, { code }) => [`booking:${code}`],
});
