/** The layout of the store dashboard: its guard, the selected store, and its frame. */
import { data, isRouteErrorResponse, Outlet, useLoaderData } from "react-router";
import type { Route } from "./+types/store";
import { officeStyle } from "../ui/office-style.ts";
import { storeOwnersOnly } from "../access/guards.server.ts";
import { servicesContext } from "../platform/context.ts";
import { orderLinesText } from "../domain/order-lines.ts";
import { formatNaira } from "../domain/money.ts";
import { isNetworkError } from "../platform/http/network-error.ts";
import { listMyStores, requireMyStores } from "../stores/store-dashboard/my-stores.server.ts";
import { TRY_LATER } from "../stores/store-dashboard/products.ts";
import { countStoreWork, newestOrder } from "../stores/store-dashboard/store-orders.server.ts";
import { showsSettlements } from "../money/settlements/cod-request.server.ts";
import { useLive } from "../platform/live/use-live.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState, FailedState } from "../ui/states.tsx";
import { ErrorPage } from "./error-page.tsx";
import { StoreFrame } from "./store-frame.tsx";
import { storeOwnerContext } from "../access/principal-context.ts";
import { storeContext } from "../stores/store-dashboard/store-context.ts";
import { companyMeta } from "../platform/http/page-meta.ts";

/** OWNER-3: for every request, reads the store that `?store=` names. A store of another owner gets a 404. */
const chosenStore: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const owner = context.get(storeOwnerContext);
  const stores = await requireMyStores(context.get(servicesContext), owner);
  const slug = new URL(request.url).searchParams.get("store");
  const store = slug === null ? stores[0] : stores.find((mine) => mine.slug === slug);
  if (slug !== null && !store) throw data("This is not one of your stores.", { status: 404 });
  context.set(storeContext, store ?? null);
  return next();
};

export const middleware: Route.MiddlewareFunction[] = [storeOwnersOnly, chosenStore];

export async function loader({ context }: Route.LoaderArgs) {
  const owner = context.get(storeOwnerContext);
  const services = context.get(servicesContext);
  const { db } = services;
  const current = context.get(storeContext);
  const [stores, work, settles] = await Promise.all([
    listMyStores(db, owner),
    current && countStoreWork(db, owner, current.id),
    current !== null && showsSettlements(services, { owner, storeId: current.id }),
  ]);
  const newest = current && work?.toConfirm ? await newestOrder(db, owner, current.id) : null;
  return {
    email: owner.person.email,
    stores: stores.map(({ slug, businessName }) => ({ slug, businessName })),
    current: current?.slug ?? null,
    newOrders: work?.toConfirm ?? 0,
    newest: newest && announcement(newest),
    settles,
  };
}

/** OWNER-9: writes a new order in words: 'Bola Ade, ₦9,000: 2 × Party Jollof'. */
function announcement({ buyerName, totalKobo, lines }: NewestOrder): string {
  const who = [buyerName, formatNaira(totalKobo)].filter(Boolean).join(", ");
  return `${who}: ${orderLinesText(lines, LONGEST_LINES)}`;
}
type NewestOrder = NonNullable<Awaited<ReturnType<typeof newestOrder>>>;
const LONGEST_LINES = 120;

export const links: Route.LinksFunction = officeStyle;

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Store dashboard");

/** Shows the error inside the frame, if the frame itself was loaded. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  // The lock screen and network errors are the same on every page, so root.tsx shows them.
  if ((isRouteErrorResponse(error) && error.status === 423) || isNetworkError(error)) throw error;
  if (isRouteErrorResponse(error) || !loaderData) {
    const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : null;
    return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} text={message} />;
  }
  return (
    <StoreFrame {...loaderData}>
      <FailedState title="We could not load this page." text={TRY_LATER} />
    </StoreFrame>
  );
}

export default function StoreShell() {
  const data = useLoaderData<typeof loader>();
  const { current } = data;
  // One stream serves the whole dashboard, so that every screen announces new orders.
  useLive(current && `/live/store?store=${current}`);
  return (
    <StoreFrame {...data}>
      {current ? (
        <Outlet key={current} />
      ) : (
        <>
          <h1 tabIndex={-1} className="sr-only">
            Store dashboard
          </h1>
          <EmptyState
            title="No Partner Account Found"
            text="Register your store to list products and take orders here."
            action={<ButtonLink to="/store/signup">Register Your Store</ButtonLink>}
          />
        </>
      )}
    </StoreFrame>
  );
}
