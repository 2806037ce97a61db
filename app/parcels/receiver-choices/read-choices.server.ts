/** CHOICE-1: what receivers chose, for the pages that show it. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { hubs, receiverChoices } from "../../platform/db/schema.ts";

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

/** What counts now, of bookings; the newest first. */
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

/** So many are shown: a link that is shared can make many. */
const MOST = 20;

/** All that was ever chosen about a booking, the newest first. */
export const allChoicesOf = (db: Pick<Db, "select">, bookingId: string) =>
  read(db).where(eq(receiverChoices.bookingId, bookingId)).orderBy(desc(receiverChoices.id)).limit(MOST);
