/** TRIP-17: undoes the office's entry at a stop: delivered, not delivered, picked up. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import { actOf, by } from "../../access/author.server.ts";
import { takeBackCollected } from "../../money/settlements/take-back-collected.server.ts";
import { isLessAnswered } from "../../parcels/less-agreed/settle-less.server.ts";
import { settledSince } from "../../money/settlements/taken-cash.server.ts";
import { withdrawExceptions } from "../../notifications/open-exception.server.ts";
import { lockPieces } from "../../parcels/custody/move-pieces.server.ts";
import { deedTopics, lockForDeeds, recordDeeds } from "../../parcels/custody/record-deeds.server.ts";
import { newerThan, notUndone } from "../../parcels/custody/state-events.server.ts";
import { reopenRunPlaces, takeBackMoves } from "../../parcels/custody/take-back-moves.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents, custodyEntries, runPieces } from "../../platform/db/schema.ts";
import { forgetDeliveries } from "../../parcels/remembered-places/remember.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { ENTERED_KINDS } from "./deeds-on-run.server.ts";
import { changeRun, lockRun, runTopics, unless, type LockedRun } from "./lock-run.server.ts";
import { piecesOfRun, type PieceOfRun } from "./pieces-of-run.server.ts";
import { refuse } from "./messages.ts";
import type { EntryWork } from "./enter-deeds.server.ts";
import { mailUndone } from "./mail-undone.server.ts";
import { idsOf, loggedDeed } from "./run-deeds.server.ts";
import { undoEntryForm } from "./run-forms.ts";
import { codesOf } from "./run-way.server.ts";

type Event = typeof bookingEvents.$inferSelect;
type Undone = Awaited<ReturnType<typeof recordDeeds>>;
export type Entry = { events: Event[]; there: PieceOfRun[]; enteredAt: Date };

/**
 * Undoes an entry at a stop: its events are undone, its pieces return to their former holders and to the run, and the
 * exceptions that it opened are closed. If the status of a booking changes back, its sender is mailed, as after any
 * undo (STATUS-8). Refuses if a piece has a newer event or changed hands after the entry, if the cash of the entry was
 * counted or paid out since, and if the run is closed.
 */
export const undoEntry = operation({
  name: "runs.undo_entry",
  by: staff("workHub"),
  input: undoEntryForm,
  on: lockRun,
  run: async (work, { event }, run) => {
    const { tx, at } = work;
    const wrong = unless(run, ["loaded", "out", "returned"], "changed like this");
    if (wrong) return wrong;
    const entry = await entryOf(tx, run, event);
    if (!entry) return refuse("conflict", "not_undone");
    const bookingIds = [...new Set(entry.events.map(({ bookingId }) => bookingId))];
    await lockForDeeds(tx, bookingIds);
    await lockPieces(tx, idsOf(entry.there));
    if (await isOvertaken(tx, entry)) return refuse("conflict", "not_undone");
    const deed = { bookingIds, recordedAt: entry.enteredAt };
    if (await isLessAnswered(tx, deed)) return refuse("conflict", "sender_answered");
    const settled = await settledSince(tx, deed);
    if (settled) return refuse("conflict", "cash_settled", { settled });
    const act = actOf(work, "taken_back", { takesBack: entry.events[0]!.actId });
    const undone = await takeBackEntry({ ...work, act }, run, entry);
    await mailUndone(work, [...undone.values()]);
    await changeRun(tx, run, at, {});
    await loggedDeed(work, run, entry.there, "undone:");
    return { ok: true, undone: entry.there.length, codes: codesOf(undone) };
  },
  publish: (done, input, run) => [
    ...runTopics(done, input, run),
    ...deedTopics(done.codes),
    "exceptions",
    "money",
  ],
});

