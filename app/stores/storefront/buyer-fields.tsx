/**
 * ORDER-7: the fields for the buyer and the destination. This device stores their values for the buyer's next order.
 */
import { useEffect, useRef } from "react";
import { ownKey } from "../../ui/device-owner.ts";
import { isControl } from "../../ui/draft.ts";
import { AddressFields } from "../../places/address-fields.tsx";
import { Field, PhoneField } from "../../ui/field.tsx";

const NAMES = ["buyerName", "buyerPhone", "deliveryAddress", "deliveryState", "landmark"] as const;

const place = () => ownKey("buyer", "details");

function remember(form: HTMLFormElement): void {
  const typed = new FormData(form);
  try {
    localStorage.setItem(
      place(),
      JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, typed.get(name)]))),
    );
  } catch {
    // The browser blocks its storage, so the buyer must type name, phone and postal address again next time.
  }
}

function restore(form: HTMLFormElement): void {
  try {
    const stored = JSON.parse(localStorage.getItem(place()) ?? "{}") as Record<string, unknown>;
    for (const name of NAMES) {
      const control = form.elements.namedItem(name);
      const value = stored[name];
      if (
        control instanceof Element &&
        isControl(control) &&
        control.value === "" &&
        typeof value === "string"
      )
        control.value = value;
    }
    form.dispatchEvent(new Event("input"));
  } catch {
    // The stored values cannot be read, so the fields stay empty.
  }
}

type Props = { errors: Record<string, string>; values: Record<string, string> };

export function BuyerFields({ errors, values }: Props) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = group.current?.closest("form");
    if (!form) return;
    restore(form);
    const keep = () => remember(form);
    form.addEventListener("change", keep);
    return () => form.removeEventListener("change", keep);
  }, []);
  const of = (name: (typeof NAMES)[number]) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <div ref={group} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field {...of("buyerName")} label="Your name" autoComplete="name" maxLength={120} />
      <PhoneField {...of("buyerPhone")} label="Your phone" hint="The store calls you on this number." />
      <AddressFields
        narrow
        address={{
          ...of("deliveryAddress"),
          optional: true,
          label: "Delivery address",
          maxLength: 400,
          autoComplete: "street-address",
          hint: "Leave it empty to collect from the store.",
        }}
        // The server usually finds the state in the postal address, so the field is optional. If the server has found
        // no state there, the field is required.
        state={{ ...of("deliveryState"), label: "State", optional: !errors["deliveryState"] }}
        sureError={errors["deliveryStateSure"]}
      />
      <Field
        {...of("landmark")}
        label="Landmark"
        optional
        maxLength={120}
        placeholder="Opposite the central mosque"
      />
    </div>
  );
}
