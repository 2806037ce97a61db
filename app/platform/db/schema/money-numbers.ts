/** Kept daily numbers of money, maintained by triggers of the ledgers (docs/decisions/0026-money-numbers.md). */
import { bigint, check, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { LANE_SPANS, MONEY_KINDS, MONEY_METHODS } from "../../../domain/money-kinds.ts";
import { countedId, oneOf } from "./columns.ts";

/** Kobo, the VAT in it, and how many; each below 0 where something is taken back. */
const numbers = () => ({
  kobo: bigint("kobo", { mode: "number" }).notNull(),
  vatKobo: bigint("vat_kobo", { mode: "number" }).notNull(),
  n: integer("n").notNull(),
});
const kind = () => text("kind", { enum: MONEY_KINDS }).notNull();
const lagosDate = (name: string) => date(name, { mode: "string" }).notNull();

/**
 * What the ledgers changed since `fold_money_changes` last ran: rows are only added, so that bookings never wait for each other.
 * A number is the sum of its row in `money_days` or `money_lanes` and of these. States are '' where there is no booking.
 */
export const moneyChanges = pgTable(
  "money_changes",
  {
    id: countedId(),
    day: lagosDate("day"),
    kind: kind(),
    method: text("method", { enum: MONEY_METHODS }).notNull(),
    fromState: text("from_state").notNull(),
    toState: text("to_state").notNull(),
    ...numbers(),
  },
  (t) => [
    check("money_changes_kind", oneOf(t.kind, MONEY_KINDS)),
    check("money_changes_method", oneOf(t.method, MONEY_METHODS)),
  ],
);

/** The numbers of a Lagos day by kind and method. */
export const moneyDays = pgTable(
  "money_days",
  {
    day: lagosDate("day"),
    kind: kind(),
    method: text("method", { enum: MONEY_METHODS }).notNull(),
    ...numbers(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.method] })],
);

/** The numbers of a lane on a Lagos day, and of its whole months, so that a year is read as twelve rows a lane. */
export const moneyLanes = pgTable(
  "money_lanes",
  {
    span: text("span", { enum: LANE_SPANS }).notNull(),
    /** The day, or the first day of the month. */
    starts: lagosDate("starts"),
    fromState: text("from_state").notNull(),
    toState: text("to_state").notNull(),
    kind: kind(),
    ...numbers(),
  },
  (t) => [
    primaryKey({ columns: [t.span, t.starts, t.fromState, t.toState, t.kind] }),
    check("money_lanes_span", oneOf(t.span, LANE_SPANS)),
  ],
);
