/** CASH-2: writes cash taken at a door or counter to cash account, payments and settlements at once. */
import { eq } from "drizzle-orm";
import type { CashHolder } from "../../domain/cash.ts";
import { formatNaira } from "../../domain/money.ts";
import type { CollectionReason } from "../../domain/settlement.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import { pickupAmount } from "../../domain/door-amount.ts";
import { doorOf } from "../payments/door.server.ts";
import type { PaymentWork } from "../payments/payment-entries.server.ts";
import { writeTaken, type Settled } from "../payments/write-taken.server.ts";
import { accountOf } from "../prices/booking-account.server.ts";

export type DoorTaken = {
  holder: CashHolder;
  bookingId: string;
  amountKobo: number;
  occurredAt: Date;
  method: "cash" | "transfer";
  runId: string | null;
  /** 'pickup' means that the sender pays the rider for the delivery when the rider fetches the parcel. */
  at?: "door" | "pickup";
  /** If less was taken for the goods, `reason` says why, and `note` names the person who agreed. */
  reason?: CollectionReason;
  note?: string;
  /** True if a transfer pays the other part of the amount, so that less cash needs no reason. */
  restByTransfer?: boolean;
};

/**
 * CASH-2: records the money that an act took for a booking, in the caller's transaction. Never refuses. The whole cash
 * goes into the holder's cash account. The amounts due are also written as a payment and a collection. A surplus opens
 * an exception. A transfer is not recorded here: `askTransfer` asks dispatch about the transfer, and a cashier confirms
 * the money. Locks the rows of the booking, then of the cash account, then of the payee. Call this once for each act.
 */
export async function collectMoney(
  work: PaymentWork,
  {
    holder,
    bookingId,
    amountKobo,
    method,
    at = "door",
    reason,
    note = "",
    restByTransfer = false,
    ...deed
  }: DoorTaken,
): Promise<Settled> {
  const { tx } = work;
  const [booking] = await tx
    .select({ code: bookings.trackingCode })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  const account = booking && (await accountOf(tx, booking.code));
  const money = account && (await doorOf(tx, { id: bookingId }));
  if (!account || !money) throw new Error("money was taken for a booking that is not there");
  const door = at === "pickup" ? pickupAmount(money) : money.door;
  if (method === "transfer") {
    const asked = Math.min(amountKobo, door.totalKobo);
    if (asked > 0) await askTransfer(work, { bookingId, kobo: asked, runId: deed.runId });
    return { deliveryKobo: 0, codKobo: 0, overKobo: 0 };
  }
  const less = amountKobo < door.totalKobo && !restByTransfer ? (reason ?? "other") : null;
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
      work.act,
    );
  return written.settled;
}

export type AskedTransfer = { bookingId: string; kobo: number; runId: string | null; hubId?: string | null };

/**
 * CASH-9: opens an exception that asks dispatch whether a transfer of `kobo` for a booking has arrived. The exception
 * has a time limit. Changes nothing if such an exception is already open. The caller must publish the topic
 * 'exceptions' after the commit.
 */
export async function askTransfer(
  { tx, act }: Acting,
  { bookingId, kobo, runId, hubId = null }: AskedTransfer,
): Promise<void> {
  await openExceptions(
    tx,
    [
      {
        kind: "transfer_to_confirm",
        ...{ bookingId, runId, hubId },
        note: `${formatNaira(kobo)} by transfer at the door`,
        details: { kobo },
      },
    ],
    act,
  );
}
