/** ACT-2: takes an act back. A new act reverses the rows of the act that is taken back. */
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Admin, Rider } from "../../access/actor.ts";
import { actOf } from "../../access/author.server.ts";
import type { ActSource } from "../../domain/acts.ts";
import { bookingState } from "../../domain/booking-state.ts";
import { DELIVERED, needsReason, type BookingStatus } from "../../domain/delivery-status.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { takeBackCollected } from "../../money/settlements/taken-cash.server.ts";
import { withdrawExceptions } from "../../notifications/open-exception.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import type { DeedOfAct } from "../../platform/operations/act.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { DoneBooking } from "../../history/events.server.ts";
import { lockForDeeds } from "../../history/booking-rows.server.ts";
import { restoreDays } from "../../history/moved-days.server.ts";
import { notUndone, stateEventsOf, STATUS_KINDS } from "../../history/state-events.server.ts";
import { takeBackMoves } from "../custody/move-pieces.server.ts";
import { forgetDeliveries } from "../remembered-places/delivery-places.server.ts";
import { lockRows, type ActRows, type StoredAct } from "./act-rows.server.ts";
import { newerThanAct, type NewerAct } from "./newer.server.ts";
import { putBack } from "./put-back.server.ts";

export type TakingBack = Pick<Work<Admin | Rider>, "services" | "tx" | "actor" | "at">;
type How = {
  /** The text that is stored with the closed exceptions and with the reversed money. */
  words: string;
  source?: ActSource;
  /** The phone's deed that takes the act back. If set, newer deeds from phones do not prevent it (`newerThanAct`). */
  deed?: DeedOfAct;
};
export type TakenBackAct = {
  ok: true;
  bookings: Map<string, DoneBooking>;
  pieceIds: string[];
};

/**
 * Finds the fact that prevents taking the act back. Null if the act may be taken back. Locks the rows of the act's
 * bookings and pieces. The caller must have locked the rows of the act's runs.
 */
export async function whatForbids(
  { tx }: Pick<TakingBack, "tx">,
  act: StoredAct,
  { deed }: Pick<How, "deed"> = {},
): Promise<NewerAct | null> {
  return newerThanAct(tx, act, await lockRows(tx, act), deed !== undefined);
}

/**
 * Takes an act back in the caller's transaction. Undoes the act's events, reverses its cash, payments and
 * collections, and closes its exceptions. The act's pieces go back to their former holders and runs, and its proofs
 * no longer count. If a newer fact prevents this, refuses and names the fact. Sends no mail. The caller must have
 * locked the rows of the act's runs, and must publish the topics of the bookings, 'exceptions' and 'money' after the
 * commit.
 */
export async function takeBackAct(
  work: TakingBack,
  act: StoredAct,
  { words, source, deed }: How,
): Promise<TakenBackAct | { ok: false; newer: NewerAct }> {
  const { tx, at } = work;
  const rows = await lockRows(tx, act);
  const newer = await newerThanAct(tx, act, rows, deed !== undefined);
  if (newer) return { ok: false, newer };
  const undoing = actOf(work, "taken_back", {
    takesBack: act.id,
    ...(source && { source }),
    ...(deed && { deed }),
  });
  // The new act is stored even if it reverses no row, so that the same act cannot be taken back twice.
  await undoing.id({ runId: act.runId });
  const own = { ...work, act: undoing };
  const bookings = await undoEvents(own, rows);
  const told = rows.moves.filter(({ oneSided }) => oneSided);
  const moves = rows.moves.filter(({ oneSided }) => !oneSided);
  if (told.length > 0) await takeBackMoves(own, told, { oneSided: true });
  if (moves.length > 0) await takeBackMoves(own, moves);
  await takeBackCollected(own, { actIds: [act.id], reason: words });
  await putBack({ tx, act: undoing }, rows, words);
  await withdrawExceptions(tx, act.id, { ...undoing.by, at, words });
  await forgetDeliveries(
    tx,
    rows.events.filter(isDelivery).map(({ bookingId }) => bookingId),
  );
  return { ok: true, bookings, pieceIds: rows.pieces.map(({ id }) => id) };
}

const isDelivery = ({ kind, toStatus }: ActRows["events"][number]) =>
  kind === "delivered" || kind === "returned" || (kind === "status_set" && toStatus === DELIVERED);

/** Undoes the act's events. If a booking is Failed again as a result, it gets its earlier failure reason again. */
async function undoEvents(
  work: TakingBack & { act: ReturnType<typeof actOf> },
  { events, bookingIds }: ActRows,
): Promise<Map<string, DoneBooking>> {
  const { tx, at } = work;
  const undone = new Set(events.map(({ id }) => id));
  const locked = await lockForDeeds(tx, bookingIds);
  const all = await stateEventsOf(tx, bookingIds);
  const reasons = new Map<string, FailureReason | null>();
  for (const bookingId of new Set(events.map((event) => event.bookingId))) {
    const left = (all.get(bookingId) ?? []).filter(({ id }) => !undone.has(id));
    const { status } = bookingState(locked.get(bookingId)!.pieces, left);
    reasons.set(bookingId, needsReason(status) ? await reasonOf(tx, bookingId, status, undone) : null);
  }
  const done = await addEvents(
    work,
    events.map(({ id, kind, bookingId, piece, hubId, runId }) => ({
      ...{ kind: "undone" as const, undoes: id, occurredAt: at },
      ...{ bookingId, piece, hubId, runId, reason: reasons.get(bookingId) ?? null },
      // An event with an empty `set` only increments the booking's version. Undoing a status that was set by hand
      // always increments the version, even if a newer status stays valid.
      ...(kind === "status_set" && { set: {} }),
    })),
  );
  await restoreDays(tx, events);
  return done;
}

/** Finds the failure reason in the newest valid event that set this status. */
async function reasonOf(tx: Tx, bookingId: string, status: BookingStatus, undone: ReadonlySet<number>) {
  const rows = await tx
    .select({ id: bookingEvents.id, reason: bookingEvents.reason })
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        eq(bookingEvents.toStatus, status),
        inArray(bookingEvents.kind, STATUS_KINDS),
        notUndone,
      ),
    )
    .orderBy(desc(bookingEvents.id))
    .limit(undone.size + 1);
  return rows.find(({ id }) => !undone.has(id))?.reason ?? null;
}
