/**
 * STAFF-22: one status for more bookings than a page shows, changed by jobs: a few hundred a job, each booking as a change
 * of its own. The rows are chosen when it begins; what somebody changes meanwhile is left as they set it.
 */
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import { findAdmin } from "../auth/find-admin.server.ts";
import type { Admin } from "../domain/actor.ts";
import type { BatchOutcome } from "../domain/batch-outcomes.ts";
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import type { FailureReason } from "../domain/failure-reasons.ts";
import { refusal } from "../domain/permissions.ts";
import { statusBatches, statusBatchRows } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import {
  idempotencyKey,
  partKey,
  withIdempotency,
  type FirstUse,
} from "../platform/idempotency/idempotency.server.ts";
import type { JobWork } from "../platform/jobs/jobs.server.ts";
import type { Services } from "../platform/services.server.ts";
import { changeStatus, reasonProblem } from "./change-status.server.ts";
import type { BookingMatch } from "./booking-conditions.server.ts";
import { matchingRows } from "./list-bookings.server.ts";
import { numberText } from "../platform/http/list-count.ts";

export const MOST_IN_BATCH = 10_000;
/** So many that a job is done well before it counts as lost. */
const ROWS_A_JOB = 200;

export type BatchChange = { to: DeliveryStatus; reason: FailureReason | null; note: string };
type Started = Result<{ id: string }, "invalid" | "forbidden" | "conflict">;

/**
 * Begins to set a status on every booking that a filter finds, at most `MOST_IN_BATCH`. Refuses roles that only read,
 * Failed without a reason, a filter that finds nothing, and one that finds more. The same key again returns the first.
 */
export async function startBatch(
  services: Services,
  admin: Admin,
  match: BookingMatch,
  change: BatchChange,
  key: string,
): Promise<Started> {
  const { db, jobs, now } = services;
  const why = refusal(admin.role, "changeStatus");
  if (why) return refuse("forbidden", why);
  const { to, reason, note } = change;
  const wrong = reasonProblem(to, reason, note);
  if (wrong) return wrong;
  const form = idempotencyKey(services, key, { ...match, ...change });
  return withIdempotency<string, Started>(
    form,
    {
      find: async (): Promise<FirstUse<string> | null> => {
        const [row] = await db
          .select({ answer: statusBatches.id, formHash: statusBatches.formHash })
          .from(statusBatches)
          .where(eq(statusBatches.formKey, form.key));
        return row ?? null;
      },
      repeat: (id) => ({ ok: true, id }),
      conflict: () => "This form already changed other bookings. Load the page again, then choose again.",
    },
    () =>
      db.transaction(async (tx): Promise<Started | null> => {
        const at = now();
        const [batch] = await tx
          .insert(statusBatches)
          .values({
            formKey: form.key,
            formHash: form.hash,
            adminId: admin.memberId,
            toStatus: to,
            reason: to === "failed" ? reason : null,
            note: note || null,
            total: 0,
            createdAt: at,
          })
          .onConflictDoNothing()
          .returning({ id: statusBatches.id });
        if (!batch) return null;
        const chosen = matchingRows(match, MOST_IN_BATCH + 1);
        const { rowCount } = await tx.execute(
          sql`insert into ${statusBatchRows} (batch_id, place, delivery_id, tracking_number, version)
              select ${batch.id}, row_number() over (), id, tracking_number, version from (${chosen}) chosen`,
        );
        const total = rowCount ?? 0;
        if (total === 0 || total > MOST_IN_BATCH) {
          await tx.delete(statusBatches).where(eq(statusBatches.id, batch.id));
          return refuse(
            "invalid",
            total === 0
              ? "No booking matches now. Check the list again."
              : `This is more than ${numberText(MOST_IN_BATCH)} bookings. Use a filter to choose fewer.`,
          );
        }
        await tx.update(statusBatches).set({ total }).where(eq(statusBatches.id, batch.id));
        await recordActivity(tx, admin, at, {
          action: "update_booking",
          description: `${total} bookings → ${DELIVERY_STATUS_LABELS[to]}, in the background`,
          entityType: "status_batch",
          entityId: batch.id,
        });
        await jobs.add(tx, "statusBatch", { batchId: batch.id });
        return { ok: true, id: batch.id };
      }),
  );
}

/** Stops a change in the background: what is changed stays changed. Refuses roles that only read. */
export async function cancelBatch(
  { db, live, now }: Services,
  admin: Admin,
  id: string,
): Promise<Result<object, "forbidden">> {
  const why = refusal(admin.role, "changeStatus");
  if (why) return refuse("forbidden", why);
  const open = and(isNull(statusBatches.finishedAt), isNull(statusBatches.cancelledAt));
  await db
    .update(statusBatches)
    .set({ cancelledAt: now() })
    .where(and(eq(statusBatches.id, id), open));
  live.publish("deliveries");
  return { ok: true };
}

export type BatchView = NonNullable<Awaited<ReturnType<typeof readBatch>>>;

/** How far a change is. Null where there is none. */
export async function readBatch({ db }: Services, id: string) {
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

/** As many bookings as a page of a change lists. */
export const BATCH_PAGE = 200;

/** A page of the bookings of a change, those that were left as they are first. */
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

const OUTCOMES = {
  conflict: "conflict",
  not_found: "removed",
  forbidden: "refused",
  invalid: "refused",
} as const;

/** The work of the queue: a few hundred bookings, then the next job. */
export function batchWorker(services: Services): JobWork<{ batchId: string }> {
  return {
    async one({ data: { batchId } }) {
      const { db, jobs, live, now } = services;
      const of = eq(statusBatches.id, batchId);
      const [batch] = await db.select().from(statusBatches).where(of);
      if (!batch || batch.cancelledAt || batch.finishedAt) return null;
      const admin = batch.adminId ? await findAdmin(db, batch.adminId) : null;
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
        if (!still || still.cancelledAt) return null;
        const { deliveryId: id, version, place } = row;
        const change = {
          id,
          version,
          status: batch.toStatus,
          reason: batch.reason,
          note: batch.note ?? "",
        };
        const result = admin && (await changeStatus(services, admin, change, partKey(batch.formKey, id)));
        const outcome = !result
          ? "refused"
          : result.ok
            ? result.changed
              ? "changed"
              : "unchanged"
            : OUTCOMES[result.code];
        await db
          .update(statusBatchRows)
          .set({ outcome })
          .where(and(eq(statusBatchRows.batchId, batchId), eq(statusBatchRows.place, place)));
      }
      await db.transaction(async (tx) => {
        if (rows.length === ROWS_A_JOB) await jobs.add(tx, "statusBatch", { batchId });
        else await tx.update(statusBatches).set({ finishedAt: now() }).where(of);
      });
      live.publish("deliveries");
      return null;
    },
  };
}
