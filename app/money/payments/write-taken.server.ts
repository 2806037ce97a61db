/** CASH-2: writes money taken for a booking to cash accounts, payments and settlements. */
import type { CashHolder, CashPart } from "../../domain/cash.ts";
import type { PaymentMethod } from "../../domain/payment.ts";
import type { CollectionReason } from "../../domain/settlement.ts";
import { addCash } from "../cash-ledger/cash-ledger.server.ts";
import type { BookingAccount } from "../prices/booking-account.server.ts";
import { addCollection, codTermsOf } from "./collection-entries.server.ts";
import { settleAtDoor, type DoorAmount } from "../../domain/door-amount.ts";
import { writePayment, type PaymentWork } from "./payment-entries.server.ts";

export type TakenPayment = {
  method: PaymentMethod;
  reference: string | null;
  /** The reason why less than the amount due was collected for the goods, or null. */
  reason: CollectionReason | null;
  note: string;
  /** The holder of the cash. Null if the money is in no cash account. */
  holder: CashHolder | null;
  occurredAt: Date;
  runId: string | null;
};
export type Settled = Record<"deliveryKobo" | "codKobo" | "overKobo", number>;

/**
 * Writes a sum in kobo that was taken for a booking. The caller must first lock the booking's row. The sum pays the
 * delivery first, then the goods. Each part is added to the cash account, and to the ledger of payments or settlements.
 * A surplus is only in the cash account. Refuses a reference that is already recorded, and names the ledger that has it
 * (`recordedIn`).
 */
export async function writeTaken(
  work: PaymentWork,
  account: BookingAccount,
  { door, sumKobo }: { door: DoorAmount; sumKobo: number },
  { holder, occurredAt, runId, ...taken }: TakenPayment,
): Promise<{ ok: true; settled: Settled } | { ok: false; recordedIn: "payments" | "settlements" }> {
  const { tx } = work;
  const settled = settleAtDoor(sumKobo, door);
  const entryOf = async (part: CashPart, kobo: number): Promise<number | undefined> => {
    if (holder === null || kobo === 0 || taken.method !== "cash") return undefined;
    const entry = {
      holder,
      kind: "collected" as const,
      kobo,
      part,
      bookingId: account.id,
      runId,
      occurredAt,
    };
    return (await addCash(work, [entry]))[0];
  };
  const { deliveryKobo, codKobo, overKobo } = settled;
  if (deliveryKobo > 0) {
    const cashEntryId = await entryOf("delivery", deliveryKobo);
    const { method, reference, note } = taken;
    const payment = { method, kobo: deliveryKobo, reference, note, ...(cashEntryId && { cashEntryId }) };
    if (!(await writePayment(work, account, payment))) return { ok: false, recordedIn: "payments" };
  }
  const terms = await codTermsOf(tx, account.id);
  const says = codKobo > 0 || (taken.reason !== null && door.codKobo > 0);
  if (terms && says) {
    const cashEntryId = await entryOf("goods", codKobo);
    const collected = { kobo: codKobo, leftKobo: door.codKobo, ...taken };
    const isNew = await addCollection(work, terms, account, {
      ...collected,
      ...(cashEntryId && { cashEntryId }),
    });
    if (!isNew) return { ok: false, recordedIn: "settlements" };
  }
  await entryOf("over", overKobo);
  return { ok: true, settled };
}
