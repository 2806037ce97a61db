/** TRIP-9: the form in which the office enters a rider's deed at a stop of a delivery run. */
import { useLocation } from "react-router";
import { formatNaira, plainNaira } from "../../../domain/money.ts";
import { COLLECTION_REASONS, COLLECTION_REASON_LABELS } from "../../../domain/settlement.ts";
import { REASON_OPTIONS } from "../../../domain/failure-reasons.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, SelectField } from "../../../ui/field.tsx";
import { fieldsOf } from "../../../ui/fields-of.ts";
import { MayNotText } from "../../../ui/permitted-fields.tsx";
import { SeenField } from "../../../ui/seen-field.tsx";
import { isOwn, RunForm, type RunForms } from "./run-form.tsx";
import { collectOf, type PieceOnRun, type Stop } from "./run-page.ts";

type Props = {
  stop: Stop;
  left: readonly PieceOnRun[];
  /** The pieces that had a failed attempt and that the rider still has. */
  failed: readonly PieceOnRun[];
  /** True if the stop has other receivers, too. The forms then name the receiver of these pieces. */
  isShared: boolean;
  forms: RunForms;
};

const LESS = [
  { value: "", label: "All was collected" },
  ...COLLECTION_REASONS.map((value) => ({ value, label: COLLECTION_REASON_LABELS[value] })),
];
const REASONS = [{ value: "", label: "Choose a reason" }, ...REASON_OPTIONS];

export function StopEntry({ stop, left, failed, isShared, forms }: Props) {
  const [first] = [...left, ...failed];
  const about = { stop: stop.stop, ...(isShared && { booking: first!.bookingId }) };
  const whose = isShared ? `: ${first!.name}` : "";
  const refused = ["delivered", "attempted", "all_here"].some((intent) => isOwn(forms, intent, about));
  const pieces = [...left, ...failed];
  const mayNot = forms.mayNot.work;
  return (
    <details
      // The key changes when this person sends a form, which closes this part. When other people send forms, this part
      // stays open and keeps its text.
      key={useLocation().key}
      open={refused}
      className="mt-1"
    >
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-ink underline underline-offset-4 pointer-fine:min-h-8">
        {left.length > 0 ? "Enter what happened" : "Delivered after all?"}
        {whose}
        <span className="sr-only">, {stop.place}</span>
      </summary>
      <div className="mb-2 grid gap-x-8 gap-y-4 bg-card p-3 md:grid-cols-2">
        <Delivered {...{ at: `${stop.place}${whose}`, about, left, pieces, forms, mayNot }} />
        <NotDelivered {...{ at: `${stop.place}${whose}`, about, pieces, forms, mayNot }} />
      </div>
      <MayNotText mayNot={mayNot} />
    </details>
  );
}

/**
 * `at`: the name of the stop, for the names of the forms. `about`: the hidden fields that say which stop and receiver a
 * form is about.
 */
type PartProps = {
  at: string;
  about: Record<string, string | number>;
  pieces: readonly PieceOnRun[];
  forms: RunForms;
  mayNot: string | null;
};

const fieldsOfStop = ({ about, forms }: PartProps, ...intents: string[]) =>
  fieldsOf(
    forms,
    intents.some((intent) => isOwn(forms, intent, about)),
  );

