/** 'Forgot password?' of the staff sign-in. */
import { Form, Link, useNavigation } from "react-router";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../ui/form.tsx";
import { PageHead } from "../ui/page-head.tsx";

const loadForm = () => import("./account-forms.ts").then((forms) => forms.forgotForm);

type ActionResult = { errors: Record<string, string>; values: Record<string, string> } | undefined;
const NONE: Record<string, string> = {};

export function ForgotPassword({ formKey, refused }: { formKey: string; refused: ActionResult }) {
  const { field, handlers, allErrors, formId } = useForm(loadForm, {
    errors: refused?.errors ?? NONE,
    values: refused?.values ?? NONE,
  });
  const busy = useNavigation().state !== "idle";
  return (
    <>
      <PageHead title="Forgot password?" text="We send a reset link to the e-mail you sign in with." />
      <Form method="post" action="/admin/login?forgot=1" noValidate className="mt-6 grid gap-4" {...handlers}>
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="intent" value="forgot" />
        <FormErrors formId={formId} errors={allErrors} />
        <Field label="E-mail" type="email" autoComplete="username" inputMode="email" {...field("email")} />
        <Button type="submit" busy={busy} busyLabel="Sending...">
          Send Reset Link
        </Button>
      </Form>
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
      {mailbox && (
        <p className="mt-4 border-l-8 border-danfo bg-paper px-4 py-3">
          No mail server is set here, so mail is kept in the{" "}
          <Link to="/mailbox" className="font-semibold underline underline-offset-4">
            local mailbox
          </Link>
          .
        </p>
      )}
      <BackToSignIn />
    </>
  );
}

function BackToSignIn() {
  return (
    <p className="mt-6">
      <Link to="/admin/login" className="inline-flex min-h-11 items-center underline underline-offset-4">
        Back to sign-in
      </Link>
    </p>
  );
}
