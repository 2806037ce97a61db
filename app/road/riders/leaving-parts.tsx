/** RIDER-3: the parts of a rider's page with which the rider leaves or comes back. */
import { useNavigation } from "react-router";
import { formProps } from "../../platform/http/form-props.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { SelectField } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PermittedForm } from "../../ui/permitted-fields.tsx";
import { HANDED_OVER } from "./handed-over.ts";
import type { HubOption } from "./rider-fields.tsx";
import type { ShownRun } from "./rider-runs.tsx";

type PartProps = {
  rider: { name: string; version: number };
  formKey: string;
  mayNot: string | null;
  refused: ActionResult | undefined;
};

export function Leaving({
  rider,
  runs,
  takers,
  formKey,
  mayNot,
  refused,
}: PartProps & {
  runs: readonly ShownRun[];
  takers: readonly HubOption[];
}) {
  const busy = useNavigation().formData?.get("intent") === "leave";
  const form = formProps(refused, formKey);
  const open = runs.filter(({ state }) => HANDED_OVER.includes(state));
  return (
    <CardSection id="leaving" title="Leaving" className="sm:p-6">
      <p className="mt-1 mb-4 wrap-anywhere text-muted">
        {open.length > 0
          ? `${rider.name} has ${open.map(({ name }) => name).join(", ")}. Another rider takes over in the same step, with the pieces that are on the road.`
          : "They can be chosen for no new run. What they did stays in the history."}
      </p>
      <FormErrors errors={form.errors} title="Nothing was changed" />
      <PermittedForm name="Leaving" formKey={form.formKey} mayNot={mayNot} className="grid gap-4">
        <input type="hidden" name="version" value={rider.version} />
        {open.length > 0 && (
          <SelectField
            label="Who takes over"
            name="to"
            options={[
              { value: "", label: takers.length > 0 ? "Choose a rider" : "No other rider of this hub" },
              ...takers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            defaultValue={form.values["to"]}
            error={form.errors["to"] ?? ""}
          />
        )}
        <div>
          <Button variant="danger" intent="leave" busy={busy} busyLabel="Saving...">
            Rider leaves
          </Button>
        </div>
      </PermittedForm>
    </CardSection>
  );
}

export function BackAgain({ rider, formKey, mayNot, refused }: PartProps) {
  const busy = useNavigation().formData?.get("intent") === "return";
  const form = formProps(refused, formKey);
  return (
    <CardSection id="back" title="Back again" className="sm:p-6">
      <FormErrors errors={form.errors} title="Nothing was changed" />
      <PermittedForm name="Back again" formKey={form.formKey} mayNot={mayNot} className="mt-4 grid gap-4">
        <input type="hidden" name="version" value={rider.version} />
        <div>
          <Button variant="secondary" intent="return" busy={busy} busyLabel="Saving...">
            Take back
          </Button>
        </div>
      </PermittedForm>
    </CardSection>
  );
}
