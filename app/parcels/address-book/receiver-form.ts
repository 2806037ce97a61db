/** SENDER-1: the form of a saved receiver. The browser and the server use this schema. */
import * as z from "zod";
import type { StateName } from "../../domain/states.ts";
import { placeOf } from "../../domain/same-place.ts";
import { chosenState, confirmedState, stateCheck } from "../../places/state-check.ts";
import { ALWAYS, nameText, requiredText, textOrNull } from "../../platform/http/fields.ts";
import { phoneField } from "../../platform/http/phone-field.ts";
import { deliveryAddress, MAX_ADDRESS } from "./delivery-address.ts";

const TOO_LONG = `Address, landmark, note and who else may take it have at most ${MAX_ADDRESS} characters together`;

const text = (sent: unknown) => (typeof sent === "string" ? sent : "");

export const receiverForm = z
  .object({
    fullName: nameText("Enter the receiver's full name", 120),
    phone: phoneField("Enter a phone number"),
    address: requiredText("Enter the delivery address", MAX_ADDRESS),
    state: chosenState,
    stateSure: confirmedState,
    landmark: textOrNull(120).default(null),
    note: textOrNull(200).default(null),
    taker: textOrNull(120).default(null),
  })
  .superRefine(stateCheck("delivery address", ["address", "state", "stateSure"]), ALWAYS)
  .superRefine(
    (form, context) => {
      const address = text(form.address);
      const whole = deliveryAddress({
        address,
        landmark: text(form.landmark),
        note: text(form.note),
        taker: text(form.taker),
      });
      if (address && address.length <= MAX_ADDRESS && whole.length > MAX_ADDRESS)
        context.addIssue({ code: "custom", path: ["note"], message: TOO_LONG });
    },
    // The address is checked even if other fields are invalid, so that the form shows all errors at once.
    ALWAYS,
  );

/** The parsed form. The receiver's state is the chosen state or, without a choice, the state in the address. */
export const savedReceiver = receiverForm.transform((form) => {
  const place = placeOf(form.address, form.state);
  if (!place) throw new Error("a checked form has no state");
  return { ...form, state: place.state as StateName, stateSure: place.state };
});

export const RECEIVER_LABELS = {
  fullName: "Full name",
  phone: "Phone number",
  address: "Delivery address",
  state: "State",
  landmark: "Landmark",
  note: "Note for the rider",
  taker: "Who else may take it",
} as const;
