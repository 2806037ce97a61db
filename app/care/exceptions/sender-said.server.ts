/**
 * EXC-5: carries out the sender's answer about a parcel that the receiver refused, or that could not be
 * delivered in any attempt. The receiver's refusal alone starts no return.
 */
import { staff } from "../../access/by.server.ts";
import { STEP_FACTS } from "../../domain/exception-kinds.ts";
import {
  carryOut,
  isNotPickedUp,
  piecesLeft,
  type Decision,
} from "../../parcels/sender-decides/carry-out.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { stepForm } from "./exception-forms.ts";
import { deedTopicsOf, endException, lockException, unlessStep } from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

/**
 * Records the sender's answer as an event, and closes the exception. Refuses if the parcel is already
 * delivered. While the sender still has the parcel, refuses every answer except another attempt.
 */
const senderSaid = (step: Decision) =>
  operation({
    name: `exceptions.${step}`,
    by: staff("closeExceptions"),
    act: "sender_decided",
    input: stepForm,
    on: lockException,
    run: async (work, { note }, exception) => {
      const wrong = unlessStep(exception, step);
      if (wrong) return wrong;
      const { booking, pieceId } = exception;
      if (!booking) return refuse("conflict", "other_kind");
      const found = await piecesLeft(work.tx, booking.id, pieceId);
      if (found.length === 0) return refuse("conflict", "already_delivered");
      if (step !== "try_again" && isNotPickedUp(booking.status, found))
        return refuse("conflict", "with_sender");
      await carryOut(work, booking, found, step);
      return endException(work, exception, { reason: STEP_FACTS[step].ends, words: note });
    },
    publish: deedTopicsOf,
  });

/** The sender wants another attempt: the parcel goes on a run again. */
export const tryAgain = senderSaid("try_again");

/** The sender wants the receiver to collect the parcel at an office of the company. */
export const holdForCollection = senderSaid("hold");

/**
 * The sender wants the parcel back. It goes through the hub that delivers to the sender's address. The price
 * of the return is deducted from the money that the company owes the sender (PRICE-13).
 */
export const returnToSender = senderSaid("return");
