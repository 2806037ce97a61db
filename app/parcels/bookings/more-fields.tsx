/**
 * BOOK-29: what few parcels need: pieces, a value, the receiver's email, a look inside, who pays. Closed until somebody opens it; it opens without a script too. Where there
 * is no active hub, nothing but the value is asked, and plainly.
 */
import { useEffect, useRef, useState, type RefObject } from "react";
import { PAYS_DELIVERY, PAYS_DELIVERY_LABELS, PAYS_DELIVERY_NAMES } from "../../domain/pays-delivery.ts";
import { VALUE_HINT, VALUE_LABEL } from "../../money/prices/price-text.ts";
import { isControl } from "../../ui/draft.ts";
import { CheckboxField, EmailField, Field, SelectField } from "../../ui/field.tsx";
import { REVEAL, type useForm } from "../../ui/form.tsx";
import type { bookingForm } from "./booking-form-schema.ts";

export const MORE_LABELS = {
  pieces: "How many pieces?",
  receiverEmail: "Receiver's email",
  mayLookInside: "The receiver may look inside before paying",
  paysDelivery: "Who pays for the delivery?",
  declaredValue: VALUE_LABEL,
};

/** An active hub, as the form offers it. */
export type HubChoice = { id: string; name: string; address: string };
type FieldOf = ReturnType<typeof useForm<typeof bookingForm>>["field"];
type Texts = Record<string, string>;

/** The number of pieces: asked plainly at the counter, and of senders in the fold. */
export const PiecesField = ({ field }: { field: FieldOf }) => {
  const { defaultValue = "1", ...pieces } = field("pieces");
  return (
    <Field
      label={MORE_LABELS.pieces}
      inputMode="numeric"
      hint="Each gets its own label. Give the weight of all together."
      defaultValue={defaultValue}
      {...pieces}
    />
  );
};

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  field: FieldOf;
  values: Texts;
  /** A price list counts now: goods can have a value. */
  priced: boolean;
  hubs: readonly HubChoice[];
  atCounter: boolean;
};

export function MoreFields({ formRef, field, values, priced, hubs, atCounter }: Props) {
  const fold = useFold(formRef);
  const used = NAMES.filter((name) => field(name).error || isSaid(name, values[name]));
  const needed = used.some((name) => hubs.length > 0 || name !== "declaredValue");
  // Once open it stays so: an error that was just corrected must not fold away the field under the hand.
  const [isOpen, setOpen] = useState(needed);
  if (needed && !isOpen) setOpen(true);
  const value = priced && (
    <Field
      label={MORE_LABELS.declaredValue}
      optional
      inputMode="decimal"
      hint={VALUE_HINT}
      {...field("declaredValue")}
    />
  );
  // What was sent all the same, or before the last hub was closed, is shown to be changed.
  if (hubs.length === 0 && !isOpen) return value;
  const asksPieces = !atCounter || hubs.length === 0;
  const payers = atCounter ? PAYS_DELIVERY_LABELS : PAYS_DELIVERY_NAMES;
  return (
    <details ref={fold} open={isOpen} className="border-y border-line">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold underline underline-offset-4">
        More about the parcel
      </summary>
      <div className="grid gap-4 pt-2 pb-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {asksPieces && <PiecesField field={field} />}
          {value}
        </div>
        {hubs.length > 0 && (
          <SelectField
            label={MORE_LABELS.paysDelivery}
            options={PAYS_DELIVERY.map((value) => ({ value, label: payers[value] }))}
            {...field("paysDelivery")}
          />
        )}
        {(hubs.length > 0 || used.includes("receiverEmail")) && (
          <EmailField
            label={MORE_LABELS.receiverEmail}
            optional
            autoComplete="off"
            hint="We mail them the PIN and what is to be paid when it is out for delivery"
            {...field("receiverEmail")}
          />
        )}
        <CheckboxField
          label={MORE_LABELS.mayLookInside}
          name="mayLookInside"
          defaultChecked={values["mayLookInside"] === "on"}
        />
      </div>
    </details>
  );
}

const NAMES = Object.keys(MORE_LABELS) as (keyof typeof MORE_LABELS)[];

/** What a field says while nobody has said anything. */
const UNSAID: Texts = { pieces: "1", paysDelivery: PAYS_DELIVERY[0] };
const isSaid = (name: string, value: string | undefined) => (value ?? "") !== "" && value !== UNSAID[name];

/** It opens for a field that is about to get the focus, and where a draft that comes back says something in it. */
function useFold(formRef: RefObject<HTMLFormElement | null>) {
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const form = formRef.current;
    const details = fold.current;
    if (!form || !details) return;
    const open = () => void (details.open = true);
    const follow = ({ target }: Event) => {
      // The form itself says that its draft is back.
      if (target !== form) return;
      const said = [...form.elements].some(
        (control) => details.contains(control) && isControl(control) && saysMore(control),
      );
      if (said) open();
    };
    details.addEventListener(REVEAL, open);
    form.addEventListener("input", follow);
    return () => {
      details.removeEventListener(REVEAL, open);
      form.removeEventListener("input", follow);
    };
  }, [formRef]);
  return fold;
}

const saysMore = (control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) =>
  control instanceof HTMLInputElement && control.type === "checkbox"
    ? control.checked
    : isSaid(control.name, control.value);
