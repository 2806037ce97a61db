/** CASH-6: the entries of a cash account, newest first. */
import { CASH_KIND_NAMES, notesText } from "../../domain/cash.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { useMay } from "../../access/use-may.ts";
import { adminDayText, formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { Amount } from "../../ui/amount.tsx";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { ShownEntry } from "./read-cash.server.ts";

const PARTS = {
  delivery: "for the delivery",
  goods: "for the goods",
  over: "more than was to be paid",
  unbooked: "for a parcel that is not booked yet",
};

function titleOf({ kind, part, kobo, holderKind, with: other }: ShownEntry): string {
  const name = CASH_KIND_NAMES[kind];
  if (part) return `${name} ${PARTS[part]}`;
  if (kind === "paid_in" && other)
    return holderKind === "hub" ? `${name} by ${other}` : `${name} at ${other}`;
  if (kind === "change" && other) {
    const gets = kobo > 0;
    return `${name} ${gets ? "from" : "to"} ${other}`;
  }
  return name;
}

export function EntryList({ entries, ...form }: FormParts & { entries: readonly ShownEntry[] }) {
  if (entries.length === 0) return <p className="mt-2 text-muted">Nothing yet.</p>;
  return (
    <ul className="mt-2">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line py-2">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
            <span>{titleOf(entry)}</span>
            <span className={entry.kobo < 0 ? "text-muted" : ""}>
              {entry.kobo > 0 && "+"}
              <Amount>{formatNaira(entry.kobo)}</Amount>
            </span>
          </p>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span>
              {formatAdminDateTime(entry.receivedAt)} by {entry.byName}
              {entry.approvedByName && `, approved by ${entry.approvedByName}`}
            </span>
            {entry.code && <TextLink to={`/admin/bookings/${entry.code}`}>{entry.code}</TextLink>}
            {entry.runId && <TextLink to={`/admin/runs/${entry.runId}`}>{entry.run ?? "Run"}</TextLink>}
          </p>
          <Details entry={entry} />
          <TakeBack {...form} entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Details({ entry }: { entry: ShownEntry }) {
  const { notes, reason, reference, bankDay, kind, holderKind, coveredAt, takenBack } = entry;
  const lines = [
    notes && notesText(notes),
    reason,
    reference &&
      `Reference ${reference}. ${bankDay ? `In the bank on ${adminDayText(bankDay)}.` : "No bank statement has it yet."}`,
    takenBack && "Taken back.",
    kind === "collected" && holderKind === "rider" && !coveredAt && "Not fully paid in yet.",
  ].filter((line): line is string => typeof line === "string" && line !== "");
  return lines.map((line) => (
    <p key={line} className="text-sm wrap-anywhere">
      {line}
    </p>
  ));
}

/** The label of the field for the reason. */
export const TAKE_BACK_REASON = "Why";

function TakeBack({ entry, ...form }: FormParts & { entry: ShownEntry }) {
  const { formKey, errors, values } = form;
  const may = useMay("approveCash");
  if (!may || entry.takenBack || entry.reverses !== null || entry.kind === "collected") return null;
  const about = `${titleOf(entry)}, ${formatNaira(entry.kobo)}, ${formatAdminDateTime(entry.receivedAt)}`;
  const own = values["intent"] === "take_back" && values["entry"] === String(entry.id);
  return (
    <details open={own}>
      <summary
        aria-label={`Take it back: ${about}`}
        className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4"
      >
        Take it back
      </summary>
      <StaffForm name="Take it back" needs="approveCash" formKey={formKey}>
        <input type="hidden" name="entry" value={entry.id} />
        <Field
          label={TAKE_BACK_REASON}
          name="reversalReason"
          defaultValue={own ? values["reversalReason"] : undefined}
          error={own ? errors["reversalReason"] : undefined}
        />
        <SendButton size="sm" intent="take_back" variant="danger" aria-label={`Take it back: ${about}`}>
          Take it back
        </SendButton>
      </StaffForm>
    </details>
  );
}
