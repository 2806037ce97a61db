/** PRICE-6: the text that is shown if no price is known. Pure. */
import { askedBy } from "../../money/prices/asked.ts";
import { WE_TELL } from "../../money/prices/price-text.ts";

const NEEDED = ["senderAddress", "senderState", "receiverAddress", "receiverState", "packageWeight"];
const ALSO = ["packageType", "deliveryType", "declaredValue"];

type Form = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** True if the server has answered for exactly these values. */
  answered: boolean;
};

/**
 * Returns the text instead of a price. Without JavaScript `values` may lack a state, because only the server
 * reads states from addresses. The errors then name the missing values.
 */
export function noPriceText({ values, errors, answered }: Form): string {
  const asked = askedBy(values);
  const isWrong = (names: readonly string[]) => names.some((name) => errors[name]);
  const missing = isWrong(NEEDED) || !isWrong(ALSO);
  if (!asked && missing) return "Choose both states and enter the weight to see the price.";
  if (isWrong([...NEEDED, ...ALSO])) return "Correct what is marked to see the price.";
  return answered ? `${WE_TELL}.` : "";
}
