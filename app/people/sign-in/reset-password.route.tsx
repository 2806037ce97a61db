/** The page on which a person with a reset link sets a new password. */
import { data, Link } from "react-router";
import type { Route } from "./+types/reset-password.route";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { NewPasswordField } from "../../ui/field.tsx";
import {
  NO_MATCH,
  PASSWORD_MIN,
  RESET_FAILED,
  RESET_LINK_OVER,
  TOO_SHORT,
  UNEXPECTED,
} from "./account-messages.ts";
import { AccountForm } from "./account-form.tsx";
import { AccountPage, DelayedRedirect, FootLink, ProblemToast, showProblem } from "./account-page.tsx";
import { RESET_BUTTONS } from "./forms.server.ts";
import { isResetLink } from "./password-reset.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";

const loadForm = () => import("./account-forms.ts").then((forms) => forms.resetForm);

export const meta: Route.MetaFunction = (args) => [
  ...companyMeta(args, "Reset your password"),
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

const FAILED = { title: RESET_FAILED, text: UNEXPECTED };

export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: RESET_BUTTONS,
  to: () => "/login",
  failed: FAILED,
});

export const clientAction = formClientAction<typeof action>(FAILED);

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === "done") return <Done to={loaderData.to} />;
  if (loaderData.state === "invalid" || actionData?.errors["link"]) return <Invalid />;
  return <ResetForm code={loaderData.code} formKey={loaderData.key} refused={actionData} />;
}

type FormProps = { code: string; formKey: string; refused: ActionResult | undefined };

function ResetForm({ code, formKey, refused }: FormProps) {
  return (
    <AccountPage
      title="Reset your password"
      text="Choose a new password. We then sign you out on every device."
    >
      <AccountForm
        schema={loadForm}
        refused={refused}
        formKey={formKey}
        hidden={{ code }}
        submit={{ label: "Reset Password", busy: "Resetting..." }}
        onInvalid={(input) => {
          const password = input.get("password");
          const short = typeof password !== "string" || password.length < PASSWORD_MIN;
          showProblem(short ? TOO_SHORT : NO_MATCH);
        }}
      >
        {(field) => (
          <>
            <NewPasswordField
              label="New password"
              hint="At least 6 characters. Use a few words that only you would put together."
              {...field("password")}
            />
            <NewPasswordField label="Confirm new password" {...field("confirmPassword")} />
          </>
        )}
      </AccountForm>
    </AccountPage>
  );
}

function Invalid() {
  return (
    <AccountPage title={RESET_LINK_OVER.title}>
      <ProblemToast problem={RESET_LINK_OVER} />
      <p role="alert">{RESET_LINK_OVER.text}</p>
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
    <AccountPage title="Password updated" text="We signed you out on every device.">
      <p>The sign-in page opens in 3 seconds.</p>
      <FootLink to={to} label="Sign in now" />
      <DelayedRedirect to={to} seconds={3} />
    </AccountPage>
  );
}
