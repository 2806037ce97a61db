/** BOOK-28: the form with which a sender corrects a pending booking. */
import { Form, useNavigation } from "react-router";
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES } from "../../domain/booking.ts";
import { formatNaira } from "../../domain/money.ts";
import { firstMile } from "../../domain/first-mile.ts";
import { payersFor } from "../../domain/pays-delivery.ts";
import { WeightAndType } from "../../money/prices/weight-and-type.tsx";
import { AddressFields } from "../../places/address-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { EmailField, ErrorLine, Field, PhoneField, SelectField } from "../../ui/field.tsx";
import { FieldGroup } from "../../ui/field-group.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../../ui/form.tsx";

const labelsOf = (isBrought: boolean) => ({
  senderPhone: "Your phone number",
  senderAddress: firstMile(isBrought).address,
  senderState: firstMile(isBrought).state,
  senderStateSure: firstMile(isBrought).state,
  receiverName: "Receiver's full name",
  receiverPhone: "Receiver's phone number",
  receiverEmail: "Receiver's email",
  receiverAddress: "Delivery address",
  receiverState: "Delivery state",
  receiverStateSure: "Delivery state",
  packageDescription: "What is in it?",
  packageWeight: "Weight (kg)",
  packageType: "Package type",
  deliveryType: "Delivery type",
  pieces: "How many pieces?",
  paysDelivery: "Who pays for the delivery?",
  newPrice: "Price",
});
const loadForm = () => import("./own-correction-schema.ts").then((schema) => schema.ownCorrectionForm);

const DELIVERY_OPTIONS = DELIVERY_TYPES.map((type) => {
  const { name, promise } = DELIVERY_TYPE_LABELS[type];
  return { value: type, label: `${name} (${promise})` };
});

type Props = {
  version: number;
  formKey: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  /** BOOK-29: true if the form shows the payer. */
  withPayer: boolean;
  isBrought: boolean;
};

export function OwnCorrectionForm({ version, formKey, errors, values, withPayer, isBrought }: Props) {
  const labels = labelsOf(isBrought);
  const { field, handlers, allErrors, formId } = useForm(loadForm, { errors, values });
  const busy = useNavigation().formData?.get("intent") === "";
  const offered = errors["newPrice"] ? (values["offeredAfter"] ?? "") : "";
  const { id, error } = field("newPrice");
  return (
    <Form method="post" noValidate className="mt-8 grid gap-8" {...handlers}>
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="intent" value="" />
      <input type="hidden" name="version" value={version} />
      <FormErrors errors={allErrors} formId={formId} labels={labels} title="Nothing is saved yet" />
      <FieldGroup legend="Receiver">
        <Field label={labels.receiverName} autoComplete="off" {...field("receiverName")} />
        <PhoneField label={labels.receiverPhone} autoComplete="off" {...field("receiverPhone")} />
        {withPayer && (
          <EmailField
            label={labels.receiverEmail}
            optional
            autoComplete="off"
            hint="For the PIN and what is to be paid, on the day"
            {...field("receiverEmail")}
          />
        )}
        <AddressFields
          address={{ label: labels.receiverAddress, ...field("receiverAddress") }}
          state={{ label: labels.receiverState, ...field("receiverState") }}
          sureError={field("receiverStateSure").error}
        />
      </FieldGroup>
      <FieldGroup legend={isBrought ? "Sender" : "Pickup"}>
        <PhoneField label={labels.senderPhone} {...field("senderPhone")} />
        <AddressFields
          address={{ label: labels.senderAddress, ...field("senderAddress") }}
          state={{ label: labels.senderState, ...field("senderState") }}
          sureError={field("senderStateSure").error}
        />
      </FieldGroup>
      <FieldGroup legend="Package">
        <Field label={labels.packageDescription} {...field("packageDescription")} />
        <div className="grid gap-4 sm:grid-cols-2">
          <WeightAndType weight={field("packageWeight")} type={field("packageType")} />
        </div>
        <SelectField label={labels.deliveryType} options={DELIVERY_OPTIONS} {...field("deliveryType")} />
        {(withPayer || values["pieces"] !== "1") && (
          <Field label={labels.pieces} inputMode="numeric" {...field("pieces")} />
        )}
        {withPayer && (
          <SelectField
            label={labels.paysDelivery}
            options={payersFor(values["paysDelivery"]).map((value) => ({
              value,
              label: firstMile(isBrought).payerNames[value],
            }))}
            {...field("paysDelivery")}
          />
        )}
      </FieldGroup>
      <div>
        <input key={offered} type="hidden" name="newPrice" value={offered} />
        <Button type="submit" id={id} busy={busy} busyLabel="Saving..." className="max-sm:w-full">
          {offered ? `Save for ${formatNaira(Number(offered))}` : "Save changes"}
        </Button>
        <ErrorLine id={id} error={error} />
      </div>
    </Form>
  );
}
