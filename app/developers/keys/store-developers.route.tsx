/** API-1: the keys of a store, for its owner. */
import type { Route } from "./+types/store-developers.route";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { dashboardUrl, storeOf } from "../../stores/store-dashboard/forms.server.ts";
import { storeOwnerOf, storeContext } from "../../stores/store-dashboard/store-context.ts";
import { DevelopersPage } from "./developers-page.tsx";
import { KEY_BUTTONS, type MadeKey } from "./forms.server.ts";
import type { KeyMaker } from "../../access/key-owner.server.ts";
import { readDevelopers } from "./read-developers.server.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Developers · Store dashboard");

export async function loader({ context, request }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) return null;
  return readDevelopers(context.get(servicesContext), context.get(storeOwnerContext), request, store.id);
}

export const action = formAction<KeyMaker, MadeKey>({
  actor: storeOwnerOf,
  buttons: KEY_BUTTONS,
  of: storeOf,
  to: (_, sent) => dashboardUrl("developers", sent),
});

export const clientAction = formClientAction<typeof action>();

export default function StoreDevelopersPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return null;
  return <DevelopersPage {...loaderData} answered={actionData} />;
}
