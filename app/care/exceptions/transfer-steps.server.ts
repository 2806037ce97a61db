/** CASH-9: a receiver's transfer at the door is searched in the company's bank account: it arrived, or did not. */
import { staff } from "../../access/by.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import { accountOf } from "../../money/prices/booking-account.server.ts";
import { writeTaken } from "../../money/payments/write-taken.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { stepForm, transferForm } from "./exception-forms.ts";
import { deedTopicsOf, endException, lockException, unlessStep, withWords } from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

/**
 * The money of the transfer arrived. It pays the delivery, then the goods, up to the amount due at the receiver's door.
 * If the transfer is larger, the exception is closed with a text that names the excess to be paid back. Refuses roles
 * that may not record payments, and a reference that is already recorded.
 */
export const moneyIn = operation({
  name: "exceptions.money_in",
  by: staff("recordPayments"),
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
    const door = money.door;
    const written = await writeTaken(
      work,
      account,
      { door, sumKobo: Math.min(kobo, door.totalKobo) },
      {
        ...{ method: "transfer", reference, holder: null, occurredAt: work.at },
        // A part payment needs no reason, because the rest is still to be paid at the receiver's door.
        ...{ reason: null, note: kobo < door.totalKobo ? "A part by transfer" : "" },
        runId: exception.runId,
      },
    );
    if (!written.ok) return written;
    const over = Math.max(0, kobo - door.totalKobo);
    const words = over > 0 ? `${formatNaira(over)} of it is to be paid back.` : "";
    return endException(work, exception, {
      reason: "money_in",
      words: withWords(words, note).trim() || null,
    });
  },
  publish: (done, input, exception) => [...deedTopicsOf(done, input, exception), "money"],
});

/** The transfer is not in the bank account. The rider then waits, calls, or records that the receiver could not pay. */
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
