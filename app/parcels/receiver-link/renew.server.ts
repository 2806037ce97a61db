/** RECEIVER-1, RECEIVER-4: replaces the PIN or the link. */
import { sql } from "drizzle-orm";
import { everybody } from "../../access/by.server.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { tellReceivers } from "../../notifications/tell-receivers.server.ts";
import { receiverLinks } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import {
  AUTHORS,
  countForParcel,
  lockParcel,
  noteEvent,
  ofParcelBy,
  refuseRenewal,
} from "./of-parcel.server.ts";
import { RENEWALS } from "./parcel-limits.ts";
import { drawAnotherPin } from "./pins.server.ts";

const countRenewal = countForParcel(RENEWALS, "Too many were made for this parcel in a short time.");

const ofEither = ({ who }: { who: "sender" | "receiver" }) =>
  ({ kind: "noted", source: who, by: AUTHORS[who] }) as const;

/**
 * Generates another PIN if the receiver or the sender asks for it. The old PIN becomes invalid, and the receiver gets
 * a message with the new PIN. Refuses a delivered or failed parcel.
 */
export const renewPin = operation({
  name: "receivers.draw_pin",
  by: everybody,
  act: ofEither,
  input: ofParcelBy,
  prepare: countRenewal,
  on: lockParcel,
  run: async ({ services, tx, at, act }, _, parcel) => {
    if (!isOnTheWay(parcel.status)) return refuseRenewal("conflict", "over");
    await drawAnotherPin(services, tx, parcel.id);
    // The event does not contain the PIN, because staff read the history and must not see the PIN.
    await noteEvent({ tx, act }, parcel, "noted", "A new PIN was drawn.");
    await tellReceivers({ services, tx, at }, "out_for_delivery", [parcel.id], { later: true });
    return { ok: true };
  },
  publish: (_, { code }) => [`booking:${code}`],
});

/** Makes new links for the receiver, staff and payers. The old links become invalid. */
export const renewLink = operation({
  name: "receivers.renew_link",
  by: everybody,
  act: ofEither,
  input: ofParcelBy,
  prepare: countRenewal,
  on: lockParcel,
  run: async ({ tx, act }, _, parcel) => {
    await tx
      .insert(receiverLinks)
      .values({ bookingId: parcel.id, generation: 1 })
      .onConflictDoUpdate({
        target: receiverLinks.bookingId,
        set: { generation: sql`${receiverLinks.generation} + 1` },
      });
    await noteEvent({ tx, act }, parcel, "noted", "The receiver's link was renewed.");
    return { ok: true };
  },
  publish: (_, { code }) => [`booking:${code}`],
});
