/** STORE-2: one store: its products, and the order form of a selection. */
import { useCallback, useEffect } from "react";
import type { Route } from "./+types/store.route";
import { servicesContext } from "../../platform/context.ts";
import { shareKey } from "../../platform/files/picture-url.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { withOfflineFallback } from "../../platform/http/network-error.ts";
import { formatNaira } from "../../domain/money.ts";
import { companyTitle, pageMeta } from "../../platform/http/page-meta.ts";
import { NOT_TAKEN } from "../orders/messages.ts";
import type { OrderChange } from "../orders/order.ts";
import { asCustomerOrGuest } from "../../access/actors.server.ts";
import { Pager } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { showToast } from "../../ui/toast.tsx";
import { Amount } from "../../ui/amount.tsx";
import { ORDER_BUTTONS, type NotOrdered } from "./forms.server.ts";
import { ProductCard } from "./product-card.tsx";
import { SelectionPanel } from "./selection-panel.tsx";
import { countOf, totalOf, writeSel } from "./selection.ts";
import { ShownProduct } from "./shown-product.tsx";
import { AllStores, StoreHead } from "./store-head.tsx";
import { readStorePage } from "./store-page.server.ts";
import { useSelection } from "./use-selection.ts";
import { sessionContext } from "../../access/principal-context.ts";

export const meta: Route.MetaFunction = (args) => {
  const { store, page, shown } = args.loaderData ?? {};
  if (!store) return [{ title: companyTitle(args, "Not found") }];
  if (shown)
    return pageMeta(args, {
      title: `${shown.name}, ${formatNaira(shown.priceKobo)} · ${store.businessName}`,
      description: shown.summary,
      path: `/stores/${store.slug}?product=${shown.id}`,
      ...shareImage(shown.imageKey ?? store.imageKey),
    });
  const picture = store.imageKey ?? page?.rows.find(({ imageKey }) => imageKey)?.imageKey;
  return pageMeta(args, {
    title: store.businessName,
    description: store.summary,
    path: `/stores/${store.slug}`,
    ...shareImage(picture),
  });
};

const shareImage = (key: string | null | undefined) => (key ? { image: `/pictures/${shareKey(key)}` } : {});

export function loader({ request, params, context }: Route.LoaderArgs) {
  return readStorePage(context.get(servicesContext), params.slug, new URL(request.url));
}

export const action = formAction({
  actor: (context) => asCustomerOrGuest(context.get(sessionContext)),
  buttons: ORDER_BUTTONS,
  of: ({ slug = "" }) => ({ slug }),
  to: ({ slug }) => `/stores/${slug}`,
  failed: NOT_TAKEN,
});

/** After a failure the selection keeps its key, so that sending again does not order twice. */
export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(request, serverAction, ({ offline, message }, values, key): NotOrdered => ({
    errors: { form: message ?? (offline ? NOT_REACHED : NOT_TAKEN) },
    values,
    key,
    problem: null,
  }));

const NOT_REACHED = "Your order did not reach us. Check your connection and send it again.";

const NO_CHANGES: OrderChange[] = [];
const NOTHING: Record<string, string> = {};

export default function StorePage({ loaderData, actionData }: Route.ComponentProps) {
  const { store, categories, page, search, category, chosen, delivery, shown, gone, key } = loaderData;
  const response: NotOrdered | undefined = actionData;
  const changed = response?.changed;
  const selection = useSelection(store.id, chosen, page.rows);
  const { replace } = selection;
  const lines = selection.live ? selection.lines : (changed?.lines ?? selection.lines);

  // The lines that the server can still accept replace the selection.
  useEffect(() => {
    if (changed) replace(changed.lines);
  }, [changed, replace]);
  const clear = useCallback(() => replace([]), [replace]);

  const choosing = {
    live: selection.live,
    quantityOf: (id: string) => lines.find((line) => line.id === id)?.quantity ?? 0,
    add: (product: { id: string; name: string; priceKobo: number }) => {
      selection.add(product);
      showToast({ tone: "good", title: "Product added", text: product.name, durationMs: 2000 });
    },
    take: selection.take,
  };
  const sel = selection.live ? "" : writeSel(lines);
  const keep = { ...(search && { q: search }), ...(category && { category }), ...(sel && { sel }) };
  const tab = (name: string | null) =>
    `?${new URLSearchParams({ ...(name && { category: name }), ...(search && { q: search }), ...(sel && { sel }) })}`;
  const formKey = selection.key || response?.key || key;
  const count = countOf(lines);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6">
      <AllStores />
      {shown && <ShownProduct product={shown} choosing={choosing} address={shown.address} />}
      {gone && (
        <p role="status" className="mt-2 mb-4 border-l-8 border-danfo bg-card px-4 py-3">
          This product is no longer sold. See what else the store has.
        </p>
      )}
      <StoreHead store={store} as={shown ? "h2" : "h1"} />
      <form id="selection-steps" method="get" noValidate hidden>
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {shown && <input type="hidden" name="product" value={shown.id} />}
      </form>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="products">
          <h2 id="products" className="sr-only">
            Products
          </h2>
          <SearchBox
            key={category ?? "all"}
            label="Search products"
            placeholder="Search products..."
            defaultValue={search}
            keep={{ ...(category && { category }), ...(sel && { sel }) }}
          />
          {categories.length > 0 && (
            <div className="mt-4">
              <Tabs
                label="Product categories"
                tabs={[
                  { href: tab(null), label: "All", current: category === null },
                  ...categories.map((name) => ({ href: tab(name), label: name, current: category === name })),
                ]}
              />
            </div>
          )}
          <div className="mt-5">
            {page.rows.length === 0 ? (
              !shown && (
                <EmptyState
                  title="No products found"
                  text={
                    search || category ? "Try another word or category." : "This store has no products yet."
                  }
                  action={
                    search || category ? (
                      <TextLink to={`?${new URLSearchParams({ ...(sel && { sel }) })}`}>
                        Show all products
                      </TextLink>
                    ) : (
                      <TextLink to="/stores">See other stores</TextLink>
                    )
                  }
                />
              )
            ) : (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-x-3 gap-y-6 sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] sm:gap-x-4">
                {page.rows.map((product, index) => (
                  <li key={product.id}>
                    <ProductCard
                      product={product}
                      choosing={choosing}
                      to={`?${new URLSearchParams({ product: product.id, ...(sel && { sel }) })}`}
                      eager={index < 2}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <Pager {...pageLinks(new URLSearchParams(keep), page)} />
          {/* Sticky while the products are visible, until the selection itself comes into view. */}
          {count > 0 && (
            <a
              href="#selection"
              className="sticky bottom-3 z-20 mt-6 flex min-h-12 items-center justify-between gap-4 border-2 border-ink bg-danfo px-4 font-semibold text-black lg:hidden"
            >
              <span>See your selection ({count})</span>
              <span className="font-display text-lg tabular-nums">
                <Amount>{formatNaira(totalOf(lines))}</Amount>
              </span>
            </a>
          )}
        </section>
        <aside
          aria-label="Order"
          className="lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
        >
          <SelectionPanel
            lines={lines}
            choosing={choosing}
            delivery={delivery}
            formKey={formKey}
            errors={response?.errors ?? NOTHING}
            values={response?.values ?? NOTHING}
            changes={changed?.changes ?? NO_CHANGES}
            onSent={clear}
          />
        </aside>
      </div>
    </div>
  );
}
