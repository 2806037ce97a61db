/** PRICE-10: the button of the booking form that asks for the price, where no script does, and its answer. */
import type { ActionResult } from "../../platform/http/result.ts";
import type { Quoted } from "../../money/prices/asked.ts";

export const SHOW_PRICE = "show-price";

/** The form as it was sent, with prices. */
export type PriceShown = ActionResult & { quoted: Quoted };

/** What the form shows of it; null where another button was pressed, and before any was. */
export const shownPrice = (result: ActionResult | PriceShown | undefined) =>
  result && "quoted" in result ? result.quoted : null;
