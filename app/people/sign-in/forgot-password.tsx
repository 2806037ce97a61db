/** 'Forgot password?' of the staff sign-in. */
import type { ActionResult } from "../../platform/http/result.ts";
import { EmailField } from "../../ui/field.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { AccountForm } from "./account-form.tsx";
import { LocalMailboxNote } from "./account-page.tsx";
import { TextLink } from "../../ui/text-link.tsx";

const loadForm = () => import("./account-forms.ts").then((forms) => forms.forgotForm);

type Props = { formKey: string; refused: ActionResult | undefined };

export function ForgotPassword({ formKey, refused }: Props) {
  return (
    <>
      <PageHead title="Forgot password?" text="We send a reset link to the email you sign in with." />
      <AccountForm
        schema={loadForm}
        refused={refused}
        formKey={formKey}
        action="/admin/login?forgot=1"
        hidden={{ intent: "forgot" }}
        className="mt-6 grid gap-4"
        submit={{ label: "Send Reset Link", busy: "Sending..." }}
      >
        {(field) => <EmailField label="Email" autoComplete="username" {...field("email")} />}
      </AccountForm>
      <BackToSignIn />
    </>
  );
}

export function ResetLinkSent({ mailbox }: { mailbox: boolean }) {
  return (
    <>
      <PageHead
        title="Check your email"
        text="If a staff account has this address, a reset link is on its way. It works once and expires after 24 hours."
      />
      {mailbox && <LocalMailboxNote className="mt-4" />}
      <BackToSignIn />
    </>
  );
}

function BackToSignIn() {
  return (
    <p className="mt-6">
      <TextLink to="/admin/login">Back to sign-in</TextLink>
    </p>
  );
}
