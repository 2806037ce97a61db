/** BULK-10: the form that sets the day and time of the one pickup for all parcels of a batch. */
import { Form, useNavigation } from "react-router";
import { PICKUP_LABELS } from "../../domain/pickup-halves.ts";
import { nearDay } from "../../domain/promise.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import type { BatchPage } from "./read-batch.server.ts";

type Props = { pickup: NonNullable<BatchPage["pickup"]>; formKey: string; refused: ActionResult | undefined };

export function PickupPart({ pickup: { day, half, days }, formKey, refused }: Props) {
  const busy = useNavigation().formMethod === "POST";
  // A day that has passed stays in the list, so that the person sees it and replaces it.
  const offered = day === "" || days.includes(day) ? days : [day, ...days];
  return (
    <NamedSection id="pickup" title="One pickup for all" className="mt-6 max-w-3xl">
      <Form method="post" noValidate className="mt-3 flex flex-wrap items-end gap-3">
        <IdempotencyKeyField value={formKey} />
        <SelectField
          label={PICKUP_LABELS.pickupDay}
          name="pickupDay"
          defaultValue={day}
          error={refused?.errors["pickupDay"]}
          options={[
            { value: "", label: "As soon as possible" },
            ...offered.map((value) => ({ value, label: nearDay(value) })),
          ]}
        />
        <SelectField
          label={PICKUP_LABELS.pickupHalf}
          name="pickupHalf"
          defaultValue={half}
          options={[
            { value: "", label: "Any time" },
            { value: "morning", label: "In the morning" },
            { value: "afternoon", label: "In the afternoon" },
          ]}
        />
        <Button intent="pickup" variant="secondary" busy={busy}>
          Save pickup
        </Button>
      </Form>
    </NamedSection>
  );
}
