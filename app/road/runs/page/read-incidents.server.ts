/** TRIP-11: reads the incidents of a run for the run's page. */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { notTakenBack } from "../../../parcels/taking-back/act-rows.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { acts, bookingEvents, exceptions } from "../../../platform/db/schema.ts";

/**
 * Selects the incidents of a run that were reported and not undone, the newest first. An incident usually has one event
 * for each piece, and an exception. A run without pieces has no events. There is no new exception if the same incident
 * was already reported and is still open.
 */
export function incidentsOfRun(db: Db, runId: string) {
  const incident = sql<
    NonNullable<(typeof exceptions.$inferSelect)["incident"]>
  >`coalesce(${bookingEvents.incident}, ${exceptions.incident})`;
  return db
    .selectDistinctOn([acts.id], {
      id: acts.id,
      at: acts.occurredAt,
      incident,
      note: sql<string | null>`coalesce(${bookingEvents.note}, ${exceptions.note})`,
      byName: sql<string | null>`coalesce(${bookingEvents.byName}, ${exceptions.openedByName})`,
      exceptionId: exceptions.id,
    })
    .from(acts)
    .leftJoin(bookingEvents, and(eq(bookingEvents.actId, acts.id), isNotNull(bookingEvents.incident)))
    .leftJoin(exceptions, and(eq(exceptions.actId, acts.id), isNotNull(exceptions.incident)))
    .where(and(eq(acts.runId, runId), eq(acts.kind, "incident"), isNotNull(incident), notTakenBack(db)))
    .orderBy(desc(acts.id));
}

export type IncidentOfRun = Awaited<ReturnType<typeof incidentsOfRun>>[number];
