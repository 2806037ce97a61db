/** Cash: accounts of riders and hubs. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { CASH_HOLDERS, CASH_KINDS, CASH_PARTS, type NoteCount } from "../../../domain/cash.ts";
import { bigNumber, countedId, moment, oneOf } from "./columns.ts";
import { bookings } from "./bookings.ts";
import { runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";

const holder = () => ({
  holderKind: pg.text("holder_kind", { enum: CASH_HOLDERS }).notNull(),
  /** The rider or the hub. No foreign key, as for pieces. */
  holderId: pg.uuid("holder_id").notNull(),
});
const kobo = (name: string) => bigNumber(name).notNull();

/**
 * CASH-1: the cash held by a rider or a hub. A trigger of `cash_entries` maintains it, and its row is the lock for two
 * writers of one account. The balance is the collected amount that was not paid in, plus the change, less early pay-ins.
 */
export const cashAccounts = pg.pgTable(
  "cash_accounts",
  {
    ...holder(),
    balanceKobo: kobo("balance_kobo").default(0),
    /** Change that was given out and not given back. */
    changeKobo: kobo("change_kobo").default(0),
    /** Paid in, but less than the oldest collection that is not covered yet. */
    aheadKobo: kobo("ahead_kobo").default(0),
    /** The time since which the balance is positive; null if it is not. */
    since: moment("since"),
    /** The entry that changed it last. Of two simultaneous ones it may be the one with the lower number. */
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
 * The ledger: rows are added, never changed (trigger), except that a collection was paid in, and that a deposit is in the
 * bank.
 */
export const cashEntries = pg.pgTable(
  "cash_entries",
  {
    id: countedId(),
    ...holder(),
    kind: pg.text("kind", { enum: CASH_KINDS }).notNull(),
    /** The increase for the holder; negative for a decrease. */
    kobo: kobo("kobo"),
    /** The part of a collection: for the delivery, for the goods, or the excess. */
    part: pg.text("part", { enum: CASH_PARTS }),
    bookingId: pg.uuid("booking_id").references((): pg.AnyPgColumn => bookings.id),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    /**
     * Both sides of one act, such as a pay-in, share it: the rider's and the hub's. For an unbooked parcel it is the
     * pickup's deed.
     */
    act: pg.uuid("act").notNull(),
    /** The time of the deed, and the time at which the server received it, by which money counts. */
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    /** The counted notes. */
    notes: pg.jsonb("notes").$type<NoteCount>(),
    reason: pg.text("reason"),
    /** For a deposit: the reference on the bank's slip. */
    reference: pg.text("reference"),
    /** For a deposit: the day of the bank statement's row that contains it. */
    bankDay: pg.date("bank_day", { mode: "string" }),
    /** The member of the team who approved it. */
    approvedByName: pg.text("approved_by_name"),
    reverses: bigNumber("reverses")
      .unique()
      .references((): pg.AnyPgColumn => cashEntries.id),
    /** The time at which the collection was paid in, oldest first; null while the rider holds it. */
    coveredAt: moment("covered_at"),
    /** No foreign key, because the ledger outlives the account. */
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
    pg.index("cash_entries_act").on(t.act),
    pg
      .index("cash_entries_held")
      .on(t.holderId, t.id)
      .where(sql`kind = 'collected' and covered_at is null and holder_kind = 'rider'`),
    // A slip counts once, like the reference of a transfer.
    pg.uniqueIndex("cash_entries_reference").on(t.reference),
    indexWhereSet("cash_entries_booking", t.bookingId, "booking_id"),
    indexWhereSet("cash_entries_run", t.runId, "run_id"),
  ],
);
