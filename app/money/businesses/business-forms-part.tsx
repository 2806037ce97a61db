/** BUSINESS-1, BUSINESS-4: staff's forms about a business: decision, terms and prices. */
import { TERMS_DAYS } from "../../domain/business.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { plainNaira } from "../../domain/money.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field, SelectField, TextAreaField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { TableFileField } from "../../ui/table-file-field.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { percentText } from "./business-words.ts";
import type { ReadBusiness } from "./read-business.server.ts";

export const BUSINESS_FORM_LABELS = {
  reason: "Why? The applicant reads this",
  limit: "Limit (₦)",
  termsDays: "Invoices are due after",
  graceDays: "Bookings stop when an invoice is overdue by more than (days)",
  rowsADay: "Parcels a day by tables and API keys",
  discount: "Discount (%)",
  csv: "Or paste the lines here",
};
const LABELS = BUSINESS_FORM_LABELS;
const HEAD = "mb-3 font-display text-xl font-bold";

export function Decide(props: FormParts) {
  const { formKey } = props;
  const field = fieldsOf(props, "refuse");
  return (
    <div className="mt-6 grid max-w-4xl gap-8 md:grid-cols-2">
      <NamedSection id="approve" title="Approve" headClass={HEAD}>
        <StaffForm name="Approve" needs="approveBusinesses" formKey={formKey}>
          <p>A super admin then sets the limit. Until then nothing can be booked on account.</p>
          <SendButton intent="approve">Approve the account</SendButton>
        </StaffForm>
      </NamedSection>
      <NamedSection id="refuse" title="Refuse" headClass={HEAD}>
        <StaffForm name="Refuse" needs="approveBusinesses" formKey={formKey}>
          <TextAreaField label={LABELS.reason} rows={2} {...field("reason")} />
          <SendButton intent="refuse" variant="secondary">
            Refuse
          </SendButton>
        </StaffForm>
      </NamedSection>
    </div>
  );
}

type Of = {
  business: Pick<
    ReadBusiness,
    "id" | "state" | "version" | "termsDays" | "limitKobo" | "graceDays" | "rowsADay" | "agreement"
  >;
};

export function TermsForm(props: FormParts & Of) {
  const { formKey, business } = props;
  const field = fieldsOf(props, "terms");
  return (
    <NamedSection id="terms" title="Terms" headClass={HEAD}>
      <StaffForm name="Terms" needs="manageBusinesses" formKey={formKey}>
        <input type="hidden" name="version" value={business.version} />
        <Field label={LABELS.limit} inputMode="decimal" {...field("limit", plainNaira(business.limitKobo))} />
        <SelectField
          label={LABELS.termsDays}
          options={TERMS_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
          {...field("termsDays", String(business.termsDays))}
        />
        <Field
          label={LABELS.graceDays}
          inputMode="numeric"
          {...field("graceDays", String(business.graceDays))}
        />
        <Field
          label={LABELS.rowsADay}
          inputMode="numeric"
          {...field("rowsADay", String(business.rowsADay))}
        />
        <div className="flex flex-wrap gap-3">
          <SendButton intent="terms">Save terms</SendButton>
          <SendButton intent="close" variant="secondary">
            {business.state === "open" ? "Close the account" : "Open the account again"}
          </SendButton>
        </div>
      </StaffForm>
    </NamedSection>
  );
}

export function PricesForm(props: FormParts & Of) {
  const { formKey, business } = props;
  const field = fieldsOf(props, "prices");
  const list = fieldsOf(props, "list");
  const { agreement } = business;
  return (
    <NamedSection id="prices" title="Prices" headClass={HEAD}>
      <p className="mb-3">
        {!agreement
          ? "The price list, without a discount."
          : agreement.hasList
            ? `Version ${agreement.version}: a price list of its own.`
            : `Version ${agreement.version}: ${percentText(agreement.discountPerMille)} off the price list.`}
      </p>
      <StaffForm name="Prices" needs="manageBusinesses" formKey={formKey}>
        <Field
          label={LABELS.discount}
          inputMode="decimal"
          hint="A new version for bookings from now on"
          {...field("discount", agreement ? String(agreement.discountPerMille / 10) : "0")}
        />
        <SendButton intent="prices" variant="secondary">
          Save prices
        </SendButton>
      </StaffForm>
      <details className="mt-4" open={props.values["intent"] === "list"}>
        <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">
          A price list of its own
        </summary>
        <p className="mb-2">
          Take the table of{" "}
          {(["rates", "zones"] as const).map((file, at) => (
            <span key={file}>
              {at > 0 && " or "}
              <a
                href={`/admin/businesses/${business.id}/prices/${file}.csv`}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {file}
              </a>
            </span>
          ))}
          , change it, and load it here. It counts for bookings from now on, with the VAT of the company's
          list.
        </p>
        <StaffForm name="Price list" needs="manageBusinesses" formKey={formKey} encType="multipart/form-data">
          <input type="hidden" name="agreed" value={agreement?.version ?? 0} />
          <TableFileField label="CSV or Excel file of rates or of zones" />
          <div className="whitespace-pre-line">
            <TextAreaField label={LABELS.csv} optional rows={4} spellCheck={false} {...list("csv")} />
          </div>
          <SendButton intent="list" variant="secondary" busyLabel="Loading...">
            Load price list
          </SendButton>
        </StaffForm>
      </details>
    </NamedSection>
  );
}
