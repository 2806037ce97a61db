/** DEED-10: undoing or correcting a deed within 15 minutes, by the phone's own clock. */
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { holdersNow } from "../../parcels/custody/move-pieces.server.ts";
import { takeBackMoves } from "../../parcels/custody/take-back-moves.server.ts";
import { endAbout, openExceptions, withdrawExceptions } from "../../notifications/open-exception.server.ts";
import { by } from "../../access/author.server.ts";
import { notUndone } from "../../parcels/custody/state-events.server.ts";
import { bookingEvents, custodyEntries, pieces, riderDeeds, runPieces } from "../../platform/db/schema.ts";
import { ENTERED_KINDS } from "../runs/deeds-on-run.server.ts";
import { DEED_NAMES } from "./deed-words.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import { piecesOfRun, type PieceOfRun } from "../runs/pieces-of-run.server.ts";
import { takeBackEntry } from "../runs/undo-entry.server.ts";
import { takeBackCollected } from "../../money/settlements/take-back-collected.server.ts";
import { giveUnbookedBack } from "../../money/settlements/unbooked-cash.server.ts";
import { deedInWords, newerByStaff } from "./newer-by-staff.server.ts";
import { withCorrected, type StoredDeed } from "./origins.server.ts";
import { CORRECT_MS, type Deed, type PhoneClock } from "./protocol.ts";
import type { Taking } from "./taking.server.ts";
import { countedSince, endTold } from "./told.server.ts";

const NOTE = "The rider took it back";

const clockOf = ({ body }: StoredDeed) => (body as { clock?: PhoneClock }).clock;

/**
 * True if the undo comes too late. If the page was not reloaded in between, two clocks tell how much time passed, and
 * the shorter time counts: the phone's clock may have been changed, and the monotonic clock stands still while the
 * phone sleeps.
 */
function isLate(first: PhoneClock, then: PhoneClock): boolean {
  const byClock = then.at - first.at;
  const passed = first.boot === then.boot ? Math.min(Math.abs(byClock), then.mono - first.mono) : byClock;
  return passed > CORRECT_MS;
}

/** True if an undo of this deed by the same rider arrived before the deed itself. An undo that came too late does not count. */
export async function wasTakenBack(
  tx: Tx,
  riderId: string,
  { id, clock }: Pick<Deed, "id" | "clock">,
): Promise<boolean> {
  const rows = await tx
    .select()
    .from(riderDeeds)
    .where(
      and(
        eq(riderDeeds.about, id),
        eq(riderDeeds.riderId, riderId),
        inArray(riderDeeds.kind, ["undo", "corrected"]),
      ),
    );
  return rows.some((row) => {
    const then = clockOf(row);
    return !then || !isLate(clock, then);
  });
}

/**
 * Undoes the deed `of`. If that deed has not arrived yet (null), it will have no effect when it arrives. Returns false
 * if the undo came too late, if staff have entered something newer, or if both riders have already agreed on a
 * hand-over. Then nothing is undone, a correction has no effect either, and dispatch decides.
 */
export async function takeBack(taking: Taking, of: StoredDeed | null): Promise<boolean> {
  const { tx, flags, deed } = taking;
  if (!of) return true;
  const first = clockOf(of);
  if ((first && isLate(first, deed.clock)) || of.flags.includes("late_undo")) {
    flags.add("late_undo");
    taking.ask ??= await unchanged(taking, of, "15 minutes");
    return false;
  }
  const ofRider = and(eq(riderDeeds.about, of.deedId), eq(riderDeeds.riderId, of.riderId));
  const earlier = await tx.$count(riderDeeds, ofRider);
  if (earlier > 0) {
    flags.add("nothing_to_undo");
    return true;
  }
  for (const id of of.bookingIds) taking.bookingIds.add(id);
  const effects = await effectsOf(taking, of);
  const newer =
    (await countedSince(tx, of.deedId)) ??
    (await newerThanAny(taking, [
      of,
      ...(await withCorrected(tx, [of.riderId], of.about ? [of.about] : [])),
    ])) ??
    ((await takeBackEvents(taking, of, effects)) ? null : "both riders agreed on it");
  if (newer) {
    flags.add("newer_by_staff");
    taking.ask ??= await unchanged(taking, of, newer);
    return false;
  }
  await endTold(tx, { deedIds: [of.deedId] }, "undone", taking.at);
  // The collected money is reversed even if the deed wrote no event, as for a parcel that was not the rider's to
  // deliver.
  await takeBackCollected(taking, { bookingIds: of.bookingIds, recordedAt: of.receivedAt, reason: NOTE });
  if (of.kind === "picked_up_unbooked") await takeBackUnbooked(taking, of.deedId);
  return true;
}

/**
 * The words for what staff entered after one of these deeds; null if they entered nothing. A correction that changed
 * nothing has no effects of its own, so the deed that it was to correct is asked about as well.
 */
async function newerThanAny(taking: Taking, deeds: readonly StoredDeed[]): Promise<string | null> {
  for (const one of deeds) {
    const { there, ...effects } = await effectsOf(taking, one);
    const pieceIds = there.map(({ pieceId }) => pieceId);
    const newer = await newerByStaff(taking.tx, one, { ...effects, pieceIds });
    if (newer) return newer;
  }
  return null;
}

