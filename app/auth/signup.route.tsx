/** Customer sign-up. The input is stored with the link, on the server. */
import { Form, Link, useFetcher, useNavigation } from "react-router";
import type { Route } from "./+types/signup.route";
import { servicesContext } from "../platform/context.ts";
import { check, readForm } from "../platform/http/form.server.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../ui/form.tsx";
import { signUpForm } from "./account-forms.ts";
import {
  EMAIL_REQUIRED,
  REGISTERED,
  REGISTERED_AT_SUBMIT,
  REGISTERED_PROBLEM,
  UNEXPECTED,
} from "./account-messages.ts";
import { AccountPage, CheckYourEmail, ProblemToast, say } from "./account-page.tsx";
import { linkRefusal, actionError } from "./responses.server.ts";
import { requestLink } from "./email-links.server.ts";
import { linkSent, readLinkScreen } from "./link-screen.server.ts";
import { withProblemToast } from "./network-error.ts";
import { isRegistered } from "../profile/profiles.server.ts";
import { sessionContext } from "./principal-context.ts";

const loadForm = () => import("./account-forms.ts").then((forms) => forms.signUpForm);

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Sign Up",
    description: "Your details filled in, your bookings in one place, a referral code of your own.",
    path: "/signup",
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const next = safePath(params.get("next"), "");
  const screen = await readLinkScreen(request, context, { purpose: "sign_up", next, home: "/profile" });
  return { ...screen, referralCode: (params.get("ref") ?? "").replace(/[^A-Za-z0-9-]/g, "").slice(0, 40) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const { rawValues, key } = await readForm(request);
  // Sent on leaving the email field: only that field is validated.
  if (rawValues["intent"] === "check-email") {
    const known = await isRegistered(services, session, rawValues["email"] ?? "");
    return actionError(
      null,
      known ? { email: REGISTERED } : {},
      { email: rawValues["email"] ?? "" },
      key,
      200,
    );
  }
  const checked = check(signUpForm, rawValues);
  if (!checked.ok)
    return actionError(rawValues["email"]?.trim() ? null : EMAIL_REQUIRED, checked.errors, rawValues, key);
  const { email, firstName, lastName, referralCode } = checked.input;
  if (await isRegistered(services, session, email))
    return actionError(REGISTERED_PROBLEM, { email: REGISTERED_AT_SUBMIT }, rawValues, key);
  const next = safePath(checked.input.next, "");
  const asked = await requestLink(services, {
    email,
    purpose: "sign_up",
    data: { firstName, lastName, referralCode },
    next: next || null,
    from: session,
    key,
  });
  if (!asked.ok) {
    const no = linkRefusal(asked, key);
    const problem = { title: "Signup failed", text: `Failed to send verification link. ${no.text}` };
    return actionError(problem, {}, rawValues, no.key, no.status, no.wait);
  }
  return linkSent("/signup", {
    next,
    title: "Sign up successful!",
    text: "Check your email for the verification link",
  });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withProblemToast(request, serverAction, { title: "Signup error", text: UNEXPECTED });

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { next, sent, email, referralCode, mailbox } = loaderData;
  const { field, handlers, allErrors, formId } = useForm(loadForm, {
    errors: actionData?.errors ?? {},
    values: actionData?.values ?? { referralCode },
  });
  const lookup = useFetcher<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const query = next && `&next=${encodeURIComponent(next)}`;
  if (sent)
    return (
      <CheckYourEmail
        email={email}
        what="a verification link"
        again={`/signup?again=1${query}`}
        mailbox={mailbox}
      />
    );

  const emailProps = field("email");
  const taken = lookup.data?.errors["email"];
  return (
    <AccountPage
      title="Sign Up"
      text="Your details filled in, your bookings in one place, and a code to share."
    >
      <Form
        method="post"
        action="/signup"
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
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" autoComplete="given-name" {...field("firstName")} />
          <Field label="Last name" autoComplete="family-name" {...field("lastName")} />
        </div>
        <Field
          label="E-mail"
          type="email"
          autoComplete="email"
          inputMode="email"
          {...emailProps}
          error={emailProps.error ?? taken}
          onInput={() => {
            if (taken) lookup.reset();
          }}
          onBlur={(event) => {
            const rawValues = event.currentTarget.value.trim();
            if (/.@.+\../.test(rawValues))
              void lookup.submit(
                { intent: "check-email", email: rawValues },
                { method: "post", action: "/signup" },
              );
          }}
        />
        <Field
          label="Referral code"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field("referralCode")}
        />
        <Button type="submit" busy={busy} busyLabel="Sending...">
          Sign Up
        </Button>
      </Form>
      <p className="text-muted">We send you a link that confirms your address. It expires after 24 hours.</p>
      <p>
        Already have an account?{" "}
        <Link
          to={next ? `/login?next=${encodeURIComponent(next)}` : "/login"}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Log in
        </Link>
      </p>
    </AccountPage>
  );
}
