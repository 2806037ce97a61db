/** TRIP-17: undoes an entry that the office made for a stop. */
import { and, eq, inArray } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { deedTopics } from "../../history/add-events.server.ts";
import { notUndone } from "../../history/state-events.server.ts";
import type { StoredAct } from "../../parcels/taking-back/act-rows.server.ts";
import { readAct } from "../../parcels/taking-back/read-act.server.ts";
import type { NewerAct } from "../../parcels/taking-back/newer.server.ts";
import { takeBackAct } from "../../parcels/taking-back/take-back.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { ENTERED_KINDS } from "../runs/deeds-on-run.server.ts";
import { changeRun, lockRun, logRun, runTopics, unless, type LockedRun } from "../runs/lock-run.server.ts";
import { refuse } from "../runs/messages.ts";
import { mailUndone } from "../../history/follow.server.ts";
import { undoEntryForm } from "../runs/run-forms.ts";
import { codesOf } from "../runs/pieces-of-run.server.ts";

/**
 * Undoes the act of an entry at a stop: the events are undone, the pieces return to their former holders and to the
 * run, the cash is reversed, and the exceptions are closed. If a booking's status changes back, the sender gets a mail
 * (STATUS-8). Refuses if there is a newer act about a piece, if the cash was counted or paid out since, if the sender
 * answered about the money, or if the run is closed.
 */
export const undoEntry = operation({
  name: "runs.undo_entry",
  by: staff("workHub"),
  input: undoEntryForm,
  on: lockRun,
  run: async (work, { event }, run) => {
    const wrong = unless(run, ["loaded", "out", "returned"], "changed like this");
    if (wrong) return wrong;
    const act = await actOfEntry(work.tx, run, event);
    return act ? undo(work, run, act) : refuse("conflict", "not_undone", {});
  },
  publish: (done, input, run) => [
    ...runTopics(done, input, run),
    ...deedTopics(done.codes),
    "exceptions",
    "money",
  ],
});

async function undo(work: Work<Admin>, run: LockedRun, act: StoredAct) {
  const done = await takeBackAct(work, act, { words: "The entry was undone" });
  if (!done.ok) return refusal(done.newer);
  const codes = codesOf(done.bookings);
  await mailUndone(work, [...done.bookings.values()]);
  await changeRun(work.tx, run, work.at, {});
  await logRun(work, run, `undone: ${codes.join(", ")}`);
  return { ok: true as const, undone: done.pieceIds.length, codes };
}

function refusal(newer: NewerAct): Refusal {
  switch (newer.why) {
    case "cash_settled":
      return refuse("conflict", "cash_settled", { settled: newer.settled });
    case "sender_answered":
      return refuse("conflict", "sender_answered");
    case "correct_instead":
      return refuse("conflict", "correct_instead");
    case "newer_act":
      return refuse("conflict", "not_undone", { kind: newer.kind });
    default:
      return refuse("conflict", "not_undone", {});
  }
}

/** Returns the act of a run's event. Null if the event is no entry of the run, or is already undone. */
async function actOfEntry(tx: Tx, run: LockedRun, id: number): Promise<StoredAct | null> {
  const [named] = await tx
    .select({ actId: bookingEvents.actId })
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.id, id),
        eq(bookingEvents.runId, run.id),
        inArray(bookingEvents.kind, ENTERED_KINDS),
        notUndone,
      ),
    );
  return named ? readAct(tx, named.actId) : null;
}
