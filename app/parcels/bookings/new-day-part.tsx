/** STATUS-10: the form with which staff set a new day for a parcel. */
import { useFetcher } from "react-router";
import { addDays, lagosDay } from "../../domain/dates.ts";
import { officeDay } from "../../domain/promise.ts";
import { DESK_DAY_REASONS, MOST_NEW_DAYS, NEW_DAY_TEXTS } from "../../domain/new-day.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { useKept } from "../../ui/kept-values.ts";
import type { ChangeResponse } from "./status-response.ts";
import { useUndoToast } from "./use-undo-toast.ts";

type Props = {
  booking: { id: string; trackingCode: string; promisedDay: Date; estimatedDelivery: Date };
  now: Date;
  formKey: string;
  /** The reason why the reader may not set a day. Null if the reader may. */
  mayNot: string | null;
};

type Texts = Readonly<Record<string, string>>;

type DayProps = Pick<Props["booking"], "promisedDay"> &
  Pick<Props, "now"> & { kept: Texts; errors: Texts | undefined };

/** Proposes the promised day, or today if the promised day is over. */
function DayAndReason({ promisedDay, now, kept, errors }: DayProps) {
  const [stands, today] = [lagosDay(promisedDay), lagosDay(now)];
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="New day"
        name="newDay"
        type="date"
        min={today}
        max={lagosDay(addDays(now, MOST_NEW_DAYS))}
        defaultValue={kept["newDay"] ?? (stands < today ? today : stands)}
        error={errors?.["newDay"]}
      />
      <SelectField
        label="Why"
        name="newDayWhy"
        defaultValue={kept["newDayWhy"] ?? "office"}
        options={DESK_DAY_REASONS.map((value) => ({ value, label: NEW_DAY_TEXTS[value] }))}
        error={errors?.["newDayWhy"]}
      />
    </div>
  );
}

export function NewDayPart({ booking, now, formKey, mayNot }: Props) {
  const { id, trackingCode, promisedDay, estimatedDelivery } = booking;
  const fetcher = useFetcher<ChangeResponse>({ key: `new-day-${id}` });
  useUndoToast(fetcher);
  const errors = fetcher.data?.errors;
  const kept = useKept({ intent: "new-day", id });
  const first =
    lagosDay(estimatedDelivery) === lagosDay(promisedDay)
      ? ""
      : `, first promised for ${officeDay(estimatedDelivery)}`;
  return (
    <details open={kept["newDay"] !== undefined}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2">
        <span>
          Said to everybody: by <strong>{officeDay(promisedDay)}</strong>
          {first}.
        </span>
        <span className="font-semibold underline underline-offset-4">Set a new day</span>
      </summary>
      {mayNot ? (
        <p>{mayNot}</p>
      ) : (
        <fetcher.Form
          key={promisedDay.getTime()}
          method="post"
          action={`/admin/bookings/${trackingCode}`}
          noValidate
          aria-label={`New day for ${trackingCode}`}
          className="mt-2 grid gap-3"
        >
          <IdempotencyKeyField value={formKey} />
          <input type="hidden" name="intent" value="new-day" />
          <input type="hidden" name="id" value={id} />
          <DayAndReason {...{ promisedDay, now, kept, errors }} />
          <Field
            label="Note"
            name="newDayNote"
            optional
            defaultValue={kept["newDayNote"]}
            hint="The sender and the team read it, the public does not"
            error={errors?.["newDayNote"]}
          />
          <div>
            <Button
              type="submit"
              size="sm"
              variant="secondary"
              busy={fetcher.state !== "idle"}
              busyLabel="Saving..."
            >
              Set the day and tell them
            </Button>
          </div>
        </fetcher.Form>
      )}
    </details>
  );
}
