/** SENDER-1, SENDER-2: reads address books. */
import { and, asc, desc } from "drizzle-orm";
import type { Customer } from "../../access/actor.ts";
import { exportPhone, formatPhone } from "../../domain/phone.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { savedReceivers } from "../../platform/db/schema.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import type { RawValues } from "../../platform/http/form.server.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { inAnyBook, inBook, type BookOf } from "./book-owner.server.ts";
import { deliveryAddress } from "./delivery-address.ts";
import { RECEIVER_LABELS } from "./receiver-form.ts";
import { type EarlierParcels, howItWent } from "./earlier-parcels.server.ts";

export const BOOK_PAGE = 25;

const columns = {
  id: savedReceivers.id,
  fullName: savedReceivers.fullName,
  phone: savedReceivers.phone,
  address: savedReceivers.address,
  state: savedReceivers.state,
  landmark: savedReceivers.landmark,
  note: savedReceivers.note,
  taker: savedReceivers.taker,
  createdAt: savedReceivers.createdAt,
};
type Row = { [K in keyof typeof columns]: (typeof savedReceivers.$inferSelect)[K] };

export type BookEntry = Row & { before: EarlierParcels | null };

/** Reads one page of an address book, newest receiver first. */
export async function listReceivers(
  db: Db,
  of: BookOf,
  filter: { search: string } & PageParams,
): Promise<Page<BookEntry>> {
  const { where, orderBy } = keyset([savedReceivers.createdAt, savedReceivers.id], filter);
  const rows = await db
    .select(columns)
    .from(savedReceivers)
    .where(and(inBook(of), where, searchCondition(savedReceivers.search, filter.search, { phones: true })))
    .orderBy(...orderBy)
    .limit(BOOK_PAGE + 1);
  const page = paginate(rows, BOOK_PAGE, filter);
  const before = await howItWent(
    db,
    of,
    page.rows.map(({ phone }) => phone),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, before: before.get(row.phone) ?? null })) };
}

export const countReceivers = (db: Db, of: BookOf): Promise<number> => db.$count(savedReceivers, inBook(of));

/** Finds a receiver in an address book. Null if the book does not contain the receiver. */
export async function findReceiver(db: Db, of: BookOf, id: string | null): Promise<Row | null> {
  const [row] = await db
    .select(columns)
    .from(savedReceivers)
    .where(and(hasId(savedReceivers.id, id), inBook(of)));
  return row ?? null;
}

const MOST_FOUND = 6;

export type FoundReceiver = { id: string; name: string; phone: string; address: string; state: string };

const asFields = (row: Row): FoundReceiver => ({
  id: row.id,
  name: row.fullName,
  phone: formatPhone(row.phone),
  address: deliveryAddress(row),
  state: row.state,
});

/** SENDER-2: finds receivers in all the person's address books by a part of the name or phone number. */
export async function findWhileTyping(db: Db, { person }: Customer, typed: string): Promise<FoundReceiver[]> {
  const found = searchCondition(savedReceivers.search, typed.slice(0, 80), { phones: true });
  if (!found) return [];
  const rows = await db
    .select(columns)
    .from(savedReceivers)
    .where(and(inAnyBook(person.id), found))
    .orderBy(asc(savedReceivers.fullName), asc(savedReceivers.id))
    .limit(MOST_FOUND);
  return rows.map(asFields);
}

/** SENDER-2: returns the receiver's fields of the form. Null if no book of the person has the receiver. */
export async function prefillReceiver(db: Db, { person }: Customer, id: string): Promise<RawValues | null> {
  const [row] = await db
    .select(columns)
    .from(savedReceivers)
    .where(and(hasId(savedReceivers.id, id), inAnyBook(person.id)));
  if (!row) return null;
  const { name, phone, address, state } = asFields(row);
  return { receiverName: name, receiverPhone: phone, receiverAddress: address, receiverState: state };
}

const FIELDS = Object.keys(RECEIVER_LABELS) as (keyof typeof RECEIVER_LABELS)[];

/** Exports an address book as a CSV file, newest receiver first. */
export async function exportReceivers(db: Db, of: BookOf): Promise<Response> {
  const rows = await db
    .select(columns)
    .from(savedReceivers)
    .where(inBook(of))
    .orderBy(desc(savedReceivers.createdAt), desc(savedReceivers.id));
  async function* lines() {
    for (const row of rows)
      yield FIELDS.map((field) => (field === "phone" ? exportPhone(row.phone) : row[field]));
  }
  return csvDownload("address-book.csv", Object.values(RECEIVER_LABELS), lines());
}
