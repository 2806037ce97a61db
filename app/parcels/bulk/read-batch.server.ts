/** BULK-4, BULK-5, BULK-9: reads the pages of bulk booking, the labels, and the result file. */
import { and, asc, count, desc, eq, isNotNull, sql } from "drizzle-orm";
import { exportPhone, formatPhone, toE164 } from "../../domain/phone.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBatches, bookingBatchRows, bookings, stores } from "../../platform/db/schema.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { newIdempotencyKey, refusalPage } from "../../platform/http/form.server.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { waybillPaperOf } from "../waybills/waybill.ts";
import { readBatchLabels } from "../waybills/read-waybills.server.ts";
import { rowsLeft } from "../bookings/rows-a-day.server.ts";
import { sameRowsQuestion } from "./same-rows-question.server.ts";
import { ownBatch } from "./batches.server.ts";
import { draftRows } from "./book-batch.server.ts";
import {
  bookerOf,
  checkRows,
  columnsFor,
  previewHash,
  batchTotalsOf,
  type BadRow,
  type Batch,
  type BulkActor,
  type GoodRow,
} from "./check-batch.server.ts";
import { refuse } from "./messages.ts";
import { batchPath } from "./paths.ts";
import { batchPayment, sumOf } from "./batch-payment.ts";
import { leftToPay } from "./left-to-pay.server.ts";
import { paySetup } from "../../money/payments/pay-setup.server.ts";
import { ignoredColumns, type BulkField } from "./columns.ts";
import { seesMoneyOf } from "./who-sees-batch-money.server.ts";
import { readBatchPickup } from "./batch-pickup.server.ts";

const MOST_LISTED = 30;

/** Reads the actor's batches, newest first, each with the number of its booked and of its waiting rows. */
export function listBulkBatches({ db }: Services, actor: BulkActor) {
  const rowsWhere = (where: string) =>
    sql<number>`(select count(*)::int from ${bookingBatchRows} r where r.batch_id = ${bookingBatches}.id and ${sql.raw(where)})`;
  return db
    .select({
      id: bookingBatches.id,
      createdAt: bookingBatches.createdAt,
      senderName: sql<string>`${bookingBatches.sender}->>'senderName'`,
      booked: rowsWhere("r.tracking_code is not null"),
      waiting: rowsWhere("r.tracking_code is null"),
    })
    .from(bookingBatches)
    .where(ownBatch(actor))
    .orderBy(desc(bookingBatches.createdAt), desc(bookingBatches.id))
    .limit(MOST_LISTED);
}

/**
 * Returns the found data. If nothing was found, throws the error page for a batch that was deleted or belongs to
 * another person.
 */
export function unlessGone<Found>(found: Found | null): Found {
  if (found === null) throw refusalPage(refuse("not_found", "batch_gone"));
  return found;
}

/** Finds a batch of the actor. Null if the actor has no batch with this id. */
export async function findBatch(
  { db }: Services,
  actor: BulkActor,
  id: string | undefined,
): Promise<Batch | null> {
  const [batch] = await db
    .select()
    .from(bookingBatches)
    .where(and(hasId(bookingBatches.id, id), ownBatch(actor)));
  return batch ?? null;
}

export type BatchPage = NonNullable<Awaited<ReturnType<typeof readBatchPage>>>;

/** Reads the page of a batch. While the batch is being booked, the page has no rows and reloads every second. */
export async function readBatchPage(services: Services, actor: BulkActor, id: string | undefined) {
  const batch = await findBatch(services, actor, id);
  if (!batch) return null;
  const { db } = services;
  const at = services.now();
  const running =
    batch.confirmedAt !== null && batch.finishedAt === null
      ? await progressOf(db, batch.id, batch.confirmedAt)
      : null;
  const booked = running ? [] : await bookedRows(services, batch.id);
  const waiting = running ? [] : await draftRows(db, batch.id);
  const checked = await checkRows(services, actor, batch, waiting, at);
  const good = checked.filter((row): row is GoodRow => row.ok);
  const { most, left } = await rowsLeft(db, bookerOf(batch), at);
  const seesMoney = await seesMoneyOf(db, actor, batch);
  // A clerk of a business may not see money, so the server sends no prices to a clerk's browser.
  const shown = seesMoney ? good : good.map((row) => ({ ...row, totalKobo: null, vatKobo: 0 }));
  return {
    id: batch.id,
    kind: batch.kind,
    senderName: batch.sender["senderName"] ?? "",
    createdAt: batch.createdAt,
    headingRow: batch.headingRow,
    pickup: await readBatchPickup(services, batch, at),
    ignored: ignoredColumns(columnsFor(batch)),
    running,
    seesMoney,
    good: shown,
    bad: checked.filter((row): row is BadRow => !row.ok),
    refused: waiting.flatMap(({ row, refused }) => (refused === null ? [] : [{ row, why: refused }])),
    totals: batchTotalsOf(shown),
    bookedKobo: seesMoney ? sumOf(booked) : null,
    payment:
      batch.kind !== "staff" && seesMoney && booked.length > 0
        ? batchPayment(await leftToPay(db, batch.id), await paySetup(services))
        : null,
    booked: seesMoney ? booked : booked.map((row) => ({ ...row, totalKobo: null })),
    pieces: booked.reduce((sum, { pieces }) => sum + pieces, 0),
    seen: previewHash(good),
    question: good.length > 0 ? await sameRowsQuestion(db, batch, at) : null,
    limit: { most, left },
    keys: [newIdempotencyKey(), newIdempotencyKey()] as const,
  };
}

