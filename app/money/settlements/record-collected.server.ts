/**
 * CASH-2: money taken at a door or a counter is recorded at once in its holder's account, the payments and the settlements.
 */
import { eq } from "drizzle-orm";
import type { Admin, Rider, System } from "../../access/actor.ts";
import type { CashHolder, CashPart } from "../../domain/cash.ts";
import { formatNaira } from "../../domain/money.ts";
import type { CollectionReason } from "../../domain/settlement.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { addCash } from "../cash-ledger/cash-ledger.server.ts";
import { doorAmount, settleAtDoor, type DoorAmount } from "../payments/door-amount.ts";
import { doorOf } from "../payments/door.server.ts";
import { addPayment } from "../payments/payments.server.ts";
import type { PaymentMethod } from "../../domain/payment.ts";
import { accountOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { by } from "../prices/money-events.server.ts";
import { addCollection, termsOf } from "./collection-entries.server.ts";
import { askTransfer } from "./door-transfers.server.ts";

export type CollectWork = Pick<Work<Admin | Rider | System>, "services" | "tx" | "actor" | "at">;

export type Taken = {
  method: PaymentMethod;
  reference: string | null;
  /** The reason for a lower amount for the goods. */
  reason: CollectionReason | null;
  note: string;
  /** The holder of the cash; null if no cash account has it. */
  holder: CashHolder | null;
  /** The deed. */
  occurredAt: Date;
  runId: string | null;
};
export type Settled = Record<"deliveryKobo" | "codKobo" | "overKobo", number>;

/**
 * Records a sum in kobo that was taken for a locked booking, the delivery first: each part in the cash account, and in the
 * ledger that it belongs to. An excess is only in the cash account. Refuses a recorded reference.
 */
export async function writeTaken(
  { services, tx, actor, at }: CollectWork,
  account: BookingAccount,
  { door, sumKobo }: { door: DoorAmount; sumKobo: number },
  { holder, occurredAt, runId, ...taken }: Taken,
): Promise<{ ok: true; settled: Settled } | Refusal> {
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
    return (await addCash({ tx, actor, at }, [entry]))[0];
  };
  const { deliveryKobo, codKobo, overKobo } = settled;
  if (deliveryKobo > 0) {
    const cashEntryId = await entryOf("delivery", deliveryKobo);
    const { method, reference, note } = taken;
    const payment = { method, kobo: deliveryKobo, reference, note, ...(cashEntryId && { cashEntryId }) };
    const paid = await addPayment(services, tx, actor, account, at, payment);
    if (!paid.ok) return paid;
  }
  const terms = await termsOf(tx, account.id);
  const says = codKobo > 0 || (taken.reason !== null && door.codKobo > 0);
  if (terms && says) {
    const cashEntryId = await entryOf("goods", codKobo);
    const collected = { kobo: codKobo, leftKobo: door.codKobo, ...taken };
    const done = await addCollection({ tx, actor, at }, terms, account, {
      ...collected,
      ...(cashEntryId && { cashEntryId }),
    });
    if (!done.ok) return done;
  }
  await entryOf("over", overKobo);
  return { ok: true, settled };
}

export type DoorTaken = {
  /** A rider at the door, or a hub at its counter. */
  holder: CashHolder;
  bookingId: string;
  amountKobo: number;
  occurredAt: Date;
  method: "cash" | "transfer";
  runId: string | null;
  /** `pickup`: the sender pays the delivery to the rider who fetches the parcel. */
  at?: "door" | "pickup";
  /** If less than the amount for the goods was taken: the person who agreed, and the reason. */
  reason?: CollectionReason;
  note?: string;
};

/**
 * CASH-2: records the money that a deed says was taken for a booking, in the caller's transaction. It never refuses: the
 * cash goes into the holder's account whole, its parts into payments and settlements up to the amounts due, and an excess
 * opens an exception. A transfer is no cash: the desk is asked (`askTransfer`) until a cashier confirms the money. Locks the
 * booking, then the account, then the payee. Call it once for each deed.
 */
export async function recordCollected(
  work: CollectWork,
  { holder, bookingId, amountKobo, method, at = "door", reason, note = "", ...deed }: DoorTaken,
): Promise<Settled> {
  const { tx, actor } = work;
  const [booking] = await tx
    .select({ code: bookings.trackingCode })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  const account = booking && (await accountOf(tx, booking.code));
  const money = account && (await doorOf(tx, { id: bookingId }));
  if (!account || !money) throw new Error("money was taken for a booking that is not there");
  // At the pickup the sender pays the delivery, and the goods are not paid.
  const door = at === "pickup" ? doorAmount({ ...money, paysDelivery: "receiver" }, null) : money.door;
  if (method === "transfer") {
    const asked = Math.min(amountKobo, door.totalKobo);
    if (asked > 0) await askTransfer(work, { bookingId, kobo: asked, runId: deed.runId });
    return { deliveryKobo: 0, codKobo: 0, overKobo: 0 };
  }
  const less = amountKobo < door.totalKobo ? (reason ?? "other") : null;
  const written = await writeTaken(
    work,
    account,
    { door, sumKobo: amountKobo },
    { ...{ method, reference: null, reason: less, note, holder }, ...deed },
  );
  if (!written.ok) throw new Error("what was taken at a door was not written");
  const { overKobo } = written.settled;
  if (overKobo > 0)
    await openExceptions(
      tx,
      [
        {
          kind: "cash_difference",
          bookingId,
          runId: deed.runId,
          note: `${formatNaira(overKobo)} more than was to be paid: give it back, or book it`,
          details: { overKobo },
        },
      ],
      { byName: by(actor).byName, at: work.at },
    );
  return written.settled;
}
