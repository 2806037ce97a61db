/** COMPANY-6, COMPANY-8: the states that the company serves. */
import { useNavigation } from "react-router";
import { STATES, stateLabel, type StateName } from "../../domain/states.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/field.tsx";
import { PartForm, type PartProps } from "./part-form.tsx";
import { servesName } from "./served.ts";

type Props = PartProps & {
  unserved: readonly StateName[];
  /** Served states without a delivering hub; empty if the company has no hubs. */
  withoutHub: readonly StateName[];
};

const BY_HUBS = "served-by-hubs";

export function ServedPart({ unserved, withoutHub, refused, ...part }: Props) {
  const busy = useNavigation().formData?.get("intent") === BY_HUBS;
  // The button 'served-by-hubs' belongs to this form, so this form shows that button's refusal.
  const own =
    refused?.values["intent"] === BY_HUBS
      ? { ...refused, values: { ...refused.values, intent: "served" } }
      : refused;
  return (
    <PartForm
      {...part}
      refused={own}
      intent="served"
      title="States you serve"
      stored={unserved.join()}
      more={
        withoutHub.length > 0 && (
          <Button intent={BY_HUBS} variant="secondary" busy={busy} busyLabel="Saving...">
            Switch off the states that no hub serves
          </Button>
        )
      }
    >
      {(_, again) => (
        <>
          <p className="text-muted">
            Bookings and orders from or to a state without a tick are refused: We do not deliver to Borno yet.
          </p>
          {withoutHub.length > 0 && (
            <p>{`No hub delivers to ${withoutHub.map(stateLabel).join(", ")}. The desk is asked for each parcel there.`}</p>
          )}
          {again?.errors["unserved"] && (
            <p className="text-sm font-semibold text-stop">{again.errors["unserved"]}</p>
          )}
          <div className="grid gap-x-4 sm:grid-cols-3">
            {STATES.map((state) => (
              <CheckboxField
                key={state}
                label={stateLabel(state)}
                name={servesName(state)}
                defaultChecked={again ? servesName(state) in again.values : !unserved.includes(state)}
              />
            ))}
          </div>
        </>
      )}
    </PartForm>
  );
}
