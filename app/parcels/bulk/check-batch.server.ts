/** BULK-4: a batch's preview: each unbooked row with price, last day and pieces, or with all its errors. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Admin, Customer } from "../../access/actor.ts";
import { lagosDay } from "../../domain/dates.ts";
import type { DeliveryType } from "../../domain/booking.ts";
import type { bookingBatches, bookingBatchRows } from "../../platform/db/schema.ts";
import type { Reads } from "../../platform/db/read-once.ts";
import type { Services } from "../../platform/services.server.ts";
import { checkBooking } from "../bookings/write-booking.server.ts";
import { checkRow, errorOf, type RowError } from "./check-row.ts";
import type { BulkColumn } from "./columns.ts";

export type BulkActor = Customer | Admin;
export type Batch = typeof bookingBatches.$inferSelect;
export type BatchRow = typeof bookingBatchRows.$inferSelect;

/** A valid row in the preview. Money is in kobo. A null price means that staff will set the price. */
export type GoodRow = {
  ok: true;
  row: number;
  name: string;
  to: string;
  lane: string;
  service: DeliveryType;
  pieces: number;
  lastDay: Date;
  totalKobo: number | null;
  vatKobo: number;
  collectKobo: number;
};
export type BadRow = {
  ok: false;
  row: number;
  name: string;
  errors: RowError[];
  fields: Record<string, string>;
};

/** Returns the person or business whose daily limit a batch uses. */
export const bookerOf = ({ userId, businessId, kind }: Pick<Batch, "userId" | "businessId" | "kind">) => ({
  userId,
  businessId,
  isStaff: kind === "staff",
});

export const columnsFor = (batch: Pick<Batch, "columns">) => batch.columns as BulkColumn[];

/** After each group of this many rows, the check pauses, so that other requests are handled. */
const ROWS_A_TURN = 20;

/** Checks each unbooked row with the same rules as a booking made at the time `at`. Writes nothing. */
export async function checkRows(
  services: Services,
  actor: BulkActor,
  batch: Batch,
  rows: readonly BatchRow[],
  at: Date,
): Promise<(GoodRow | BadRow)[]> {
  const columns = columnsFor(batch);
  const checked: (GoodRow | BadRow)[] = [];
  const reads: Reads = new Map();
  // The sum of the prices of the valid rows so far, which counts towards the business's limit.
  let taken = 0;
  for (const [n, one] of rows.entries()) {
    // The data is already read, so checking rows never waits for anything. This pause lets other requests
    // run.
    if (n % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    const { row, fields } = one;
    const name = fields["receiverName"] ?? "";
    const parsed = checkRow({ kind: batch.kind, sender: batch.sender, columns }, one);
    if (!parsed.ok) {
      checked.push({ ok: false, row, name, errors: parsed.errors, fields });
      continue;
    }
    const { input } = parsed;
    const { id: batchId, storeId, businessId } = batch;
    const of = { reserved: null, storeId, businessId, batchId, reads, taken };
    const booking = await checkBooking({ services, actor, at }, input, of);
    if (!booking.ok) {
      const errors = Object.entries(booking.errors).map(([field, cure]) =>
        errorOf(field, cure, { fields, columns }),
      );
      checked.push({ ok: false, row, name, errors, fields });
      continue;
    }
    const { price, row: written } = booking.booking;
    if (booking.business) taken += price?.totalKobo ?? 0;
    checked.push({
      ok: true,
      row,
      name: input.receiverName,
      to: input.destination.town ?? input.destination.state,
      lane: `${input.origin.state} → ${input.destination.state}`,
      service: input.deliveryType,
      pieces: input.pieces,
      lastDay: written.estimatedDelivery,
      totalKobo: price?.totalKobo ?? null,
      vatKobo: price?.lines.find(({ kind }) => kind === "vat")?.kobo ?? 0,
      collectKobo: input.collect,
    });
  }
  return checked;
}

export type Group = { service: DeliveryType; lane: string; rows: number; pieces: number; totalKobo: number };
export type BatchTotals = {
  rows: number;
  pieces: number;
  totalKobo: number;
  vatKobo: number;
  collectKobo: number;
  /** The number of rows that have no price in the list. Staff set their prices. */
  unpriced: number;
  groups: Group[];
};

/** BULK-4: adds up the valid rows, by service and lane. */
export function batchTotalsOf(rows: readonly GoodRow[]): BatchTotals {
  const groups = new Map<string, Group>();
  const totals: BatchTotals = {
    rows: 0,
    pieces: 0,
    totalKobo: 0,
    vatKobo: 0,
    collectKobo: 0,
    unpriced: 0,
    groups: [],
  };
  for (const { service, lane, pieces, totalKobo, vatKobo, collectKobo } of rows) {
    const key = `${service} ${lane}`;
    const group = groups.get(key) ?? { service, lane, rows: 0, pieces: 0, totalKobo: 0 };
    groups.set(key, group);
    for (const sum of [group, totals]) {
      sum.rows += 1;
      sum.pieces += pieces;
      sum.totalKobo += totalKobo ?? 0;
    }
    totals.vatKobo += vatKobo;
    totals.collectKobo += collectKobo;
    totals.unpriced += totalKobo === null ? 1 : 0;
  }
  return { ...totals, groups: [...groups.values()].toSorted((a, b) => b.rows - a.rows) };
}

/** BULK-4: returns a short hash of the preview, by which 'Book' notices changed rows, prices or days. */
export const previewHash = (rows: readonly GoodRow[]): string =>
  createHash("sha256")
    .update(JSON.stringify(rows.map(({ row, totalKobo, lastDay }) => [row, totalKobo, lagosDay(lastDay)])))
    .digest("base64url")
    .slice(0, 22);
