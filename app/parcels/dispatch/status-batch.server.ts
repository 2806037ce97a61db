/**
 * STAFF-22: sets one status on more bookings than a page shows. The bookings are chosen at the start. Each job
 * changes up to 200 bookings, one after another. A booking that another person changes first stays unchanged.
 */
import { randomUUID } from "node:crypto";
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { findAdmin } from "../../access/find-admin.server.ts";
import type { BatchOutcome } from "../../domain/batch-outcomes.ts";
import { BOOKING_STATUS_LABELS, needsReason } from "../../domain/delivery-status.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { may } from "../../access/permissions.ts";
import { statusBatches, statusBatchRows } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { uuidField } from "../../platform/http/fields.ts";
import type { JobWork } from "../../platform/jobs/jobs.server.ts";
import { partKey } from "../../platform/operations/operation-key.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { parseFilters } from "./booking-filter.ts";
import { changeStatus } from "../bookings/change-status.server.ts";
import { STATUS_BATCHES } from "./status-batch-job.ts";
import { matchingRows } from "./list-bookings.server.ts";
import { refuse } from "../bookings/messages.ts";
import { batchForm } from "../bookings/status-forms.ts";

export const MOST_IN_BATCH = 10_000;
/** The number of bookings that one job changes. Such a job ends well before the queue would treat it as failed. */
const ROWS_A_JOB = 200;

/**
 * Starts a status change of all bookings of a filter, at most `MOST_IN_BATCH`. Refuses read-only roles, the status
 * Failed without a reason, and a filter with no results or too many.
 */
export const startBatch = operation({
  name: "bookings.start_batch",
  by: staff("changeStatus"),
  input: batchForm,
  run: async ({ services, tx, actor, at, reserved }, { filter, to, reason, note }) => {
    const filters = parseFilters(new URLSearchParams(filter));
    const match = { ...filters, lateBefore: filters.late ? startOfLagosDay(at) : null };
    const [batch] = await tx
      .insert(statusBatches)
      .values({
        formKey: reserved?.key ?? randomUUID(),
        formHash: reserved?.hash ?? null,
        adminId: actor.memberId,
        toStatus: to,
        reason: needsReason(to) ? reason : null,
        note: note || null,
        total: 0,
        createdAt: at,
      })
      .returning({ id: statusBatches.id });
    if (!batch) throw new Error("a batch was not written");
    const chosen = matchingRows(match, MOST_IN_BATCH + 1);
    const { rowCount } = await tx.execute(
      sql`insert into ${statusBatchRows} (batch_id, place, booking_id, tracking_code, version)
          select ${batch.id}, row_number() over (), id, tracking_code, version from (${chosen}) chosen`,
    );
    const total = rowCount ?? 0;
    if (total === 0) return refuse("invalid", "nothing_matches");
    if (total > MOST_IN_BATCH) return refuse("invalid", "too_many_match", { most: MOST_IN_BATCH });
    await tx.update(statusBatches).set({ total }).where(eq(statusBatches.id, batch.id));
    await recordActivity(tx, actor, at, {
      action: "update_booking",
      description: `${total} bookings → ${BOOKING_STATUS_LABELS[to]}, in the background`,
      entityType: "status_batch",
      entityId: batch.id,
    });
    await services.jobs.add(tx, STATUS_BATCHES, { batchId: batch.id });
    return { ok: true as const, id: batch.id };
  },
  conflict: () => "This form already changed other bookings. Load the page again, then choose again.",
});

/** Stops a background change. Bookings that are already changed stay changed. Refuses read-only roles. */
export const cancelBatch = operation({
  name: "bookings.cancel_batch",
  by: staff("changeStatus"),
  input: z.object({ id: uuidField }),
  keyless: true,
  run: async ({ tx, at }, { id }) => {
    const open = and(isNull(statusBatches.finishedAt), isNull(statusBatches.cancelledAt));
    await tx
      .update(statusBatches)
      .set({ cancelledAt: at })
      .where(and(eq(statusBatches.id, id), open));
    return { ok: true as const };
  },
  publish: () => ["bookings"],
});

