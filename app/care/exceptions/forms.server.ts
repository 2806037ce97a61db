/** The buttons of the exceptions list: each button's operation and success message. */
import type { Admin } from "../../access/actor.ts";
import { button, type FormButton, type Buttons } from "../../platform/http/form-action.server.ts";
import {
  closeException,
  giveException,
  noteException,
  solveException,
  takeException,
} from "./change-exception.server.ts";
import { chooseExceptionHub } from "./choose-destination.server.ts";
import { handOverArrived, handOverNotArrived } from "./hand-over-steps.server.ts";
import { senderAgrees, senderDenies } from "./less-steps.server.ts";
import { declareLost, foundHere, keepExtra, sendExtraOn } from "./piece-steps.server.ts";
import { holdForCollection, returnToSender, tryAgain } from "./sender-said.server.ts";
import { tellSenders } from "./tell-senders.server.ts";
import { moneyIn, moneyNotFound } from "./transfer-steps.server.ts";

type Closing = Parameters<typeof button<Admin, { ok: true; subject: string }>>[0]["operation"];

/** Returns the URL of the list with its filter. Leaves out the dialog, whose exception is now closed. */
const withoutView = (url: string): string => {
  const params = new URL(url).searchParams;
  params.delete("view");
  params.delete("close");
  return params.size > 0 ? `/admin/exceptions?${params}` : "/admin/exceptions";
};

/** Returns a button that closes an exception. After that the list appears, with the focus on the next row. */
const ending = (operation: Closing, did: string): FormButton<Admin> =>
  button({
    operation,
    done: ({ subject }) => ({ tone: "good", title: did, text: subject }),
    to: (_out, _params, { request }) => withoutView(request.url),
  });

export const EXCEPTION_BUTTONS: Buttons<Admin> = {
  take: button({
    operation: takeException,
    done: ({ subject }) => ({ tone: "good", title: "You have it", text: subject }),
  }),
  give: button({
    operation: giveException,
    done: ({ subject, to }) => ({
      tone: "good",
      title: to ? `${to} has it` : "Nobody has it",
      text: subject,
    }),
  }),
  note: { operation: noteException, done: "Note saved" },
  close: ending(closeException, "Closed"),
  solved: ending(solveException, "Solved"),
  found: ending(foundHere, "Found"),
  lost: ending(declareLost, "Lost: the sender is told"),
  keep: ending(keepExtra, "Kept here"),
  send_on: ending(sendExtraOn, "To be sent to its hub"),
  try_again: ending(tryAgain, "To be tried again"),
  hold: ending(holdForCollection, "Held for collection"),
  return: ending(returnToSender, "Return started"),
  arrived: ending(handOverArrived, "Hand-over confirmed"),
  not_arrived: ending(handOverNotArrived, "Hand-over taken back"),
  money_in: ending(moneyIn, "Money is in"),
  not_found: ending(moneyNotFound, "Not found: the rider is told"),
  agrees: ending(senderAgrees, "The sender agrees"),
  denies: ending(senderDenies, "A cashier decides about the difference"),
  choose_hub: ending(chooseExceptionHub, "Hub chosen"),
  tell_senders: button({
    operation: tellSenders,
    done: ({ told }) => ({
      tone: "good",
      title: told === 1 ? "1 sender is told" : `${told} senders are told`,
    }),
  }),
};
