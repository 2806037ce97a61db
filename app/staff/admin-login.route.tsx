/** Admin sign-in. */
import { redirect } from "react-router";
import type { Route } from "./+types/admin-login.route";
import { officeStyle } from "../ui/office-style.ts";
import { servicesContext } from "../platform/context.ts";
import {
  actionError,
  checkForm,
  newIdempotencyKey,
  readForm,
  withActionError,
  type SentForm,
} from "../platform/http/form.server.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { EmailField, PasswordField } from "../ui/field.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { PerforatedCard } from "../ui/perforated-card.tsx";
import { asAdmin } from "../auth/actors.server.ts";
import { AccountForm } from "../auth/account-form.tsx";
import { UNEXPECTED } from "../auth/account-messages.ts";
import { requestLink } from "../auth/email-links.server.ts";
import { forgotForm, staffLoginForm } from "../auth/account-forms.ts";
import { ForgotPassword, ResetLinkSent } from "../auth/forgot-password.tsx";
import { signInStaff } from "./staff-sign-in.server.ts";
import { sessionContext } from "../auth/principal-context.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";
import { TextLink } from "../ui/text-link.tsx";

const loadForm = () => import("../auth/account-forms.ts").then((forms) => forms.staffLoginForm);

export const links: Route.LinksFunction = officeStyle;

export const meta: Route.MetaFunction = () => noindexMeta("Admin sign-in · Ona Delivery");

function target(request: Request): string {
  const path = safePath(new URL(request.url).searchParams.get("next"), "/admin");
  return path === "/admin" || path.startsWith("/admin/") ? path : "/admin";
}

export function loader({ request, context }: Route.LoaderArgs) {
  if (asAdmin(context.get(sessionContext))) throw redirect(target(request));
  const { mailbox } = context.get(servicesContext);
  return { key: newIdempotencyKey(), forgot: new URL(request.url).searchParams.get("forgot"), mailbox };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (form.rawValues["intent"] === "forgot") return askForReset(context, form);
  const checked = checkForm(staffLoginForm, form);
  if (!checked.ok) return checked.response;
  const services = context.get(servicesContext);
  // An unexpected error is shown at the form, and logged.
  return withActionError(services, form, FAILED, async () => {
    const signedIn = await signInStaff(services, context.get(sessionContext), checked.input);
    if (!signedIn.ok) return actionError(signedIn, form);
    const toast = {
      tone: "good",
      title: "Login Successful",
      text: "Welcome back to the admin panel.",
    } as const;
    return redirectWithToast(services, target(request), toast, ...signedIn.cookies);
  });
}

const FAILED = {
  text: "An error occurred during login. Please try again.",
  unavailable: "Database error during admin verification.",
};

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, { title: "Login Error", text: UNEXPECTED });

/** The same answer whether or not the email is known. */
async function askForReset(context: Route.ActionArgs["context"], form: SentForm) {
  const checked = checkForm(forgotForm, form);
  if (!checked.ok) return checked.response;
  const asked = await requestLink(context.get(servicesContext), {
    email: checked.input.email,
    purpose: "password_reset",
    from: context.get(sessionContext),
    key: form.key,
  });
  if (asked.ok) return redirect("/admin/login?forgot=sent");
  if (asked.code === "conflict") return actionError(asked, form);
  const text = `Many links were asked for in a short time. ${asked.errors["form"]}`;
  return actionError({ ...asked, errors: { form: text } }, form);
}

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
      <PageHead title="Admin sign-in" text="Ona Delivery back office" />
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
