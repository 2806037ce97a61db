/** TRIP-14: the button 'All others delivered', with the number of pieces that it is about. */
import { formatNaira } from "../../../domain/money.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { CancelLink } from "../../../ui/cancel-link.tsx";
import { CheckboxField, Field } from "../../../ui/field.tsx";
import { fieldsOf } from "../../../ui/fields-of.ts";
import { UrlDialog } from "../../../ui/url-dialog.tsx";
import { counted } from "../run-text.ts";
import { isOwn, RunForm, type RunForms } from "./run-form.tsx";
import type { PieceOnRun, Stop } from "./run-page.ts";
import { When } from "./stop-entry.tsx";

type Props = {
  runId: string;
  left: readonly PieceOnRun[];
  stops: readonly Stop[];
  forms: RunForms;
  asked: boolean;
};

export function RestDelivered({ runId, left, stops, forms, asked }: Props) {
  if (left.length === 0 || forms.mayNot.work !== null) return null;
  const here = `/admin/runs/${runId}`;
  const own = isOwn(forms, "rest");
  const field = fieldsOf(forms, own);
  const ids = new Set(left.map(({ pieceId }) => pieceId));
  const atStops = stops.filter(({ pieces }) => pieces.some(({ pieceId }) => ids.has(pieceId)));
  const withPin = forms.pinNeeded.filter((id) => left.some(({ bookingId }) => bookingId === id)).length;
  const collect = atStops.reduce((sum, { collectKobo }) => sum + collectKobo, 0);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 bg-card px-4 py-2">
      <p>
        Nothing entered yet for <strong>{counted(left.length, "piece")}</strong> at{" "}
        {counted(atStops.length, "stop")}.
      </p>
      <ButtonLink size="sm" variant="secondary" to={`${here}?confirm=rest`}>
        All others delivered
      </ButtonLink>
      {asked && (
        <UrlDialog
          title={`${counted(left.length, "piece")} delivered?`}
          text={`At ${counted(atStops.length, "stop")}${collect > 0 ? `, ${formatNaira(collect)} to collect` : ""}. Each sender is emailed.`}
          closeTo={here}
        >
          <RunForm
            forms={forms}
            name="All others delivered"
            intent="rest"
            about={{ count: left.length }}
            className="grid gap-4"
          >
            <When field={field("happenedAt")} />
            {collect > 0 && (
              <CheckboxField
                label={`${formatNaira(collect)} was collected`}
                name="allCollected"
                defaultChecked={own ? forms.values["allCollected"] === "on" : true}
                hint="It is in the rider's account then. Enter a stop with less at its stop."
              />
            )}
            {withPin > 0 && (
              <Field
                label="Why is there no PIN?"
                autoComplete="off"
                hint={`${counted(withPin, "parcel")} of them ${withPin > 1 ? "need" : "needs"} it. Enter those with their PINs at their stops, or say why here.`}
                {...field("noPin")}
              />
            )}
            <p className="flex flex-wrap items-center gap-4">
              <Button type="submit" busy={forms.busy} busyLabel="Saving..." data-start>
                {`Yes, all ${left.length} delivered`}
              </Button>
              <CancelLink to={here} />
            </p>
          </RunForm>
        </UrlDialog>
      )}
    </div>
  );
}
