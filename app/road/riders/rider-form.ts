/** RIDER-1, RIDER-4: the schemas of the rider and partner forms. */
import * as z from "zod";
import { nameText } from "../../platform/http/fields.ts";
import { phoneField } from "../../platform/http/phone-field.ts";

export const riderForm = z.object({
  name: nameText("Enter the name of the rider", 100),
  phone: phoneField("Enter the phone number of the rider"),
  hub: z.string("Choose the hub of the rider").min(1, "Choose the hub of the rider").max(40),
});

const NO = ["no", "off", "false", "0", ""];

/** A partner's form without the field `active` makes the partner active. */
export const partnerForm = z.object({
  company: nameText("Enter the name of the company", 100),
  phone: phoneField("Enter a phone number: the desk calls it when a bus is late"),
  active: z
    .union([z.boolean(), z.string().toLowerCase()])
    .transform((text) => (typeof text === "boolean" ? text : !NO.includes(text)))
    .default(true),
});
