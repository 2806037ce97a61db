/** PRICE-10: the button that requests the price without a script. */
import type { ActionResult } from "../../platform/http/result.ts";
import type { Quoted } from "../../money/prices/asked.ts";

export const SHOW_PRICE = "show-price";

export type PriceShown = ActionResult & { quoted: Quoted };

/** The requested prices. Null if another button was pressed. */
export const shownPrice = (result: ActionResult | PriceShown | undefined) =>
  result && "quoted" in result ? result.quoted : null;
