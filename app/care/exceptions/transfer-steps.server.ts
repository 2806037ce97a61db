/** CASH-9: staff decide whether a transfer that a rider reported arrived in the company's bank account. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { pickupAmount, type DoorAmount } from "../../domain/door-amount.ts";
import { doorOf, type Door } from "../../money/payments/door.server.ts";
import { accountOf } from "../../money/prices/booking-account.server.ts";
import { addTaken } from "../../money/payments/add-payment.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { runs } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { stepForm, transferForm } from "./exception-forms.ts";
import {
  deedTopicsOf,
  endException,
  lockException,
  unlessStep,
  stepWithWords,
} from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

/**
 * Records that the transfer arrived. A transfer at the receiver's door pays the delivery first, then the
 * goods, up to the amount due. A transfer at a pickup pays only the delivery. If the transfer was larger than
 * the amount due, the closing text names the amount to pay back. Refuses roles that may not record payments,
 * and a reference that is already recorded.
 */
export const moneyIn = operation({
  name: "exceptions.money_in",
  by: staff("recordPayments"),
  act: "paid",
  input: transferForm,
  on: lockException,
  run: async (work, { note, reference }, exception) => {
    const wrong = unlessStep(exception, "money_in");
    if (wrong) return wrong;
    const { booking } = exception;
    const account = booking && (await accountOf(work.tx, booking.code));
    const money = account && (await doorOf(work.tx, { id: account.id }));
    if (!account || !money) return refuse("conflict", "other_kind");
    const kobo = Number(exception.details?.["kobo"] ?? 0);
    const door = await dueOn(work.tx, exception.runId, money);
    const written = await addTaken(
      work,
      account,
      { door, sumKobo: Math.min(kobo, door.totalKobo) },
      {
        ...{ method: "transfer", reference, holder: null, occurredAt: work.at },
        // A smaller amount needs no reason here, because the receiver pays the rest at the door.
        ...{ reason: null, note: kobo < door.totalKobo ? "A part by transfer" : "" },
        runId: exception.runId,
      },
    );
    if (!written.ok) return written;
    const over = Math.max(0, kobo - door.totalKobo);
    const words = over > 0 ? `${formatNaira(over)} of it is to be paid back.` : "";
    return endException(work, exception, {
      reason: "money_in",
      words: stepWithWords(words, note).trim() || null,
    });
  },
  publish: (done, input, exception) => [...deedTopicsOf(done, input, exception), "money"],
});

/** Returns the amount due from whoever made the transfer: the sender at a pickup, otherwise the receiver. */
async function dueOn(tx: Tx, runId: string | null, money: Door): Promise<DoorAmount> {
  const [run] = runId ? await tx.select({ kind: runs.kind }).from(runs).where(eq(runs.id, runId)) : [];
  return run?.kind === "pickup" ? pickupAmount(money) : money.door;
}

/** Records that the transfer did not arrive. The rider then waits, calls, or reports 'could not pay'. */
export const moneyNotFound = operation({
  name: "exceptions.not_found",
  by: staff("recordPayments"),
  input: stepForm,
  on: lockException,
  run: async (work, { note }, exception) =>
    unlessStep(exception, "not_found") ??
    endException(work, exception, { reason: "money_not_found", words: note }),
  publish: deedTopicsOf,
});
