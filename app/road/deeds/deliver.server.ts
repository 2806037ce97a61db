/** DEED-6: writes deliveries of a rider: one alone, or several of one request that are about different bookings. */
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { endRunPlaces } from "../../parcels/custody/move-pieces.server.ts";
import { inForce, takeBackMoves } from "../../parcels/custody/take-back-moves.server.ts";
import { custodyEntries } from "../../platform/db/schema.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { deliverPieces } from "../runs/enter-deeds.server.ts";
import { flagUnpaid, takeMoney } from "./money.server.ts";
import { prove } from "./prove.server.ts";
import { isAfter, type Delivery, type Stop } from "./stop.server.ts";

/** Writes deliveries in one savepoint. They must be of one rider, and no two of them may be about the same booking. */
export async function deliver(deliveries: readonly Delivery[]): Promise<void> {
  const last = deliveries.at(-1);
  if (!last) return;
  const { tx } = last.taking;
  for (const stop of deliveries) await takeBackLists(stop);
  await deliverPieces(
    last.taking,
    deliveries.map(({ run, there, taking: { occurredAt, act }, did: { note, proof } }) => ({
      ...{ run, there, occurredAt, act },
      note: note || (proof.name ?? ""),
    })),
  );
  for (const { taking, there } of deliveries) for (const { code } of there) taking.codes.add(code);
  await endElsewhere(tx, deliveries);
  const collected: Map<string, number>[] = [];
  for (const stop of deliveries) collected.push(await takeMoney(stop, stop.did.took, "door"));
  await flagUnpaid(tx, deliveries);
  await prove(
    deliveries.map((stop, n) => ({
      ...stop,
      ...{ outcome: "delivered", given: stop.did.proof, collected: collected[n]! },
    })),
  );
}

/**
 * Reverses a hand-over that dispatch entered without a scan, for a time after the delivery, because nobody saw the
 * piece change hands. A later scan of the piece stays valid; dispatch then decides which deed is true.
 */
async function takeBackLists({ taking, there }: Stop): Promise<void> {
  const { tx, occurredAt, flags, facts } = taking;
  if (!there.some(({ pieceId }) => isAfter(facts.listedUntil.get(pieceId), occurredAt))) return;
  const lists = await tx
    .select()
    .from(custodyEntries)
    .where(
      and(
        sql`${custodyEntries.pieceId} = any(${sql.param(there.map(({ pieceId }) => pieceId))}::uuid[])`,
        gt(custodyEntries.occurredAt, occurredAt),
        eq(custodyEntries.method, "list"),
        eq(custodyEntries.claim, false),
        inArray(custodyEntries.toKind, ["rider", "partner"]),
        inForce,
      ),
    );
  if (lists.length === 0) return;
  flags.add("newer_by_staff");
  await takeBackMoves(taking, lists);
}

/** Removes the delivered pieces from other runs, on which they were put before the delivery was reported. */
async function endElsewhere(tx: Tx, deliveries: readonly Stop[]): Promise<void> {
  const all = deliveries.flatMap(({ run, there, taking: { occurredAt } }) =>
    there.map(({ pieceId }) => ({ pieceId, runId: run.id, occurredAt })),
  );
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from unnest(${sql.param(all.map(({ pieceId }) => pieceId))}::uuid[], ${sql.param(all.map(({ runId }) => runId))}::uuid[],
      ${sql.param(all.map(({ occurredAt }) => occurredAt.toISOString()))}::timestamptz[]) as done (piece, run, at)
    join pieces p on p.id = done.piece join run_pieces rp on rp.piece_id = p.id and rp.ended_at is null
    where rp.run_id <> done.run and p.held_since = done.at and p.holder_kind in ('receiver', 'sender')`);
  const ended = new Set(rows.map(({ id }) => id));
  for (const { pieceId, occurredAt } of all)
    if (ended.has(pieceId)) await endRunPlaces(tx, [pieceId], "delivered", occurredAt);
}