export type StatusBatchView = NonNullable<Awaited<ReturnType<typeof readStatusBatch>>>;

/** Reads the progress of a change in the background. Null if the id is unknown. */
export async function readStatusBatch({ db }: Services, id: string) {
  const { toStatus, reason, total, createdAt, cancelledAt, finishedAt } = statusBatches;
  const [batch] = await db
    .select({ toStatus, reason, total, createdAt, cancelledAt, finishedAt })
    .from(statusBatches)
    .where(eq(statusBatches.id, id));
  if (!batch) return null;
  const of = eq(statusBatchRows.batchId, id);
  const counts = await db
    .select({ outcome: statusBatchRows.outcome, n: count() })
    .from(statusBatchRows)
    .where(of)
    .groupBy(statusBatchRows.outcome);
  const n = (outcome: BatchOutcome | null) => counts.find((row) => row.outcome === outcome)?.n ?? 0;
  return {
    id,
    ...batch,
    done: batch.total - n(null),
    changed: n("changed"),
    unchanged: n("unchanged"),
    leftCount: n("conflict") + n("removed") + n("refused"),
  };
}

export const BATCH_PAGE = 200;

/** Reads a page of the bookings of a change, with their results. Bookings that could not be changed come first. */
export async function readBatchRows({ db }: Services, batchId: string, page: number) {
  const { trackingCode: code, outcome, place } = statusBatchRows;
  return db
    .select({ code, outcome })
    .from(statusBatchRows)
    .where(eq(statusBatchRows.batchId, batchId))
    .orderBy(sql`${outcome} in ('conflict', 'removed', 'refused') is true desc`, asc(place))
    .limit(BATCH_PAGE)
    .offset((page - 1) * BATCH_PAGE);
}

function outcomeOf(result: Awaited<ReturnType<typeof changeStatus>> | null): BatchOutcome {
  if (result?.ok) return result.changed ? "changed" : "unchanged";
  if (result?.code === "conflict") return "conflict";
  return result?.code === "not_found" ? "removed" : "refused";
}

/** Returns the job that changes up to ROWS_A_JOB bookings, and then adds the next job or ends the change. */
export function batchWorker(services: Services): JobWork<{ batchId: string }> {
  return async ({ data: { batchId } }) => {
    const { db, jobs, live, now } = services;
    const of = eq(statusBatches.id, batchId);
    const [batch] = await db.select().from(statusBatches).where(of);
    if (!batch || batch.cancelledAt || batch.finishedAt) return;
    const member = batch.adminId ? await findAdmin(db, batch.adminId) : null;
    // If the person who started the change has lost the permission, the change stops.
    const admin = member && may(member.role, "changeStatus") ? member : null;
    const rows = await db
      .select()
      .from(statusBatchRows)
      .where(and(eq(statusBatchRows.batchId, batchId), isNull(statusBatchRows.outcome)))
      .orderBy(asc(statusBatchRows.place))
      .limit(ROWS_A_JOB);
    for (const row of rows) {
      const [still] = await db
        .select({ cancelledAt: statusBatches.cancelledAt })
        .from(statusBatches)
        .where(of);
      if (!still || still.cancelledAt) return;
      const { bookingId: id, version, place } = row;
      const change = {
        id,
        version,
        status: batch.toStatus,
        reason: batch.reason,
        note: batch.note ?? "",
      };
      const result = admin && (await changeStatus(services, admin, change, partKey(batch.formKey, id)));
      const outcome = outcomeOf(result);
      await db
        .update(statusBatchRows)
        .set({ outcome })
        .where(and(eq(statusBatchRows.batchId, batchId), eq(statusBatchRows.place, place)));
    }
    await transact(db, async (tx) => {
      if (rows.length === ROWS_A_JOB) await jobs.add(tx, STATUS_BATCHES, { batchId });
      else await tx.update(statusBatches).set({ finishedAt: now() }).where(of);
    });
    live.publish("bookings");
  };
}
