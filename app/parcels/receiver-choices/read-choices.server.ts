/** CHOICE-1: receivers' choices, for the pages that show them. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { DELIVERED } from "../../domain/delivery-status.ts";
import { wordOf } from "../../platform/db/schema/columns.ts";
import { saidText, type Said } from "./choice-text.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, hubs, receiverChoices } from "../../platform/db/schema.ts";

const columns = {
  id: receiverChoices.id,
  bookingId: receiverChoices.bookingId,
  kind: receiverChoices.kind,
  slot: receiverChoices.slot,
  day: receiverChoices.day,
  hubId: receiverChoices.hubId,
  hub: hubs.name,
  taker: receiverChoices.taker,
  takerName: receiverChoices.takerName,
  takerPhone: receiverChoices.takerPhone,
  words: receiverChoices.words,
  madeAt: receiverChoices.madeAt,
  endedAt: receiverChoices.endedAt,
  endedBy: receiverChoices.endedBy,
};

const read = (db: Pick<Db, "select">) =>
  db.select(columns).from(receiverChoices).leftJoin(hubs, eq(hubs.id, receiverChoices.hubId)).$dynamic();

export type Choice = Awaited<ReturnType<typeof choicesOf>>[number];

/** The choices of these bookings that count now, the newest first. */
export function choicesOf(db: Pick<Db, "select">, bookingIds: readonly string[]) {
  return read(db)
    .where(
      and(
        sql`${receiverChoices.bookingId} = any(${sql.param(bookingIds)}::uuid[])`,
        isNull(receiverChoices.endedAt),
      ),
    )
    .orderBy(desc(receiverChoices.id));
}

/**
 * The choice in the slot 'plan' for each row of a query of bookings: a day, 'hold' or 'refuse'; null without one
 * (plan-mark.ts).
 */
export const planColumn = sql<string | null>`(
  select coalesce(c.day::text, c.kind) from ${receiverChoices} c
  where c.booking_id = ${bookings}.id and c.slot = 'plan' and c.ended_at is null and ${bookings}.status <> ${wordOf(DELIVERED)})`;

/** The landmark that the receiver gave, for each row of a query of bookings; null without one. */
export const landmarkColumn = sql<string | null>`(
  select c.words from ${receiverChoices} c
  where c.booking_id = ${bookings}.id and c.slot = 'landmark' and c.ended_at is null)`;

/** The receivers' choices that count now, by booking, for riders and dispatch. */
export async function saidOf(
  db: Pick<Db, "select">,
  bookingIds: readonly string[],
): Promise<Map<string, Said[]>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await choicesOf(db, bookingIds);
  const of = Map.groupBy(rows, ({ bookingId }) => bookingId);
  return new Map(
    [...of].map(([id, own]) => [id, own.map((one) => ({ text: saidText(one), at: one.madeAt }))]),
  );
}

/** The largest number of choices that are shown, because many people can choose with a shared link. */
const MOST = 20;

/** The choices ever made about a booking, the newest first, at most MOST of them. */
export const allChoicesOf = (db: Pick<Db, "select">, bookingId: string) =>
  read(db).where(eq(receiverChoices.bookingId, bookingId)).orderBy(desc(receiverChoices.id)).limit(MOST);
