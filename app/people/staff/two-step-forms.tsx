/** STAFF-33: the forms of Admin Management about two-step sign-in. They also work without JavaScript. */
import { useNavigation } from "react-router";
import { ADMIN_ROLES, ADMIN_ROLE_NAMES, type AdminRole } from "../../domain/admin-roles.ts";
import { formProps } from "../../platform/http/form-props.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { CheckboxField, ErrorLine } from "../../ui/field.tsx";
import { FormErrors, KeyedForm } from "../../ui/form.tsx";
import { ASKED, roleField } from "../two-step/two-step-form.ts";
import type { RefusedUserForm } from "./admin-user-form.tsx";

type AskProps = { asked: readonly AdminRole[]; refused: ActionResult | undefined; formKey: string };

/** Draws the form that sets the roles that need two-step sign-in. */
export function AskForTwoStep({ asked, refused, formKey: key }: AskProps) {
  const { formKey, errors, values } = formProps(refused, key, {
    asked: asked.length === 0 ? "off" : asked.length === ADMIN_ROLES.length ? "all" : "some",
    ...(refused ? {} : Object.fromEntries(asked.map((role) => [roleField(role), "on"]))),
  });
  const busy = useNavigation().formData?.get("intent") === "ask-two-step";
  return (
    <CardSection id="ask-two-step" title="Two-step sign-in" className="mt-6 max-w-xl sm:p-6">
      <KeyedForm formKey={formKey} preventScrollReset aria-labelledby="ask-two-step">
        <fieldset className="mt-2 grid gap-1">
          <legend className="text-muted">
            Who is asked for a code beside the password? Those who have none set it up at their next sign-in.
          </legend>
          <FormErrors errors={errors} title="Nothing was changed" />
          {Object.entries(ASKED).map(([value, label]) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="asked"
                value={value}
                defaultChecked={values["asked"] === value}
                aria-describedby={errors["asked"] ? "asked-error" : undefined}
                className="size-6 shrink-0 accent-ink"
              />
              {label}
            </label>
          ))}
          <fieldset className="ml-9 grid gap-x-6 sm:grid-cols-2">
            <legend className="sr-only">Some roles</legend>
            {ADMIN_ROLES.map((role) => (
              <CheckboxField
                key={role}
                label={ADMIN_ROLE_NAMES[role]}
                name={roleField(role)}
                defaultChecked={values[roleField(role)] === "on"}
              />
            ))}
          </fieldset>
          <ErrorLine id="asked" error={errors["asked"]} />
        </fieldset>
        <Button intent="ask-two-step" variant="secondary" className="mt-3" busy={busy} busyLabel="Saving...">
          Save
        </Button>
      </KeyedForm>
    </CardSection>
  );
}

type ResetProps = {
  refused: RefusedUserForm;
  formKey: string;
  closeTo: string;
  member: { id: string; name: string | null; email: string };
};

export function ResetTwoStepForm({ refused, formKey, closeTo, member }: ResetProps) {
  const busy = useNavigation().state === "submitting";
  return (
    <KeyedForm formKey={refused?.key ?? formKey} preventScrollReset className="grid gap-4">
      <input type="hidden" name="id" value={member.id} />
      <FormErrors errors={refused?.errors ?? {}} title="Nothing was changed" />
      <p>
        <strong>{member.name ?? member.email}</strong> ({member.email}) is signed out, and signs in with the
        password alone. Their app and recovery codes end. Make sure that it is they who ask: call them.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink variant="secondary" to={closeTo}>
          Cancel
        </ButtonLink>
        <Button intent="reset-two-step" variant="danger" busy={busy} busyLabel="Resetting...">
          Reset two-step
        </Button>
      </div>
    </KeyedForm>
  );
}
