/** HISTORY-1: events about a booking's money are part of its history, beside its statuses. */
import type { MoneyEventKind } from "../../domain/event-kinds.ts";
import { formatNaira } from "../../domain/money.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
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

/** Adds events to the history of bookings, with an unchanged status. The caller must row-lock the bookings first. */
export async function addMoneyEvents(work: Acting, events: readonly MoneyEvent[]): Promise<void> {
  await addEvents(
    work,
    events.map(({ account: { id }, kind, before, after }) => ({
      bookingId: id,
      kind,
      changes: { [NAMES[kind]]: [before === null ? "none" : formatNaira(before), formatNaira(after)] },
    })),
  );
}
