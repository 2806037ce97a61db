/** HISTORY-1: events about a booking's money are part of its history, beside its statuses. */
import type { Admin, Customer, Guest, Rider, System } from "../../access/actor.ts";
import type { MoneyEventKind } from "../../domain/event-kinds.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";
import type { BookingAccount } from "./booking-account.server.ts";

/** The author of events by a sender. A person with the receipt's URL counts as the sender. */
export const SENDER = { byUserId: null, byName: "Sender" };

/** The author of an event of a booking: its sender, staff, a rider, or the provider of online payments. */
export function by(actor: Admin | Customer | Guest | Rider | System): {
  byUserId: string | null;
  byName: string;
} {
  if (actor.kind === "customer" || actor.kind === "guest") return SENDER;
  if (actor.kind === "rider") return { byUserId: null, byName: actor.name };
  if (actor.kind === "system") return { byUserId: null, byName: actor.program };
  const { id, fullName, email } = actor.person;
  return { byUserId: id, byName: fullName ?? email };
}

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
export async function addMoneyEvents(
  tx: Tx,
  who: ReturnType<typeof by>,
  at: Date,
  events: readonly MoneyEvent[],
): Promise<void> {
  const rows = events.map(({ account: { id, status }, kind, before, after }) => ({
    bookingId: id,
    occurredAt: at,
    receivedAt: at,
    fromStatus: status,
    toStatus: status,
    kind,
    changes: {
      [NAMES[kind]]: [before === null ? "none" : formatNaira(before), formatNaira(after)] as [string, string],
    },
    ...who,
  }));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx.insert(bookingEvents).values(rows.slice(from, from + ROWS_A_STATEMENT));
}
