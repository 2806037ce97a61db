/** The column beside the stops: the run's holder, its incidents, and the form to move remaining pieces. */
import type { ReactNode } from "react";
import { useMay } from "../../../access/use-may.ts";
import { INCIDENT_FACTS, INCIDENT_KINDS } from "../../../domain/run.ts";
import { plainNaira } from "../../../domain/money.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, PhoneField, SelectField, type Option } from "../../../ui/field.tsx";
import { fieldsOf } from "../../../ui/fields-of.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { SeenField } from "../../../ui/seen-field.tsx";
import { moveAllText } from "../run-text.ts";
import { OtherRuns, type OtherRun } from "./picked-bar.tsx";
import type { RunOfPage } from "./read-run.server.ts";
import { isOwn, RunForm, type RunForms } from "./run-form.tsx";
import { When } from "./stop-entry.tsx";

type Props = {
  page: RunOfPage;
  forms: RunForms;
  riders: readonly Option[];
  partners: readonly Option[];
  others: readonly OtherRun[];
  open: number;
};

export function RunSide(props: Props) {
  const { page, forms, others, open } = props;
  const { state } = page.run;
  const moves = (state === "loaded" || state === "out") && open > 0 && others.length > 0;
  const plans = forms.mayNot.plan === null;
  if (state === "returned" || state === "reconciled") return null;
  return (
    <div className="grid gap-3">
      {plans && <Rider {...props} />}
      {plans && page.run.kind === "linehaul" && <Partner {...props} />}
      {state !== "planned" && forms.mayNot.work === null && <Incident forms={forms} />}
      {plans && moves && <MoveAll {...{ forms, others, open }} />}
    </div>
  );
}

function Part({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="bg-card px-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline-offset-4 hover:underline">
        {title}
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}

function Rider({ page: { run, rider, partner }, forms, riders }: Props) {
  const own = isOwn(forms, "rider");
  const field = fieldsOf(forms, own);
  const mayManage = useMay("manageRiders");
  const nobody = !rider && !partner;
  const sealed = run.state !== "planned";
  return (
    <Part
      title={nobody ? "Choose a rider" : sealed ? "Hand over to another rider" : "Change the rider"}
      open={nobody || own}
    >
      <RunForm forms={forms} name="Rider" intent="rider" className="grid gap-3">
        <SelectField
          label="Rider"
          options={[
            { value: "", label: "Choose a rider" },
            ...riders.filter(({ value }) => value !== rider?.id),
          ]}
          {...field("rider", "")}
        />
        {sealed && <p className="text-sm">The pieces of this run are with the new rider then.</p>}
        <p className="flex flex-wrap items-center gap-x-4">
          <Button type="submit" size="sm" variant={nobody ? "primary" : "secondary"} busy={forms.busy}>
            {sealed ? "Hand over" : "Give to this rider"}
          </Button>
          {mayManage && rider && <TextLink to={`/admin/riders/${rider.id}`}>Leave and hand over</TextLink>}
        </p>
      </RunForm>
    </Part>
  );
}

function Partner({ page: { run, partner }, forms, partners }: Props) {
  const own = isOwn(forms, "partner");
  const field = fieldsOf(forms, own);
  return (
    <Part title={partner ? "Change partner or driver" : "Give to a transport partner"} open={own}>
      <RunForm forms={forms} name="Transport partner" intent="partner" className="grid gap-3">
        <SelectField
          label="Partner"
          options={[{ value: "", label: "Choose a partner" }, ...partners]}
          {...field("partner", partner?.id ?? "")}
        />
        <Field label="Driver" optional autoComplete="off" {...field("driverName", run.driverName ?? "")} />
        <PhoneField
          label="Driver’s phone"
          autoComplete="off"
          {...field("driverPhone", run.driverPhone ?? "")}
        />
        <Field label="Plate" optional autoComplete="off" {...field("plate", run.plate ?? "")} />
        <Field
          label="Fee (₦)"
          optional
          inputMode="decimal"
          autoComplete="off"
          {...field("fee", run.feeKobo === null ? "" : plainNaira(run.feeKobo))}
        />
        <Button type="submit" size="sm" variant="secondary" busy={forms.busy}>
          Save partner
        </Button>
      </RunForm>
    </Part>
  );
}

const INCIDENTS = [
  { value: "", label: "Choose what happened" },
  ...INCIDENT_KINDS.map((kind) => ({ value: kind, label: INCIDENT_FACTS[kind].label })),
];

function Incident({ forms }: { forms: RunForms }) {
  const own = isOwn(forms, "incident");
  const field = fieldsOf(forms, own);
  return (
    <Part title="Report an incident" open={own}>
      <RunForm forms={forms} name="Incident" intent="incident" className="grid gap-3">
        <SelectField label="What happened" options={INCIDENTS} {...field("incident", "")} />
        <Field label="Note" optional autoComplete="off" {...field("note", "")} />
        <When field={field("happenedAt", "")} />
        <SeenField seen={forms.seen} field={field} />
        <Button type="submit" size="sm" variant="secondary" busy={forms.busy}>
          Report incident
        </Button>
      </RunForm>
    </Part>
  );
}

function MoveAll({ forms, others, open }: Pick<Props, "forms" | "others" | "open">) {
  const own = isOwn(forms, "move_all");
  return (
    <Part title={moveAllText(open)} open={own}>
      <RunForm forms={forms} name="Move all" intent="move_all" className="grid gap-3">
        <OtherRuns
          others={others}
          chosen={own ? forms.values["toRun"] : undefined}
          error={own ? forms.errors["toRun"] : undefined}
        />
        <Button type="submit" size="sm" variant="secondary" busy={forms.busy}>
          Move all
        </Button>
      </RunForm>
    </Part>
  );
}
