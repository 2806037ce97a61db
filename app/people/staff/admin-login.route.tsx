/** Admin sign-in. */
import { redirect } from "react-router";
import type { Route } from "./+types/admin-login.route";
import { officeStyle } from "../../ui/office-style.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { EmailField, PasswordField } from "../../ui/field.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { asAdmin } from "../../access/actors.server.ts";
import { AccountForm } from "../sign-in/account-form.tsx";
import { UNEXPECTED } from "../sign-in/account-messages.ts";
import { ForgotPassword, ResetLinkSent } from "../sign-in/forgot-password.tsx";
import { officePage } from "../two-step/forms.server.ts";
import { STAFF_LOGIN_BUTTONS } from "./forms.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { useCompany } from "../../platform/company/use-company.ts";

const loadForm = () => import("../sign-in/account-forms.ts").then((forms) => forms.staffLoginForm);

export const links: Route.LinksFunction = officeStyle;

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Admin sign-in");

export function loader({ request, context }: Route.LoaderArgs) {
  if (asAdmin(context.get(sessionContext))) throw redirect(officePage(request));
  const { mailbox } = context.get(servicesContext);
  return { key: newIdempotencyKey(), forgot: new URL(request.url).searchParams.get("forgot"), mailbox };
}

const FAILED = {
  text: "An error occurred during login. Please try again.",
  unavailable: "Database error during admin verification.",
};

export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: STAFF_LOGIN_BUTTONS,
  to: () => "/admin",
  failed: FAILED,
});

export const clientAction = formClientAction<typeof action>({
  title: "Login Error",
  text: UNEXPECTED,
});

export default function AdminLoginPage(props: Route.ComponentProps) {
  const { forgot, mailbox, key } = props.loaderData;
  return (
    <main id="main" className="mx-auto grid min-h-dvh w-full max-w-md content-center px-4 py-10">
      <PerforatedCard>
        {forgot === "sent" ? (
          <ResetLinkSent mailbox={mailbox} />
        ) : forgot ? (
          <ForgotPassword formKey={key} refused={props.actionData} />
        ) : (
          <SignIn {...props} />
        )}
      </PerforatedCard>
    </main>
  );
}

function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Admin sign-in" text={`${useCompany().name} back office`} />
      <AccountForm
        schema={loadForm}
        refused={actionData}
        formKey={loaderData.key}
        className="mt-6 grid gap-4"
        errorTitle="Login Failed"
        submit={{ label: "Sign In", busy: "Signing in..." }}
      >
        {(field) => (
          <>
            <EmailField label="Email" autoComplete="username" {...field("email")} />
            <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
          </>
        )}
      </AccountForm>
      <p className="mt-6 flex flex-wrap justify-between gap-x-6">
        <TextLink to="/admin/login?forgot=1">Forgot password?</TextLink>
        <TextLink to="/">Back to the website</TextLink>
      </p>
    </>
  );
}
