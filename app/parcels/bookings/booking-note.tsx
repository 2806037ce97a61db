/** STAFF-30: the team's note on a booking, and its assignee. */
import { useFetcher } from "react-router";
import { MAX_STAFF_NOTE } from "../../domain/booking.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { useKept } from "../../ui/kept-values.ts";
import type { ChangeResponse } from "./status-response.ts";
import { useUndoToast } from "./use-undo-toast.ts";

type Props = {
  booking: { id: string; trackingCode: string; staffNote: string | null; assigneeId: string | null };
  formKey: string;
  team: readonly { id: string; name: string }[];
  mayNotChange: string | null;
};

export function BookingNote({ booking, formKey, team, mayNotChange }: Props) {
  const { id, trackingCode, staffNote, assigneeId } = booking;
  const fetcher = useFetcher<ChangeResponse>({ key: `note-${id}` });
  useUndoToast(fetcher);
  const errors = fetcher.data?.errors;
  const kept = useKept({ intent: "note", id });
  if (mayNotChange) {
    const name = team.find((member) => member.id === assigneeId)?.name;
    if (!staffNote && !name) return null;
    return (
      <p className="wrap-anywhere whitespace-pre-wrap">
        {name && <strong>{name}: </strong>}
        {staffNote}
      </p>
    );
  }
  return (
    <fetcher.Form
      // A new note or assignee makes a new form, so that the form shows what colleagues changed.
      key={`${staffNote}\n${assigneeId}`}
      method="post"
      action={`/admin/bookings/${trackingCode}`}
      noValidate
      aria-label={`Team note on ${trackingCode}`}
      className="grid gap-3"
    >
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="noteBefore" value={staffNote ?? ""} />
      <input type="hidden" name="assigneeBefore" value={assigneeId ?? ""} />
      <TextAreaField
        label="Note for the team"
        name="staffNote"
        rows={1}
        maxLength={MAX_STAFF_NOTE}
        optional
        defaultValue={kept["staffNote"] ?? staffNote ?? ""}
        hint="Senders and receivers never see it"
        error={errors?.["staffNote"]}
      />
      <SelectField
        label="Assigned to"
        name="assigneeId"
        defaultValue={kept["assigneeId"] ?? assigneeId ?? ""}
        error={errors?.["assigneeId"]}
        options={[
          { value: "", label: "Nobody" },
          ...team.map(({ id: value, name }) => ({ value, label: name })),
        ]}
      />
      <div>
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          busy={fetcher.state !== "idle"}
          busyLabel="Saving..."
        >
          Save note
        </Button>
      </div>
    </fetcher.Form>
  );
}
