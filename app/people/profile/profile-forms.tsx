/** The forms of the profile: edit details, end all sessions, delete the login account. */
import type { FormEvent, ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { Breakable } from "../../ui/breakable.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field, PhoneField, TextAreaField } from "../../ui/field.tsx";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import type { ActionResult } from "../../platform/http/result.ts";
import { ProblemToast } from "../sign-in/account-page.tsx";

const loadForm = () => import("../sign-in/account-forms.ts").then((forms) => forms.profileForm);

export type Answered = ActionResult & { intent: string };
type Props = { formKey: string; answered: Answered | null };

/** The question about unsent bookings, which a form asks before it ends the session (sign-in/sign-out-form.tsx). */
type SigningOut = { onSubmit: (event: FormEvent<HTMLFormElement>) => void; question: ReactNode };

const NONE: Record<string, string> = {};

function useSending(intent: string): boolean {
  return useNavigation().formData?.get("intent") === intent;
}

export function EditProfile({ formKey, answered, saved }: Props & { saved: Record<string, string> }) {
  const { field, handlers, allErrors, formId } = useForm(loadForm, {
    errors: answered?.errors ?? NONE,
    values: answered?.values ?? saved,
  });
  const busy = useSending("update");
  return (
    <KeyedForm
      formKey={answered?.key ?? formKey}
      action="/profile?edit=1"
      className="grid gap-4"
      {...handlers}
    >
      <input type="hidden" name="intent" value="update" />
      <ProblemToast problem={answered?.problem} />
      <FormErrors formId={formId} errors={allErrors} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="given-name" {...field("firstName")} />
        <Field label="Last name" optional autoComplete="family-name" {...field("lastName")} />
      </div>
      <PhoneField label="Phone number" {...field("phone")} />
      <TextAreaField
        label="Address"
        optional
        rows={2}
        autoComplete="street-address"
        hint="Street, area, town and state. We use it as your pickup address."
        {...field("address")}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to="/profile" variant="secondary">
          Cancel
        </ButtonLink>
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </KeyedForm>
  );
}

export function SignOutEverywhere({ formKey, answered, signingOut }: Props & { signingOut: SigningOut }) {
  const busy = useSending("sign-out-everywhere");
  const { onSubmit, question } = signingOut;
  return (
    <>
      <KeyedForm formKey={formKey} action="/profile" onSubmit={onSubmit}>
        <input type="hidden" name="intent" value="sign-out-everywhere" />
        <ProblemToast problem={answered?.problem} />
        <Button type="submit" variant="secondary" size="sm" busy={busy} busyLabel="Signing out...">
          Sign out everywhere
        </Button>
      </KeyedForm>
      {question}
    </>
  );
}

const loadDeleteForm = () => import("../sign-in/account-forms.ts").then((forms) => forms.deleteForm);

export function DeleteAccount({
  formKey,
  answered,
  email,
  signingOut,
}: Props & { email: string; signingOut: SigningOut }) {
  const { field, handlers, allErrors, formId } = useForm(loadDeleteForm, {
    errors: answered?.errors ?? NONE,
    values: answered?.values ?? NONE,
  });
  const busy = useSending("delete");
  const { onSubmit, question } = signingOut;
  return (
    <KeyedForm
      formKey={answered?.key ?? formKey}
      action="/profile?delete=1"
      className="grid gap-4"
      {...handlers}
      onSubmit={(event) => {
        handlers.onSubmit(event);
        onSubmit(event);
      }}
    >
      {question}
      <input type="hidden" name="intent" value="delete" />
      <ProblemToast problem={answered?.problem} />
      <FormErrors formId={formId} errors={allErrors} title="Your account was not deleted" />
      <p>
        We delete your profile, referrals, stores and products at once and cannot bring them back. Bookings
        stay without your name, email, phone and address; their tracking codes keep working.{" "}
        <Link to="/profile/export.json" reloadDocument className="font-semibold underline underline-offset-4">
          Download your data
        </Link>{" "}
        first if you want to keep it.
      </p>
      <Field
        label="Your email, to confirm"
        type="email"
        autoComplete="off"
        hint={
          <>
            Type <Breakable text={email} />
          </>
        }
        {...field("email")}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to="/profile" variant="secondary">
          Keep my account
        </ButtonLink>
        <Button type="submit" variant="danger" busy={busy} busyLabel="Deleting...">
          Delete my account
        </Button>
      </div>
    </KeyedForm>
  );
}
