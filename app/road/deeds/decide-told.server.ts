/** DEED-13: dispatch decides whether a rider's report takes effect. A report that takes effect keeps its own time. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { exceptions, riderDeeds, toldPieces } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { lockFacts } from "./batch-facts.server.ts";
import { countConfirmed, countTold, NOTHING_BEFORE, type ToldPiece } from "./count-told.server.ts";
import { readDeed } from "./read-deed.ts";
import { endTold, stillWaits } from "./told.server.ts";

/**
 * Returns the waiting reports of the exception's rider about the exception's piece, oldest first. Locks the
 * rows of the reports' runs, bookings and pieces. Empty for an exception about something else.
 */
export async function lockTold(tx: Tx, exceptionId: string): Promise<ToldPiece[]> {
  const [asked] = await tx
    .select({ told: toldPieces })
    .from(exceptions)
    .innerJoin(toldPieces, sql`${toldPieces.id} = (${exceptions.details} ->> 'told')::bigint`)
    .where(eq(exceptions.id, exceptionId));
  if (!asked) return [];
  const { riderId, pieceId, deedId } = asked.told;
  const same = pieceId ? eq(toldPieces.pieceId, pieceId) : eq(toldPieces.deedId, deedId);
  const those = and(eq(toldPieces.riderId, riderId), same);
  const deeds = await tx
    .select({ body: riderDeeds.body })
    .from(toldPieces)
    .innerJoin(riderDeeds, eq(riderDeeds.deedId, toldPieces.deedId))
    .where(and(stillWaits, those));
  const read = deeds
    .map(({ body }) => readDeed(body))
    .flatMap((one) => (one.is === "deed" ? [one.deed] : []));
  await lockFacts(tx, [riderId], read, NOTHING_BEFORE, read.length);
  return tx
    .select()
    .from(toldPieces)
    .where(and(stillWaits, those))
    .orderBy(asc(toldPieces.occurredAt), asc(toldPieces.id))
    .for("update");
}

type Work = { services: Services; tx: Tx; at: Date };

/** Carries out the reported deeds for these pieces, and the other waiting deeds that they confirm. */
export async function confirmTold(work: Work, told: readonly ToldPiece[]): Promise<void> {
  for (const rows of Map.groupBy(told, ({ deedId }) => deedId).values()) await countTold(work, rows);
  const pieceIds = told.flatMap(({ pieceId }) => pieceId ?? []);
  await countConfirmed(work, { riderIds: told.map(({ riderId }) => riderId), pieceIds });
}

export const refuseTold = ({ tx, at }: Work, told: readonly ToldPiece[]): Promise<void> =>
  endTold(tx, { ids: told.map(({ id }) => id) }, "refused", at);
