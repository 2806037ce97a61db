/**
 * DEED-5: a delivery that is reported late stays valid, even if its run was closed, or another person reported a later
 * deed. It is never refused; a contradiction becomes an exception.
 */
import { sql } from "drizzle-orm";
import { newestPlace } from "../../parcels/custody/run-places.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import type { movePieces } from "../../parcels/custody/move-pieces.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { runPieces } from "../../platform/db/schema.ts";
import type { Act, Acting } from "../../platform/operations/act.server.ts";
import type { LockedRun } from "./lock-run.server.ts";
import { onRun, type PieceOfRun } from "./pieces-of-run.server.ts";

type LateStop = {
  run: LockedRun;
  there: readonly Pick<PieceOfRun, "pieceId" | "bookingId" | "returning">[];
  act?: Act;
};

/** Changes the outcome of pieces on a closed run from missing to delivered, because they were delivered after all. */
export async function endAsDelivered(
  { tx }: { tx: Tx },
  all: readonly { pieceId: string; run: LockedRun; occurredAt: Date }[],
) {
  await tx.execute(sql`
    update ${runPieces} set outcome = 'delivered', ended_at = done.at
    from unnest(${sql.param(all.map(({ pieceId }) => pieceId))}::uuid[], ${sql.param(all.map(({ run }) => run.id))}::uuid[],
      ${sql.param(all.map(({ occurredAt }) => occurredAt.toISOString()))}::timestamptz[]) as done (piece, run, at)
    where ${runPieces.pieceId} = done.piece and ${runPieces.runId} = done.run and ${newestPlace} and (${onRun} or ${runPieces.outcome} = 'missing')`);
}

/**
 * Opens an exception for each delivered piece that another person has by a later deed. Dispatch decides which deed is
 * true.
 */
export async function openDisagreements(
  { tx, act: ofAll }: Acting,
  { run, there, act = ofAll }: LateStop,
  moved: Awaited<ReturnType<typeof movePieces>>,
): Promise<void> {
  const elsewhere = there.filter(
    ({ pieceId, returning }) => moved.get(pieceId)!.after.kind !== (returning ? "sender" : "receiver"),
  );
  await openExceptions(
    tx,
    elsewhere.map(({ pieceId, bookingId }) => ({
      kind: "deeds_disagree",
      pieceId,
      bookingId,
      runId: run.id,
      hubId: run.hubId,
      note: `Delivered on ${run.name}, and later somewhere else`,
    })),
    act,
  );
}
