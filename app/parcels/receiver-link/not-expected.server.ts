/** RECEIVER-7: the receiver reports a wrong number, or a parcel that they did not order. */
import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { everybody } from "../../access/by.server.ts";
import { NOT_EXPECTED_NAMES, NOT_EXPECTED } from "../../domain/not-expected.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, receiverLinks } from "../../platform/db/schema.ts";
import { textOrNull } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { RENEWALS } from "./parcel-limits.ts";
import { countForParcel, lockReceiver, noteEvent, ofParcel, RECEIVER } from "./of-parcel.server.ts";

/** Reads when 'not expected' was reported for the booking's current phone number. Null if never. */
export async function stoppedAt(db: Pick<Db, "select">, bookingId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: receiverLinks.stoppedAt })
    .from(receiverLinks)
    .innerJoin(bookings, eq(bookings.id, receiverLinks.bookingId))
    .where(
      and(eq(receiverLinks.bookingId, bookingId), eq(receiverLinks.stoppedPhone, bookings.receiverPhone)),
    );
  return row?.at ?? null;
}

const countSaying = countForParcel(RENEWALS, "This was sent too often for this parcel.", "not expected");

/**
 * The receiver reports that the parcel is not expected. From then on, this phone number gets no more messages about the
 * booking, the page shows no PIN, and dispatch asks the sender. A second report changes nothing. If the booking gets
 * another phone number, the report no longer counts.
 */
export const sayNotExpected = operation({
  name: "receivers.not_expected",
  by: everybody,
  act: { kind: "not_expected", source: "receiver", by: RECEIVER },
  input: ofParcel.extend({
    why: z.enum(NOT_EXPECTED, "Choose what is wrong"),
    words: textOrNull(200),
  }),
  prepare: countSaying,
  on: lockReceiver,
  run: async ({ tx, at, act }, { why, words }, parcel) => {
    const { id: bookingId, receiverPhone } = parcel;
    if (await stoppedAt(tx, bookingId)) return { ok: true };
    await tx
      .insert(receiverLinks)
      .values({ bookingId, stoppedPhone: receiverPhone, stoppedAt: at })
      .onConflictDoUpdate({
        target: receiverLinks.bookingId,
        set: { stoppedPhone: receiverPhone, stoppedAt: at },
      });
    const said = [NOT_EXPECTED_NAMES[why], words].filter(Boolean).join(": ");
    await noteEvent({ tx, act }, parcel, "noted", `Not expected, the receiver says. ${said}`);
    await openExceptions(tx, [{ kind: "not_expected", bookingId, note: said }], act);
    return { ok: true };
  },
  publish: (_, { code }) => ["exceptions", `booking:${code}`],
});

/**
 * The receiver reports that the parcel is expected after all. The exception stays open. The history has both reports.
 */
export const sayExpected = operation({
  name: "receivers.expected",
  by: everybody,
  act: { kind: "not_expected", source: "receiver", by: RECEIVER },
  input: ofParcel,
  prepare: countSaying,
  on: lockReceiver,
  run: async ({ tx, act }, _, parcel) => {
    if (!(await stoppedAt(tx, parcel.id))) return { ok: true };
    await tx
      .update(receiverLinks)
      .set({ stoppedPhone: sql`null`, stoppedAt: sql`null` })
      .where(eq(receiverLinks.bookingId, parcel.id));
    await noteEvent({ tx, act }, parcel, "noted", "Expected after all, the receiver says.");
    return { ok: true };
  },
  publish: (_, { code }) => ["exceptions", `booking:${code}`],
});
