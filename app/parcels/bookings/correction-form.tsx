/** STAFF-23: the form that corrects a booking. The form is closed at first and can be opened without JavaScript. */
import { useEffect, useRef, useState } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { formatNaira } from "../../domain/money.ts";
import { firstMile } from "../../domain/first-mile.ts";
import { payersFor } from "../../domain/pays-delivery.ts";
import { Button } from "../../ui/button.tsx";
import { AddressFields } from "../../places/address-fields.tsx";
import { EmailField, Field, RadioCards, SelectField } from "../../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../../ui/form.tsx";
import type { correctionForm } from "./correction-form-schema.ts";

const labelsOf = (isBrought: boolean) => ({
  senderAddress: firstMile(isBrought).address,
  senderState: firstMile(isBrought).state,
  senderStateSure: firstMile(isBrought).state,
  receiverAddress: "Delivery address",
  receiverState: "Delivery state",
  receiverStateSure: "Delivery state",
  senderPhone: "Sender's phone",
  receiverPhone: "Receiver's phone",
  senderEmail: "Sender's email",
  receiverEmail: "Receiver's email",
  packageWeight: "Weight (kg)",
  pieces: "Pieces",
  paysDelivery: "Delivery paid by",
  collect: "Amount to collect from the receiver (₦)",
  newPrice: "Price",
});
const loadForm = () => import("./correction-form-schema.ts").then((schema) => schema.correctionForm);

type Props = {
  booking: { id: string; version: number };
  formKey: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  /** STAFF-28: true if an address names another state than the chosen one. The form is then open at first. */
  stateInDoubt: boolean;
  /** COD-7: true if the form shows the amount to collect. */
  withCollect: boolean;
  withPieces: boolean;
  withPayer: boolean;
  isBrought: boolean;
  /** RECEIVER-5: true if the form shows the receiver's email. */
  withEmail: boolean;
  /** MAIL-5: true if the form shows the sender's email. */
  withSenderEmail: boolean;
};

/**
 * After a save the form shows the stored values again. If another person changes the booking, the typed
 * values stay, and the server reports the conflict.
 */
export function CorrectionFormView(props: Props) {
  const { key: visit } = useLocation();
  const [first] = useState(visit);
  const [shown, setShown] = useState(visit);
  if (shown !== visit && Object.keys(props.errors).length === 0) setShown(visit);
  return <OneCorrection key={shown} saved={shown !== first} {...props} />;
}

function OneCorrection(props: Props & { saved: boolean }) {
  const { booking, formKey, errors, values, stateInDoubt, withCollect, saved } = props;
  const labels = labelsOf(props.isBrought);
  const summary = useRef<HTMLElement>(null);
  const [begun] = useState(booking.version);
  // The form sends the version that was loaded before the typing began, so that another person's change causes a
  // conflict. After a conflict the form sends the newest version.
  const version = errors["form"] ? booking.version : begun;
  const { hash } = useLocation();
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A link of the dispatch list ends with #correct. This hash opens the form.
    const details = fields.current?.closest("details");
    if (hash !== "#correct" || saved || !details) return;
    details.open = true;
    fields.current?.querySelector<HTMLElement>("textarea, input")?.focus();
  }, [hash, saved]);
  useEffect(() => {
    // Saving removes the focused button, so the focus moves to the summary.
    if (saved && document.activeElement === document.body) summary.current?.focus();
  }, [saved]);
  const { field, handlers, allErrors, formId } = useForm(loadForm, { errors, values });
  const busy = useNavigation().state !== "idle";
  return (
    <details
      open={stateInDoubt || Object.keys(errors).length > 0}
      className="mt-6 border-y border-line py-2 open:pb-4 print:hidden"
    >
      <summary ref={summary} className="cursor-pointer py-2 font-semibold underline underline-offset-4">
        {withCollect
          ? "Correct an address, a phone, the weight or the amount to collect"
          : "Correct an address, a phone or the weight"}
      </summary>
      <Form method="post" noValidate className="mt-3 grid gap-4" {...handlers}>
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="intent" value="correct" />
        <input type="hidden" name="id" value={booking.id} />
        <input type="hidden" name="version" value={version} />
        <FormErrors errors={allErrors} formId={formId} labels={labels} />
        <p className="text-sm text-muted">The sender gets an email that says what was corrected.</p>
        <div ref={fields} className="grid gap-4 sm:grid-cols-2">
          <CorrectionFields field={field} payer={values["paysDelivery"] ?? ""} {...props} />
        </div>
        {values["offeredAfter"] && errors["newPrice"] && (
          <RadioCards
            legend={labels.newPrice}
            id={field("newPrice").id}
            name="newPrice"
            error={field("newPrice").error}
            options={[
              {
                value: values["offeredAfter"],
                text: `${formatNaira(Number(values["offeredAfter"]))}, the new price. We ask the sender to accept the new price.`,
              },
              { value: "keep", text: `${formatNaira(Number(values["offeredBefore"]))}, the price as it is` },
            ]}
          />
        )}
        <div>
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Save corrections
          </Button>
        </div>
      </Form>
    </details>
  );
}

type FieldsProps = Pick<
  Props,
  "withCollect" | "withPieces" | "withPayer" | "withEmail" | "withSenderEmail" | "isBrought"
> & {
  field: ReturnType<typeof useForm<typeof correctionForm>>["field"];
  payer: string;
};

function CorrectionFields(props: FieldsProps) {
  const { field, payer, withCollect, withPieces, withPayer, withEmail, withSenderEmail, isBrought } = props;
  const labels = labelsOf(isBrought);
  return (
    <>
      {(["sender", "receiver"] as const).map((end) => (
        <AddressFields
          key={end}
          narrow
          address={{ label: labels[`${end}Address`], ...field(`${end}Address`) }}
          state={{ label: labels[`${end}State`], ...field(`${end}State`) }}
          sureError={field(`${end}StateSure`).error}
        />
      ))}
      <Field label={labels.senderPhone} type="tel" {...field("senderPhone")} />
      <Field label={labels.receiverPhone} type="tel" {...field("receiverPhone")} />
      {withSenderEmail && (
        <EmailField label={labels.senderEmail} optional autoComplete="off" {...field("senderEmail")} />
      )}
      {withEmail && (
        <EmailField label={labels.receiverEmail} optional autoComplete="off" {...field("receiverEmail")} />
      )}
      <Field label={labels.packageWeight} inputMode="decimal" {...field("packageWeight")} />
      {withPieces && <Field label={labels.pieces} inputMode="numeric" {...field("pieces")} />}
      {withPayer && (
        <SelectField
          label={labels.paysDelivery}
          options={payersFor(payer).map((value) => ({
            value,
            label: firstMile(isBrought).payerLabels[value],
          }))}
          {...field("paysDelivery")}
        />
      )}
      {withCollect && (
        <Field
          label={labels.collect}
          optional
          inputMode="decimal"
          hint="Leave it empty to collect nothing"
          {...field("collect")}
        />
      )}
    </>
  );
}
