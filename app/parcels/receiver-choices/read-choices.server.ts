/** CHOICE-1: reads receivers' choices. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { DELIVERED } from "../../domain/delivery-status.ts";
import { literalWord } from "../../platform/db/schema/columns.ts";
import { saidText, type ChoiceSaid } from "./choice-text.ts";
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

/** Reads the open choices of these bookings, newest first. A choice is open until it has an end time. */
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

/** For queries of bookings: the choice in the slot 'plan' (plan-mark.ts). Null without a choice. */
export const planColumn = sql<string | null>`(
  select coalesce(c.day::text, c.kind) from ${receiverChoices} c
  where c.booking_id = ${bookings}.id and c.slot = 'plan' and c.ended_at is null and ${bookings}.status <> ${literalWord(DELIVERED)})`;

/** For queries of bookings: the landmark that the receiver gave. */
export const landmarkColumn = sql<string | null>`(
  select c.words from ${receiverChoices} c
  where c.booking_id = ${bookings}.id and c.slot = 'landmark' and c.ended_at is null)`;

/** Reads the choices that have not ended, by booking, for riders and dispatch. */
export async function choicesSaidOf(
  db: Pick<Db, "select">,
  bookingIds: readonly string[],
): Promise<Map<string, ChoiceSaid[]>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await choicesOf(db, bookingIds);
  const of = Map.groupBy(rows, ({ bookingId }) => bookingId);
  return new Map(
    [...of].map(([id, own]) => [id, own.map((one) => ({ text: saidText(one), at: one.madeAt }))]),
  );
}

/** The most choices that are shown. A receiver may pass on the link, and then many people can choose. */
const MOST = 20;

/** Reads all choices about a booking, ended or not, newest first, at most MOST. */
export const allChoicesOf = (db: Pick<Db, "select">, bookingId: string) =>
  read(db).where(eq(receiverChoices.bookingId, bookingId)).orderBy(desc(receiverChoices.id)).limit(MOST);
