/** API-1: the API keys of a business. A member sees their own keys. An owner of the business sees all keys. */
import type { Route } from "./+types/business-developers.route";
import { memberContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { withParams } from "../../platform/http/query.ts";
import { developersPath } from "../endpoints/developers-path.ts";
import { DevelopersPage } from "./developers-page.tsx";
import { KEY_BUTTONS, type MadeKey } from "./forms.server.ts";
import type { KeyMaker } from "../../access/key-owner.server.ts";
import { readDevelopers } from "./read-developers.server.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Developers");

export const loader = ({ context, request }: Route.LoaderArgs) =>
  readDevelopers(context.get(servicesContext), context.get(memberContext), request);

export const action = formAction<KeyMaker, MadeKey>({
  actor: (context) => context.get(memberContext),
  buttons: KEY_BUTTONS,
  to: (_, { request }) =>
    developersPath("business") +
    withParams(new URL(request.url).searchParams, { _routes: null, index: null }),
});

export const clientAction = formClientAction<typeof action>();

export default function BusinessDevelopersPage({ loaderData, actionData }: Route.ComponentProps) {
  return <DevelopersPage {...loaderData} answered={actionData} ofBusiness />;
}
