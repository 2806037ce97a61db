/** STAFF-1: the admin sign-in. */
import { Form, Link, redirect, useNavigation } from "react-router";
import type { Route } from "./+types/admin-login.route";
import { servicesContext } from "../platform/context.ts";
import { isDatabaseUnavailable } from "../platform/db/client.server.ts";
import { check, newIdempotencyKey, readForm, validationError } from "../platform/http/form.server.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { toastCookie } from "../platform/http/toast.server.ts";
import { Button } from "../ui/button.tsx";
import { Field, PasswordField } from "../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../ui/form.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { PerforatedCard } from "../ui/perforated-card.tsx";
import { asAdmin } from "../auth/actors.server.ts";
import { linkRefusal, setCookies } from "../auth/responses.server.ts";
import { ProblemToast } from "../auth/account-page.tsx";
import { UNEXPECTED } from "../auth/account-messages.ts";
import { requestLink } from "../auth/email-links.server.ts";
import { forgotForm, staffLoginForm } from "../auth/account-forms.ts";
import { ForgotPassword, ResetLinkSent } from "../auth/forgot-password.tsx";
import { withProblemToast } from "../auth/network-error.ts";
import { signInStaff } from "./staff-sign-in.server.ts";
import { sessionContext } from "../auth/principal-context.ts";

const loadForm = () => import("../auth/account-forms.ts").then((forms) => forms.staffLoginForm);

export const meta: Route.MetaFunction = () => [
  { title: "Admin sign-in · Ona Delivery" },
  { name: "robots", content: "noindex" },
];

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
  const { rawValues, key } = await readForm(request);
  if (rawValues["intent"] === "forgot") return askForReset(context, rawValues, key);
  const checked = check(staffLoginForm, rawValues);
  if (!checked.ok) return validationError(checked.errors, rawValues, key);
  const signedIn = await signInOrSay(context, checked.input);
  if (!signedIn.ok) {
    const wait = signedIn.retryAfterSeconds;
    return validationError(
      { form: signedIn.message },
      rawValues,
      key,
      signedIn.status,
      wait ? { "Retry-After": String(wait) } : undefined,
    );
  }
  const text = "Welcome back to the admin panel.";
  const toast = await toastCookie({ tone: "good", title: "Login Successful", text });
  return redirect(target(request), { headers: setCookies(...signedIn.cookies, toast) });
}

/** An unexpected error is shown in the form and logged. */
async function signInOrSay(
  context: Route.ActionArgs["context"],
  rawValues: Parameters<typeof signInStaff>[2],
): Promise<Awaited<ReturnType<typeof signInStaff>> | Failed> {
  const services = context.get(servicesContext);
  try {
    return await signInStaff(services, context.get(sessionContext), rawValues);
  } catch (error) {
    services.log.error({ err: error }, "staff sign-in failed");
    return isDatabaseUnavailable(error)
      ? { ok: false, message: "Database error during admin verification.", status: 503 }
      : { ok: false, message: "An error occurred during login. Please try again.", status: 500 };
  }
}
type Failed = { ok: false; message: string; status: 500 | 503; retryAfterSeconds?: undefined };

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withProblemToast(request, serverAction, { title: "Login Error", text: UNEXPECTED });

/** The same response whether or not the email is known (STAFF-3). */
async function askForReset(
  context: Route.ActionArgs["context"],
  rawValues: Record<string, string>,
  key: string,
) {
  const services = context.get(servicesContext);
  const checked = check(forgotForm, rawValues);
  if (!checked.ok) return validationError(checked.errors, rawValues, key);
  const asked = await requestLink(services, {
    email: checked.input.email,
    purpose: "password_reset",
    from: context.get(sessionContext),
    key,
  });
  if (!asked.ok) {
    const no = linkRefusal(asked, key);
    const form = asked.keyUsed ? no.text : `Many links were asked for in a short time. ${no.text}`;
    return validationError(
      { form },
      rawValues,
      no.key,
      no.status,
      no.wait ? { "Retry-After": String(no.wait) } : undefined,
    );
  }
  return redirect("/admin/login?forgot=sent");
}

export default function AdminLoginPage(props: Route.ComponentProps) {
  const { forgot, mailbox, key } = props.loaderData;
  return (
    <main id="main" className="mx-auto grid min-h-dvh w-full max-w-md content-center px-4 py-10">
      <PerforatedCard>
        {forgot === "sent" ? (
          <ResetLinkSent mailbox={mailbox} />
        ) : forgot ? (
          <ForgotPassword formKey={props.actionData?.key ?? key} refused={props.actionData} />
        ) : (
          <SignIn {...props} />
        )}
      </PerforatedCard>
    </main>
  );
}

function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { field, handlers, allErrors, formId } = useForm(loadForm, {
    errors: actionData?.errors ?? {},
    values: actionData?.values ?? {},
  });
  const busy = useNavigation().state !== "idle";
  return (
    <>
      <PageHead title="Admin sign-in" text="Ona Delivery back office" />
      <Form method="post" noValidate className="mt-6 grid gap-4" {...handlers}>
        <IdempotencyKeyField value={actionData?.key ?? loaderData.key} />
        {actionData && "problem" in actionData && <ProblemToast problem={actionData.problem} />}
        <FormErrors formId={formId} errors={allErrors} title="Login Failed" />
        <Field label="E-mail" type="email" autoComplete="username" {...field("email")} />
        <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
        <Button type="submit" busy={busy} busyLabel="Signing in...">
          Sign In
        </Button>
      </Form>
      <p className="mt-6 flex flex-wrap justify-between gap-x-6">
        <Link
          to="/admin/login?forgot=1"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Forgot password?
        </Link>
        <Link to="/" className="inline-flex min-h-11 items-center underline underline-offset-4">
          Back to the website
        </Link>
      </p>
    </>
  );
}
