/** Personal Settings: the name and the password of the signed-in member of staff. */
import type { Route } from "./+types/personal-settings.route";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { servicesContext } from "../../platform/context.ts";
import { ButtonLink, SendButton } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { EmailField, Field, NewPasswordField, PasswordField } from "../../ui/field.tsx";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { UNEXPECTED } from "../sign-in/account-messages.ts";
import { stateText } from "../two-step/state-text.ts";
import { readTwoStep } from "../two-step/who-has-it.server.ts";
import { STAFF_SETTINGS_BUTTONS } from "./forms.server.ts";
import { personalSettingsForm } from "./personal-settings.ts";
import { sessionContext, adminContext } from "../../access/principal-context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Personal Settings");

export async function loader({ context }: Route.LoaderArgs) {
  const { person } = context.get(adminContext);
  const twoStep = await readTwoStep(context.get(servicesContext).db, person.id);
  return { name: person.fullName ?? "", email: person.email, twoStep, key: newIdempotencyKey() };
}

export const action = formAction({
  actor: (context) => ({
    ...context.get(adminContext),
    sessionHash: context.get(sessionContext).sessionHash,
  }),
  buttons: STAFF_SETTINGS_BUTTONS,
  to: () => "/admin/personal-settings",
  failed: UNEXPECTED,
});

export const clientAction = formClientAction<typeof action>(UNEXPECTED);

export default function PersonalSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, twoStep, key } = loaderData;
  return (
    <>
      <PageHead title="Personal Settings" />
      {/* The form's key changes after each success. This clears the fields. */}
      <SettingsForm
        key={actionData ? "refused" : key}
        name={name}
        email={email}
        formKey={key}
        refused={actionData}
      />
      <CardSection id="two-step" title="Two-step sign-in" className="mt-6 max-w-xl sm:p-6">
        <p className="mt-1">{stateText(twoStep)}</p>
        <ButtonLink variant="secondary" to="/admin/personal-settings/two-step" className="mt-3">
          {twoStep ? "Recovery codes, another phone" : "Set up two-step sign-in"}
        </ButtonLink>
      </CardSection>
    </>
  );
}

type Props = { name: string; email: string; formKey: string; refused: Route.ComponentProps["actionData"] };

function SettingsForm({ name, email, formKey, refused }: Props) {
  const { field, handlers, allErrors, formId } = useForm(personalSettingsForm, {
    errors: refused?.errors ?? {},
    values: refused?.values ?? { name },
  });
  return (
    <KeyedForm formKey={refused?.key ?? formKey} className="mt-6 max-w-xl bg-card p-5 sm:p-6" {...handlers}>
      <h2 className="font-display text-2xl font-bold">Profile Settings</h2>
      <div className="mt-4 grid gap-4">
        <FormErrors errors={allErrors} formId={formId} title="Failed to update settings" />
        <EmailField
          label="Email"
          value={email}
          readOnly
          autoComplete="username"
          hint="Email cannot be changed"
        />
        <Field label="Name" autoComplete="name" {...field("name")} />
      </div>
      <fieldset className="mt-8 grid gap-4">
        <legend className="float-left font-display text-xl font-bold">Change Password</legend>
        <p className="clear-both text-muted">To keep your password, leave these empty.</p>
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          {...field("currentPassword")}
        />
        <NewPasswordField label="New Password" hint="At least 6 characters" {...field("newPassword")} />
        <NewPasswordField label="Confirm New Password" {...field("confirmPassword")} />
      </fieldset>
      <SendButton className="mt-6" busyLabel="Saving...">
        Save Changes
      </SendButton>
    </KeyedForm>
  );
}