/**
 * Counts the rows that were chosen when 'Book' was pressed at `confirmedAt`, and how many of them are booked.
 */
async function progressOf(db: Db, batchId: string, confirmedAt: Date) {
  const chosen = and(eq(bookingBatchRows.batchId, batchId), eq(bookingBatchRows.chosenAt, confirmedAt));
  const [rows] = await db
    .select({ done: count(bookingBatchRows.trackingCode), of: count() })
    .from(bookingBatchRows)
    .where(chosen);
  return rows!;
}

const bookedRows = ({ db }: Services, batchId: string) =>
  db
    .select({
      row: bookingBatchRows.row,
      code: sql<string>`${bookingBatchRows.trackingCode}`,
      totalKobo: bookingBatchRows.totalKobo,
      name: sql<string>`coalesce(${bookings.receiverName}, '')`,
      pieces: sql<number>`coalesce(${bookings.pieces}, 1)`,
    })
    .from(bookingBatchRows)
    .leftJoin(bookings, eq(bookings.id, bookingBatchRows.bookingId))
    .where(and(eq(bookingBatchRows.batchId, batchId), isNotNull(bookingBatchRows.trackingCode)))
    .orderBy(asc(bookingBatchRows.row));

/** BULK-9: reads the labels of a batch, in the order of the sheet. Null for another person's batch. */
export async function readLabelsOf(services: Services, actor: BulkActor, id: string | undefined) {
  const batch = await findBatch(services, actor, id);
  if (!batch) return null;
  const codes = (await bookedRows(services, batch.id)).map(({ code }) => code);
  return { batch, bookings: codes.length, waybills: await readBatchLabels(services, batch.id, codes) };
}

/** BULK-9: reads the page that prints the labels of a batch. */
export async function readLabelsPage(
  services: Services,
  actor: BulkActor,
  id: string | undefined,
  { url }: Request,
) {
  const { batch, ...labels } = unlessGone(await readLabelsOf(services, actor, id));
  return { ...labels, back: batchPath(batch), paper: waybillPaperOf(new URL(url).searchParams) };
}

/**
 * BULK-9: returns the batch as a CSV file: the columns of the uploaded table, then the code, the price and
 * the result of each row. Null if the batch is not the actor's. A clerk of a business gets no prices.
 */
export async function resultFile(
  services: Services,
  actor: BulkActor,
  id: string | undefined,
): Promise<Response | null> {
  const batch = await findBatch(services, actor, id);
  if (!batch) return null;
  const rows = await services.db
    .select()
    .from(bookingBatchRows)
    .where(eq(bookingBatchRows.batchId, batch.id))
    .orderBy(asc(bookingBatchRows.row));
  const columns = columnsFor(batch);
  const names = columns.map(({ name }) => name);
  const seesMoney = await seesMoneyOf(services.db, actor, batch);
  async function* lines() {
    for (const { cells, trackingCode, totalKobo, refused, chosenAt } of rows)
      yield [
        ...columns.map(({ field }, at) => cellOf(field, cells[at] ?? "")),
        trackingCode === null ? "" : readableTrackingCode(trackingCode),
        ...(seesMoney ? [totalKobo === null ? "" : totalKobo / 100] : []),
        trackingCode !== null ? "Booked" : (refused ?? (chosenAt === null ? "Draft" : "Being booked")),
      ];
  }
  const added = ["Tracking code", ...(seesMoney ? ["Price (₦)"] : []), "Result"];
  return csvDownload("booked-parcels.csv", [...names, ...added], lines());
}

/**
 * Returns a cell of the uploaded table unchanged, except a phone number with +. Spreadsheets take + for a
 * formula, so such a number is written with 0 or 00 (STAFF-14).
 */
function cellOf(field: BulkField | null, cell: string): string {
  const phone = field === "receiverPhone" && cell.startsWith("+") ? toE164(cell) : null;
  return phone ? exportPhone(phone) : cell;
}

export const storesOf = ({ db }: Services, userId: string) =>
  db
    .select({
      id: stores.id,
      slug: stores.slug,
      name: stores.businessName,
      phone: stores.phone,
      email: stores.email,
      address: stores.address,
    })
    .from(stores)
    .where(eq(stores.userId, userId))
    .orderBy(asc(stores.createdAt), asc(stores.id));

/** Returns the first values of the sender's fields: the store's values, or the person's values if there is no store. */
export function firstSenderValues(
  person: { fullName: string | null; email: string; phone: string | null; address: string | null },
  store: { name: string; phone: string; email: string; address: string } | null,
): Record<string, string> {
  return {
    senderName: store?.name ?? person.fullName ?? "",
    senderPhone: formatted(store?.phone ?? person.phone),
    senderEmail: store?.email ?? person.email,
    senderAddress: store?.address ?? person.address ?? "",
  };
}

const formatted = (phone: string | null) => (phone ? formatPhone(phone) : "");
