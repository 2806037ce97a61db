/** TRIP-15: the entry of a pickup at a stop: for each booking, how many pieces the rider took. */
import { byReceiver } from "../../../domain/stop-place.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorLine, Field } from "../../../ui/field.tsx";
import { fieldsOf } from "../../../ui/fields-of.ts";
import { MayNotText } from "../../../ui/permitted-fields.tsx";
import { isOwn, RunForm, type RunForms } from "./run-form.tsx";
import { collectOf, type PieceOnRun, type Stop } from "./run-page.ts";
import { SeenField } from "../../../ui/seen-field.tsx";
import { MoneyFields, When } from "./stop-entry.tsx";

type Props = { stop: Stop; left: readonly PieceOnRun[]; forms: RunForms };

/**
 * Shows the form of a pickup. The button 'All here' has no field for money, so it is hidden if the sender has to pay.
 */
export function PickupEntry({ stop, left, forms }: Props) {
  const mayNot = forms.mayNot.work;
  const senders = byReceiver(left, (piece) => piece);
  return (
    <div className="mt-2 grid gap-3">
      {senders.map((theirs) => {
        const [{ bookingId: booking, name, pieceId } = theirs[0]!] = theirs;
        const isShared = senders.length > 1;
        return (
          <div key={pieceId} className="grid gap-3">
            {[...Map.groupBy(theirs, ({ bookingId }) => bookingId)].map(([bookingId, own]) => (
              <Count key={bookingId} {...{ bookingId, own, forms }} />
            ))}
            {theirs.length > 1 && collectOf(theirs) === 0 && (
              <RunForm
                forms={forms}
                name={`All of stop ${stop.place}${isShared ? `: ${name}` : ""}`}
                intent="all_here"
                about={{ stop: stop.stop, ...(isShared && { booking }) }}
              >
                <Button
                  type="submit"
                  size="sm"
                  variant="secondary"
                  busy={forms.busy}
                  disabled={mayNot !== null}
                >
                  {`All ${theirs.length} here${isShared ? `: ${name}` : ""}`}
                </Button>
              </RunForm>
            )}
          </div>
        );
      })}
      <MayNotText mayNot={mayNot} />
    </div>
  );
}

type CountProps = { bookingId: string; own: readonly PieceOnRun[]; forms: RunForms };

function Count({ bookingId, own, forms }: CountProps) {
  const { bookingCode } = own[0]!;
  const refused = isOwn(forms, "picked_up", { booking: bookingId });
  const { errors, values, mayNot } = forms;
  const field = fieldsOf(forms, refused);
  const collectKobo = collectOf(own);
  const difference = refused ? errors["difference"] : undefined;
  return (
    <RunForm
      forms={forms}
      name={`Picked up ${bookingCode}`}
      intent="picked_up"
      about={{ booking: bookingId }}
      className="grid gap-2 bg-card p-3"
    >
      <fieldset disabled={mayNot.work !== null} className="flex flex-wrap items-start gap-3">
        <legend className="sr-only">{`Picked up ${bookingCode}`}</legend>
        <div className="w-40">
          <Field
            label={`Counted, booked ${own.length}`}
            inputMode="numeric"
            autoComplete="off"
            {...field("count", String(own.length))}
          />
        </div>
        {collectKobo > 0 && (
          <div className="basis-full">
            <MoneyFields collectKobo={collectKobo} field={field} />
          </div>
        )}
        <When field={field("happenedAt")} />
        <SeenField seen={forms.seen} field={field} />
        {!difference && (
          <Button type="submit" size="sm" variant="secondary" busy={forms.busy} className="mt-7 min-h-12">
            Picked up
          </Button>
        )}
        {difference && (
          <div className="basis-full">
            <ErrorLine id={`difference-${bookingId}`} error={difference} />
            <p className="mt-2 flex flex-wrap gap-3">
              <Button
                type="submit"
                size="sm"
                variant="secondary"
                name="difference"
                value="correct"
                busy={forms.busy}
              >
                {`Correct the booking to ${values["count"]}`}
              </Button>
              <Button
                type="submit"
                size="sm"
                variant="secondary"
                name="difference"
                value="record"
                busy={forms.busy}
              >
                Keep it as an exception
              </Button>
            </p>
          </div>
        )}
      </fieldset>
    </RunForm>
  );
}
