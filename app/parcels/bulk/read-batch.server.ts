/** BULK-4, BULK-5, BULK-9: reads the pages of bulk booking, the labels, and the result file. */
import { and, asc, count, desc, eq, isNotNull, sql } from "drizzle-orm";
import { pickupDaysOf } from "../../domain/places-days.ts";
import { placeOf } from "../../domain/same-place.ts";
import { formatPhone } from "../../domain/phone.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBatches, bookingBatchRows, bookings, stores } from "../../platform/db/schema.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { Services } from "../../platform/services.server.ts";
import { readBatchLabels } from "../waybills/read-waybills.server.ts";
import { rowsLeft } from "../bookings/rows-a-day.server.ts";
import { sameRowsQuestion } from "./batch-limits.server.ts";
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
import { ignoredColumns } from "./columns.ts";

const MOST_LISTED = 30;

/** The actor's batches, newest first, with the numbers of booked and waiting rows. */
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

/** Finds a batch of the actor. Null means none. */
export async function findBatch(
  { db }: Services,
  actor: BulkActor,
  id: string | undefined,
): Promise<Batch | null> {
  if (!id || !isUuid(id)) return null;
  const [batch] = await db
    .select()
    .from(bookingBatches)
    .where(and(eq(bookingBatches.id, id), ownBatch(actor)));
  return batch ?? null;
}

export type BatchPage = NonNullable<Awaited<ReturnType<typeof readBatchPage>>>;

/** While rows are being booked, the page asks every second. The answer has the progress without rows. */
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
  return {
    id: batch.id,
    kind: batch.kind,
    senderName: batch.sender["senderName"] ?? "",
    createdAt: batch.createdAt,
    headingRow: batch.headingRow,
    pickup: await pickupOf(services, batch, at),
    ignored: ignoredColumns(columnsFor(batch)),
    running,
    good,
    bad: checked.filter((row): row is BadRow => !row.ok),
    refused: waiting.flatMap(({ row, refused }) => (refused === null ? [] : [{ row, why: refused }])),
    totals: batchTotalsOf(good),
    booked,
    pieces: booked.reduce((sum, { pieces }) => sum + pieces, 0),
    seen: previewHash(good),
    question: good.length > 0 ? await sameRowsQuestion(db, batch, at) : null,
    limit: { most, left },
    keys: [newIdempotencyKey(), newIdempotencyKey()] as const,
  };
}

/** Counts the rows booked since the person pressed 'Book' at `confirmedAt`. */
async function progressOf(db: Db, batchId: string, confirmedAt: Date) {
  const chosen = and(eq(bookingBatchRows.batchId, batchId), eq(bookingBatchRows.chosenAt, confirmedAt));
  const [rows] = await db
    .select({ done: count(bookingBatchRows.trackingCode), of: count() })
    .from(bookingBatchRows)
    .where(chosen);
  return rows!;
}

/** BULK-10: the chosen pickup and the possible days. Null if the sender brings the parcels to a hub. */
async function pickupOf(services: Services, { sender }: Batch, at: Date) {
  if (sender["dropOffHub"]) return null;
  const { senderAddress = "", senderState = "" } = sender;
  const from = placeOf(senderAddress, senderState);
  const days = pickupDaysOf(await services.daysRules(at), at, { service: "standard", from, to: null });
  return { day: sender["pickupDay"] ?? "", half: sender["pickupHalf"] ?? "", days };
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

/** BULK-9: the labels of a batch in the order of the sheet. Null for another person's batch. */
export async function readLabelsOf(services: Services, actor: BulkActor, id: string | undefined) {
  const batch = await findBatch(services, actor, id);
  if (!batch) return null;
  const codes = (await bookedRows(services, batch.id)).map(({ code }) => code);
  return { batch, bookings: codes.length, waybills: await readBatchLabels(services, batch.id, codes) };
}

/** BULK-9: the original columns, then code, price and result. Null for another person's batch. */
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
  const names = batch.columns.map(({ name }) => name);
  async function* lines() {
    for (const { cells, trackingCode, totalKobo, refused, chosenAt } of rows)
      yield [
        ...names.map((_, at) => cells[at] ?? ""),
        trackingCode === null ? "" : readableTrackingCode(trackingCode),
        totalKobo === null ? "" : totalKobo / 100,
        trackingCode !== null ? "Booked" : (refused ?? (chosenAt === null ? "Draft" : "Being booked")),
      ];
  }
  return csvDownload("booked-parcels.csv", [...names, "Tracking code", "Price (₦)", "Result"], lines());
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

/** The first values of the sender's fields, from the store or else the person. */
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
