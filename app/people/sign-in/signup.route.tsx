/** Customer sign-up. The server stores the input with the link. */
import { useFetcher } from "react-router";
import type { Route } from "./+types/signup.route";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { pageMeta } from "../../platform/http/page-meta.ts";
import { EmailField, Field } from "../../ui/field.tsx";
import { ReferralCodeField } from "./account-form.tsx";
import { UNEXPECTED } from "./account-messages.ts";
import { SIGN_UP_BUTTONS } from "./forms.server.ts";
import { LinkScreen, sayEmailRequired, withNext } from "./link-screen.tsx";
import { readLinkScreen } from "./link-screen.server.ts";
import { SIGN_UP } from "./link-screens.ts";
import { sessionContext } from "../../access/principal-context.ts";

const loadForm = () => import("./account-forms.ts").then((forms) => forms.signUpForm);

const FAILED = { title: "Signup error", text: UNEXPECTED };

export const meta: Route.MetaFunction = (args) => pageMeta(args, SIGN_UP);

export async function loader({ request, context }: Route.LoaderArgs) {
  const screen = await readLinkScreen(request, context, SIGN_UP);
  const referralCode = new URL(request.url).searchParams.get("ref") ?? "";
  return { ...screen, referralCode: referralCode.replace(/[^A-Za-z0-9-]/g, "").slice(0, 40) };
}

export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: SIGN_UP_BUTTONS,
  to: () => SIGN_UP.path,
  failed: FAILED,
});

export const clientAction = formClientAction<typeof action>(FAILED);

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const lookup = useFetcher<typeof action>();
  const taken = lookup.data?.errors["email"];
  return (
    <LinkScreen
      screen={SIGN_UP}
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
              // At most 254 characters, typed by this browser's own user.
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
