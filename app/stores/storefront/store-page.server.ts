/** Loader of the store page. */
import { data, redirect } from "react-router";
import { cutText } from "../../platform/http/cut.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { readSearch } from "../../platform/http/search.ts";
import type { Services } from "../../platform/services.server.ts";
import { hoursText, openText } from "../../domain/store-hours.ts";
import { formatPhone } from "../../domain/phone.ts";
import { deliveryCost } from "./delivery-cost.server.ts";
import { addOne, readSel, takeOne, writeSel, type SelectionLine } from "./selection.ts";
import {
  findProductOf,
  findStore,
  listStorefrontProducts,
  pricesOf,
  slugOfStore,
  storeCategories,
} from "./storefront.server.ts";
import { isUuid, uuidParam } from "../../platform/http/uuid.ts";

/**
 * Reads the data of the store page. An old URL with the store's id throws a redirect, an unknown URL throws a 404
 * (STORE-3). `to`: the state of the signed-in person, for the delivery price; null if it is not known.
 */
export async function readStorePage(services: Services, slug: string, url: URL, to: string | null) {
  const { db } = services;
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
  const shownId = uuidParam(query.get("product"));
  const [categories, page, priced, delivery, shown] = await Promise.all([
    storeCategories(db, store.id),
    listStorefrontProducts(db, store.id, {
      search,
      category,
      ...parsePageParams(query),
    }),
    pricesOf(db, store.id, [...asked.map((line) => line.id), ...(isUuid(step) ? [step] : [])]),
    deliveryCost(services, store.address, to),
    shownId ? findProductOf(db, store.id, shownId) : null,
  ]);
  let chosen: SelectionLine[] = asked.flatMap(({ id, quantity }) =>
    priced.filter((product) => product.id === id).map((product) => ({ ...product, quantity })),
  );
  if (step) {
    // Without JavaScript, a button of a product requests this page. The server changes the selection and puts it into
    // the URL.
    const product = priced.find(({ id }) => id === step);
    if (product) chosen = query.has("add") ? addOne(chosen, product) : takeOne(chosen, product.id);
    for (const name of ["add", "less", "sel"]) query.delete(name);
    if (chosen.length > 0) query.set("sel", writeSel(chosen));
    throw redirect(`${url.pathname}?${query}#${product ? `p-${product.id}` : "selection"}`);
  }
  const { openingHours, ...facts } = store;
  return {
    store: {
      ...facts,
      hours: openingHours && { ...openText(openingHours, services.now()), all: hoursText(openingHours) },
      phoneText: store.phone && formatPhone(store.phone),
      /** The description for search engines and chat previews. */
      summary: cutText(store.description, 200),
    },
    categories,
    page: shown ? { ...page, rows: page.rows.filter(({ id }) => id !== shown.id) } : page,
    shown: shown && {
      ...shown,
      address: `${services.origin}/stores/${slug}?product=${shown.id}`,
      /** The description for search engines and chat previews. */
      summary: cutText(shown.description ?? store.description, 200),
    },
    /** True if the URL names a product that is no longer sold. */
    gone: query.has("product") && !shown,
    search,
    category,
    chosen,
    delivery,
    /**
     * The idempotency key with which the selection in the URL is ordered. A browser that stores the selection makes
     * its own key.
     */
    key: chosen.length > 0 ? newIdempotencyKey() : "",
  };
}
