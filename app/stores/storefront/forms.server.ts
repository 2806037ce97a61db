/** The button of a store's order form, with its operation and success message. */
import { data } from "react-router";
import type { Customer, Guest } from "../../access/actor.ts";
import { chatOfOrder } from "../orders/buyer-order.server.ts";
import { readAskedLines, type AskedLine, type OrderChange } from "../orders/order.ts";
import { placeOrder, type OrderChanged } from "../orders/place-order.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { actionError } from "../../platform/http/form.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import type { ActionResult, Refusal } from "../../platform/http/result.ts";
import { redirectWithToast } from "../../platform/http/toast.server.ts";
import type { SelectionLine } from "./selection.ts";
import { findStore, pricesOf } from "./storefront.server.ts";

/**
 * The response if the order was not stored. `changed` has the differences from what the buyer saw, and the lines that
 * can still be ordered.
 */
export type NotOrdered = ActionResult & { changed?: { changes: OrderChange[]; lines: SelectionLine[] } };

type Answer = Response | ReturnType<typeof data<NotOrdered>>;

const LONG_CHAT = 1000;

export const ORDER_BUTTONS: Buttons<Customer | Guest, Answer> = {
  "": button({
    operation: placeOrder,
    respond: async ({ code, viewToken }, { services }): Promise<Answer> => {
      const direct = await chatOfOrder(services, viewToken);
      // The toast is stored in a cookie of at most 4 KB, so a long chat URL is replaced by a short URL of this site.
      const chat = direct.length < LONG_CHAT ? direct : `/orders/${viewToken}/chat`;
      return redirectWithToast(services, `/orders/${viewToken}`, {
        tone: "good",
        title: "Order received!",
        text: `Your order code is ${code}. Send it to the store on WhatsApp.`,
        action: { label: "Open WhatsApp", href: chat, newTab: true },
        open: chat,
      });
    },
    refused: async (refusal, form, { services, params }) => {
      if (refusal.code === "not_found") throw data(null, { status: 404 });
      const response = actionError(refusal, form);
      if (refusal.code !== "conflict") return response;
      const { changes, lines } = isChanged(refusal)
        ? refusal
        : { changes: [], lines: readAskedLines(form.rawValues["lines"] ?? "") ?? [] };
      const changed = { changes, lines: await selectionOf(services.db, params["slug"]!, lines) };
      return data({ ...response.data, changed }, response.init ?? undefined);
    },
  }),
};

const isChanged = (refusal: Refusal): refusal is OrderChanged => "changes" in refusal;

/** Returns the lines that can still be ordered, with names and prices, as the page's selection shows them. */
async function selectionOf(db: Db, slug: string, lines: readonly AskedLine[]): Promise<SelectionLine[]> {
  const store = await findStore(db, slug);
  const ids = lines.map((line) => line.productId);
  const named = store ? await pricesOf(db, store.id, ids) : [];
  return lines.map((line) => ({
    id: line.productId,
    name: named.find((product) => product.id === line.productId)?.name ?? "",
    priceKobo: line.priceKobo,
    quantity: line.quantity,
  }));
}
