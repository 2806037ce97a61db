/** API-1: a customer's own keys. */
import { Link } from "react-router";
import type { Route } from "./+types/my-developers.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { withParams } from "../../platform/http/query.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { DevelopersPage } from "./developers-page.tsx";
import { KEY_BUTTONS, type MadeKey } from "./forms.server.ts";
import type { KeyMaker } from "../../access/key-owner.server.ts";
import { readDevelopers } from "./read-developers.server.ts";

const HERE = "/profile/developers";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Developers");

export const loader = ({ context, request }: Route.LoaderArgs) =>
  readDevelopers(context.get(servicesContext), context.get(customerContext), request);

export const action = formAction<KeyMaker, MadeKey>({
  actor: (context) => context.get(customerContext),
  buttons: KEY_BUTTONS,
  to: (_, { request }) =>
    HERE + withParams(new URL(request.url).searchParams, { _routes: null, index: null }),
});

export const clientAction = formClientAction<typeof action>();

export default function MyDevelopersPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8">
      <p>
        <Link to="/profile" className="inline-flex min-h-11 items-center underline underline-offset-4">
          Profile
        </Link>
      </p>
      <DevelopersPage {...loaderData} answered={actionData} />
    </div>
  );
}
