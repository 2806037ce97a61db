/**
 * BULK-5: books the valid rows of a batch. One transaction marks the rows to book, and a job books a few rows at a
 * time. Each transaction stores bookings together with their codes in the batch, so the job can stop and continue at
 * any time.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { findAdmin } from "../../access/find-admin.server.ts";
import { findCustomer } from "../../access/find-customer.server.ts";
import { may } from "../../access/permissions.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookingBatches, bookingBatchRows } from "../../platform/db/schema.ts";
import type { Reads } from "../../platform/db/read-once.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { uuidField } from "../../platform/http/fields.ts";
import { refusalText } from "../../platform/http/result.ts";
import type { JobWork } from "../../platform/jobs/jobs.server.ts";
import { contentHash, partKey } from "../../platform/operations/operation-key.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import {
  checkBooking,
  writeBooking,
  type Booking,
  type CheckedBooking,
} from "../bookings/write-booking.server.ts";
import { rowsLeft } from "../bookings/rows-a-day.server.ts";
import { sameRowsQuestion } from "./same-rows-question.server.ts";
import { BULK_BOOKINGS } from "./bulk-booking-job.ts";
import { bulkBooker, isDraftRow, lockBatch, ownBatch } from "./batches.server.ts";
import {
  bookerOf,
  checkRows,
  columnsFor,
  previewHash,
  type Batch,
  type BatchRow,
  type BulkActor,
} from "./check-batch.server.ts";
import { checkRow } from "./check-row.ts";
import { refuse } from "./messages.ts";

/** The number of rows that one job books. Such a job ends well before the queue would treat the job as dead. */
const ROWS_A_JOB = 100;
/**
 * The number of rows that one transaction books. Small transactions show progress, and other requests do not wait long.
 */
const ROWS_AT_ONCE = 10;
/**
 * The pause after each transaction, in milliseconds. It keeps other pages fast. For 480 rows the pauses add up to 2.4
 * seconds.
 */
const PAUSE_MS = 50;

/** Reads the rows that wait for correction or booking, in the order of the sheet. */
export const draftRows = (db: Db | Tx, batchId: string): Promise<BatchRow[]> =>
  db
    .select()
    .from(bookingBatchRows)
    .where(and(eq(bookingBatchRows.batchId, batchId), isDraftRow))
    .orderBy(asc(bookingBatchRows.row));

type Prepared = { rows: number[]; seen: string; updatedAt: number };

/**
 * Books the valid rows of a batch within the daily limit. Other rows stay drafts. `seen` is a hash of the
 * preview on the page: if rows, prices or days have changed since the preview, nothing is booked. Rows that
 * were already booked in the last seven days need a confirmation.
 */
export const bookBatch = operation({
  name: "bulk.book",
  by: bulkBooker,
  input: z.object({
    id: uuidField,
    seen: z.string().max(40).default(""),
    again: z.enum(["yes", ""]).default(""),
  }),
  varying: ["again"],
  prepare: async ({ services, actor, at }, { id }) => {
    const { db } = services;
    const [batch] = await db
      .select()
      .from(bookingBatches)
      .where(and(eq(bookingBatches.id, id), ownBatch(actor)));
    if (!batch) return refuse("not_found", "batch_gone");
    const checked = await checkRows(services, actor, batch, await draftRows(db, id), at);
    const good = checked.filter((row) => row.ok);
    const { left } = await rowsLeft(db, bookerOf(batch), at);
    const prepared: Prepared = {
      rows: good.slice(0, left).map(({ row }) => row),
      seen: previewHash(good),
      updatedAt: batch.updatedAt.getTime(),
    };
    return { ok: true, prepared };
  },
  on: lockBatch,
  run: async (work: Work<BulkActor, Prepared>, { seen, again }, batch) => {
    const { tx, at, services, prepared } = work;
    // Bookings of the same person or business wait for each other here. Otherwise two windows or two members could
    // exceed the limit together, or book the same rows without the question whether to book them again.
    for (const whose of [batch.userId, batch.businessId])
      if (whose) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bulk ${whose}`}, 0))`);
    if (batch.confirmedAt && !batch.finishedAt) return refuse("conflict", "being_booked");
    const { most, left } = await rowsLeft(tx, bookerOf(batch), at);
    if (left === 0) return refuse("conflict", "day_is_full", { most });
    if (prepared.rows.length === 0) return refuse("conflict", "nothing_to_book");
    if (prepared.seen !== seen || prepared.updatedAt !== batch.updatedAt.getTime())
      return refuse("conflict", "changed");
    const question = again ? null : await sameRowsQuestion(tx, batch, at);
    if (question) return refuse("conflict", "booked_before", { question });
    const rows = prepared.rows.slice(0, left);
    await tx
      .update(bookingBatchRows)
      .set({ chosenAt: at, refused: null })
      .where(and(eq(bookingBatchRows.batchId, batch.id), isDraftRow, inArray(bookingBatchRows.row, rows)));
    await tx
      .update(bookingBatches)
      .set({ confirmedAt: at, updatedAt: at, finishedAt: null })
      .where(eq(bookingBatches.id, batch.id));
    await services.jobs.add(tx, BULK_BOOKINGS, { batchId: batch.id });
    return { ok: true, id: batch.id };
  },
});

