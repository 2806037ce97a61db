/** PRICE-10: the button that asks for the price without JavaScript. */
import type { ActionResult } from "../../platform/http/result.ts";
import type { Quoted } from "../../money/prices/asked.ts";

export const SHOW_PRICE = "show-price";

export type PriceShown = ActionResult & { quoted: Quoted };

/** Returns the requested prices. Null if another button was pressed. */
export const shownPrice = (result: ActionResult | PriceShown | undefined) =>
  result && "quoted" in result ? result.quoted : null;
