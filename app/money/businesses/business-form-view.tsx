/** BUSINESS-1: the fields about a business, for applicants and for staff who open an account. */
import { EmailField, Field, PhoneField, TextAreaField } from "../../ui/field.tsx";
import type { fieldsOf } from "../../ui/fields-of.ts";

export const BUSINESS_LABELS = {
  name: "Name of the business",
  rcNumber: "RC number",
  tin: "TIN",
  address: "Address",
  phone: "Phone number",
  email: "Email for invoices",
};

export function BusinessFields({ field }: { field: ReturnType<typeof fieldsOf> }) {
  return (
    <>
      <Field label={BUSINESS_LABELS.name} autoComplete="organization" {...field("name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={BUSINESS_LABELS.rcNumber} optional {...field("rcNumber")} />
        <Field label={BUSINESS_LABELS.tin} optional hint="It stands on your invoices" {...field("tin")} />
      </div>
      <TextAreaField label={BUSINESS_LABELS.address} rows={2} {...field("address")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PhoneField label={BUSINESS_LABELS.phone} {...field("phone")} />
        <EmailField label={BUSINESS_LABELS.email} {...field("email")} />
      </div>
    </>
  );
}
