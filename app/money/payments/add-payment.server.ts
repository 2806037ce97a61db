/** PAY-1: adds payments of staff and of the online provider, with refusals. */
import { and, eq } from "drizzle-orm";
import type { DoorAmount } from "../../domain/door-amount.ts";
import { payments, bookings } from "../../platform/db/schema.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { Refusal, Result } from "../../platform/http/result.ts";
import type { BookingAccount } from "../prices/booking-account.server.ts";
import { refuse } from "./messages.ts";
import { freeReference, writePayment, type NewPayment, type PaymentWork } from "./payment-entries.server.ts";
import { writeTaken, type Settled, type TakenPayment } from "./write-taken.server.ts";

/**
 * Adds a payment as `writePayment` does, but checks it first. `cancelled` (PAY-7) means that the sender cancelled while
 * paying: the payment is recorded, and staff pay the money back. Refuses a booking without a price, more than is owed,
 * and a reference that is already recorded.
 */
export async function addPayment(
  work: PaymentWork,
  account: BookingAccount,
  { cancelled, ...payment }: NewPayment & { cancelled?: boolean },
): Promise<Result<unknown, "invalid" | "conflict">> {
  if (account.priceKobo === null) return refuse("invalid", "no_price");
  const owed = account.priceKobo - account.paidKobo;
  if (owed <= 0 && !cancelled) return refuse("invalid", "all_paid");
  if (payment.kobo > owed && !cancelled) return refuse("invalid", "more_than_owed", { owedKobo: owed });
  const isNew = await writePayment(work, account, payment);
  return isNew ? { ok: true } : refuseRecorded(work.tx, payment);
}

/** Writes money taken for a booking as `writeTaken` does, but refuses a reference that is already recorded. */
export async function addTaken(
  work: PaymentWork,
  account: BookingAccount,
  sum: { door: DoorAmount; sumKobo: number },
  taken: TakenPayment,
): Promise<{ ok: true; settled: Settled } | Refusal> {
  const written = await writeTaken(work, account, sum, taken);
  if (written.ok) return written;
  return written.recordedIn === "payments"
    ? refuseRecorded(work.tx, taken)
    : refuse("conflict", "reference_recorded", { on: null });
}

/** Refuses a payment whose reference is already recorded. The refusal names the booking of the recorded payment. */
async function refuseRecorded(tx: Tx, { method, reference }: Pick<NewPayment, "method" | "reference">) {
  const recorded = (await freeReference(tx, payments, method, reference)) ?? "";
  const [row] = await tx
    .select({ code: bookings.trackingCode })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(and(eq(payments.reference, recorded), eq(payments.method, method)));
  return refuse("conflict", "reference_recorded", { on: row?.code ?? "another booking" });
}
