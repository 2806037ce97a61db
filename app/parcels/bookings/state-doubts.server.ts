/** STAFF-28: finds open bookings whose address names another state than the stored one. */
import { and, inArray, isNull, sql } from "drizzle-orm";
import { recognisePlace } from "../../domain/recognise-place.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { wordList } from "../../platform/db/schema/columns.ts";
import { sharedRead } from "../../platform/db/shared-read.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { OPEN_STATUSES } from "../../domain/delivery-status.ts";

const OPEN = sql`status in ${wordList(OPEN_STATUSES)}`;
/** PostgreSQL uses the partial index only if the query repeats this condition. */
export const IN_DOUBT = sql`state_doubt and ${OPEN}`;
const AT_ONCE = 200;
const MOST_SHOWN = 100;
const FIRST_MS = 20_000;
const EVERY_MS = 60_000;

type Ends = Pick<
  typeof bookings.$inferSelect,
  "senderAddress" | "senderState" | "receiverAddress" | "receiverState"
>;

/** Returns the ends ('sender', 'receiver') whose address surely names another state than the stored one. */
export const doubtfulEnds = (row: Ends): ("sender" | "receiver")[] =>
  (["sender", "receiver"] as const).filter((end) => {
    const reading = recognisePlace(row[`${end}Address`]);
    return reading.kind === "read" && reading.state !== row[`${end}State`];
  });

/** Checks one batch of open bookings that were never checked. Returns the number of checked bookings. */
export async function readOldStates(db: Db): Promise<number> {
  const rows = await db
    .select({
      id: bookings.id,
      senderAddress: bookings.senderAddress,
      senderState: bookings.senderState,
      receiverAddress: bookings.receiverAddress,
      receiverState: bookings.receiverState,
    })
    .from(bookings)
    .where(sql`state_doubt is null and ${OPEN}`)
    .orderBy(bookings.id)
    .limit(AT_ONCE);
  const [doubtful, sure] = [true, false].map((wanted) =>
    rows.filter((row) => doubtfulEnds(row).length > 0 === wanted).map(({ id }) => id),
  ) as [string[], string[]];
  // A correction may have set the column meanwhile, so the update writes only where the value is null.
  for (const [stateDoubt, ids] of [
    [true, doubtful],
    [false, sure],
  ] as const)
    if (ids.length > 0)
      await db
        .update(bookings)
        .set({ stateDoubt })
        .where(and(inArray(bookings.id, ids), isNull(bookings.stateDoubt)));
  return rows.length;
}

/**
 * Checks the old bookings in the background. If all of them are already checked, only reads an empty index once.
 * Returns a function that stops the check.
 */
export function startStateDoubts({ db, live, log }: Pick<Services, "db" | "live" | "log">): () => void {
  let stopped = false;
  let busy = false;
  const round = async () => {
    if (busy) return;
    busy = true;
    try {
      let some = false;
      while (!stopped && (await readOldStates(db)) > 0) some = true;
      if (some) live.publish("bookings");
    } catch (error) {
      log.warn({ err: error }, "the states of old bookings were not looked through; it will be tried again");
    } finally {
      busy = false;
    }
  };
  const stop = startRounds(() => void round(), FIRST_MS, EVERY_MS);
  return () => {
    stopped = true;
    stop();
  };
}

/** Counts the bookings with a doubtful state, up to 100, for staff with the permission `readBookings`. */
export const countDoubts = sharedRead(async (db) => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select from ${bookings} where ${IN_DOUBT} limit ${MOST_SHOWN}) doubtful`,
  );
  return rows[0]!.n;
});
