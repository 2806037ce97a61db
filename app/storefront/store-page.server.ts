/** Loader and action of the store page. */
import { data, redirect } from "react-router";
import { asCustomerOrGuest } from "../auth/actors.server.ts";
import type { Db } from "../platform/db/client.server.ts";
import { cutText } from "../platform/http/cut.ts";
import { actionError, checkForm, newIdempotencyKey, readForm } from "../platform/http/form.server.ts";
import { parsePageParams } from "../platform/http/keyset.ts";
import { readSearch } from "../platform/http/search.ts";
import { formatPhone } from "../domain/phone.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { chatOfOrder } from "../orders/buyer-order.server.ts";
import type { AskedLine } from "../orders/order.ts";
import { orderForm } from "../orders/order-form.ts";
import { placeOrder } from "../orders/place-order.server.ts";
import type { Services } from "../platform/services.server.ts";
import { addOne, readSel, takeOne, writeSel, type SelectionLine } from "./selection.ts";
import { findStore, listProducts, pricesOf, slugOfStore, storeCategories } from "./storefront.server.ts";
import type { Session } from "../auth/principal-context.ts";
import { isUuid, uuidParam } from "../platform/http/uuid.ts";

const LONG_CHAT = 1000;

/** The data of the store page. Throws the redirects and the 404 of other addresses (STORE-3). */
export async function readStorePage(db: Db, slug: string, url: URL) {
  const store = await findStore(db, slug);
  if (!store) {
    const id = uuidParam(slug.toLowerCase());
    const known = id && (await slugOfStore(db, id));
    if (known) throw redirect(`/stores/${known}${url.search}`, 301);
    throw data(null, { status: 404 });
  }
  const query = url.searchParams;
  const search = readSearch(query);
  const category = query.get("category")?.replaceAll("\0", "").toWellFormed() || null;
  const asked = readSel(query.get("sel"));
  const step = query.get("add") ?? query.get("less");
  const [categories, page, priced] = await Promise.all([
    storeCategories(db, store.id),
    listProducts(db, store.id, {
      search,
      category,
      ...parsePageParams(query),
    }),
    pricesOf(db, store.id, [...asked.map((line) => line.id), ...(isUuid(step) ? [step] : [])]),
  ]);
  let chosen: SelectionLine[] = asked.flatMap(({ id, quantity }) =>
    priced.filter((product) => product.id === id).map((product) => ({ ...product, quantity })),
  );
  if (step) {
    // A press without JavaScript: the selection is in the address.
    const product = priced.find(({ id }) => id === step);
    if (product) chosen = query.has("add") ? addOne(chosen, product) : takeOne(chosen, product.id);
    for (const name of ["add", "less", "sel"]) query.delete(name);
    if (chosen.length > 0) query.set("sel", writeSel(chosen));
    throw redirect(`${url.pathname}?${query}#${product ? `p-${product.id}` : "selection"}`);
  }
  return {
    store: {
      ...store,
      phoneText: store.phone && formatPhone(store.phone),
      /** For search engines and chats. */
      summary: cutText(store.description, 200),
    },
    categories,
    page,
    search,
    category,
    chosen,
    /** For a selection in the address; one that is made in the browser brings its own. */
    key: chosen.length > 0 ? newIdempotencyKey() : "",
  };
}

/** Places the order of the page's form; returns the redirect to the order's page, or what the buyer must check. */
export async function takeOrder(services: Services, session: Session, slug: string, request: Request) {
  const store = await findStore(services.db, slug);
  if (!store) throw data(null, { status: 404 });
  const form = await readForm(request);
  const checked = checkForm(orderForm, form);
  if (!checked.ok) return checked.response;
  const placed = await placeOrder(services, asCustomerOrGuest(session), store.id, checked.input, form.key);
  if (!placed.ok) {
    if (placed.code === "not_found") throw data(null, { status: 404 });
    const response = actionError(placed, form);
    if (placed.code !== "conflict") return response;
    const { changes, lines } = "changes" in placed ? placed : { changes: [], lines: checked.input.lines };
    const changed = { changes, lines: await selectionOf(services.db, store.id, lines) };
    return data({ ...response.data, changed }, response.init ?? undefined);
  }
  const direct = await chatOfOrder(services, placed.viewToken);
  // A cookie holds 4 KB: a long chat text is linked by an address of ours.
  const chat = direct.length < LONG_CHAT ? direct : `/orders/${placed.viewToken}/chat`;
  return redirectWithToast(services, `/orders/${placed.viewToken}`, {
    tone: "good",
    title: "Order received!",
    text: `Your order code is ${placed.code}. Send it to the store on WhatsApp.`,
    action: { label: "Open WhatsApp", href: chat, newTab: true },
    open: chat,
  });
}

/** What can be ordered now, in the words of the page. */
async function selectionOf(db: Db, storeId: string, lines: AskedLine[]): Promise<SelectionLine[]> {
  const named = await pricesOf(
    db,
    storeId,
    lines.map((line) => line.productId),
  );
  return lines.map((line) => ({
    id: line.productId,
    name: named.find((product) => product.id === line.productId)?.name ?? "",
    priceKobo: line.priceKobo,
    quantity: line.quantity,
  }));
}
