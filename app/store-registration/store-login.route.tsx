/** OWNER-2: store login by an emailed link, to the dashboard. */
import { useEffect } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { Route } from "./+types/store-login.route";
import { emailForm } from "../auth/account-forms.ts";
import { UNEXPECTED } from "../auth/account-messages.ts";
import { AccountPage, CheckYourEmail, ProblemToast } from "../auth/account-page.tsx";
import { linkRefusal, actionError } from "../auth/responses.server.ts";
import { requestLink } from "../auth/email-links.server.ts";
import { linkSent, readLinkScreen } from "../auth/link-screen.server.ts";
import { withProblemToast } from "../auth/network-error.ts";
import { servicesContext } from "../platform/context.ts";
import { check, readForm } from "../platform/http/form.server.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../ui/form.tsx";
import { showToast } from "../ui/toast.tsx";
import { sessionContext } from "../auth/principal-context.ts";

const loadForm = () => import("../auth/account-forms.ts").then((forms) => forms.emailForm);

const HOME = "/store/dashboard";
const DEMO_MS = 1500;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Store Login",
    description: "Sign in to your store with a link by e-mail. No password.",
    path: "/store/login",
  });

/** A page of the dashboard, or null. */
function nextOf(text: string | null | undefined): string {
  const next = safePath(text, "");
  return next === HOME || next.startsWith(`${HOME}/`) || next.startsWith(`${HOME}?`) ? next : "";
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const next = nextOf(new URL(request.url).searchParams.get("next"));
  return readLinkScreen(request, context, { purpose: "store_sign_in", next, home: HOME });
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { rawValues, key } = await readForm(request);
  const checked = check(emailForm, rawValues);
  if (!checked.ok) return actionError(null, checked.errors, rawValues, key);
  const next = nextOf(checked.input.next);
  const asked = await requestLink(services, {
    email: checked.input.email,
    purpose: "store_sign_in",
    next: next || null,
    from: context.get(sessionContext),
    key,
  });
  if (!asked.ok) {
    const no = linkRefusal(asked, key);
    const problem = { title: "Login failed", text: no.text };
    return actionError(problem, {}, rawValues, no.key, no.status, no.wait);
  }
  return linkSent("/store/login", {
    next,
    title: "Login link sent!",
    text: "Check your email for the login link",
  });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withProblemToast(request, serverAction, { title: "Login error", text: UNEXPECTED });

export default function StoreLoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { next, sent, email, mailbox } = loaderData;
  const { field, handlers, allErrors } = useForm(loadForm, {
    errors: actionData?.errors ?? {},
    values: actionData?.values ?? { email: email ?? "" },
  });
  const busy = useNavigation().formMethod === "POST";
  useEffect(() => {
    if (!sent || !mailbox) return;
    const timer = setTimeout(
      () =>
        showToast({
          title: "Demo Mode",
          text: "No mail server is set here, so the login link is kept in the local mailbox.",
          action: { label: "Open the mailbox", href: "/mailbox" },
        }),
      DEMO_MS,
    );
    return () => clearTimeout(timer);
  }, [sent, mailbox]);
  if (sent)
    return (
      <CheckYourEmail
        email={email}
        what="a login link"
        again={`/store/login?again=1${next && `&next=${encodeURIComponent(next)}`}`}
        mailbox={mailbox}
      />
    );
  return (
    <AccountPage
      title="Store Login"
      text="Enter your store's e-mail and we send you a link that opens your dashboard."
    >
      <Form method="post" action="/store/login" noValidate className="grid gap-4" {...handlers}>
        <IdempotencyKeyField value={actionData?.key ?? loaderData.key} />
        <input type="hidden" name="next" value={actionData?.values["next"] ?? next} />
        <ProblemToast problem={actionData?.problem} />
        <FormErrors errors={allErrors} />
        <Field label="E-mail" type="email" autoComplete="email" inputMode="email" {...field("email")} />
        <Button type="submit" busy={busy} busyLabel="Sending...">
          Send Login Link
        </Button>
      </Form>
      <p className="text-muted">The login link expires after 24 hours.</p>
      <p>
        No store yet?{" "}
        <Link
          to="/store/signup"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Register Your Store
        </Link>
      </p>
    </AccountPage>
  );
}
