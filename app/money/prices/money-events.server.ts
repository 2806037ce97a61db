/** HISTORY-1: events about a booking's money are part of its history, beside its statuses. */
import type { MoneyEventKind } from "../../domain/event-kinds.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";
import type { BookingAccount } from "./booking-account.server.ts";

/**
 * An event about a booking's price or the sum of its payments. `before` and `after` are that amount in kobo. `before` is
 * null if there was none, and for the acceptance of a price, which changes no amount.
 */
export type MoneyEvent = {
  account: Pick<BookingAccount, "id" | "status">;
  kind: MoneyEventKind;
  before: number | null;
  after: number;
};

const NAMES: Record<MoneyEventKind, string> = {
  price_set: "Price",
  price_accepted: "Accepted",
  paid: "Paid",
};
const ROWS_A_STATEMENT = 1000;

/** Adds events to the history of bookings, with an unchanged status. The caller must row-lock the bookings first. */
export async function addMoneyEvents({ tx, act }: Acting, events: readonly MoneyEvent[]): Promise<void> {
  if (events.length === 0) return;
  const actId = await act.id();
  const rows = events.map(({ account: { id, status }, kind, before, after }) => ({
    actId,
    bookingId: id,
    occurredAt: act.at,
    receivedAt: act.at,
    fromStatus: status,
    toStatus: status,
    kind,
    changes: {
      [NAMES[kind]]: [before === null ? "none" : formatNaira(before), formatNaira(after)] as [string, string],
    },
    ...act.by,
  }));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx.insert(bookingEvents).values(rows.slice(from, from + ROWS_A_STATEMENT));
}
