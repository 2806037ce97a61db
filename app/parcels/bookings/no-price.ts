/** PRICE-6: the text that is shown if no price is known. Pure. */
import { parseWeight } from "../../domain/weight.ts";
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
  if (!asked && missing) return missingText(values);
  // For a weight that cannot be read, such as '500g', the server answers without prices and without an error.
  const unread = asked !== null && !parseWeight(asked.weight).ok;
  if (unread || isWrong([...NEEDED, ...ALSO])) return "Correct what is marked to see the price.";
  return answered ? `${WE_TELL}.` : "";
}

/** PRICE-6: names only what is still missing for a price. */
function missingText(values: Record<string, string>): string {
  const lacks = (name: string) => (values[name] ?? "").trim() === "";
  const [from, to, weight] = [lacks("senderState"), lacks("receiverState"), lacks("packageWeight")];
  const ends = from && to ? "both states" : `the ${from ? "sender" : "receiver"}'s state`;
  const parts = [...(from || to ? [`choose ${ends}`] : []), ...(weight ? ["enter the weight"] : [])];
  const text = parts.join(" and ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} to see the price.`;
}
