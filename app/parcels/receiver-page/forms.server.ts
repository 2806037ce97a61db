/** The buttons of the receiver's page. */
import type { Customer, Guest } from "../../access/actor.ts";
import { redirect } from "react-router";
import { startDoorPayment } from "../../money/payments/pay-at-door.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { sayNotReceived } from "../claiming/not-received.server.ts";
import { answerAttempt } from "../receiver-choices/attempt-question.server.ts";
import {
  announceRefusal,
  chooseDay,
  chooseHold,
  giveLandmark,
  namePerson,
  noteToRider,
  takeBackChoice,
} from "../receiver-choices/choose.server.ts";
import { sayExpected, sayNotExpected } from "../receiver-link/not-expected.server.ts";
import { codeGiven, giveCode, sendCode } from "../receiver-link/pin-code.server.ts";
import { switchMessages } from "../receiver-link/switch-messages.server.ts";
import { renewPin } from "../receiver-link/renew.server.ts";
import { forgetPlace } from "../remembered-places/forget.server.ts";
import { agreeToPlace } from "../remembered-places/agree.server.ts";

export const RECEIVER_BUTTONS: Buttons<Customer | Guest, Response> = {
  "send-code": { operation: sendCode, done: "The code is on its way" },
  "give-code": button({
    operation: giveCode,
    respond: async ({ code, generation }, { services, params }) =>
      redirect(`/r/${params["token"]}`, {
        headers: { "Set-Cookie": await codeGiven(services, { code, generation }) },
      }),
  }),
  "switch-messages": { operation: switchMessages, done: "Done" },
  "draw-pin": { operation: renewPin, done: "A new PIN was drawn" },
  "choose-day": { operation: chooseDay, done: "We bring it on that day" },
  "choose-hold": { operation: chooseHold, done: "We keep it for you" },
  "name-person": { operation: namePerson, done: "The rider will read who takes it" },
  "give-landmark": { operation: giveLandmark, done: "The rider will read your landmark" },
  "announce-refusal": { operation: announceRefusal, done: "We do not bring it, and ask the sender" },
  "note-to-rider": { operation: noteToRider, done: "The rider will read your note" },
  answer: { operation: answerAttempt, done: "Thank you: we have your answer" },
  "take-back": { operation: takeBackChoice, done: "Taken back" },
  // After a payment, the provider sends the payer to online-return.route.ts, which asks the provider for the result.
  "pay-now": button({
    operation: startDoorPayment,
    respond: ({ page }, { params }) => redirect(page ?? `/r/${params["token"]}`),
  }),
  "remember-place": { operation: agreeToPlace, done: "We remember it" },
  "forget-place": { operation: forgetPlace, done: "Deleted" },
  "not-expected": { operation: sayNotExpected, done: "We write nothing more, and ask the sender" },
  expected: { operation: sayExpected, done: "Thank you" },
  "not-received": { operation: sayNotReceived, done: "We have it, and look into it" },
};
