/** PICKUP-1: the page of a customer's own regular pickups. */
import type { Route } from "./+types/my-pickups.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { BookActor } from "../address-book/book-owner.server.ts";
import { PICKUP_BUTTONS } from "./forms.server.ts";
import { afterChange, readPickupsPage } from "./pickups-page.server.ts";
import { PickupsView } from "./pickups-view.tsx";

const HERE = "/profile/pickups";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Regular pickups");

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readPickupsPage(
    context.get(servicesContext),
    { actor: context.get(customerContext), storeId: "" },
    request,
  );

export const action = formAction<BookActor>({
  actor: (context) => context.get(customerContext),
  buttons: PICKUP_BUTTONS,
  of: () => ({ storeId: "" }),
  to: afterChange(HERE),
});

export const clientAction = formClientAction<typeof action>();

export default function MyPickupsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8">
      <p>
        <TextLink to="/profile">Profile</TextLink>
      </p>
      <PickupsView page={loaderData} refused={actionData} />
    </div>
  );
}
