/** STORE-2: one store: its products, and the order form of a selection. */
import { useCallback, useEffect } from "react";
import type { Route } from "./+types/store.route";
import { servicesContext } from "../../platform/context.ts";
import { shareKey } from "../../platform/files/picture-url.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { withOfflineFallback } from "../../platform/http/network-error.ts";
import { formatNaira } from "../../domain/money.ts";
import { placeOf } from "../../domain/same-place.ts";
import { companyTitle, pageMeta } from "../../platform/http/page-meta.ts";
import { NOT_TAKEN } from "../orders/messages.ts";
import type { OrderChange } from "../orders/order.ts";
import { asCustomerOrGuest } from "../../access/actors.server.ts";
import { showToast } from "../../ui/toast.tsx";
import { ORDER_BUTTONS, type NotOrdered } from "./forms.server.ts";
import { SelectionPanel } from "./selection-panel.tsx";
import { writeSel } from "./selection.ts";
import { ShownProduct } from "./shown-product.tsx";
import { AllStores, StoreHead } from "./store-head.tsx";
import { readStorePage } from "./store-page.server.ts";
import { keptParams, StoreProducts } from "./store-products.tsx";
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
  const { person } = context.get(sessionContext);
  const to = placeOf(person?.address ?? "", "")?.state ?? null;
  return readStorePage(context.get(servicesContext), params.slug, new URL(request.url), to);
}

export const action = formAction({
  actor: (context) => asCustomerOrGuest(context.get(sessionContext)),
  buttons: ORDER_BUTTONS,
  of: ({ slug = "" }) => ({ slug }),
  to: ({ slug }) => `/stores/${slug}`,
  failed: NOT_TAKEN,
});

/**
 * Sends the order. If the request fails, the selection keeps its idempotency key, so that sending it again does not
 * order twice.
 */
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
  const { store, page, chosen, delivery, shown, gone, key } = loaderData;
  const response: NotOrdered | undefined = actionData;
  const changed = response?.changed;
  const selection = useSelection(store.id, chosen, page.rows);
  const { replace } = selection;
  const lines = selection.live ? selection.lines : (changed?.lines ?? selection.lines);

  // If the server refused the order, the selection is replaced with the lines that can still be ordered.
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
  const keep = keptParams(loaderData, sel);
  const formKey = selection.key || response?.key || key;
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
        <StoreProducts {...{ loaderData, choosing, lines, sel }} />
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
