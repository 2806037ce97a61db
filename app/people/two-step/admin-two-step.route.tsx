/** STAFF-33: the two-step sign-in of the signed-in member of staff. */
import { useNavigation } from "react-router";
import type { Route } from "./+types/admin-two-step.route";
import { adminContext, sessionContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PermittedForm } from "../../ui/permitted-fields.tsx";
import { UNEXPECTED } from "../sign-in/account-messages.ts";
import { CodeOrRecoveryField } from "./code-field.tsx";
import { OWN_TWO_STEP_BUTTONS } from "./forms.server.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpPart } from "./set-up-part.tsx";
import { shownSetUp } from "./shown-set-up.server.ts";
import { stateText } from "./state-text.ts";
import { readTwoStep, rolesAsked } from "./who-has-it.server.ts";

const HERE = "/admin/personal-settings/two-step";
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Two-step sign-in");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { person, role } = context.get(adminContext);
  const { sessionHash } = context.get(sessionContext);
  const [state, roles] = await Promise.all([readTwoStep(services.db, person.id), rolesAsked(services.db)]);
  return {
    state,
    setUp: state || !sessionHash ? null : await shownSetUp(services, sessionHash, person.email),
    asked: roles.includes(role),
    key: newIdempotencyKey(),
  };
}

export const action = formAction({
  actor: (context) => {
    const { sessionHash, browser = null } = context.get(sessionContext);
    return { ...context.get(adminContext), sessionHash, browser };
  },
  buttons: OWN_TWO_STEP_BUTTONS,
  to: () => HERE,
  failed: UNEXPECTED,
});

export const clientAction = formClientAction<typeof action>(UNEXPECTED);

export default function TwoStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, setUp, asked, key } = loaderData;
  const renewed = actionData && "codes" in actionData ? actionData.codes : null;
  const refused = actionData && "errors" in actionData ? actionData : undefined;
  return (
    <>
      <BackLink to="/admin/personal-settings">Personal Settings</BackLink>
      <PageHead title="Two-step sign-in" text={stateText(state)} />
      {setUp && (
        <div className="mt-6 max-w-xl bg-card p-5 sm:p-6">
          <SetUpPart setUp={setUp} formKey={key} refused={refused} submit="Turn on" />
        </div>
      )}
      {state && (
        <div className="mt-6 grid max-w-xl gap-6">
          <CardSection id="recovery-codes" title="Recovery codes" className="sm:p-6">
            {renewed ? (
              <div role="status">
                <RecoveryCodes codes={renewed} />
              </div>
            ) : (
              <p className="mt-1">{`${state.left} of 10 are left. New ones end those that you have.`}</p>
            )}
            <CodeForm intent="renew" label="New recovery codes" formKey={key} refused={refused} />
          </CardSection>
          <CardSection id="turn-off" title={asked ? "Another phone" : "Turn off"} className="sm:p-6">
            <p className="mt-1">
              {asked
                ? "Your role is asked for two-step sign-in. Remove the old phone with its code or a recovery code: you are signed out, and set up the new one as you sign in."
                : "For another phone, too: turn it off with the old phone or a recovery code, then set it up again."}
            </p>
            <CodeForm
              intent="off"
              label={asked ? "Remove the old phone" : "Turn off"}
              formKey={key}
              refused={refused}
            />
          </CardSection>
        </div>
      )}
    </>
  );
}

type CodeFormProps = {
  intent: "renew" | "off";
  label: string;
  formKey: string;
  refused: ActionResult | undefined;
};

function CodeForm({ intent, label, formKey, refused }: CodeFormProps) {
  const form = formProps(refused?.values["intent"] === intent ? refused : undefined, formKey);
  const busy = useNavigation().formData?.get("intent") === intent;
  return (
    <PermittedForm name={label} formKey={form.formKey} mayNot={null} className="mt-3 grid gap-3">
      <FormErrors errors={form.errors} title="Nothing was changed" />
      <CodeOrRecoveryField name="code" defaultValue={form.values["code"]} error={form.errors["code"]} />
      <div>
        <Button intent={intent} variant="secondary" busy={busy} busyLabel="Checking...">
          {label}
        </Button>
      </div>
    </PermittedForm>
  );
}
