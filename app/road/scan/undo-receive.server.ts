/** SCAN-4: undoes the receipt of a piece: the piece goes back to its former holder, and to the run that brought it. */
import { and, eq, gt } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { bookingState } from "../../domain/booking-state.ts";
import { actOf } from "../../access/author.server.ts";
import {
  lockBooking,
  writeChange,
  type LockedBooking,
} from "../../parcels/bookings/change-booking.server.ts";
import { askAbout } from "../../parcels/custody/disagreements.server.ts";
import { reopenRunPlaces, takeBackMoves } from "../../parcels/custody/take-back-moves.server.ts";
import { withdrawExceptions } from "../../notifications/open-exception.server.ts";
import { stateEventsOf } from "../../parcels/custody/state-events.server.ts";
import { bookingEvents, custodyEntries, pieces, runs } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { scanTopics } from "./receive-scan.server.ts";
import { undoReceiveForm } from "./scan-form.ts";

type Entry = typeof custodyEntries.$inferSelect;
type Taken = { entry: Entry; booking: LockedBooking };

/**
 * Finds the ledger's row of the receipt, and locks the rows of its run and its booking. Refuses a piece that changed
 * hands again, and a closed run.
 */
async function takenIn(work: Work<Admin>, { entry: id }: { entry: number }): Promise<Taken | Refusal> {
  const { tx, actor } = work;
  const [found] = await tx
    .select({ entry: custodyEntries, bookingId: pieces.bookingId })
    .from(custodyEntries)
    .innerJoin(pieces, eq(pieces.id, custodyEntries.pieceId))
    .where(
      and(eq(custodyEntries.id, id), eq(custodyEntries.toKind, "hub"), eq(custodyEntries.method, "scan")),
    );
  if (!found) return refuse("not_found", "not_undone");
  const { entry, bookingId } = found;
  const wrong = await refuseOtherHub(tx, actor, entry.toId);
  if (wrong) return wrong;
  if (entry.runId) {
    const [run] = await tx
      .select({ state: runs.state })
      .from(runs)
      .where(eq(runs.id, entry.runId))
      .for("no key update");
    if (run?.state === "reconciled") return refuse("conflict", "not_undone");
  }
  const booking = await lockBooking(work, { id: bookingId });
  if ("ok" in booking) return booking;
  const later = await tx.$count(
    custodyEntries,
    and(eq(custodyEntries.pieceId, entry.pieceId), gt(custodyEntries.id, entry.id)),
  );
  return later > 0 ? refuse("conflict", "not_undone") : { entry, booking };
}

/**
 * Undoes the receipt of a piece by a scan: adds a reversing row to the ledger, undoes the event of the receipt, puts
 * the piece back on the run that brought it, and closes the exceptions that the receipt opened. Refuses if the piece
 * changed hands after the receipt, if its run is closed, and a clerk of another hub.
 */
export const undoReceive = operation({
  name: "scan.undo_receive",
  by: staff("workHub"),
  input: undoReceiveForm,
  on: takenIn,
  run: async (work, _, { entry, booking }) => {
    const { tx, at } = work;
    const act = actOf(work, "taken_back", { source: "scan", takesBack: entry.actId });
    await undoEvent({ ...work, act }, booking, entry);
    await takeBackMoves({ tx, act }, [entry]);
    if (entry.runId)
      await reopenRunPlaces(tx, [entry.pieceId], [entry.runId], ["arrived", "returned_to_hub"]);
    await withdrawExceptions(
      tx,
      { pieceId: entry.pieceId, bookingId: booking.id, openedAt: entry.receivedAt },
      { ...act.by, at, words: "The scan was undone" },
    );
    return { ok: true, code: booking.code, text: "It is where it was before." };
  },
  publish: (_, __, { booking, entry }) => scanTopics(booking.code, { run: entry.runId, exception: true }),
});

/**
 * Undoes the event that was written with the ledger's row. An event of several pieces stays, because it is about all of
 * them.
 */
async function undoEvent(work: Work<Admin>, booking: LockedBooking, entry: Entry): Promise<void> {
  const { tx } = work;
  const [event] = await tx
    .select({ id: bookingEvents.id, piece: bookingEvents.piece })
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, booking.id),
        eq(bookingEvents.kind, "arrived_at_hub"),
        eq(bookingEvents.hubId, entry.toId!),
        eq(bookingEvents.receivedAt, entry.receivedAt),
      ),
    );
  if (!event) return;
  const events = (await stateEventsOf(tx, [booking.id])).get(booking.id) ?? [];
  const { status, deliveredAt } = bookingState(
    booking.pieces,
    events.filter(({ id }) => id !== event.id),
  );
  const { eventId } = await writeChange(work, {
    booking,
    row: { status, deliveredAt },
    event: { kind: "undone", toStatus: status, undoes: event.id, piece: event.piece, hubId: entry.toId },
    description: "received by a scan, undone",
  });
  await askAbout(work, booking, eventId);
}
