/**
 * Retention: old rows are never deleted, but the name of the person who recorded a row is removed
 * (docs/retention.md).
 */
import { sql } from "drizzle-orm";
import { NOT_STORED } from "../../domain/erased.ts";
import {
  bankRows,
  bookingCharges,
  businessAgreements,
  businessCredits,
  businessEvents,
  businessOnlinePayments,
  invoices,
  onlinePayments,
  payments,
  priceLists,
  referralRewards,
  settlementEntries,
} from "../../platform/db/schema.ts";
import type { RetentionRound } from "../../platform/jobs/retention-round.server.ts";
import { SIX_YEARS } from "../../platform/jobs/six-years.ts";

/** Removes the names from old rows. Returns the number of rows of each kind. */
export async function unnameMoney({ db, each, inParts, before: momentOf }: RetentionRound) {
  const before = momentOf(SIX_YEARS);
  // Triggers refuse to change rows that are younger than 6 years by the database's clock. So the query uses this clock,
  // too.
  const old = sql`at < ${before} and at < now() - interval '6 years' and by_name <> ${NOT_STORED}`;
  const nobody = { byUserId: null, byName: NOT_STORED };
  return {
    payments: await inParts(payments, (part) =>
      each(payments, sql`${part} and ${old}`, (where) => db.update(payments).set(nobody).where(where)),
    ),
    settlements: await inParts(settlementEntries, (part) =>
      each(settlementEntries, sql`${part} and ${old}`, (where) =>
        db.update(settlementEntries).set(nobody).where(where),
      ),
    ),
    businessMoney: await inParts(businessCredits, (part) =>
      each(businessCredits, sql`${part} and ${old}`, (where) =>
        db.update(businessCredits).set(nobody).where(where),
      ),
    ),
    invoices: await each(invoices, old, (where) => db.update(invoices).set(nobody).where(where)),
    agreements: await each(businessAgreements, old, (where) =>
      db.update(businessAgreements).set(nobody).where(where),
    ),
    businessLogs: await each(businessEvents, old, (where) =>
      db.update(businessEvents).set(nobody).where(where),
    ),
    charges: await inParts(bookingCharges, (part) =>
      each(bookingCharges, sql`${part} and ${old}`, (where) =>
        db.update(bookingCharges).set(nobody).where(where),
      ),
    ),
    priceLists: await each(
      priceLists,
      sql`published_at < ${before} and published_at < now() - interval '6 years'
        and published_by_name <> ${NOT_STORED}`,
      (where) => db.update(priceLists).set({ publishedByName: NOT_STORED }).where(where),
    ),
    bankRows: await each(
      bankRows,
      sql`greatest(at, closed_at) < ${before}
        and (by_name <> ${NOT_STORED} or closed_by_name <> ${NOT_STORED})`,
      (where) =>
        db
          .update(bankRows)
          .set({
            byName: NOT_STORED,
            closedByName: sql`case when closed_by_name is not null then ${NOT_STORED} end`,
          })
          .where(where),
    ),
    rewards: await each(
      referralRewards,
      sql`greatest(created_at, decided_at) < ${before} and by_name <> ${NOT_STORED}`,
      (where) => db.update(referralRewards).set({ byName: NOT_STORED, note: null }).where(where),
    ),
    onlinePayments: await each(
      onlinePayments,
      sql`greatest(created_at, closed_at) < ${before} and closed_by_name <> ${NOT_STORED}`,
      (where) => db.update(onlinePayments).set({ closedByName: NOT_STORED }).where(where),
    ),
    businessOnline: await each(
      businessOnlinePayments,
      sql`greatest(created_at, closed_at) < ${before} and closed_by_name <> ${NOT_STORED}`,
      (where) => db.update(businessOnlinePayments).set({ closedByName: NOT_STORED }).where(where),
    ),
  };
}
