/** SCAN-4: undoes the receipt of a piece, which goes back to its former holder and to its run. */
import { and, eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import {
  lockBooking,
  logBookingChange,
  type LockedBooking,
} from "../../parcels/bookings/change-booking.server.ts";
import { readAct } from "../../parcels/taking-back/read-act.server.ts";
import { takeBackAct } from "../../parcels/taking-back/take-back.server.ts";
import { custodyEntries, pieces, runs, shelfCountPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { scanTopics } from "./receive-scan.server.ts";
import { undoReceiveForm } from "./scan-form.ts";

type Taken = { entry: typeof custodyEntries.$inferSelect; booking: LockedBooking };

/** Finds the receipt in the ledger, and locks the rows of its run and its booking. Refuses a closed run. */
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
  return "ok" in booking ? booking : { entry, booking };
}

/**
 * Undoes the receipt of a piece by a scan: the ledger gets a reversing row, the event is undone, the piece is on its
 * former run again, and the exceptions that the receipt opened are closed.
 * Refuses if something newer was recorded about the piece, if the run is closed, and a clerk of another hub.
 */
export const undoReceive = operation({
  name: "scan.undo_receive",
  by: staff("workHub"),
  input: undoReceiveForm,
  on: takenIn,
  run: async (work, _, { entry, booking }) => {
    const { tx } = work;
    const act = await readAct(tx, entry.actId);
    const done = await takeBackAct(work, act, { source: "scan", words: "The scan was undone" });
    if (!done.ok)
      return refuse("conflict", done.newer.why === "correct_instead" ? "correct_instead" : "not_undone");
    // SCAN-12: if the receipt added the piece to a count as extra, the piece leaves the count.
    await tx.delete(shelfCountPieces).where(eq(shelfCountPieces.entryId, entry.id));
    await logBookingChange(work, booking, "received by a scan, undone");
    return { ok: true, code: booking.code, text: "It is where it was before." };
  },
  publish: (_, __, { booking, entry }) => scanTopics(booking.code, { run: entry.runId, exception: true }),
});
