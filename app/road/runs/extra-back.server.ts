/** TRIP-8: finds the extra pieces that a rider or a bus brought to the hub. */
import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, custodyEntries, pieces, runPieces } from "../../platform/db/schema.ts";
import { holderOfRun } from "./on-the-way.ts";
import { pieceColumns } from "./pieces-of-run.server.ts";
import type { LockedRun } from "./lock-run.server.ts";

type Ran = Pick<LockedRun, "id" | "riderId" | "partnerId" | "outAt" | "hubId" | "toHubId">;

/**
 * Finds the extra pieces of a run. These are on no run, and the run's rider or bus brought them to the run's last hub
 * after the run went out. The query uses the index on holder and time.
 */
export function extraBack(tx: Pick<Tx, "select">, run: Ran) {
  const holder = holderOfRun(run);
  if (!holder || !run.outAt) return [];
  const last = sql`(select ${custodyEntries.id} from ${custodyEntries} where ${custodyEntries.pieceId} = ${pieces.id}
    and not ${custodyEntries.oneSided} order by ${custodyEntries.id} desc limit 1)`;
  return tx
    .select(pieceColumns)
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .innerJoin(custodyEntries, eq(custodyEntries.id, last))
    .where(
      and(
        eq(pieces.holderKind, "hub"),
        eq(pieces.holderId, run.toHubId ?? run.hubId),
        sql`${pieces.heldSince} >= ${run.outAt.toISOString()}::timestamptz`,
        eq(custodyEntries.fromKind, holder.kind),
        eq(custodyEntries.fromId, holder.id!),
        sql`${custodyEntries.runId} is null`,
        sql`not exists (select from ${runPieces} where ${runPieces.pieceId} = ${pieces.id} and ${runPieces.runId} = ${run.id})`,
      ),
    )
    .orderBy(bookings.trackingCode, pieces.number);
}