/** Undoes an entry that has no newer event, in the caller's transaction. Returns its bookings, and mails nobody. */
export async function takeBackEntry(work: EntryWork, run: LockedRun, entry: Entry): Promise<Undone> {
  const { tx, at } = work;
  const { events, there } = entry;
  const done = await recordDeeds(
    work,
    events.map(({ id, bookingId, piece, hubId, runId }) => ({
      ...{ kind: "undone" as const, undoes: id, occurredAt: at },
      ...{ bookingId, piece, hubId, runId },
    })),
  );
  await giveBack(work, run, entry);
  await takeBackCollected(work, {
    bookingIds: [...done.keys()],
    recordedAt: entry.enteredAt,
    reason: `The entry on ${run.name} was undone`,
  });
  await putBack(work, run, entry);
  for (const { pieceId, bookingId } of there)
    await withdrawExceptions(
      tx,
      { pieceId, bookingId, openedAt: entry.enteredAt },
      { ...by(work.actor), at, words: "The entry was undone" },
    );
  await forgetDeliveries(tx, [...done.keys()]);
  return done;
}

/** The whole entry to which an event belongs; null if the event belongs to none, or was undone already. */
async function entryOf(tx: Tx, run: LockedRun, id: number): Promise<Entry | null> {
  const ofRun = and(eq(bookingEvents.runId, run.id), inArray(bookingEvents.kind, ENTERED_KINDS), notUndone);
  const [named] = await tx
    .select()
    .from(bookingEvents)
    .where(and(eq(bookingEvents.id, id), ofRun));
  if (!named) return null;
  const all = await piecesOfRun(tx, run.id);
  const isOf = (event: Event) => (piece: PieceOfRun) =>
    piece.bookingId === event.bookingId && (event.piece === null || event.piece === piece.number);
  const stops = new Set(all.filter(isOf(named)).map(({ stop }) => stop));
  const together = await tx
    .select()
    .from(bookingEvents)
    .where(and(ofRun, eq(bookingEvents.receivedAt, named.receivedAt)));
  const here = all.filter(({ stop }) => stops.has(stop));
  const events = together.filter((event) => here.some(isOf(event)));
  const there = here.filter((piece) => events.some((event) => isOf(event)(piece)));
  return { events, there, enteredAt: named.receivedAt };
}

/** True if a piece of the entry has a newer event, or was handed on. */
async function isOvertaken(tx: Tx, { events, there, enteredAt }: Entry): Promise<boolean> {
  for (const event of events) if (await newerThan(tx, event)) return true;
  const later = sql`${custodyEntries.receivedAt} > ${enteredAt.toISOString()}::timestamptz`;
  return (await tx.$count(custodyEntries, and(inArray(custodyEntries.pieceId, idsOf(there)), later))) > 0;
}

/** Reverses the hand-overs of the entry. A failed attempt has none. */
async function giveBack(work: EntryWork, run: LockedRun, { there, enteredAt }: Entry): Promise<void> {
  const made = await work.tx
    .select()
    .from(custodyEntries)
    .where(
      and(
        eq(custodyEntries.runId, run.id),
        eq(custodyEntries.receivedAt, enteredAt),
        inArray(custodyEntries.toKind, run.kind === "pickup" ? ["rider", "partner"] : ["receiver", "sender"]),
        inArray(custodyEntries.pieceId, idsOf(there)),
        isNull(custodyEntries.reverses),
      ),
    );
  await takeBackMoves(work, made, { method: "typed" });
}

/**
 * Puts the pieces back on the run as they were before the entry. A piece that was missing at the seal is missing again.
 * A piece that is on another run by now stays there. Pieces of a pickup are planned again.
 */
async function putBack({ tx, at }: EntryWork, run: LockedRun, { there }: Entry): Promise<void> {
  const ids = idsOf(there);
  const own = and(eq(runPieces.runId, run.id), inArray(runPieces.pieceId, ids));
  if (run.kind === "pickup") {
    await tx.update(runPieces).set({ loadedAt: null, loadedBy: null }).where(own);
    return;
  }
  await tx
    .update(runPieces)
    .set({ outcome: "missing", endedAt: at })
    .where(and(own, eq(runPieces.outcome, DELIVERED), isNull(runPieces.loadedAt)));
  await reopenRunPlaces(tx, ids, [run.id], [DELIVERED]);
}
