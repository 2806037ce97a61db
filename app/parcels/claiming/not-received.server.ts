/** CLAIM-3: the receiver reports 'I did not get this'. */
import { and, eq, max } from "drizzle-orm";
import { everybody } from "../../access/by.server.ts";
import { NOT_RECEIVED_HOURS } from "../../domain/claims.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";
import { textOrNull } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { RENEWALS } from "../receiver-link/parcel-limits.ts";
import { countForParcel, lockParcel, ofParcel, RECEIVER } from "../receiver-link/of-parcel.server.ts";
import { forgetDeliveries } from "../remembered-places/delivery-places.server.ts";
import { refuse } from "./messages.ts";
import { openClaim } from "./open-claim.server.ts";
import { receiversClaimOf } from "./read-claims.server.ts";

const HOUR_MS = 60 * 60 * 1000;

type Delivered = { id: string; deliveredAt: Date };

/**
 * Returns the end of the time in which the receiver may report a delivered parcel as missing. The time starts
 * when the server learned of the delivery, because the receiver's page did not show the delivery before.
 */
export async function tellableUntil(db: Pick<Db, "select">, { id, deliveredAt }: Delivered): Promise<Date> {
  const [row] = await db
    .select({ at: max(bookingEvents.receivedAt) })
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, id),
        eq(bookingEvents.toStatus, DELIVERED),
        eq(bookingEvents.occurredAt, deliveredAt),
      ),
    );
  const heard = Math.max(row?.at?.getTime() ?? 0, deliveredAt.getTime());
  return new Date(heard + NOT_RECEIVED_HOURS * HOUR_MS);
}

/**
 * Creates a claim and an exception about a delivered parcel, and freezes the money collected for the goods.
 * Refuses a parcel that is not delivered, a report after `tellableUntil`, and a second report.
 */
export const sayNotReceived = operation({
  name: "claims.not_received",
  by: everybody,
  act: { kind: "not_received", source: "receiver", by: RECEIVER },
  input: ofParcel.extend({ words: textOrNull(300) }),
  prepare: countForParcel(RENEWALS, "This was sent too often for this parcel.", "not received"),
  on: lockParcel,
  run: async (work, { words }, parcel) => {
    const { tx, at } = work;
    const { id, deliveredAt } = parcel;
    if (!deliveredAt) return refuse("conflict", "not_delivered");
    if (await receiversClaimOf(tx, { id, deliveredAt })) return refuse("conflict", "told_before");
    if (at > (await tellableUntil(tx, { id, deliveredAt }))) return refuse("conflict", "too_late");
    await forgetDeliveries(tx, [id]);
    const claim = { kind: "not_received", words, saidAt: at, byReceiver: true } as const;
    await openClaim(work, parcel, claim);
    await openExceptions(tx, [{ kind: "not_received", bookingId: id, note: words }], work.act);
    return { ok: true };
  },
  publish: (_, { code }) => ["claims", "exceptions", "money", `booking:${code}`],
});
