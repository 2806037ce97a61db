/** A new password, for the holder of a reset link. */
import { data, Form, Link, redirect, useNavigation } from "react-router";
import type { Route } from "./+types/reset-password.route";
import { servicesContext } from "../platform/context.ts";
import { check, newIdempotencyKey, readForm } from "../platform/http/form.server.ts";
import { toastCookie } from "../platform/http/toast.server.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../ui/form.tsx";
import { resetForm } from "./account-forms.ts";
import { NO_MATCH, PASSWORD_MIN, TOO_SHORT, UNEXPECTED, type Problem } from "./account-messages.ts";
import { AccountPage, DelayedRedirect, ProblemToast, say } from "./account-page.tsx";
import { actionError, setCookies } from "./responses.server.ts";
import { markBrowser } from "./known-browser.server.ts";
import { withProblemToast } from "./network-error.ts";
import { isResetLink, resetPassword } from "./password-reset.server.ts";
import { sessionContext } from "./principal-context.ts";

const loadForm = () => import("./account-forms.ts").then((forms) => forms.resetForm);

const INVALID: Problem = {
  title: "Invalid or expired reset link",
  text: "Please request a new password reset link.",
};

export const meta: Route.MetaFunction = () => [
  { title: "Reset your password · Ona Delivery" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const done = params.get("done");
  if (done)
    return data({
      state: "done" as const,
      to: done === "staff" ? "/admin/login" : "/login",
      key: "",
      code: "",
    });
  const code = params.get("code") ?? "";
  const valid = code !== "" && (await isResetLink(context.get(servicesContext), code));
  if (!valid) return data({ state: "invalid" as const, to: "/login", key: "", code: "" }, { status: 400 });
  return data({ state: "form" as const, to: "", key: newIdempotencyKey(), code });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { rawValues, key } = await readForm(request);
  const checked = check(resetForm, rawValues);
  if (!checked.ok) return actionError(problemOf(checked.errors), checked.errors, rawValues, key);
  const { code, password } = checked.input;
  const services = context.get(servicesContext);
  const { ip, browser = null } = context.get(sessionContext);
  const reset = await resetPassword(services, { code, password, ip });
  if (reset.ok) {
    const toast = await toastCookie({
      tone: "good",
      title: "Password updated",
      text: "Sign in with your new password.",
    });
    return redirect(`/reset-password?done=${reset.staff ? "staff" : "yes"}`, {
      // A person who proved the email signs in next, also while strangers guess at the account.
      headers: setCookies(toast, await markBrowser(services, browser, reset.email)),
    });
  }
  if (reset.reason === "password") return actionError(null, { password: reset.message }, rawValues, key);
  if (reset.reason === "link") return actionError(INVALID, { link: INVALID.title }, rawValues, key);
  return actionError(
    { title: "Failed to reset password", text: reset.message },
    { form: reset.message },
    rawValues,
    key,
    429,
    reset.retryAfterSeconds,
  );
}

function problemOf(errors: Record<string, string>): Problem | null {
  if (errors["password"] === TOO_SHORT.text) return TOO_SHORT;
  return errors["confirmPassword"] === NO_MATCH.text ? NO_MATCH : null;
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withProblemToast(request, serverAction, { title: "Failed to reset password", text: UNEXPECTED });

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === "done") return <Done to={loaderData.to} />;
  if (loaderData.state === "invalid" || actionData?.errors["link"]) return <Invalid />;
  return (
    <ResetForm
      code={loaderData.code}
      formKey={actionData?.key || loaderData.key}
      errors={actionData?.errors ?? NO_ERRORS}
      problem={actionData?.problem ?? null}
    />
  );
}

const NO_ERRORS: Record<string, string> = {};
type FormProps = { code: string; formKey: string; errors: Record<string, string>; problem: Problem | null };

function ResetForm({ code, formKey, errors, problem }: FormProps) {
  const { field, handlers, allErrors, formId } = useForm(loadForm, { errors });
  const busy = useNavigation().formMethod === "POST";
  return (
    <AccountPage
      title="Reset your password"
      text="Choose a new one. Every device that is signed in now is signed out."
    >
      <Form
        method="post"
        noValidate
        className="grid gap-4"
        {...handlers}
        onSubmit={(event) => {
          handlers.onSubmit(event);
          if (!event.defaultPrevented) return;
          const password = new FormData(event.currentTarget).get("password");
          const short = typeof password !== "string" || password.length < PASSWORD_MIN;
          say(short ? TOO_SHORT : NO_MATCH);
        }}
      >
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="code" value={code} />
        <ProblemToast problem={problem} />
        <FormErrors formId={formId} errors={allErrors} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 6 characters. A few words that belong together only for you are best."
          {...field("password")}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...field("confirmPassword")}
        />
        <Button type="submit" busy={busy} busyLabel="Resetting...">
          Reset Password
        </Button>
      </Form>
    </AccountPage>
  );
}

function Invalid() {
  return (
    <AccountPage title={INVALID.title}>
      <ProblemToast problem={INVALID} />
      <p role="alert">{INVALID.text}</p>
      <p className="flex flex-wrap gap-x-6">
        <Link
          to="/login"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Go to login
        </Link>
        <Link
          to="/admin/login?forgot=1"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Staff: new reset link
        </Link>
      </p>
      <DelayedRedirect to="/login" seconds={3} />
    </AccountPage>
  );
}

function Done({ to }: { to: string }) {
  return (
    <AccountPage title="Password updated" text="Every device that was signed in is signed out.">
      <p>We take you to the sign-in page in 3 seconds.</p>
      <p>
        <Link
          to={to}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Sign in now
        </Link>
      </p>
      <DelayedRedirect to={to} seconds={3} />
    </AccountPage>
  );
}
