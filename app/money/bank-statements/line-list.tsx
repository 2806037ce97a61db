/** The lines of a statement in one state, and the form for decisions about them. */
import { Link } from "react-router";
import { StaffForm } from "../../access/staff-form.tsx";
import { adminDayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { LINE_STATES, type LineState } from "../../domain/payment.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Amount } from "../../ui/amount.tsx";
import type { Matched } from "./match-statement.ts";
import { writeParts } from "./parts-text.ts";
import { CHOICE_LABELS, CHOICES, fieldId, LINE_STATE_LABELS } from "./statement-page-forms.ts";
import type { StatementLine } from "./statement-line.ts";
import type { LinePayer } from "./stored-lines.server.ts";
import { useCompany } from "../../platform/company/use-company.ts";

type MatchedLine = Omit<Matched<StatementLine>, "balance" | "broken" | "doubts">;
type Lines = { lines: readonly MatchedLine[]; payers: Record<string, LinePayer> };

export function StateTabs({ counts, show }: { counts: Record<LineState, number>; show: LineState }) {
  return (
    <nav aria-label="Rows" className="mt-6 flex flex-wrap gap-2">
      {LINE_STATES.map((state) => (
        <Link
          key={state}
          to={`?show=${state}`}
          preventScrollReset
          aria-current={state === show ? "page" : undefined}
          className="inline-flex min-h-11 items-center gap-2 border-2 border-ink px-3 font-semibold aria-[current]:bg-ink aria-[current]:text-paper"
        >
          {LINE_STATE_LABELS[state]} <span className="tabular-nums">{counts[state]}</span>
        </Link>
      ))}
    </nav>
  );
}

export function LineList({ lines, payers }: Lines) {
  if (lines.length === 0) return <p className="mt-4 text-muted">No rows here.</p>;
  return (
    <ul className="mt-4 grid max-w-4xl gap-3">
      {lines.map((line) => (
        <li key={line.row} className="bg-card p-4">
          <LineText line={line} />
          <Parts line={line} payers={payers} />
        </li>
      ))}
    </ul>
  );
}

export function DecisionForm({ formKey, errors, values, lines, payers }: FormParts & Lines) {
  const { example } = useCompany();
  if (lines.length === 0) return <LineList lines={lines} payers={payers} />;
  return (
    <StaffForm name="Rows" needs="decideStatements" formKey={formKey} className="mt-4 max-w-4xl">
      <p className="text-sm text-muted">
        {"In 'Bookings' write a tracking code or an invoice number on each line, with its amount."}
      </p>
      <ul className="grid gap-3">
        {lines.map((line) => (
          <li key={line.row} className="bg-card p-4">
            <LineText line={line} />
            <Parts line={line} payers={payers} />
            <div className="mt-2 grid gap-3 sm:grid-cols-[12rem_1fr]">
              <SelectField
                label={`Row ${line.row}`}
                name={`do-${line.row}`}
                options={CHOICES.map((value) => ({ value, label: CHOICE_LABELS[value] }))}
                defaultValue={values[`do-${line.row}`] ?? choiceOf(line)}
              />
              <TextAreaField
                id={fieldId(`parts-${line.row}`)}
                label="Bookings"
                name={`parts-${line.row}`}
                rows={Math.max(1, line.parts.length)}
                spellCheck={false}
                placeholder={`${example} 5000`}
                defaultValue={values[`parts-${line.row}`] ?? writeParts(line.parts)}
                error={errors[`parts-${line.row}`]}
              />
            </div>
          </li>
        ))}
      </ul>
      <div>
        <SendButton intent="decide" busyLabel="Saving...">
          Save these rows
        </SendButton>
      </div>
    </StaffForm>
  );
}

const choiceOf = ({ state, decided }: MatchedLine) =>
  state === "left_out" ? "leave" : decided ? "record" : "open";

function LineText({ line: { row, on, kobo, direction, text, reference, why } }: { line: MatchedLine }) {
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold tabular-nums">
        <span>{[`Row ${row}`, on && adminDayText(on)].filter(Boolean).join(", ")}</span>
        {kobo !== null && <Amount>{formatNaira(direction === "in" ? kobo : -kobo)}</Amount>}
      </p>
      <p className="wrap-anywhere" translate="no">
        {text}
      </p>
      {reference && <p className="text-sm wrap-anywhere text-muted">{`Reference ${reference}`}</p>}
      {why && <p className="text-sm font-semibold">{why}</p>}
    </>
  );
}

function Parts({ line: { parts }, payers }: { line: MatchedLine } & Pick<Lines, "payers">) {
  return (
    parts.length > 0 && (
      <ul className="mt-1 text-sm">
        {parts.map(({ code, kobo }) => (
          <li key={code} className="wrap-anywhere">
            <TextLink to={payers[code]?.to ?? `/admin/bookings/${code}/money`}>{code}</TextLink>{" "}
            {[formatNaira(kobo), payers[code]?.name].filter(Boolean).join(", ")}
          </li>
        ))}
      </ul>
    )
  );
}
