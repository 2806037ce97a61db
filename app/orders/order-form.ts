/** The schema of the order form. Pure. */
import * as z from "zod";
import { STATES } from "../domain/states.ts";
import { optionalName, optionalText } from "../platform/http/fields.ts";
import { isPhone } from "../domain/phone.ts";
import { MOST_LINES, readAskedLines } from "./order.ts";

const EMPTY = "Your selection is empty. Add products to get started.";

export const orderForm = z.object({
  lines: z
    .string(EMPTY)
    .max(6000, `An order can have at most ${MOST_LINES} products`)
    .transform((text, context) => {
      const lines = readAskedLines(text);
      if (lines && lines.length > 0) return lines;
      context.addIssue({
        code: "custom",
        message: lines
          ? EMPTY
          : "We could not read your selection. Load the page again and send it once more.",
      });
      return z.NEVER;
    }),
  buyerName: optionalName(120),
  buyerPhone: z
    .string()
    .trim()
    .max(40, "That phone number is too long")
    .refine(
      (rawValues) => rawValues === "" || isPhone(rawValues),
      "Enter a real phone number, e.g. 0803 123 4567, or leave it empty",
    )
    .default(""),
  // Empty values leave the hash of a form from the release before as it was.
  deliveryAddress: optionalText(400),
  deliveryState: z.enum(["", ...STATES], "Choose a state from the list").default(""),
  landmark: optionalText(120),
});
export type OrderForm = z.infer<typeof orderForm>;
