/** Customer login by an emailed link, without a password. */
import { Form, Link, useNavigation } from "react-router";
import type { Route } from "./+types/login.route";
import { servicesContext } from "../platform/context.ts";
import { check, readForm } from "../platform/http/form.server.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../ui/form.tsx";
import { emailForm } from "./account-forms.ts";
import { EMAIL_REQUIRED, UNEXPECTED } from "./account-messages.ts";
import { AccountPage, CheckYourEmail, ProblemToast, say } from "./account-page.tsx";
import { linkRefusal, actionError } from "./responses.server.ts";
import { requestLink } from "./email-links.server.ts";
import { linkSent, readLinkScreen } from "./link-screen.server.ts";
import { withProblemToast } from "./network-error.ts";
import { sessionContext } from "./principal-context.ts";

const loadForm = () => import("./account-forms.ts").then((forms) => forms.emailForm);

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Login",
    description: "Sign in with a link by e-mail. No password.",
    path: "/login",
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const next = safePath(new URL(request.url).searchParams.get("next"), "");
  return readLinkScreen(request, context, { purpose: "sign_in", next, home: "/profile" });
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { rawValues, key } = await readForm(request);
  const checked = check(emailForm, rawValues);
  if (!checked.ok)
    return actionError(rawValues["email"]?.trim() ? null : EMAIL_REQUIRED, checked.errors, rawValues, key);
  const next = safePath(checked.input.next, "");
  const asked = await requestLink(services, {
    email: checked.input.email,
    purpose: "sign_in",
    next: next || null,
    from: context.get(sessionContext),
    key,
  });
  if (!asked.ok) {
    const no = linkRefusal(asked, key);
    const problem = { title: "Failed to send login link", text: no.text };
    return actionError(problem, {}, rawValues, no.key, no.status, no.wait);
  }
  return linkSent("/login", {
    next,
    title: "Magic link sent!",
    text: "Check your email for the login link",
  });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withProblemToast(request, serverAction, { title: "Authentication error", text: UNEXPECTED });

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { next, sent, email, mailbox } = loaderData;
  const { field, handlers, allErrors, formId } = useForm(loadForm, {
    errors: actionData?.errors ?? {},
    values: actionData?.values ?? { email: email ?? "" },
  });
  const busy = useNavigation().formMethod === "POST";
  const query = next && `&next=${encodeURIComponent(next)}`;
  if (sent)
    return (
      <CheckYourEmail email={email} what="a login link" again={`/login?again=1${query}`} mailbox={mailbox} />
    );
  return (
    <AccountPage
      title="Login"
      text="Enter your e-mail and we send you a link that signs you in. No password."
    >
      <Form
        method="post"
        action="/login"
        noValidate
        className="grid gap-4"
        {...handlers}
        onSubmit={(event) => {
          handlers.onSubmit(event);
          const rawValues = new FormData(event.currentTarget).get("email");
          if (event.defaultPrevented && typeof rawValues === "string" && !rawValues.trim())
            say(EMAIL_REQUIRED);
        }}
      >
        <IdempotencyKeyField value={actionData?.key ?? loaderData.key} />
        <input type="hidden" name="next" value={actionData?.values["next"] ?? next} />
        <ProblemToast problem={actionData?.problem} />
        <FormErrors formId={formId} errors={allErrors} />
        <Field label="E-mail" type="email" autoComplete="email" inputMode="email" {...field("email")} />
        <Button type="submit" busy={busy} busyLabel="Sending...">
          Send Magic Link
        </Button>
      </Form>
      <p className="text-muted">The login link expires after 24 hours.</p>
      <p>
        No account yet?{" "}
        <Link
          to={next ? `/signup?next=${encodeURIComponent(next)}` : "/signup"}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Sign up
        </Link>
      </p>
    </AccountPage>
  );
}
