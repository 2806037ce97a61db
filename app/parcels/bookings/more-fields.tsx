/**
 * BOOK-29: the fields that few parcels need: pieces, value, the receiver's email, inspection, payer. The
 * section is closed at first and can be opened without JavaScript. Without an active hub, only the value is
 * shown.
 */
import { useEffect, useRef, useState, type RefObject } from "react";
import { firstMile } from "../../domain/first-mile.ts";
import { PAYS_BY_PARCEL, USUAL_PAYER, type PaysDelivery } from "../../domain/pays-delivery.ts";
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
  costCentre: "Cost centre",
  declaredValue: VALUE_LABEL,
};

export type HubToChoose = { id: string; name: string };
type FieldOf = ReturnType<typeof useForm<typeof bookingForm>>["field"];
type Texts = Record<string, string>;

/** Staff at the counter always see this field. For senders, it is in the section that is collapsed at first. */
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
  /** True if there is an active price list. Without a price list, the form does not ask for a declared value. */
  priced: boolean;
  hubs: readonly HubToChoose[];
  atCounter: boolean;
  isBrought: boolean;
  business: string | null;
};

export function MoreFields({ formRef, field, values, priced, hubs, atCounter, isBrought, business }: Props) {
  const fold = useFold(formRef);
  const used = NAMES.filter((name) => field(name).error || isSaid(name, values[name]));
  const needed = used.some((name) => hubs.length > 0 || name !== "declaredValue");
  // Once open, the section stays open, so that no field disappears while its error is corrected.
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
  // If there are no hubs, only the value is shown. But an open section stays visible: the form may have been sent
  // before the last hub was closed.
  if (hubs.length === 0 && !business && !isOpen) return value;
  const asksPieces = !atCounter || hubs.length === 0;
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
        <PayerFields {...{ field, hubs, atCounter, isBrought, business }} />
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

/** Draws the payer and, for a member of a business, the cost centre for the invoice. */
function PayerFields({
  field,
  hubs,
  atCounter,
  isBrought,
  business,
}: Pick<Props, "field" | "hubs" | "atCounter" | "isBrought" | "business">) {
  if (hubs.length === 0 && !business) return null;
  const { payerLabels, payerNames } = firstMile(isBrought);
  const payers = atCounter ? payerLabels : payerNames;
  const choices: readonly PaysDelivery[] = [
    ...(business ? (["account"] as const) : []),
    ...(hubs.length > 0 ? PAYS_BY_PARCEL : [USUAL_PAYER]),
  ];
  return (
    <>
      <SelectField
        label={MORE_LABELS.paysDelivery}
        options={choices.map((value) => ({ value, label: payers[value] }))}
        hint={business && `On account: ${business} pays by invoice`}
        {...field("paysDelivery")}
      />
      {business && (
        <Field
          label={MORE_LABELS.costCentre}
          optional
          maxLength={60}
          hint="It stands on the invoice"
          {...field("costCentre")}
        />
      )}
    </>
  );
}

const NAMES = Object.keys(MORE_LABELS) as (keyof typeof MORE_LABELS)[];

const UNSAID: Texts = { pieces: "1", paysDelivery: USUAL_PAYER };
const isSaid = (name: string, value: string | undefined) => (value ?? "") !== "" && value !== UNSAID[name];

/** Opens the section when one of its fields is about to take the focus, or when a restored draft fills its fields. */
function useFold(formRef: RefObject<HTMLFormElement | null>) {
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const form = formRef.current;
    const details = fold.current;
    if (!form || !details) return;
    const open = () => void (details.open = true);
    const follow = ({ target }: Event) => {
      // A restored draft fires the event on the form itself, not on a field.
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
