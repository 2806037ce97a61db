/** The buttons of the claims pages: each button's operation and success message. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { giveClaim, noteClaim, reopenClaim, takeClaim, waitForCustomer } from "./change-claim.server.ts";
import { decideClaim, payClaim, takeBackPayment } from "./decide-claim.server.ts";
import { claimFromMessage, makeClaim } from "./new-claim.server.ts";

const take = button<Admin, { ok: true; code: string }>({
  operation: takeClaim,
  done: ({ code }) => ({ tone: "good", title: "You have it", text: code }),
});

const newOne = (operation: typeof makeClaim | typeof claimFromMessage) =>
  button<Admin, { ok: true; id: string; isNew: boolean }>({
    operation,
    done: ({ isNew }) => ({ tone: "good", title: isNew ? "Claim made" : "Added to the open claim" }),
    to: ({ id }) => `/admin/claims/${id}`,
  });

/** The buttons of the list of claims. Claim forms on other pages (bookings, messages) use the list's URL. */
export const CLAIMS_BUTTONS: Buttons<Admin> = {
  take,
  make: newOne(makeClaim),
  "from-message": newOne(claimFromMessage),
};

export const CLAIM_BUTTONS: Buttons<Admin> = {
  take,
  give: button<Admin, { ok: true; to: string | null }>({
    operation: giveClaim,
    done: ({ to }) => ({ tone: "good", title: to ? `${to} has it` : "Nobody has it" }),
  }),
  note: { operation: noteClaim, done: "Note added" },
  wait: { operation: waitForCustomer, done: "It waits for the customer" },
  reopen: { operation: reopenClaim, done: "Open again" },
  decide: button<Admin, { ok: true; toPay: boolean }>({
    operation: decideClaim,
    done: ({ toPay }) => ({
      tone: "good",
      title: "Decided",
      text: toPay ? "The sender is mailed. It is to be paid now." : "The sender is mailed.",
    }),
  }),
  pay: { operation: payClaim, done: "Payment recorded" },
  "take-back": { operation: takeBackPayment, done: "It is to be paid again" },
};
