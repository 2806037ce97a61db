/** STAFF-33: the second step of a staff sign-in, in the same browser, within five minutes of the password. */
import { redirect } from "react-router";
import type { Route } from "./+types/second-step.route";
import { sessionContext } from "../../access/principal-context.ts";
import { asAdmin } from "../../access/actors.server.ts";
import { secondStepToken } from "../../access/sessions.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { officeStyle } from "../../ui/office-style.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { AccountForm } from "../sign-in/account-form.tsx";
import { UNEXPECTED } from "../sign-in/account-messages.ts";
import { AppCodeField, RecoveryCodeField } from "./code-field.tsx";
import { officePage, SECOND_STEP_BUTTONS } from "./forms.server.ts";
import { readWaiting } from "./second-step.server.ts";
import { SetUpPart } from "./set-up-part.tsx";
import { shownSetUp } from "./shown-set-up.server.ts";
import { readTwoStep } from "./who-has-it.server.ts";

const loadForm = () => import("./two-step-form.ts").then((forms) => forms.codeForm);

export const links: Route.LinksFunction = officeStyle;

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Two-step sign-in");

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const next = officePage(request);
  if (asAdmin(context.get(sessionContext))) throw redirect(next);
  const waiting = await readWaiting(services, await secondStepToken(services, request));
  if (!waiting) throw redirect(`/admin/login?next=${encodeURIComponent(next)}`);
  const { person, hash } = waiting;
  const has = await readTwoStep(services.db, person.id);
  return {
    key: newIdempotencyKey(),
    email: person.email,
    next,
    recovery: new URL(request.url).searchParams.has("recovery"),
    setUp: has ? null : await shownSetUp(services, hash, person.email),
  };
}

export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: SECOND_STEP_BUTTONS,
  of: async (_, { request, context }) => ({
    token: await secondStepToken(context.get(servicesContext), request),
  }),
  to: () => "/admin",
  failed: UNEXPECTED,
});

export const clientAction = formClientAction<typeof action>(UNEXPECTED);

export default function SecondStepPage(props: Route.ComponentProps) {
  const { setUp, email, key } = props.loaderData;
  return (
    <main id="main" className="mx-auto grid min-h-dvh w-full max-w-md content-center px-4 py-10">
      <PerforatedCard>
        {setUp ? (
          <>
            <PageHead
              title="Set up two-step sign-in"
              text={`From now on ${email} signs in with the password and a code.`}
            />
            <SetUpPart setUp={setUp} formKey={key} refused={props.actionData} submit="Set up and sign in" />
          </>
        ) : (
          <TypeCode {...props} />
        )}
        <p className="mt-6">
          <TextLink to="/admin/login">Back to sign-in</TextLink>
        </p>
      </PerforatedCard>
    </main>
  );
}

function TypeCode({ loaderData, actionData }: Route.ComponentProps) {
  const { recovery, email, next, key } = loaderData;
  const here = `?next=${encodeURIComponent(next)}`;
  return (
    <>
      <PageHead title="Two-step sign-in" text={`The password of ${email} is right. One step to go.`} />
      <AccountForm
        key={recovery ? "recovery" : "app"}
        schema={loadForm}
        refused={actionData}
        formKey={key}
        className="mt-6 grid gap-4"
        errorTitle="Login Failed"
        submit={{ label: "Sign In", busy: "Signing in..." }}
      >
        {(field) =>
          recovery ? <RecoveryCodeField {...field("code")} /> : <AppCodeField {...field("code")} />
        }
      </AccountForm>
      <p className="mt-4">
        {recovery ? (
          <TextLink to={here}>Use the app</TextLink>
        ) : (
          <TextLink to={`${here}&recovery=1`}>No phone at hand? Use a recovery code</TextLink>
        )}
      </p>
    </>
  );
}
