/** The schema of the order form. Pure. */
import * as z from "zod";
import { placeOf } from "../../domain/same-place.ts";
import { STATES } from "../../domain/states.ts";
import { stateCheck } from "../../places/state-check.ts";
import { ALWAYS, nameText, optionalText, uuidField } from "../../platform/http/fields.ts";
import { phoneField } from "../../platform/http/phone-field.ts";
import { MOST_LINES, MOST_OF_ONE, readAskedLines } from "./order.ts";

const EMPTY = "Your selection is empty. Add products to get started.";
const TOO_MANY = `An order can have at most ${MOST_LINES} products`;
const UNREADABLE = "We could not read your selection. Load the page again and send it once more.";

const askedLine = z.object({
  productId: uuidField,
  quantity: z.number().int().min(1).max(MOST_OF_ONE),
  priceKobo: z.number().int().nonnegative(),
});

const orderFields = z.object({
  slug: z.string().max(200),
  lines: z
    .union([z.string().max(6000, TOO_MANY), z.array(askedLine).max(MOST_LINES, TOO_MANY)], EMPTY)
    .transform((asked, context) => {
      const lines = typeof asked === "string" ? readAskedLines(asked) : asked;
      if (lines && lines.length > 0) return lines;
      context.addIssue(lines ? EMPTY : UNREADABLE);
      return z.NEVER;
    }),
  buyerName: nameText("Enter your name", 120),
  buyerPhone: phoneField("Enter your phone number, so that the store can call you"),
  deliveryAddress: optionalText(400),
  deliveryState: z.enum(["", ...STATES], "Choose a state from the list").default(""),
  deliveryStateSure: z.string().max(40).default(""),
  landmark: optionalText(120),
});
/**
 * ORDER-7: name and phone are required. An order without a postal address is collected by the buyer. `slug` names the
 * store.
 */
const orderForm = orderFields.superRefine(
  stateCheck("delivery address", ["deliveryAddress", "deliveryState", "deliveryStateSure"]),
  ALWAYS,
);

/**
 * A new order. `deliveryState` is the state that the buyer chose, otherwise the state found in the postal address,
 * otherwise empty.
 */
export const newOrder = orderForm.transform(({ deliveryState, ...order }) => ({
  ...order,
  deliveryState: deliveryState || (placeOf(order.deliveryAddress, "")?.state ?? ""),
}));
