/** SETTLE-2: the settlements of a store, for its owner. */
import type { Route } from "./+types/store-settlements.route";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { withParams } from "../../platform/http/query.ts";
import { requireStore, storeContext } from "./store-context.ts";
import { BANK_ACCOUNT_BUTTONS } from "../../money/settlements/forms.server.ts";
import type { PayeeActor } from "../../money/settlements/payees.server.ts";
import { OwnSettlements } from "../../money/settlements/own-settlements.tsx";
import { readOwnSettlements } from "../../money/settlements/own-settlements.server.ts";

const HERE = "/store/dashboard/settlements";

export const meta: Route.MetaFunction = () => noindexMeta("Settlements · Store dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) return null;
  const actor = { owner: context.get(storeOwnerContext), storeId: store.id };
  return readOwnSettlements(context.get(servicesContext), actor, new URL(request.url).searchParams);
}

export const action = formAction<PayeeActor>({
  actor: (context) => ({ owner: context.get(storeOwnerContext), storeId: requireStore(context).id }),
  buttons: BANK_ACCOUNT_BUTTONS,
  to: (_, { request }) =>
    `${HERE}${withParams(new URL(request.url).searchParams, { _routes: null, index: null })}`,
});

export const clientAction = formClientAction<typeof action>();

export default function StoreSettlementsPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return null;
  return (
    <OwnSettlements
      settlements={loaderData}
      here={HERE}
      errors={actionData?.errors ?? {}}
      values={actionData?.values ?? {}}
    />
  );
}
