/** TRIP-21: the failed deliveries of one hub, and the choice of a run on a following day. */
import { Form, Link, useNavigation } from "react-router";
import { formatAdminDateTime, adminDayText } from "../../domain/dates.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { placeText } from "../../domain/states.ts";
import { nearDay } from "../../domain/promise.ts";
import { planMark } from "../../parcels/receiver-choices/plan-mark.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorLine, SelectField, type Option } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { MayNotText, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { counted } from "../runs/run-text.ts";
import type { Reattempt } from "./read-reattempts.server.ts";

type RunAhead = { id: string; name: string; day: string; hubId: string; rider: string | null };
type Props = {
  hubId: string;
  hub: string;
  rows: readonly Reattempt[];
  ahead: readonly RunAhead[];
  riders: readonly Option[];
  form: PermittedFormProps;
};

export function ReattemptList({ hubId, hub, rows, ahead, riders, form }: Props) {
  const { formKey, errors, values, mayNot } = form;
  const own = values["hub"] === hubId;
  const text = fieldsOf(form, own);
  const open = rows.filter(isOpen);
  return (
    <NamedSection
      id={`hub-${hubId}`}
      className="mt-8 max-w-4xl"
      title={
        <>
          {hub} <span className="text-muted tabular-nums">{rows.length}</span>
        </>
      }
    >
      <Form method="post" noValidate preventScrollReset aria-label={`Failed deliveries at ${hub}`}>
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="hub" value={hubId} />
        {own && errors["form"] && (
          <FormErrors errors={{ form: errors["form"] }} title="Nothing was put on a run" />
        )}
        <ul className="mt-2 border-t border-line">
          {rows.map((row) => (
            <Row
              key={row.pieceId}
              row={row}
              ticks={mayNot === null}
              ticked={!own || `piece:${row.pieceId}` in values}
            />
          ))}
        </ul>
        {open.length > 0 && <RunChoice {...{ open, ahead, riders, text, mayNot }} />}
        <ErrorLine id={`pieces-${hubId}`} error={own ? errors["pieces"] : undefined} />
        <MayNotText mayNot={mayNot} />
      </Form>
    </NamedSection>
  );
}

type RunChoiceProps = Pick<Props, "ahead" | "riders"> & {
  open: readonly Reattempt[];
  text: ReturnType<typeof fieldsOf>;
  mayNot: string | null;
};

function RunChoice({ open, ahead, riders, text, mayNot }: RunChoiceProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <fieldset disabled={mayNot !== null} className="mt-4 flex flex-wrap items-end gap-3">
      <legend className="sr-only">Run</legend>
      <div className="min-w-0">
        <SelectField
          label="Run"
          options={[
            ...ahead.map(({ id, name, day, rider }) => ({
              value: id,
              label: [name, adminDayText(day), rider].filter(Boolean).join(", "),
            })),
            { value: "new", label: "A new run of tomorrow" },
            ...chosenDays(open).map((day) => ({
              value: `new ${day}`,
              label: `A new run of ${nearDay(day)}`,
            })),
          ]}
          {...text("run", firstRun(open, ahead))}
        />
      </div>
      <div className="min-w-0">
        <SelectField
          label="Rider of a new run"
          optional
          options={[{ value: "", label: "Nobody yet" }, ...riders]}
          {...text("rider", "")}
        />
      </div>
      <Button type="submit" busy={busy} busyLabel="Saving...">
        Put on this run
      </Button>
    </fieldset>
  );
}

/**
 * Returns the run that is selected at first: a run on the earliest chosen day if every receiver chose a day,
 * otherwise the next run.
 */
function firstRun(open: readonly Reattempt[], ahead: readonly RunAhead[]): string {
  const [day] = open.every(({ plan }) => plan) ? chosenDays(open) : [];
  if (day) return ahead.find((run) => run.day === day)?.id ?? `new ${day}`;
  return ahead[0]?.id ?? "new";
}

const isOpen = ({ asksSender, plan }: Reattempt) => !asksSender && plan !== "hold";
const chosenDays = (rows: readonly Reattempt[]): string[] =>
  [...new Set(rows.flatMap(({ plan }) => (plan && plan !== "hold" ? [plan] : [])))].toSorted();

type RowProps = { row: Reattempt; ticks: boolean; ticked: boolean };

function Row({ row, ticks, ticked }: RowProps) {
  const { pieceId, booking, code, name, attempts, reason, failedAt, asksSender, plan } = row;
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-center border-b border-line py-1.5">
      {ticks && isOpen(row) ? (
        <label className="grid size-11 cursor-pointer place-items-center">
          <input
            type="checkbox"
            name={`piece:${pieceId}`}
            defaultChecked={ticked}
            aria-label={`Tick ${code}`}
            className="size-5 accent-ink"
          />
        </label>
      ) : (
        <span />
      )}
      <div className="grid min-w-0 gap-x-6 text-sm sm:grid-cols-[9.5rem_minmax(0,1fr)_14rem] sm:items-center">
        <Link
          to={`/admin/bookings/${booking}`}
          className="inline-flex min-h-9 items-center tracking-wide tabular-nums underline decoration-line underline-offset-4"
        >
          {code}
        </Link>
        <span className="min-w-0 wrap-anywhere">
          {name}
          <span className="block text-muted">{placeText(row)}</span>
        </span>
        <span className="sm:text-right">
          {reason ? failureReason(reason).label : "Not delivered"}, {counted(attempts, "attempt")}
          <span className="block text-muted tabular-nums">{formatAdminDateTime(failedAt)}</span>
          {plan && <strong className="block">{planMark(plan)}</strong>}
          {asksSender && plan !== "refuse" && (
            <Link
              to="/admin/exceptions"
              className="inline-flex min-h-9 items-center font-semibold text-stop underline underline-offset-4"
            >
              Ask the sender first
            </Link>
          )}
        </span>
      </div>
    </li>
  );
}
