/** BULK-1, BULK-4: reads batches of parcels from tables, corrects their rows, and deletes drafts. */
import { createHmac } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { anybody, customer, staff } from "../../access/by.server.ts";
import { findMember } from "../../access/business-member.server.ts";
import type { Admin, Customer } from "../../access/actor.ts";
import { bookingBatches, bookingBatchRows, businessMembers } from "../../platform/db/schema.ts";
import { uuidField } from "../../platform/http/fields.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { decodedFile, tableField } from "../../platform/tables/table-field.ts";
import { textOfTable } from "../../platform/tables/table-file.server.ts";
import { findOwnStore } from "../address-book/book-owner.server.ts";
import type { BulkActor } from "./check-batch.server.ts";
import { bulkCounterSender, bulkSender } from "./check-row.ts";
import { isBulkField } from "./columns.ts";
import { refuse } from "./messages.ts";
import { MAX_BULK_ROWS, readSheet, type Sheet } from "./read-sheet.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const TOO_LARGE = "This file is larger than 2 MB. Send it in parts.";
const MISSING = "Choose a file, or paste the table.";
/** A person has at most this many batches. A batch is deleted 30 days after its last change. */
const MOST_BATCHES = 200;

const asBooker = staff("bookForCustomer");

/** Allows customers, and staff who may book for a customer. */
export const bulkBooker: By<BulkActor> = {
  ...anybody,
  refusal: (actor) => (actor.kind === "admin" ? asBooker.refusal(actor) : null),
  logRefusal: (tx, actor, at, attempt) =>
    actor.kind === "admin" ? asBooker.logRefusal(tx, actor, at, attempt) : Promise.resolve(),
};

const table = z.object({
  storeId: z.string().max(40).default(""),
  /** BUSINESS-5: 'yes' puts the rows on the account of the person's business. */
  forBusiness: z.enum(["yes", ""]).default(""),
  csv: z.string().max(MAX_BYTES, TOO_LARGE).default(""),
  file: tableField(MAX_BYTES, { missing: MISSING, tooLarge: TOO_LARGE }).optional(),
});

type Read = Extract<Sheet, { ok: true }>;

/** Reads a file or a pasted table. Do not call this function inside a transaction. */
async function readTable(
  { services, actor }: Pick<Work<BulkActor>, "services" | "actor">,
  { file, csv }: z.output<typeof table>,
) {
  if (!file && csv.trim() === "") return refuse("invalid", "no_table");
  const { readWorkbook } = services;
  // This limit counts all lines. It is higher than MAX_BULK_ROWS, which does not count headings, lines above them and
  // empty lines.
  const bounds = { rows: 2 * MAX_BULK_ROWS, person: actor.person.id, readWorkbook };
  const read = await textOfTable(file ? decodedFile(file) : csv, bounds);
  if (!read.ok) return refuse("invalid", "not_read", { why: read.error });
  const sheet = readSheet(read.text);
  return sheet.ok
    ? { ok: true as const, prepared: sheet }
    : refuse("invalid", "not_read", { why: sheet.error });
}

/**
 * Reads a table with parcels of one sender into a draft batch. Refuses (field errors) an invalid sender, an
 * unreadable table, a table without the required columns, and more than 500 rows.
 */
export const readBatchOfCustomer = operation({
  name: "bulk.read",
  by: customer,
  input: z.intersection(table, bulkSender),
  prepare: readTable,
  run: async (work: Work<Customer, Read>, form) => {
    const { person, ip } = work.actor;
    const member = form.forBusiness === "yes" ? await findMember(work.tx, person, ip) : null;
    if (form.forBusiness === "yes" && !member) return refuse("not_found", "not_your_business");
    return storeBatch(work, { storeId: form.storeId, businessId: member?.business.id ?? null }, form);
  },
});

/** Reads a table that staff upload for a customer. The customer may have no email address. */
export const readBatchOfStaff = operation({
  name: "bulk.read_for_customer",
  by: asBooker,
  input: z.intersection(table, bulkCounterSender),
  prepare: readTable,
  run: (work: Work<Admin, Read>, form) => storeBatch(work, { storeId: "", businessId: null }, form),
});

async function storeBatch(
  { services, tx, actor, at, prepared }: Work<BulkActor, Read>,
  { storeId, businessId }: { storeId: string; businessId: string | null },
  form: z.output<typeof bulkCounterSender>,
) {
  // The schema of the sender removes all other fields of the form.
  const sender = bulkCounterSender.parse(form);
  const store = storeId === "" || businessId ? null : await findOwnStore(tx, actor, storeId);
  if (storeId !== "" && !store) return refuse("not_found", "not_your_store");
  const userId = actor.person.id;
  if ((await tx.$count(bookingBatches, eq(bookingBatches.userId, userId))) >= MOST_BATCHES)
    return refuse("conflict", "too_many_drafts", { most: MOST_BATCHES });
  const { columns, headingRow, rows } = prepared;
  const [batch] = await tx
    .insert(bookingBatches)
    .values({
      kind: actor.kind === "admin" ? "staff" : businessId ? "business" : store ? "store" : "customer",
      ...{ userId, storeId: store, businessId, sender, columns, headingRow },
      adminId: actor.kind === "admin" ? actor.memberId : null,
      rowsHash: hashOf(services, rows),
      ...{ createdAt: at, updatedAt: at },
    })
    .returning({ id: bookingBatches.id });
  const batchId = batch!.id;
  await tx.insert(bookingBatchRows).values(
    rows.map(({ row, cells, fields, fault }) => ({
      batchId,
      row,
      cells,
      fields: fields as Record<string, string>,
      fault,
    })),
  );
  return { ok: true as const, id: batchId };
}

