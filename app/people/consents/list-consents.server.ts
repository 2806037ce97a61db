/** CONSENT-2: the register of consents for staff: each consent with its withdrawal, newest first. */
import { and, eq, isNull, like, type SQL } from "drizzle-orm";
import { toE164 } from "../../domain/phone.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { bookings, consents } from "../../platform/db/schema.ts";
import { readPage } from "../../platform/http/keyset.server.ts";
import type { Page, PageParams } from "../../platform/http/keyset.ts";
import { likePattern, searchPhones } from "../../platform/http/search.ts";
import { consentWithdrawals } from "./consents-in-force.server.ts";

export const PAGE_SIZE = 50;

const columns = {
  ...pickColumns(consents, "id", "phone", "purpose", "textVersion", "language"),
  code: bookings.trackingCode,
  byName: consents.byName,
  createdAt: consents.at,
  withdrawnAt: consentWithdrawals.at,
  withdrawnBy: consentWithdrawals.byName,
  note: consentWithdrawals.note,
};

const selectConsents = (db: Db) =>
  db
    .select(columns)
    .from(consents)
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.withdraws, consents.id))
    .leftJoin(bookings, eq(bookings.id, consents.bookingId));

export type ConsentRow = Awaited<ReturnType<typeof selectConsents>>[number];

/** Matches a phone number. A whole number uses an index; a part of a number needs a scan of the register. */
function foundBy(search: string): SQL | undefined {
  if (!search) return undefined;
  const whole = toE164(search);
  return whole
    ? eq(consents.phone, whole)
    : like(consents.phone, likePattern(searchPhones(search) ?? search));
}

/** Reads a page of the register of consents. Needs `readConsents`. */
export const listConsents = (db: Db, search: string, page: PageParams): Promise<Page<ConsentRow>> =>
  readPage([consents.at, consents.id], PAGE_SIZE, page, ({ where, orderBy, limit }) =>
    selectConsents(db)
      .where(and(isNull(consents.withdraws), foundBy(search), where))
      .orderBy(...orderBy)
      .limit(limit),
  );
