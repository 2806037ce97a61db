/** PRICE-10: the button of the booking form that requests the price without a script, and its response. */
import type { ActionResult } from "../../platform/http/result.ts";
import type { Quoted } from "../../money/prices/asked.ts";

export const SHOW_PRICE = "show-price";

/** The response to the button that shows the price: the form as it was sent, with prices. */
export type PriceShown = ActionResult & { quoted: Quoted };

/** The requested prices; null if another button or none was pressed. */
export const shownPrice = (result: ActionResult | PriceShown | undefined) =>
  result && "quoted" in result ? result.quoted : null;
