/** TRIP-22: finds entries on a run that were made after the page with the form was loaded. */
import { and, desc, eq, gt, inArray, max, sql, type SQL } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { askAbout } from "../../access/recorded-meanwhile.ts";
import { EVENT_FACTS } from "../../domain/event-kinds.ts";
import { notUndone } from "../../history/state-events.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookingEvents, bookings, pieces } from "../../platform/db/schema.ts";
import type { Meanwhile } from "../../platform/operations/declaration.ts";
import { ENTERED_KINDS } from "../runs/deeds-on-run.server.ts";

type Work = { tx: Tx; actor: Admin };
type Run = { id: string };

/** Returns the id of the newest event of a run, for the field `seen` of the run's forms. */
export async function enteredSeen(db: Pick<Db, "select">, runId: string): Promise<number> {
  const [row] = await db
    .select({ newest: max(bookingEvents.id) })
    .from(bookingEvents)
    .where(eq(bookingEvents.runId, runId));
  return row?.newest ?? 0;
}

/** Finds the newest event of a locked run that is newer than `seen` and meets the condition. */
async function newerEvent(
  { tx, actor }: Work,
  run: Run,
  seen: number,
  which: SQL,
): Promise<Meanwhile | null> {
  const [event] = await tx
    .select({
      id: bookingEvents.id,
      kind: bookingEvents.kind,
      at: bookingEvents.receivedAt,
      byUserId: bookingEvents.byUserId,
      byName: bookingEvents.byName,
      code: bookings.trackingCode,
    })
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .where(and(eq(bookingEvents.runId, run.id), gt(bookingEvents.id, seen), which, notUndone))
    .orderBy(desc(bookingEvents.id))
    .limit(1);
  if (!event) return null;
  const what = `${EVENT_FACTS[event.kind].name}, ${event.code}`;
  return {
    newest: event.id,
    asks: askAbout(actor, { ...event, byName: event.byName ?? "Somebody else", what }),
  };
}

const entered = inArray(bookingEvents.kind, ENTERED_KINDS);

export const aboutPieces = (
  work: Work,
  { pieces: ids }: { pieces: readonly string[] },
  run: Run,
  seen: number,
) =>
  newerEvent(
    work,
    run,
    seen,
    sql`${entered} and exists (select from ${pieces} p where p.booking_id = ${bookingEvents.bookingId}
      and p.id = any(${sql.param(ids)}::uuid[]) and p.number = coalesce(${bookingEvents.piece}, p.number))`,
  );

export const aboutBooking = (work: Work, { booking }: { booking: string }, run: Run, seen: number) =>
  newerEvent(work, run, seen, sql`${entered} and ${bookingEvents.bookingId} = ${booking}`);

export const aboutIncidents = (work: Work, _: unknown, run: Run, seen: number) =>
  newerEvent(work, run, seen, eq(bookingEvents.kind, "incident"));
