/**
 * CASH-15: a rider collected less than was due and said that the sender agreed. Dispatch records the sender's answer,
 * for example after calling a sender without email.
 */
import { staff } from "../../access/by.server.ts";
import { settleAgreed, settleNotAgreed, openLess } from "../../parcels/less-agreed/settle-less.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { stepForm } from "./exception-forms.ts";
import { deedTopicsOf, endException, lockException, unlessStep } from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

/** Records the sender's answer and closes the exception. Refuses if no question about the amount is open. */
const senderSaid = (step: "agrees" | "denies") =>
  operation({
    name: `exceptions.${step}`,
    by: staff("closeExceptions"),
    act: "sender_decided",
    input: stepForm,
    on: lockException,
    run: async (work, { note }, exception) => {
      const wrong = unlessStep(exception, step);
      if (wrong) return wrong;
      const { booking } = exception;
      const less = booking && (await openLess(work.tx, booking.id));
      if (!less) return refuse("conflict", "other_kind");
      if (step === "agrees") await settleAgreed(work, booking, less);
      else await settleNotAgreed(work, booking, less, "The sender does not agree");
      const reason = step === "agrees" ? "sender_agreed" : "sender_denied";
      return endException(work, exception, { reason, words: note });
    },
    publish: (done, input, exception) => [...deedTopicsOf(done, input, exception), "money"],
  });

export const senderAgrees = senderSaid("agrees");
export const senderDenies = senderSaid("denies");