function Delivered(props: PartProps & { left: readonly PieceOnRun[] }) {
  const { at, about, left, pieces, forms, mayNot } = props;
  const field = fieldsOfStop(props, "delivered", "all_here");
  const needsPin = forms.pinNeeded.some((id) => pieces.some(({ bookingId }) => bookingId === id));
  return (
    <RunForm forms={forms} name={`Delivered at stop ${at}`} about={about}>
      <fieldset disabled={mayNot !== null} className="grid gap-3">
        <legend className="font-semibold">Delivered</legend>
        <Chosen pieces={pieces} />
        <Field label="Who took it" optional autoComplete="off" {...field("note")} />
        <Field
          label="PIN"
          optional={!needsPin}
          inputMode="numeric"
          autoComplete="off"
          hint={needsPin ? "Needed: money is collected, or the goods are worth much" : undefined}
          {...field("pin")}
        />
        {needsPin && (
          <Field
            label="Why is there no PIN?"
            optional
            autoComplete="off"
            hint="Then the desk asks the receiver"
            {...field("noPin")}
          />
        )}
        {collectOf(pieces) > 0 && (
          <MoneyFields collectKobo={collectOf(left.length > 0 ? left : pieces)} field={field} asksWhy />
        )}
        <When field={field("happenedAt")} />
        <SeenField seen={forms.seen} field={field} />
        <p className="flex flex-wrap gap-3">
          {left.length > 1 && (
            <Button
              size="sm"
              variant="secondary"
              intent="all_here"
              busy={forms.busy}
              aria-label={`All ${left.length} here: ${at}`}
            >
              {`All ${left.length} here`}
            </Button>
          )}
          <Button
            size="sm"
            variant="secondary"
            intent="delivered"
            busy={forms.busy}
            aria-label={`Delivered: ${at}`}
          >
            Delivered
          </Button>
        </p>
      </fieldset>
    </RunForm>
  );
}

/**
 * `collectKobo`: the amount for the pieces that are ticked when the form opens. Pieces with a failed attempt are not
 * ticked, so the amount is 0 if money is due only for them. `asksWhy`: true if the person must say why less was
 * collected.
 */
type MoneyProps = { collectKobo: number; field: ReturnType<typeof fieldsOf>; asksWhy?: boolean };

export function MoneyFields({ collectKobo, field, asksWhy = false }: MoneyProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Collected (₦)"
        optional
        inputMode="decimal"
        hint={`${collectKobo > 0 ? `${formatNaira(collectKobo)} is to be paid. ` : ""}It is in the rider's account then.`}
        {...field("collected")}
        defaultValue={
          field("collected").defaultValue ?? (collectKobo > 0 ? plainNaira(collectKobo) : undefined)
        }
      />
      <Field
        label="By transfer (₦)"
        optional
        inputMode="decimal"
        hint="The part that was no cash. Dispatch confirms it."
        {...field("transferred")}
      />
      {asksWhy && <SelectField label="Why less" optional options={LESS} {...field("less")} />}
    </div>
  );
}

function NotDelivered(props: PartProps) {
  const { at, about, pieces, forms, mayNot } = props;
  const field = fieldsOfStop(props, "attempted");
  return (
    <RunForm forms={forms} name={`Not delivered at stop ${at}`} about={about}>
      <fieldset disabled={mayNot !== null} className="grid gap-3">
        <legend className="font-semibold">Not delivered</legend>
        <Chosen pieces={pieces} />
        <SelectField label="Why was it not delivered?" options={REASONS} {...field("reason")} />
        <Field label="Note" optional autoComplete="off" {...field("note")} />
        <Field
          label="Receiver called at"
          optional
          type="time"
          hint="On the day it happened"
          {...field("calledAt")}
        />
        <When field={field("happenedAt")} />
        <SeenField seen={forms.seen} field={field} />
        <p>
          <Button
            size="sm"
            variant="secondary"
            intent="attempted"
            busy={forms.busy}
            aria-label={`Not delivered: ${at}`}
          >
            Not delivered
          </Button>
        </p>
      </fieldset>
    </RunForm>
  );
}

/** Shows which pieces the form is about. If there are several, each can be unticked. A single piece cannot. */
function Chosen({ pieces }: { pieces: readonly PieceOnRun[] }) {
  const [first, ...others] = pieces;
  if (others.length === 0) return <input type="hidden" name={`piece:${first!.pieceId}`} value="on" />;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {pieces.map(({ pieceId, code, attempt }) => (
        <li key={pieceId}>
          <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              name={`piece:${pieceId}`}
              defaultChecked={!attempt}
              className="size-5 accent-ink"
            />
            {code}
          </label>
        </li>
      ))}
    </ul>
  );
}

type WhenProps = { field: { name: string; defaultValue: string | undefined; error: string | undefined } };

/** Shows the field for the time of the entry. If the field is empty, the current time is used. */
export const When = ({ field }: WhenProps) => (
  <Field label="When it happened" optional type="datetime-local" {...field} />
);
