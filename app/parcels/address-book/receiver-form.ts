/** SENDER-1: the form of a saved receiver. The browser and the server use this schema. */
import * as z from "zod";
import { stateProblem } from "../../domain/state-question.ts";
import { isState, type StateName } from "../../domain/states.ts";
import { placeOf } from "../../domain/same-place.ts";
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
    state: z
      .string()
      .refine((name) => name === "" || isState(name), "Choose a state from the list")
      .default(""),
    stateSure: z.string().max(40).default(""),
    landmark: textOrNull(120).default(null),
    note: textOrNull(200).default(null),
    taker: textOrNull(120).default(null),
  })
  .superRefine(
    (form, context) => {
      const add = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      const address = text(form.address);
      if (!address) return;
      const problem = stateProblem({
        address,
        chosen: text(form.state),
        sure: text(form.stateSure),
        name: "delivery address",
      });
      if (problem.state) add("state", problem.state);
      if (problem.sure) add("stateSure", problem.sure);
      const whole = deliveryAddress({
        address,
        landmark: text(form.landmark),
        note: text(form.note),
        taker: text(form.taker),
      });
      if (address.length <= MAX_ADDRESS && whole.length > MAX_ADDRESS) add("note", TOO_LONG);
    },
    // The address is checked even if other fields are invalid, so that the form shows all errors at once.
    ALWAYS,
  );

/** The parsed form. Its state is the chosen state or, without a choice, the state in the address. */
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