/** Finds the person who books the rows. Null if the person has left or has lost the permission. */
async function actorOf(db: Db, batch: Batch): Promise<BulkActor | null> {
  if (batch.kind !== "staff") return findCustomer(db, batch.userId);
  const admin = batch.adminId ? await findAdmin(db, batch.adminId) : null;
  return admin && may(admin.role, "bookForCustomer") ? admin : null;
}

const isOpen = and(isNotNull(bookingBatchRows.chosenAt), isNull(bookingBatchRows.trackingCode));

/** Returns the job that books a hundred rows and then adds the next job, or ends the batch with one mail. */
export function bulkWorker(services: Services): JobWork<{ batchId: string }> {
  return async ({ data: { batchId } }) => {
    const { db, jobs } = services;
    const [batch] = await db.select().from(bookingBatches).where(eq(bookingBatches.id, batchId));
    if (!batch?.confirmedAt || batch.finishedAt) return;
    const actor = await actorOf(db, batch);
    const rows = await db
      .select()
      .from(bookingBatchRows)
      .where(and(eq(bookingBatchRows.batchId, batchId), isOpen))
      .orderBy(asc(bookingBatchRows.row))
      .limit(ROWS_A_JOB);
    const reads: Reads = new Map();
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const ready: Ready[] = [];
      for (const row of rows.slice(from, from + ROWS_AT_ONCE)) {
        const one = await readyRow(services, actor, { batch, row, reads });
        if (one) ready.push(one);
      }
      await bookRows(services, batch, ready);
      await sleep(PAUSE_MS);
    }
    await transact(db, async (tx) => {
      await tx
        .select({ id: bookingBatches.id })
        .from(bookingBatches)
        .where(eq(bookingBatches.id, batchId))
        .for("update");
      if ((await tx.$count(bookingBatchRows, and(eq(bookingBatchRows.batchId, batchId), isOpen))) > 0)
        return jobs.add(tx, BULK_BOOKINGS, { batchId });
      const ended = await tx
        .update(bookingBatches)
        .set({ finishedAt: services.now() })
        .where(and(eq(bookingBatches.id, batchId), isNull(bookingBatches.finishedAt)))
        .returning({ id: bookingBatches.id });
      if (ended.length > 0) await notify(services, tx, { event: "batch_booked", about: { batchId } });
    });
    services.live.publish("bookings");
  };
}

type Ready = { row: number; work: Booking; checked: CheckedBooking };

/** Checks a marked row outside any transaction. Null if the row is refused and becomes a draft again. */
async function readyRow(
  services: Services,
  actor: BulkActor | null,
  { batch, row, reads }: { batch: Batch; row: BatchRow; reads: Reads },
): Promise<Ready | null> {
  const own = and(ofRow(batch, row.row), isOpen);
  const refuseRow = async (refused: string) => {
    await services.db.update(bookingBatchRows).set({ refused, chosenAt: null }).where(own);
    return null;
  };
  if (!actor) return refuseRow("Whoever made the batch may no longer book.");
  const parsed = checkRow({ kind: batch.kind, sender: batch.sender, columns: columnsFor(batch) }, row);
  if (!parsed.ok) return refuseRow(parsed.errors.map(({ cure }) => cure).join(" "));
  const reserved = {
    key: partKey(batch.id, String(row.row)),
    hash: contentHash(services, parsed.input),
  };
  const work = { services, actor, at: batch.confirmedAt! };
  const of = { reserved, storeId: batch.storeId, businessId: batch.businessId, batchId: batch.id, reads };
  const checked = await checkBooking(work, parsed.input, of);
  return checked.ok ? { row: row.row, work, checked } : refuseRow(refusalText(checked));
}

const ofRow = (batch: Batch, row: number) =>
  and(eq(bookingBatchRows.batchId, batch.id), eq(bookingBatchRows.row, row));

/**
 * Books a few rows. The same transaction stores each booking's code in the batch's row. Skips rows that another
 * process has booked. A row above the business's limit becomes a draft again.
 */
async function bookRows({ db }: Services, batch: Batch, ready: readonly Ready[]): Promise<void> {
  if (ready.length === 0) return;
  await transact(db, async (tx) => {
    const those = inArray(
      bookingBatchRows.row,
      ready.map(({ row }) => row),
    );
    const open = await tx
      .select({ row: bookingBatchRows.row })
      .from(bookingBatchRows)
      .where(and(eq(bookingBatchRows.batchId, batch.id), those, isOpen))
      .orderBy(asc(bookingBatchRows.row))
      .for("update");
    const stillOpen = new Set(open.map(({ row }) => row));
    const refused: { row: number; why: string }[] = [];
    const made: { row: number; id: string; code: string; kobo: number | null }[] = [];
    for (const { row, work, checked } of ready) {
      if (!stillOpen.has(row)) continue;
      const booked = await writeBooking(tx, work, checked);
      if (!booked) throw new Error(`row ${row} of a batch has a booking that the batch does not know`);
      if ("code" in booked) {
        refused.push({ row, why: refusalText(booked) });
        continue;
      }
      made.push({ row, id: booked.id, code: booked.trackingCode, kobo: booked.totalKobo });
    }
    await tx.execute(sql`
      update ${bookingBatchRows} r set booking_id = made.id, tracking_code = made.code, total_kobo = made.kobo
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (row int, id uuid, code text, kobo bigint)
      where r.batch_id = ${batch.id} and r.row = made.row`);
    for (const { row, why } of refused)
      await tx.update(bookingBatchRows).set({ refused: why, chosenAt: null }).where(ofRow(batch, row));
  });
}
