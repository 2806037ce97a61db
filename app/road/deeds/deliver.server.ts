/** DEED-6: writes one delivery of a rider, or several deliveries of one request for different bookings. */
import { and, eq, getTableColumns, gt, inArray, sql } from "drizzle-orm";
import { formatDateTime } from "../../domain/dates.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { endRunPlaces, inForce, takeBackMoves } from "../../parcels/custody/move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { notUndone } from "../../history/state-events.server.ts";
import { acts, bookingEvents, custodyEntries } from "../../platform/db/schema.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { deliverPieces } from "../entries/enter-deeds.server.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import { isUnscannedHandOver } from "./piece-records.server.ts";
import { askAboutUnpaid, recordDoorMoney } from "./money.server.ts";
import { recordStopProofs } from "./prove.server.ts";
import { isAfter, type Delivery, type DeedAtStop, type DeedWork } from "./deed-work.server.ts";

/** Writes deliveries in one savepoint. The deliveries must be of one rider and about different bookings. */
export async function writeDeliveries(deliveries: readonly Delivery[]): Promise<void> {
  const last = deliveries.at(-1);
  if (!last) return;
  const { tx } = last.deedWork;
  for (const stop of deliveries) await takeBackUnseen(stop);
  await deliverPieces(
    last.deedWork,
    deliveries.map(({ run, there, deedWork: { occurredAt, act }, did: { note, proof } }) => ({
      ...{ run, there, occurredAt, act },
      note: note || (proof.name ?? ""),
    })),
  );
  for (const { deedWork, there } of deliveries)
    for (const { code, pieceId } of there) {
      deedWork.codes.add(code);
      deedWork.facts.ended.add(pieceId);
    }
  await endElsewhere(tx, deliveries);
  const collected: Map<string, number>[] = [];
  for (const stop of deliveries) collected.push(await recordDoorMoney(stop, stop.did.took, "door"));
  await askAboutUnpaid(tx, deliveries);
  await recordStopProofs(
    deliveries.map((stop, n) => ({
      ...stop,
      ...{ outcome: "delivered", given: stop.did.proof, collected: collected[n]! },
    })),
  );
}

/**
 * Reverses the hand-overs of these pieces that are later than the delivery and that nobody scanned:
 * - If dispatch entered the hand-over from a list, the event that the piece left the hub is undone, too.
 * - If two riders reported the hand-over, dispatch is asked.
 *
 * A scanned hand-over stays valid, and dispatch decides which deed is true.
 */
async function takeBackUnseen({ deedWork, there }: DeedAtStop): Promise<void> {
  const { tx, occurredAt, flags, facts } = deedWork;
  if (!there.some(({ pieceId }) => isAfter(facts.unseenUntil.get(pieceId), occurredAt))) return;
  const found = await tx
    .select(getTableColumns(custodyEntries))
    .from(custodyEntries)
    .innerJoin(acts, eq(acts.id, custodyEntries.actId))
    .where(
      and(
        sql`${custodyEntries.pieceId} = any(${sql.param(there.map(({ pieceId }) => pieceId))}::uuid[])`,
        gt(custodyEntries.occurredAt, occurredAt),
        isUnscannedHandOver,
        inForce,
      ),
    )
    .orderBy(custodyEntries.id);
  if (found.length === 0) return;
  const [lists, told] = [true, false].map((isList) =>
    found.filter(({ method }) => (method === "list") === isList),
  ) as [Entry[], Entry[]];
  if (lists.length > 0) flags.add("newer_by_staff");
  await takeBackMoves(deedWork, found);
  await undoLeaving(deedWork, there, lists);
  await askHandedOver(
    deedWork,
    told.map((entry) => ({
      piece: there.find(({ pieceId }) => pieceId === entry.pieceId)!,
      delivered: { by: deedWork.actor.name, at: occurredAt },
      handed: { to: entry.byName, at: entry.occurredAt },
    })),
  );
}

type Entry = typeof custodyEntries.$inferSelect;
type HandedOver = {
  piece: Pick<KnownPiece, "pieceId" | "bookingId">;
  delivered: { by: string; at: Date };
  handed: { to: string; at: Date };
};

/**
 * DEED-8: opens an exception for each piece with conflicting reports. By one report the piece was delivered, and by the
 * reports of two riders one of them gave it to the other. The text does not depend on the order in which the reports
 * arrive.
 */
export async function askHandedOver({ tx, act }: DeedWork, pieces: readonly HandedOver[]): Promise<void> {
  await openExceptions(
    tx,
    pieces.map(({ piece: { pieceId, bookingId }, delivered, handed }) => ({
      ...{ kind: "deeds_disagree" as const, pieceId, bookingId },
      note: `Delivered: ${delivered.by}, ${formatDateTime(delivered.at)}. Handed to another rider: ${handed.to}, ${formatDateTime(handed.at)}.`,
    })),
    act,
  );
}

/** Undoes the events that these pieces left a hub with a run, except events that also cover other pieces. */
async function undoLeaving(
  deedWork: DeedWork,
  there: DeedAtStop["there"],
  lists: readonly Entry[],
): Promise<void> {
  const runIds = [...new Set(lists.flatMap(({ runId }) => runId ?? []))];
  if (runIds.length === 0) return;
  const events = await deedWork.tx
    .select()
    .from(bookingEvents)
    .where(
      and(
        inArray(bookingEvents.bookingId, [...new Set(there.map(({ bookingId }) => bookingId))]),
        inArray(bookingEvents.runId, runIds),
        inArray(bookingEvents.kind, ["out_for_delivery", "left_hub"]),
        gt(bookingEvents.occurredAt, deedWork.occurredAt),
        notUndone,
      ),
    );
  const isWhole = ({ bookingId, piece }: (typeof events)[number]) => {
    const own = there.filter((one) => one.bookingId === bookingId);
    return piece === null ? own.length === own[0]!.pieces : own.some(({ number }) => number === piece);
  };
  await addEvents(
    deedWork,
    events.filter(isWhole).map(({ id, bookingId, piece, hubId, runId }) => ({
      ...{ kind: "undone" as const, undoes: id, occurredAt: deedWork.at },
      ...{ bookingId, piece, hubId, runId },
    })),
  );
}

/** Removes delivered pieces from other runs. Before the deed arrived, the pieces may have been added to another run. */
async function endElsewhere(tx: Tx, deliveries: readonly DeedAtStop[]): Promise<void> {
  const all = deliveries.flatMap(({ run, there, deedWork: { occurredAt } }) =>
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
