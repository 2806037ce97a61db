/** The next step of a run, as one button. If pieces are missing or extra, the form asks for a reason and a person. */
import { useEffect, useRef } from "react";
import { useNavigation, useSearchParams } from "react-router";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { fieldsOf } from "../../../ui/fields-of.ts";
import { MayNotText } from "../../../ui/permitted-fields.tsx";
import { counted } from "../run-text.ts";
import { isOwn, RunForm, type RunForms } from "./run-form.tsx";
import type { Counts, NextStep } from "./run-page.ts";

type Step = Exclude<NextStep, "holder">;
const BUTTONS: Record<Step, { label: string; busy: string }> = {
  load_planned: { label: "Load what is planned", busy: "Loading..." },
  seal: { label: "Seal", busy: "Sealing..." },
  out: { label: "Out", busy: "Sending out..." },
  returned: { label: "Returned", busy: "Noting..." },
  reconcile: { label: "Reconcile", busy: "Closing..." },
};

type Props = { next: NextStep | null; counts: Counts | null; forms: RunForms; scanBack: string };

export function RunNext({ next, counts, forms, scanBack }: Props) {
  if (next === null) return null;
  if (next === "holder")
    return (
      <p className="mt-4 font-semibold">Choose who takes this run: then its next step is a button here.</p>
    );
  const mayNot = next === "load_planned" ? forms.mayNot.load : forms.mayNot.work;
  const asks = (next === "seal" || next === "reconcile") && counts !== null;
  const differs = asks && counts.missing.length + counts.extra.length > 0;
  const text = fieldsOf(forms, next);
  return (
    <div className="mt-4">
      <RunForm forms={forms} name="Next step" intent={next} className="grid gap-3">
        {differs && (
          <fieldset
            disabled={mayNot !== null}
            className="grid gap-3 border-l-8 border-danfo bg-card px-4 py-3 sm:grid-cols-2"
          >
            <legend className="sr-only">Why the pieces do not match</legend>
            <p className="sm:col-span-2">
              <strong>{differenceText(counts)}.</strong> Say why, and who says so, to go on. Each is an
              exception with this name.
            </p>
            <Field label="Reason" autoComplete="off" {...text("note")} />
            <Field label="Person" autoComplete="off" {...text("person")} />
          </fieldset>
        )}
        <div className="flex flex-wrap items-center gap-3">
          {/* Each step has its own button element, so that no press begins on one step and ends on the next. */}
          <Button
            key={next}
            type="submit"
            busy={forms.busy}
            busyLabel={BUTTONS[next].busy}
            disabled={mayNot !== null}
          >
            {BUTTONS[next].label}
          </Button>
          {next === "load_planned" && <span className="text-sm text-muted">{NOT_SCANNED}</span>}
          {next === "reconcile" && counts !== null && counts.missing.length > 0 && (
            <ButtonLink variant="secondary" to={scanBack}>
              Scan what is back
            </ButtonLink>
          )}
        </div>
      </RunForm>
      <MayNotText mayNot={mayNot} />
    </div>
  );
}

/** The hint on the button 'Load what is planned': this button loads pieces without checking that they are there. */
const NOT_SCANNED = "Nothing is scanned";

const differenceText = ({ missing, extra }: Counts) =>
  [missing.length > 0 && `${missing.length} missing`, extra.length > 0 && `${extra.length} extra`]
    .filter(Boolean)
    .join(", ");

/** Shows the field and buttons for loading before the seal: code by code, or all planned pieces at once. */
export function LoadField({
  counts,
  next,
  forms,
}: {
  counts: Counts;
  next: NextStep | null;
  forms: RunForms;
}) {
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef(false);
  const busy = useNavigation().state !== "idle";
  const [params] = useSearchParams();
  const error = isOwn(forms, "load") ? forms.errors["code"] : undefined;
  // The field gets the focus again, so that the next code can be scanned without a click.
  useEffect(() => {
    if (busy || !sent.current || !field.current) return;
    sent.current = false;
    if (!error) field.current.value = "";
    field.current.focus();
    field.current.select();
  }, [busy, error]);
  const mayNot = forms.mayNot.load;
  return (
    <div className="mt-4 flex flex-wrap items-start gap-3">
      <div onSubmit={() => (sent.current = true)} className="min-w-0">
        <RunForm forms={forms} name="Load a piece" intent="load" className="flex flex-wrap items-start gap-3">
          <Field
            ref={field}
            label="Code"
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- After a code was loaded, the next code is scanned.
            autoFocus={params.has("load")}
            defaultValue={error ? forms.values["code"] : undefined}
            error={error}
            disabled={mayNot !== null}
          />
          <Button type="submit" variant="secondary" busy={busy} disabled={mayNot !== null} className="mt-6">
            Load
          </Button>
        </RunForm>
      </div>
      {next === "seal" && counts.missing.length > 0 && (
        <RunForm forms={forms} name="Load the rest" intent="load_planned" className="sm:mt-6">
          <Button type="submit" variant="quiet" busy={busy} disabled={mayNot !== null}>
            Load what is planned
          </Button>
          <span className="ml-2 text-sm text-muted">
            <span className="sr-only">{counted(counts.missing.length, "piece")}. </span>
            {NOT_SCANNED}
          </span>
        </RunForm>
      )}
    </div>
  );
}
