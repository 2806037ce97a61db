/** SETTLE-2: a customer's own settlements. */
import { Link } from "react-router";
import type { Route } from "./+types/my-settlements.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { BANK_ACCOUNT_BUTTONS } from "./forms.server.ts";
import type { PayeeActor } from "./payees.server.ts";
import { OwnSettlements } from "./own-settlements.tsx";
import { readOwnSettlements } from "./own-settlements.server.ts";

const HERE = "/profile/settlements";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Settlements");

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readOwnSettlements(
    context.get(servicesContext),
    context.get(customerContext),
    new URL(request.url).searchParams,
  );

export const action = formAction<PayeeActor>({
  actor: (context) => context.get(customerContext),
  buttons: BANK_ACCOUNT_BUTTONS,
  to: () => HERE,
});

export const clientAction = formClientAction<typeof action>();

export default function MySettlementsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8">
      <p>
        <Link to="/profile" className="inline-flex min-h-11 items-center underline underline-offset-4">
          Profile
        </Link>
      </p>
      <OwnSettlements
        settlements={loaderData}
        here={HERE}
        errors={actionData?.errors ?? {}}
        values={actionData?.values ?? {}}
      />
    </div>
  );
}
