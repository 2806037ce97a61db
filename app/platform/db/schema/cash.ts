/** Cash: accounts of riders and hubs. */
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { CASH_HOLDERS, CASH_KINDS, CASH_PARTS, type NoteCount } from "../../../domain/cash.ts";
import { countedId, moment, oneOf } from "./columns.ts";
import { bookings } from "./bookings.ts";
import { runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";

const holder = () => ({
  holderKind: text("holder_kind", { enum: CASH_HOLDERS }).notNull(),
  /** The rider or the hub. No foreign key, as of pieces. */
  holderId: uuid("holder_id").notNull(),
});
const kobo = (name: string) => bigint(name, { mode: "number" }).notNull();

/**
 * CASH-1: what is in the hands of a rider or a hub. Kept by a trigger of `cash_entries`; its row is what two who write the same
 * account wait for. The balance is what was collected and not paid in, and the change, less what was paid in before it was collected.
 */
export const cashAccounts = pgTable(
  "cash_accounts",
  {
    ...holder(),
    balanceKobo: kobo("balance_kobo").default(0),
    /** Change that was given out and not given back. */
    changeKobo: kobo("change_kobo").default(0),
    /** Paid in, and not as much as the oldest collection that is not covered yet. */
    aheadKobo: kobo("ahead_kobo").default(0),
    /** Since when the balance is above 0; null where it is not. */
    since: moment("since"),
    /** The entry that changed it last: of two written at once that may be the one with the lower number. */
    lastEntry: kobo("last_entry"),
  },
  (t) => [
    primaryKey({ columns: [t.holderKind, t.holderId] }),
    check("cash_accounts_holder", oneOf(t.holderKind, CASH_HOLDERS)),
    check("cash_accounts_since", sql`(${t.balanceKobo} > 0) = (${t.since} is not null)`),
    index("cash_accounts_open")
      .on(t.since)
      .where(sql`balance_kobo <> 0`),
  ],
);

/** The ledger: rows are added, never changed (trigger), but that a collection was paid in, and that a deposit is in the bank. */
export const cashEntries = pgTable(
  "cash_entries",
  {
    id: countedId(),
    ...holder(),
    kind: text("kind", { enum: CASH_KINDS }).notNull(),
    /** What the holder has more for it; below 0 for less. */
    kobo: kobo("kobo"),
    /** Of what was collected: for the delivery, for the goods, or more than was to be paid. */
    part: text("part", { enum: CASH_PARTS }),
    bookingId: uuid("booking_id").references((): AnyPgColumn => bookings.id),
    runId: uuid("run_id").references((): AnyPgColumn => runs.id),
    /** The two sides of one act, such as a pay-in: the rider's and the hub's. Of what is not booked yet, the deed of the pickup. */
    act: uuid("act").notNull(),
    /** The deed, and when we heard of it, by which money counts. */
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    /** What was counted. */
    notes: jsonb("notes").$type<NoteCount>(),
    reason: text("reason"),
    /** Of a deposit: on the bank's slip. */
    reference: text("reference"),
    /** Of a deposit: the day of the row of a bank's statement that has it. */
    bankDay: date("bank_day", { mode: "string" }),
    /** The person of the team who approved it. */
    approvedByName: text("approved_by_name"),
    reverses: bigint("reverses", { mode: "number" })
      .unique()
      .references((): AnyPgColumn => cashEntries.id),
    /** When what was collected had been paid in, oldest first; null while it is in the rider's hands. */
    coveredAt: moment("covered_at"),
    /** No foreign key: the ledger outlives the account. */
    byUserId: uuid("by_user_id"),
    byName: text("by_name").notNull(),
  },
  (t) => [
    check("cash_entries_holder", oneOf(t.holderKind, CASH_HOLDERS)),
    check("cash_entries_kind", oneOf(t.kind, CASH_KINDS)),
    check("cash_entries_part", oneOf(t.part, CASH_PARTS)),
    check("cash_entries_kobo", sql`${t.kobo} <> 0 and ${t.kobo} between -100000000000 and 100000000000`),
    check(
      "cash_entries_sign",
      sql`case ${t.kind} when 'collected' then ${t.kobo} > 0 when 'paid_in' then (${t.kobo} > 0) = (${t.holderKind} = 'hub')
        when 'overage' then ${t.kobo} > 0 when 'deposit' then ${t.kobo} < 0 when 'expense' then ${t.kobo} < 0 and ${t.holderKind} = 'hub'
        when 'shortage' then ${t.kobo} < 0 else true end`,
    ),
    check(
      "cash_entries_collected",
      sql`(${t.part} is not null) = (${t.kind} = 'collected') and (${t.kind} <> 'collected' or (${t.bookingId} is null) = (${t.part} = 'unbooked'))`,
    ),
    check("cash_entries_reversal", sql`(${t.kind} = 'reversed') = (${t.reverses} is not null)`),
    check(
      "cash_entries_reason",
      sql`${t.kind} not in ('expense', 'shortage', 'overage', 'correction') or (${t.reason} is not null and ${t.approvedByName} is not null)`,
    ),
    check("cash_entries_deposit", sql`(${t.kind} = 'deposit') = (${t.reference} is not null)`),
    index("cash_entries_account").on(t.holderKind, t.holderId, t.id),
    index("cash_entries_received").on(t.receivedAt, t.id),
    index("cash_entries_act").on(t.act),
    index("cash_entries_held")
      .on(t.holderId, t.id)
      .where(sql`kind = 'collected' and covered_at is null and holder_kind = 'rider'`),
    // A slip counts once, as a reference of a transfer does.
    uniqueIndex("cash_entries_reference").on(t.reference),
    indexWhereSet("cash_entries_booking", t.bookingId, "booking_id"),
    indexWhereSet("cash_entries_run", t.runId, "run_id"),
  ],
);
