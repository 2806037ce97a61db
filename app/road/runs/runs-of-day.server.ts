/** TRIP-12: reads the right column of the board: the runs of a day. */
import { and, asc, eq, lt, ne, or, sql, type SQL } from "drizzle-orm";
import type { RunKind, RunState } from "../../domain/run.ts";
import { attemptedThere } from "../../parcels/custody/run-places.server.ts";
import { newestPlace } from "../../parcels/custody/move-pieces.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import {
  bookingBalances,
  bookings,
  cashOnDelivery,
  pieces,
  runPieces,
  runs,
} from "../../platform/db/schema.ts";
import { runsWithHolder } from "./runs-with-holder.server.ts";
import { toCollectKobo } from "./to-collect.server.ts";

export type RunOfDay = {
  id: string;
  name: string;
  kind: RunKind;
  day: string;
  state: RunState;
  hubId: string;
  toHubId: string | null;
  /** The name of the rider or the partner. */
  holder: string | null;
  expectedAt: Date | null;
  /** The stops in the order of the run, each with its town. `open`: how many pieces of the stop are not done yet. */
  stops: { town: string; pieces: number; open: number }[];
  pieces: number;
  /** The total amount that is still to be collected at the run's stops. */
  collectKobo: number;
  /** How many regular pickups the run has, and how many of them were not visited yet. */
  regular?: { all: number; left: number } | null;
};

/**
 * Returns the runs of a hub on a day. For today, also returns runs of earlier days that are not closed. A linehaul is
 * listed at both of its hubs.
 */
export async function readRunsOfDay(
  db: Db,
  { hubId, day, today }: { hubId: string; day: string; today: string },
) {
  const ofHub = or(eq(runs.hubId, hubId), eq(runs.toHubId, hubId));
  const left = day === today ? and(lt(runs.day, day), ne(runs.state, "reconciled")) : sql`false`;
  const [rows, stops] = await Promise.all([
    runsWithHolder(db)
      .where(and(ofHub, or(eq(runs.day, day), left)))
      .orderBy(asc(runs.day), asc(runs.createdAt), sql`length(${runs.name})`, asc(runs.name)),
    stopsOfRuns(db, and(ofHub, or(eq(runs.day, day), left))!),
  ]);
  const byRun = Map.groupBy(stops, ({ runId }) => runId);
  return rows.map((run): RunOfDay => {
    const own = byRun.get(run.id) ?? [];
    const sum = (of: "pieces" | "collectKobo") => own.reduce((all, one) => all + one[of], 0);
    const stopsOfRun = own.map(({ town, pieces: count, open }) => ({ town, pieces: count, open }));
    return { ...run, stops: stopsOfRun, pieces: sum("pieces"), collectKobo: sum("collectKobo") };
  });
}

/**
 * Returns the stops of the runs that `where` matches. A piece is open until its delivery, attempt or pickup is entered.
 * The amount due for a booking counts once, at the stop of the booking's first open piece.
 */
export function stopsOfRuns(db: Db, where: SQL) {
  const atSender = sql`(${runs.kind} = 'pickup' or ${runPieces.returning})`;
  const isPickedUp = sql`(${runs.kind} = 'pickup' and ${runPieces.loadedAt} is not null)`;
  const isOpen = sql`(${runPieces.endedAt} is null and not ${isPickedUp} and not ${attemptedThere})`;
  const once = sql`case when ${isOpen}
    and row_number() over (partition by ${runPieces.runId}, ${bookings.id} order by not ${isOpen}, ${pieces.number}) = 1
    then ${toCollectKobo} else 0 end`;
  const rows = db
    .select({
      runId: runPieces.runId,
      stop: runPieces.stop,
      isOpen: sql<boolean>`${isOpen}`.as("is_open"),
      place: sql<string>`case when ${atSender} then coalesce(${bookings.senderTown}, ${bookings.senderState})
        else coalesce(${bookings.receiverTown}, ${bookings.receiverState}) end`.as("place"),
      kobo: sql<number>`${once}`.as("kobo"),
    })
    .from(runPieces)
    .innerJoin(runs, eq(runs.id, runPieces.runId))
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(
      and(
        where,
        newestPlace,
        sql`${runPieces.outcome} is distinct from 'removed' and ${runPieces.outcome} is distinct from 'moved'`,
      ),
    )
    .as("rows");
  return db
    .select({
      runId: rows.runId,
      stop: rows.stop,
      town: sql<string>`min(${rows.place})`,
      pieces: sql<number>`count(*)::int`,
      open: sql<number>`count(*) filter (where ${rows.isOpen})::int`,
      collectKobo: sql<number>`sum(${rows.kobo})`.mapWith(Number),
    })
    .from(rows)
    .groupBy(rows.runId, rows.stop)
    .orderBy(rows.runId, rows.stop);
}
