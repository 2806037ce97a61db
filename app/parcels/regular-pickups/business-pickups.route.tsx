/** PICKUP-1: the page of a business's regular pickups, for all its members. */
import type { Route } from "./+types/business-pickups.route";
import { memberContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import type { BookActor } from "../address-book/book-owner.server.ts";
import { PICKUP_BUTTONS } from "./forms.server.ts";
import { afterChange, readPickupsPage } from "./pickups-page.server.ts";
import { PickupsView } from "./pickups-view.tsx";

const HERE = "/business/pickups";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Regular pickups");

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readPickupsPage(context.get(servicesContext), { actor: context.get(memberContext), storeId: "" }, request);

export const action = formAction<BookActor>({
  actor: (context) => context.get(memberContext),
  buttons: PICKUP_BUTTONS,
  of: () => ({ storeId: "" }),
  to: afterChange(HERE),
});

export const clientAction = formClientAction<typeof action>();

export default function BusinessPickupsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PickupsView page={loaderData} refused={actionData} />;
}
