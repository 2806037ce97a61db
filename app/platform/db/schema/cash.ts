/** The cash accounts of riders and hubs, and the entries of these accounts. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { CASH_HOLDERS, CASH_KINDS, CASH_PARTS, type NoteCount } from "../../../domain/cash.ts";
import { bigNumber, countedId, moment, oneOf } from "./columns.ts";
import { ofAct } from "./acts.ts";
import { bookings } from "./bookings.ts";
import { runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";

const holder = () => ({
  holderKind: pg.text("holder_kind", { enum: CASH_HOLDERS }).notNull(),
  /** The id of a rider or a hub. No foreign key, because the id may be from either table. */
  holderId: pg.uuid("holder_id").notNull(),
});
const kobo = (name: string) => bigNumber(name).notNull();

/**
 * CASH-1: the cash held by a rider or a hub. A trigger of `cash_entries` maintains the row. Simultaneous writers to one
 * account wait for the lock of this row. The balance is the collected money that was not paid in yet, plus the change
 * money, minus the money that was paid in ahead (`ahead_kobo`).
 */
export const cashAccounts = pg.pgTable(
  "cash_accounts",
  {
    ...holder(),
    balanceKobo: kobo("balance_kobo").default(0),
    /** The cash that the holder got as change money and has not returned. */
    changeKobo: kobo("change_kobo").default(0),
    /** Paid-in money that covers no collection yet, because it is less than the oldest uncovered collection. */
    aheadKobo: kobo("ahead_kobo").default(0),
    /** Since when the balance is positive; null if it is 0 or negative. */
    since: moment("since"),
    /**
     * The number of the account's last entry. After two simultaneous entries this may be the lower of their numbers.
     */
    lastEntry: kobo("last_entry"),
  },
  (t) => [
    pg.primaryKey({ columns: [t.holderKind, t.holderId] }),
    pg.check("cash_accounts_holder", oneOf(t.holderKind, CASH_HOLDERS)),
    pg.check("cash_accounts_since", sql`(${t.balanceKobo} > 0) = (${t.since} is not null)`),
    pg
      .index("cash_accounts_open")
      .on(t.since)
      .where(sql`balance_kobo <> 0`),
  ],
);

/**
 * The ledger of cash. Rows are added, never changed (trigger), with two exceptions: a collection gets the
 * time of its pay-in, and a deposit gets the day of its row in a bank statement.
 */
export const cashEntries = pg.pgTable(
  "cash_entries",
  {
    id: countedId(),
    ...holder(),
    kind: pg.text("kind", { enum: CASH_KINDS }).notNull(),
    /** The change of the holder's cash; negative for a decrease. */
    kobo: kobo("kobo"),
    /** The purpose of the collected money: the delivery, the goods, an excess, or a parcel without a booking. */
    part: pg.text("part", { enum: CASH_PARTS }),
    bookingId: pg.uuid("booking_id").references((): pg.AnyPgColumn => bookings.id),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    actId: ofAct(),
    /** When the deed happened. Money counts on the day of `received_at`, when the server received the deed. */
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    notes: pg.jsonb("notes").$type<NoteCount>(),
    reason: pg.text("reason"),
    /** The reference on a deposit's bank slip; null for other entries. */
    reference: pg.text("reference"),
    /**
     * The day of the deposit in a bank statement. Null until a statement lists the deposit, and for all other
     * entries.
     */
    bankDay: pg.date("bank_day", { mode: "string" }),
    /** The name of the member of the team who approved the entry. */
    approvedByName: pg.text("approved_by_name"),
    reverses: bigNumber("reverses")
      .unique()
      .references((): pg.AnyPgColumn => cashEntries.id),
    /**
     * When the collection was paid in; null while the rider holds the money. A pay-in covers the oldest collections
     * first.
     */
    coveredAt: moment("covered_at"),
    /** No foreign key, because the ledger outlives the login account. */
    byUserId: pg.uuid("by_user_id"),
    byName: pg.text("by_name").notNull(),
  },
  (t) => [
    pg.check("cash_entries_holder", oneOf(t.holderKind, CASH_HOLDERS)),
    pg.check("cash_entries_kind", oneOf(t.kind, CASH_KINDS)),
    pg.check("cash_entries_part", oneOf(t.part, CASH_PARTS)),
    pg.check("cash_entries_kobo", sql`${t.kobo} <> 0 and ${t.kobo} between -100000000000 and 100000000000`),
    pg.check(
      "cash_entries_sign",
      sql`case ${t.kind} when 'collected' then ${t.kobo} > 0 when 'paid_in' then (${t.kobo} > 0) = (${t.holderKind} = 'hub')
        when 'overage' then ${t.kobo} > 0 when 'deposit' then ${t.kobo} < 0 when 'expense' then ${t.kobo} < 0 and ${t.holderKind} = 'hub'
        when 'shortage' then ${t.kobo} < 0 else true end`,
    ),
    pg.check(
      "cash_entries_collected",
      sql`(${t.part} is not null) = (${t.kind} = 'collected') and (${t.kind} <> 'collected' or (${t.bookingId} is null) = (${t.part} = 'unbooked'))`,
    ),
    pg.check("cash_entries_reversal", sql`(${t.kind} = 'reversed') = (${t.reverses} is not null)`),
    pg.check(
      "cash_entries_reason",
      sql`${t.kind} not in ('expense', 'shortage', 'overage', 'correction') or (${t.reason} is not null and ${t.approvedByName} is not null)`,
    ),
    pg.check("cash_entries_deposit", sql`(${t.kind} = 'deposit') = (${t.reference} is not null)`),
    pg.index("cash_entries_account").on(t.holderKind, t.holderId, t.id),
    pg.index("cash_entries_received").on(t.receivedAt, t.id),
    pg.index("cash_entries_act").on(t.actId),
    pg
      .index("cash_entries_held")
      .on(t.holderId, t.id)
      .where(sql`kind = 'collected' and covered_at is null and holder_kind = 'rider'`),
    // A unique index, so that each bank slip is recorded at most once.
    pg.uniqueIndex("cash_entries_reference").on(t.reference),
    indexWhereSet("cash_entries_booking", t.bookingId, "booking_id"),
    indexWhereSet("cash_entries_run", t.runId, "run_id"),
  ],
);
