/** BOOK-21: the fields of weight and package type. Until the person chooses a type, the type follows the weight. */
import { useEffect, useRef, type ComponentProps } from "react";
import { DOCUMENT_TOO_HEAVY, MAX_DOCUMENT_KG, PACKAGE_TYPES, packageTypeFor } from "../../domain/booking.ts";
import { parseWeight } from "../../domain/weight.ts";
import { Field, SelectField } from "../../ui/field.tsx";

type Props = {
  weight: Omit<ComponentProps<typeof Field>, "label">;
  type: { name: string; id?: string; defaultValue?: string | undefined; error?: string | undefined };
};

export function WeightAndType({ weight, type }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  /** True if this component changed the type because of the weight. A lighter weight then changes the type back. */
  const proposed = useRef(false);
  const propose = (text: string) => {
    const control = select.current;
    const read = parseWeight(text);
    if (!control || !read.ok) return;
    const fitting = packageTypeFor(read.kg);
    if (control.value === fitting || (control.value !== "Document" && !proposed.current)) return;
    proposed.current = fitting !== "Document";
    control.value = fitting;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // The type is also proposed for a weight that was typed before the script ran.
  useEffect(() => propose(input.current?.value ?? ""), []);
  const asTyped = parseWeight(String(weight.defaultValue ?? ""));
  const fitting = packageTypeFor(asTyped.ok ? asTyped.kg : 0);
  // Without JavaScript the type cannot follow the weight. If the parcel is too heavy for a document, the refused form
  // selects the type that fits. When the button is pressed again, the form sends this type.
  const shown = type.error === DOCUMENT_TOO_HEAVY ? fitting : (type.defaultValue ?? fitting);
  return (
    <>
      <Field
        label="Weight (kg)"
        ref={input}
        inputMode="decimal"
        {...weight}
        onInput={(event) => propose(event.currentTarget.value)}
      />
      <SelectField
        ref={select}
        label="Package type"
        options={PACKAGE_TYPES.map((one) => ({ value: one, label: one }))}
        hint={type.error ? undefined : `A document weighs at most ${MAX_DOCUMENT_KG} kg`}
        {...type}
        defaultValue={shown}
        onChange={() => (proposed.current = false)}
      />
    </>
  );
}
