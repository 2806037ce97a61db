/** PICKUP-1: the regular pickups of a store. */
import type { Route } from "./+types/store-pickups.route";
import type { BookActor } from "../../parcels/address-book/book-owner.server.ts";
import { PICKUP_BUTTONS } from "../../parcels/regular-pickups/forms.server.ts";
import { afterChange, readPickupsPage } from "../../parcels/regular-pickups/pickups-page.server.ts";
import { PickupsView } from "../../parcels/regular-pickups/pickups-view.tsx";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { storeOwnerOf, readerOf, requireStore } from "./store-context.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Regular pickups · Store dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = readerOf(context);
  if (!reader) return null;
  const { owner, store } = reader;
  return readPickupsPage(context.get(servicesContext), { actor: owner, storeId: store.id }, request);
}

export const action = formAction<BookActor>({
  actor: storeOwnerOf,
  buttons: PICKUP_BUTTONS,
  of: (_, { context }) => ({ storeId: requireStore(context).id }),
  to: afterChange("/store/dashboard/pickups"),
});

export const clientAction = formClientAction<typeof action>();

export default function StorePickupsPage({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData && <PickupsView page={loaderData} refused={actionData} />;
}
