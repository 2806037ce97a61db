/** DEED-10: undoes or corrects a deed within 15 minutes, by the phone's own clock. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { formatNaira } from "../../domain/money.ts";
import { takenCash } from "../../money/settlements/taken-cash.server.ts";
import { actsOfDeeds, type StoredAct } from "../../parcels/taking-back/act-rows.server.ts";
import { newerText } from "../../parcels/taking-back/newer.server.ts";
import { takeBackAct, whatForbids } from "../../parcels/taking-back/take-back.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents, bookings, custodyEntries, pieces, riderDeeds } from "../../platform/db/schema.ts";
import type { DeedOfAct } from "../../platform/operations/act.server.ts";
import { DEED_NAMES } from "../../domain/deeds.ts";
import { withCorrected, type StoredDeed } from "./origins.server.ts";
import { CORRECT_MS, type Deed, type PhoneClock } from "./protocol.ts";
import type { DeedWork } from "./deed-work.server.ts";
import { countedSince, endTold } from "./told.server.ts";

const NOTE = "The rider took it back";

const deedOf = ({ actor, deed: { id, seq } }: DeedWork): DeedOfAct => ({
  deedId: id,
  phone: { id: actor.deviceId, number: seq },
});
const clockOf = ({ body }: StoredDeed) => (body as { clock?: PhoneClock }).clock;

/**
 * True if the undo comes too late. Both clocks measure the elapsed time, and the shorter time counts: the phone's clock
 * may have been changed, and the monotonic clock stops while the phone sleeps. After a reload of the page, only the
 * phone's clock counts.
 */
function isLate(first: PhoneClock, then: PhoneClock): boolean {
  const byClock = then.at - first.at;
  const passed = first.boot === then.boot ? Math.min(Math.abs(byClock), then.mono - first.mono) : byClock;
  return passed > CORRECT_MS;
}

/**
 * True if this deed was already undone when it arrived: the same rider's undo arrived earlier, and was done in time.
 */
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
 * Undoes the acts of the deed `of`. If `of` is null, the deed has not arrived yet; it will have no effect when it
 * arrives. If `of` is a correction, also undoes the deed that `of` corrected, unless that deed is already undone.
 *
 * Returns false if the undo came too late, if staff have entered something newer, or if both riders have agreed on a
 * hand-over. Then nothing is undone, a correction has no effect either, and dispatch decides.
 */
export async function takeBackDeed(deedWork: DeedWork, of: StoredDeed | null): Promise<boolean> {
  const { tx, flags, deed } = deedWork;
  if (!of) return true;
  const first = clockOf(of);
  if ((first && isLate(first, deed.clock)) || of.flags.includes("late_undo")) {
    flags.add("late_undo");
    deedWork.ask ??= await unchanged(deedWork, of, "15 minutes");
    return false;
  }
  const ofRider = and(eq(riderDeeds.about, of.deedId), eq(riderDeeds.riderId, of.riderId));
  const earlier = await tx.$count(riderDeeds, ofRider);
  if (earlier > 0) {
    flags.add("nothing_to_undo");
    return true;
  }
  for (const id of of.bookingIds) deedWork.bookingIds.add(id);
  const chain = await withCorrected(tx, [of.riderId], [of.deedId]);
  const acts = await actsOfDeeds(
    tx,
    chain.map(({ deedId }) => deedId),
  );
  const newer = (await countedSince(tx, of.deedId)) ?? (await newerThanAny(deedWork, acts));
  if (newer) {
    flags.add("newer_by_staff");
    for (const id of await bookingsOf(tx, acts)) deedWork.counted.add(id);
    deedWork.ask ??= await unchanged(deedWork, of, newer);
    return false;
  }
  await endTold(tx, { deedIds: [of.deedId] }, "undone", deedWork.at);
  for (const act of acts.toReversed()) await takeOneBack(deedWork, act);
  // The rider no longer has these pieces after the undo. The waiting deeds about them are checked at the end of the
  // request.
  for (const id of of.bookingIds)
    for (const { pieceId } of deedWork.facts.bookings.get(id) ?? []) deedWork.facts.gained.delete(pieceId);
  return true;
}

/** Returns the ids of the bookings that these acts changed. The deed's other bookings are left out. */
async function bookingsOf(tx: Tx, acts: readonly StoredAct[]): Promise<string[]> {
  const ids = sql`any(${sql.param(acts.map(({ id }) => id))}::bigint[])`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select booking_id as id from ${bookingEvents} where act_id = ${ids}
    union select p.booking_id from ${custodyEntries} c join ${pieces} p on p.id = c.piece_id where c.act_id = ${ids}
    order by id`);
  return rows.map(({ id }) => id);
}

/** Describes the newer entry because of which these acts cannot be undone. Null without such an entry. */
async function newerThanAny(deedWork: DeedWork, acts: readonly StoredAct[]): Promise<string | null> {
  for (const act of acts) {
    const newer = await whatForbids(deedWork, act, { deed: deedOf(deedWork) });
    if (newer) return newer.why === "newer_act" ? "staff entered something newer" : newerText(newer);
  }
  return null;
}

async function takeOneBack(deedWork: DeedWork, act: StoredAct): Promise<void> {
  const done = await takeBackAct(deedWork, act, { words: NOTE, deed: deedOf(deedWork) });
  if (!done.ok) throw new Error(`an act was not taken back: ${newerText(done.newer)}`);
  for (const booking of done.bookings.values()) {
    deedWork.codes.add(booking.code);
    deedWork.undone.push(booking);
  }
}

/** Returns the text that asks dispatch about an undo or a correction that changed nothing. */
async function unchanged({ tx, deed: { did } }: DeedWork, of: StoredDeed, after: string): Promise<string> {
  const what = did.kind === "corrected" ? `Corrected to ${DEED_NAMES[did.to.kind]}` : "Undone";
  return `${what} after ${after}, and nothing was changed: ${await deedInWords(tx, of)}`;
}

/** Describes a deed for dispatch: its kind, the codes of its parcels, and the cash that the rider took. */
async function deedInWords(tx: Tx, of: StoredDeed): Promise<string> {
  const codes = await tx
    .select({ code: bookings.trackingCode })
    .from(bookings)
    .where(inArray(bookings.id, of.bookingIds))
    .orderBy(bookings.trackingCode);
  const acts = await actsOfDeeds(tx, [of.deedId]);
  const taken = await takenCash(
    tx,
    acts.map(({ id }) => id),
  );
  const kobo = taken.reduce((sum, one) => sum + one.kobo, 0);
  return [
    [DEED_NAMES[of.kind], ...codes.map(({ code }) => code)].join(" "),
    ...(kobo > 0 ? [`${formatNaira(kobo)} taken`] : []),
  ].join(", ");
}