/** The question to dispatch about an undo or a correction that changed nothing. */
async function unchanged({ tx, deed: { did } }: Taking, of: StoredDeed, after: string): Promise<string> {
  const what = did.kind === "corrected" ? `Corrected to ${DEED_NAMES[did.to.kind]}` : "Undone";
  return `${what} after ${after}, and nothing was changed: ${await deedInWords(tx, of)}`;
}

/**
 * CASH-12: closes the exception that asks dispatch to book the parcel, and reverses the cash that the rider took for
 * it. If dispatch has already booked the parcel, the cash stays, and dispatch decides.
 */
async function takeBackUnbooked(taking: Taking, deedId: string): Promise<void> {
  const { tx, actor, at, flags } = taking;
  if (await giveUnbookedBack(taking, deedId, NOTE))
    return endAbout({ tx, at, ...by(actor) }, "to_complete", `deed ${deedId}`, NOTE);
  flags.add("newer_by_staff");
  taking.ask ??= "Undone, and the parcel is booked already";
}

type Effects = { run: LockedRun | null; events: (typeof bookingEvents.$inferSelect)[]; there: PieceOfRun[] };

/** The valid events of a deed, with their run and their pieces. */
async function effectsOf({ tx, facts }: Taking, of: StoredDeed): Promise<Effects> {
  const events = await tx
    .select()
    .from(bookingEvents)
    .where(
      and(
        inArray(bookingEvents.bookingId, of.bookingIds.length > 0 ? of.bookingIds : [of.deedId]),
        eq(bookingEvents.receivedAt, of.receivedAt),
        inArray(bookingEvents.kind, ENTERED_KINDS),
        notUndone,
      ),
    );
  const run = facts.runs.get(events[0]?.runId ?? "") ?? null;
  const all = run ? await piecesOfRun(tx, run.id) : [];
  const there = all.filter((piece) =>
    events.some(
      ({ bookingId, piece: number }) =>
        bookingId === piece.bookingId && (number === null || number === piece.number),
    ),
  );
  return { run, events: run ? events : [], there };
}

/** Undoes the events of a deed, or the claim that it made. False if that is not possible, and nothing was undone. */
async function takeBackEvents(
  taking: Taking,
  of: StoredDeed,
  { run, events, there }: Effects,
): Promise<boolean> {
  if (!run) return takeBackClaims(taking, of);
  const entry = { events, there, enteredAt: of.receivedAt };
  for (const booking of (await takeBackEntry(taking, run, entry)).values()) {
    taking.codes.add(booking.code);
    taking.undone.push(booking);
  }
  await keepDelivered(taking.tx, run.id, there);
  if (run.state === "reconciled") await missingOnClosed(taking, run, there);
  return true;
}

/**
 * The undone pieces turn out to be undelivered after their run was closed. A closed run cannot have them again, so they
 * are marked as missing, and dispatch searches for them.
 */
async function missingOnClosed(
  { tx, at, act }: Taking,
  run: LockedRun,
  there: readonly PieceOfRun[],
): Promise<void> {
  const ids = there.map(({ pieceId }) => pieceId);
  const rows = await tx
    .update(runPieces)
    .set({ outcome: "missing", endedAt: at })
    .where(and(eq(runPieces.runId, run.id), inArray(runPieces.pieceId, ids), isNull(runPieces.endedAt)))
    .returning({ pieceId: runPieces.pieceId });
  const about = { runId: run.id, hubId: run.hubId, note: `${NOTE} after ${run.name} was closed` };
  await openExceptions(
    tx,
    there
      .filter(({ pieceId }) => rows.some((row) => row.pieceId === pieceId))
      .map(({ pieceId, bookingId }) => ({ kind: "missing", pieceId, bookingId, ...about })),
    act,
  );
}

/**
 * Takes pieces off the run again. The undo put them back on the run, although another deed delivered them before the
 * undo arrived.
 */
async function keepDelivered(tx: Tx, runId: string, there: readonly PieceOfRun[]): Promise<void> {
  const pieceIds = there.map(({ pieceId }) => pieceId);
  await tx
    .update(runPieces)
    .set({ outcome: "delivered", endedAt: sql`${pieces.heldSince}` })
    .from(pieces)
    .where(
      and(
        eq(runPieces.runId, runId),
        inArray(runPieces.pieceId, pieceIds),
        isNull(runPieces.endedAt),
        eq(pieces.id, runPieces.pieceId),
        sql`${pieces.holderKind} = case when ${pieces.returning} then 'sender' else 'receiver' end`,
        isNotNull(pieces.heldSince),
      ),
    );
}

async function takeBackClaims(taking: Taking, of: StoredDeed): Promise<boolean> {
  const { tx, at, actor } = taking;
  const made = await tx
    .select()
    .from(custodyEntries)
    .where(
      and(
        eq(custodyEntries.receivedAt, of.receivedAt),
        eq(custodyEntries.byName, actor.name),
        isNull(custodyEntries.reverses),
      ),
    );
  // Both riders agreed already, so the piece is with the other rider, who has to give it back by a hand-over.
  const ids = made.map(({ pieceId }) => pieceId);
  const holders = await holdersNow(tx, ids);
  if (made.some(({ pieceId, toKind, toId }) => toKind === "rider" && holders.get(pieceId)?.id === toId))
    return false;
  await takeBackMoves(taking, made, { claim: true });
  for (const { pieceId } of made)
    await withdrawExceptions(
      tx,
      { pieceId, bookingId: of.bookingIds[0] ?? of.deedId, openedAt: of.receivedAt },
      { ...by(actor), at, words: NOTE },
    );
  return true;
}
