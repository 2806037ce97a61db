/** The fields of the booking form for the parcel, its value, the delivery type and the amount to collect. */
import type { RefObject } from "react";
import { WeightAndType } from "../../money/prices/weight-and-type.tsx";
import { CollectField, type CollectOffer } from "../../money/settlements/collect-field.tsx";
import { CheckboxField, Field } from "../../ui/field.tsx";
import { FieldGroup } from "../../ui/field-group.tsx";
import type { useForm } from "../../ui/form.tsx";
import type { bookingForm } from "./booking-form-schema.ts";
import type { QuoteText } from "../../money/prices/price-text.ts";
import { HeavyNotice } from "./heavy-notice.tsx";
import { MORE_LABELS, MoreFields, PiecesField, type HubToChoose } from "./more-fields.tsx";
import type { PageDays } from "./use-typed-parcel.ts";
import { ServiceField } from "./service-field.tsx";

export const PACKAGE_LABELS = {
  packageDescription: "What is in it?",
  packageWeight: "Weight (kg)",
  collect: "Amount to collect",
  ...MORE_LABELS,
};

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  field: ReturnType<typeof useForm<typeof bookingForm>>["field"];
  values: Record<string, string>;
  days: PageDays;
  priced: boolean;
  collects: CollectOffer | null;
  quotes: readonly QuoteText[];
  hubs: readonly HubToChoose[];
  business: string | null;
  atCounter: boolean;
  isBrought: boolean;
};

export function PackageFields(props: Props) {
  const { formRef, field, values, days, priced, collects, quotes, hubs, atCounter, isBrought, business } =
    props;
  return (
    <FieldGroup legend="Package">
      <Field label={PACKAGE_LABELS.packageDescription} {...field("packageDescription")} />
      <CheckboxField
        label="Show this description to anyone who tracks the parcel"
        name="shareDescription"
        defaultChecked={values["shareDescription"] === "on"}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <WeightAndType
          weight={{ hint: "For example 2.5", ...field("packageWeight") }}
          type={field("packageType")}
        />
        {atCounter && hubs.length > 0 && <PiecesField field={field} />}
      </div>
      <HeavyNotice {...{ formRef, values, atCounter }} />
      <ServiceField
        {...{ formRef, days, quotes, isBrought }}
        chosen={values["deliveryType"]}
        error={field("deliveryType").error}
      />
      <MoreFields {...{ formRef, field, values, priced, hubs, atCounter, isBrought, business }} />
      {collects && (
        <CollectField offer={collects} defaultValue={values["collect"]} error={field("collect").error} />
      )}
      <Field
        label="Referral code"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        {...field("referralCode")}
      />
    </FieldGroup>
  );
}
