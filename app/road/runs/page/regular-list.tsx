/**
 * PICKUP-3: lists a run's regular pickups with their visits, and the regular pickups of the same day that
 * have no run yet.
 */
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { fieldsOf } from "../../../ui/fields-of.ts";
import { counted } from "../run-text.ts";
import type { RegularOfRun } from "../regular-stops.server.ts";
import { isOwn, RunForm, type RunForms } from "./run-form.tsx";
import type { RunOfPage } from "./read-run.server.ts";

type Props = {
  run: RunOfPage["run"];
  regular: readonly RegularOfRun[];
  /** How many regular pickups of the run's hub and day are on no run. */
  waiting: number;
  forms: RunForms;
};

export function RegularList({ run, regular, waiting, forms }: Props) {
  const adds =
    waiting > 0 && run.state !== "returned" && run.state !== "reconciled" && forms.mayNot.plan === null;
  if (run.kind !== "pickup" || (regular.length === 0 && !adds)) return null;
  return (
    <section aria-labelledby="regular" className="mb-8">
      <h2 id="regular" className="mb-2 font-display text-xl font-bold">
        Regular pickups <span className="text-muted tabular-nums">{regular.length}</span>
      </h2>
      {regular.length > 0 && (
        <ul className="grid gap-2">
          {regular.map((stop) => (
            <RegularStop key={stop.id} {...{ run, stop, forms }} />
          ))}
        </ul>
      )}
      {adds && (
        <RunForm forms={forms} name="Add regular pickups" intent="add_regular" className="mt-3">
          <Button type="submit" size="sm" variant="secondary" busy={forms.busy}>
            Add {counted(waiting, "regular pickup")} of this day
          </Button>
        </RunForm>
      )}
    </section>
  );
}

/** Describes a visit, for example 'Visited, 3 parcels taken'. Null before the visit. */
const visitText = ({ taken }: Pick<RegularOfRun, "taken">): string | null =>
  taken === null
    ? null
    : taken === 0
      ? "Visited, nothing taken"
      : `Visited, ${counted(taken, "parcel")} taken`;

function RegularStop({ run, stop, forms }: { run: Props["run"]; stop: RegularOfRun; forms: RunForms }) {
  const { id, name, phone, phoneText, address, note, fromTime, untilTime } = stop;
  const about = { regular: id };
  const own = isOwn(forms, "visit_regular", about);
  const field = fieldsOf(forms, own);
  const isOut = run.state === "out" || run.state === "returned";
  const canLeave = stop.taken === null && run.state !== "returned" && run.state !== "reconciled";
  const said = visitText(stop);
  return (
    <li className="grid gap-2 bg-card p-3">
      <p className="wrap-anywhere">
        <strong className="tabular-nums">
          {fromTime} to {untilTime}
        </strong>{" "}
        {name}, {address}
        {note && <span className="block text-sm text-muted">{note}</span>}
        <a href={`tel:${phone}`} className="flex min-h-11 items-center underline underline-offset-4">
          {phoneText}
        </a>
      </p>
      <p className="font-semibold">
        {said ?? (run.state === "reconciled" ? "Not visited" : "Not visited yet")}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        {isOut && forms.mayNot.work === null && (
          <RunForm
            forms={forms}
            name={`Visited ${name}`}
            intent="visit_regular"
            about={about}
            className="flex flex-wrap items-end gap-2"
          >
            <div className="w-36">
              <Field
                label="Parcels taken"
                inputMode="numeric"
                maxLength={4}
                {...field("taken", String(stop.taken ?? 0))}
              />
            </div>
            <Button
              type="submit"
              size="sm"
              busy={forms.busy}
              aria-label={`${stop.taken === null ? "Visited" : "Correct"}: ${name}, ${address}`}
            >
              {stop.taken === null ? "Visited" : "Correct"}
            </Button>
          </RunForm>
        )}
        {canLeave && forms.mayNot.plan === null && (
          <RunForm forms={forms} name={`Take ${name} off`} intent="take_off_regular" about={about}>
            <Button
              type="submit"
              size="sm"
              variant="secondary"
              busy={forms.busy}
              aria-label={`Take off this run: ${name}, ${address}`}
            >
              Take off this run
            </Button>
          </RunForm>
        )}
      </div>
    </li>
  );
}
