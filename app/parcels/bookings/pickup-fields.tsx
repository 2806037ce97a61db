/** BOOK-32: the day and time of the pickup. Without a choice, the rider comes on the first possible day. */
import { useEffect, useRef } from "react";
import { PICKUP_LABELS } from "../../domain/pickup-halves.ts";
import { nearDay } from "../../domain/promise.ts";
import type { QuoteText } from "../../money/prices/price-text.ts";
import { SelectField } from "../../ui/field.tsx";
import type { useForm } from "../../ui/form.tsx";
import type { bookingForm } from "./booking-form-schema.ts";
import type { PageDays } from "./use-typed-parcel.ts";

type Props = {
  field: ReturnType<typeof useForm<typeof bookingForm>>["field"];
  days: PageDays;
  quotes: readonly QuoteText[];
};

export function PickupFields({ field, days, quotes }: Props) {
  const pickups = quotes[0]?.pickups ?? days.pickups;
  const select = useRef<HTMLSelectElement>(null);
  const chosen = useRef("");
  // If the chosen day is no longer offered, the browser selects the first option without an event. So the event is
  // fired here.
  useEffect(() => {
    if (select.current && select.current.value !== chosen.current)
      select.current.dispatchEvent(new Event("input", { bubbles: true }));
  }, [pickups]);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        ref={select}
        label={PICKUP_LABELS.pickupDay}
        onInput={({ currentTarget }) => void (chosen.current = currentTarget.value)}
        options={[
          { value: "", label: "As soon as possible" },
          ...pickups.split(" ").map((value) => ({ value, label: nearDay(value) })),
        ]}
        {...field("pickupDay")}
      />
      <SelectField
        label={PICKUP_LABELS.pickupHalf}
        options={[
          { value: "", label: "Any time" },
          { value: "morning", label: "In the morning" },
          { value: "afternoon", label: "In the afternoon" },
        ]}
        {...field("pickupHalf")}
      />
    </div>
  );
}