const inOrder = (a: string, b: string) => (a < b ? -1 : 1);

/** Returns a keyed hash of the rows. Tables with the same rows in another order have the same hash. */
const hashOf = ({ secret }: Pick<Work<BulkActor>["services"], "secret">, rows: Read["rows"]) =>
  createHmac("sha256", secret)
    .update(
      JSON.stringify(
        rows
          .map(({ fields }) => JSON.stringify(fields, Object.keys(fields).toSorted(inOrder)))
          .toSorted(inOrder),
      ),
    )
    .digest();

/**
 * Selects the actor's own batches. Batches that staff made for customers are separate from the person's own
 * batches. A batch for a business is selected only while the person is a member of the business (BUSINESS-2).
 */
export const ownBatch = (actor: BulkActor) =>
  and(
    eq(bookingBatches.userId, actor.person.id),
    actor.kind === "admin" ? eq(bookingBatches.kind, "staff") : sql`${bookingBatches.kind} <> 'staff'`,
    sql`(${bookingBatches.businessId} is null or exists (select from ${businessMembers}
      where ${businessMembers.userId} = ${actor.person.id} and ${businessMembers.businessId} = ${bookingBatches.businessId}))`,
  );

export async function lockBatch(
  { tx, actor }: Pick<Work<BulkActor>, "tx" | "actor">,
  { id }: { id: string },
) {
  const [batch] = await tx
    .select()
    .from(bookingBatches)
    .where(and(eq(bookingBatches.id, id), ownBatch(actor)))
    .for("update");
  return batch ?? refuse("not_found", "batch_gone");
}

/** Selects rows that wait for correction or booking. */
export const isDraftRow = and(isNull(bookingBatchRows.chosenAt), isNull(bookingBatchRows.trackingCode));

/** The name of a field: 'r12.receiverPhone' is the phone in row 12; 'r12.drop' removes row 12. */
const FIELD = /^r(\d{1,6})\.(\w{1,40})$/;
const MAX_CELL = 500;

/**
 * Corrects rows, and removes the rows that were ticked for removal. Rows that are booked or are being booked stay
 * unchanged. An error from reading the table (`fault`) stays until the person confirms the row (`trust`).
 */
export const correctRows = operation({
  name: "bulk.correct",
  by: bulkBooker,
  input: z.looseObject({ id: uuidField }),
  on: lockBatch,
  run: async ({ tx, at }, { id, ...sent }, batch) => {
    const changes = new Map<number, Record<string, string>>();
    const dropped = new Set<number>();
    for (const [name, value] of Object.entries(sent)) {
      const [, digits, field] = FIELD.exec(name) ?? [];
      if (!digits || !field || typeof value !== "string") continue;
      const row = Number(digits);
      if (field === "drop") dropped.add(row);
      else if (isBulkField(field) || field === "receiverStateSure" || field === "trust")
        changes.set(row, { ...changes.get(row), [field]: value.slice(0, MAX_CELL) });
    }
    const ofBatch = and(eq(bookingBatchRows.batchId, batch.id), isDraftRow);
    const rows = await tx
      .select()
      .from(bookingBatchRows)
      .where(and(ofBatch, inArray(bookingBatchRows.row, [...changes.keys()])));
    for (const { row, fields, fault } of rows) {
      const { trust, ...typed } = changes.get(row) ?? {};
      const corrected = Object.fromEntries(
        Object.entries({ ...fields, ...typed }).filter(([, text]) => text !== ""),
      );
      await tx
        .update(bookingBatchRows)
        .set({ fields: corrected, refused: null, fault: trust ? null : fault })
        .where(and(ofBatch, eq(bookingBatchRows.row, row)));
    }
    if (dropped.size > 0)
      await tx.delete(bookingBatchRows).where(and(ofBatch, inArray(bookingBatchRows.row, [...dropped])));
    await tx.update(bookingBatches).set({ updatedAt: at }).where(eq(bookingBatches.id, batch.id));
    return { ok: true, id };
  },
});

/** Deletes the draft rows of a batch. If no row of the batch was booked, deletes the batch too. */
export const deleteBatchDraft = operation({
  name: "bulk.delete",
  by: bulkBooker,
  keyless: true,
  input: z.object({ id: uuidField }),
  on: lockBatch,
  run: async ({ tx }, _, batch) => {
    const ofBatch = eq(bookingBatchRows.batchId, batch.id);
    await tx.delete(bookingBatchRows).where(and(ofBatch, isDraftRow));
    if ((await tx.$count(bookingBatchRows, ofBatch)) > 0) return { ok: true, gone: false };
    await tx.delete(bookingBatches).where(eq(bookingBatches.id, batch.id));
    return { ok: true, gone: true };
  },
});
