/** EXC-8: after an incident, informs the senders of the parcels that are still on the run. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { notifyAll } from "../../notifications/notify.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { exceptions, pieces, runPieces } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { stepForm } from "./exception-forms.ts";
import { exceptionTopics, lockException, logException, unlessStep } from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

/** Returns the ids of the bookings that have a piece on the run. */
export async function bookingsOnRun(db: Db | Tx, runId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: pieces.bookingId })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .where(and(eq(runPieces.runId, runId), isNull(runPieces.endedAt)))
    .orderBy(asc(pieces.bookingId));
  return rows.map(({ id }) => id);
}

/**
 * Mails the senders of the parcels on the run about the incident, once. The exception stays open, because
 * staff must still move the parcels. Refuses if somebody has already done this, and names that person.
 */
export const tellSenders = operation({
  name: "exceptions.tell_senders",
  by: staff("closeExceptions"),
  input: stepForm,
  on: lockException,
  run: async (work, _, exception) => {
    const { tx, services, at, actor } = work;
    const wrong = unlessStep(exception, "tell_senders");
    if (wrong) return wrong;
    const { id, runId, details, version } = exception;
    if (!runId) return refuse("conflict", "other_kind");
    const before = toldOf(details);
    if (before)
      return refuse("conflict", "told_before", { who: before.who, when: formatAdminDateTime(before.at) });
    const told = await bookingsOnRun(tx, runId);
    if (told.length === 0) return refuse("conflict", "nobody_to_tell");
    await notifyAll(
      services,
      tx,
      "run_incident",
      told.map((bookingId) => ({ bookingId, exceptionId: id })),
    );
    await tx
      .update(exceptions)
      .set({
        details: {
          ...details,
          told: told.length,
          toldBy: shownAuthor(actor).byName,
          toldAt: at.toISOString(),
        },
        version: version + 1,
      })
      .where(eq(exceptions.id, id));
    await logException(work, exception, "update_exception", `told ${told.length} senders`);
    return { ok: true, told: told.length };
  },
  publish: exceptionTopics,
});

export type SendersTold = { count: number; who: string; at: Date };

/** Returns who informed the senders, and when. Null if nobody has informed the senders. */
export function toldOf(details: Record<string, string | number> | null): SendersTold | null {
  const { told, toldBy, toldAt } = details ?? {};
  if (typeof told !== "number" || typeof toldBy !== "string" || typeof toldAt !== "string") return null;
  return { count: told, who: toldBy, at: new Date(toldAt) };
}
