/** SETTLE-2: the settlements of a store, for its owner. */
import type { Route } from "./+types/store-settlements.route";
import { storeOwnerContext } from "../auth/principal-context.ts";
import { servicesContext } from "../platform/context.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";
import { withParams } from "../platform/http/query.ts";
import { requireStore, storeContext } from "../store-office/store-context.ts";
import { OwnSettlements } from "./own-settlements.tsx";
import { handleBankAccount, readOwnSettlements } from "./own-settlements.server.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Settlements · Store dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) return null;
  const actor = { owner: context.get(storeOwnerContext), partnerId: store.id };
  return readOwnSettlements(context.get(servicesContext), actor, new URL(request.url).searchParams);
}

export function action({ request, context }: Route.ActionArgs) {
  const actor = { owner: context.get(storeOwnerContext), partnerId: requireStore(context).id };
  const params = withParams(new URL(request.url).searchParams, { _routes: null, index: null });
  return handleBankAccount(
    context.get(servicesContext),
    actor,
    request,
    `/store/dashboard/settlements${params}`,
  );
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, "Nothing was saved. Please try again.");

export default function StoreSettlementsPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return null;
  return (
    <OwnSettlements
      settlements={loaderData}
      here="/store/dashboard/settlements"
      errors={actionData?.errors ?? {}}
      values={actionData?.values ?? {}}
    />
  );
}
