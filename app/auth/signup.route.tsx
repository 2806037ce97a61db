/** Customer sign-up. What is typed travels with the link, on the server. */
import { useFetcher } from "react-router";
import type { Route } from "./+types/signup.route";
import { servicesContext } from "../platform/context.ts";
import { check, readForm, validationError } from "../platform/http/form.server.ts";
import { withFormError } from "../platform/http/network-error.ts";
import type { ActionResult } from "../platform/http/result.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { EmailField, Field } from "../ui/field.tsx";
import { ReferralCodeField } from "./account-form.tsx";
import { signUpForm } from "./account-forms.ts";
import { REGISTERED, REGISTERED_AT_SUBMIT, REGISTERED_PROBLEM, UNEXPECTED } from "./account-messages.ts";
import { LinkScreen, sayEmailRequired, withNext } from "./link-screen.tsx";
import { emailFormError, readLinkScreen, sendLink, type LinkScreenOptions } from "./link-screen.server.ts";
import { isRegistered } from "../profile/profiles.server.ts";
import { sessionContext } from "./principal-context.ts";

const loadForm = () => import("./account-forms.ts").then((forms) => forms.signUpForm);

const OPTIONS: LinkScreenOptions = {
  path: "/signup",
  title: "Sign Up",
  description: "Your details filled in, your bookings in one place, a referral code of your own.",
  purpose: "sign_up",
  failed: { title: "Signup failed", lead: "Failed to send verification link." },
  sent: { title: "Sign up successful!", text: "Check your email for the verification link" },
};

export const meta: Route.MetaFunction = (args) => pageMeta(args, OPTIONS);

export async function loader({ request, context }: Route.LoaderArgs) {
  const screen = await readLinkScreen(request, context, OPTIONS);
  const referralCode = new URL(request.url).searchParams.get("ref") ?? "";
  return { ...screen, referralCode: referralCode.replace(/[^A-Za-z0-9-]/g, "").slice(0, 40) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const form = await readForm(request);
  // Asked while one leaves the email field: only that field is answered for.
  if (form.rawValues["intent"] === "check-email") {
    const email = form.rawValues["email"] ?? "";
    const errors: Record<string, string> = (await isRegistered(services, session, email))
      ? { email: REGISTERED }
      : {};
    return { errors, values: { email }, key: form.key, problem: null } satisfies ActionResult;
  }
  const checked = check(signUpForm, form.rawValues);
  if (!checked.ok) return emailFormError(checked.errors, form);
  const { email, next, firstName, lastName, referralCode } = checked.input;
  if (await isRegistered(services, session, email))
    return validationError({ email: REGISTERED_AT_SUBMIT }, form, REGISTERED_PROBLEM);
  return sendLink(context, form, OPTIONS, { email, next, data: { firstName, lastName, referralCode } });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, { title: "Signup error", text: UNEXPECTED });

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const lookup = useFetcher<typeof action>();
  const taken = lookup.data?.errors["email"];
  return (
    <LinkScreen
      screen={OPTIONS}
      schema={loadForm}
      prefill={{ referralCode: loaderData.referralCode }}
      text="Your details filled in, your bookings in one place, and a code to share."
      loaded={loaderData}
      refused={actionData}
      submit="Sign Up"
      sends="a verification link"
      note="We will send you a link to confirm your email. It expires after 24 hours."
      foot={{ text: "Already have an account?", to: withNext("/login", loaderData.next), label: "Sign in" }}
      onInvalid={sayEmailRequired}
    >
      {(field) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="First name" autoComplete="given-name" {...field("firstName")} />
            <Field label="Last name" autoComplete="family-name" {...field("lastName")} />
          </div>
          <EmailField
            label="Email"
            {...field("email")}
            error={field("email").error ?? taken}
            onInput={() => {
              if (taken) lookup.reset();
            }}
            onBlur={(event) => {
              const email = event.currentTarget.value.trim();
              if (/.@.+\../.test(email))
                void lookup.submit({ intent: "check-email", email }, { method: "post", action: "/signup" });
            }}
          />
          <ReferralCodeField {...field("referralCode")} />
        </>
      )}
    </LinkScreen>
  );
}
