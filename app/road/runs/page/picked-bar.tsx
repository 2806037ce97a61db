/** The actions for the ticked pieces of a run: remove them from the run, or move them to another run. */
import { RUN_STATE_NAMES, type RunState } from "../../../domain/run.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorLine, SelectField } from "../../../ui/field.tsx";
import { isOwn, RunForm, type RunForms } from "./run-form.tsx";

/** The id of the form to which the tick boxes belong. */
export const PICKED = "picked";

export type OtherRun = { id: string; name: string; state: RunState; holder: string | null };
type Props = { forms: RunForms; others: readonly OtherRun[]; canTakeOff: boolean };

export function PickedBar({ forms, others, canTakeOff }: Props) {
  const own = isOwn(forms, "unassign") || isOwn(forms, "move");
  const wrong = own ? (forms.errors["pieces"] ?? forms.errors["toRun"]) : undefined;
  if (!canTakeOff && others.length === 0) return null;
  return (
    <RunForm
      forms={forms}
      id={PICKED}
      name="Ticked pieces"
      data-sticky-bar
      className={`${wrong ? "" : "group-not-has-[[name^='piece:']:checked]/picks:hidden"} sticky bottom-(--bottom-bar,0px) z-10 border-2 border-ink bg-paper p-2 shadow-[4px_4px_0_0_var(--color-ink)]`}
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <p className="self-center px-1 text-sm font-semibold">Ticked pieces</p>
        {canTakeOff && (
          <Button size="sm" variant="secondary" intent="unassign" busy={forms.busy}>
            Take off
          </Button>
        )}
        {others.length > 0 && (
          <div className="flex min-w-0 flex-wrap items-end gap-2">
            <OtherRuns others={others} chosen={own ? forms.values["toRun"] : undefined} />
            <Button size="sm" variant="secondary" intent="move" busy={forms.busy}>
              Move
            </Button>
          </div>
        )}
      </div>
      <ErrorLine id={PICKED} error={wrong} />
    </RunForm>
  );
}

type OthersProps = { others: readonly OtherRun[]; chosen: string | undefined; error?: string | undefined };

export const OtherRuns = ({ others, chosen, error }: OthersProps) => (
  <SelectField
    label="Other run"
    name="toRun"
    defaultValue={chosen}
    error={error}
    options={[
      { value: "", label: "Choose a run" },
      ...others.map(({ id, name, state, holder }) => ({
        value: id,
        label: `${holder ?? "Nobody yet"}, ${name} (${RUN_STATE_NAMES[state].toLowerCase()})`,
      })),
    ]}
  />
);
