/** BULK-1: the first step of bulk booking: the sender, the table, and the batches made earlier. */
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { formatDateTime } from "../../domain/dates.ts";
import { AddressFields } from "../../places/address-fields.tsx";
import type { ActionResult } from "../../platform/http/result.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { Button } from "../../ui/button.tsx";
import { EmailField, ErrorLine, Field, PhoneField, SelectField, TextAreaField } from "../../ui/field.tsx";
import { FieldGroup } from "../../ui/field-group.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../../ui/form.tsx";
import { TableFileField } from "../../ui/table-file-field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { bulkSender } from "./check-row.ts";
import { batchPath } from "./paths.ts";
import type { listBulkBatches } from "./read-batch.server.ts";

const loadForm = () => import("./check-row.ts").then((form) => form.bulkSender);
const loadCounterForm = () => import("./check-row.ts").then((form) => form.bulkCounterSender);

const LABELS = {
  senderName: "Sender: Full name",
  senderPhone: "Sender: Phone number",
  senderEmail: "Sender: Email",
  senderAddress: "Pickup address",
  senderState: "Pickup address: State",
  senderStateSure: "Pickup address: State",
  file: "CSV or Excel file",
};

type Props = {
  kind: "customer" | "staff";
  refused: ActionResult | undefined;
  formKey: string;
  sender: Record<string, string>;
  storeId: string;
  forBusiness?: boolean;
  hubs: readonly { id: string; name: string }[];
  batches: Awaited<ReturnType<typeof listBulkBatches>>;
  children?: ReactNode;
};

export function BulkStart(props: Props) {
  const { kind, refused, formKey: key, sender, storeId, forBusiness, hubs, batches, children } = props;
  const { formKey, errors, values } = formProps(refused, key, sender);
  const { field, handlers, allErrors, formId } = useForm(kind === "staff" ? loadCounterForm : loadForm, {
    errors,
    values,
  });
  const busy = useNavigation().formMethod === "POST";
  return (
    <>
      <Batches {...{ kind, batches }} />
      {children}
      <Form
        method="post"
        noValidate
        encType="multipart/form-data"
        className="mt-6 grid max-w-3xl gap-6"
        {...handlers}
      >
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="storeId" value={storeId} />
        {forBusiness && <input type="hidden" name="forBusiness" value="yes" />}
        <FormErrors errors={allErrors} formId={formId} labels={LABELS} title="The table was not read" />
        <TablePart error={errors["file"]} pasted={values["csv"] ?? ""} />
        <SenderPart {...{ kind, field, hubs }} />
        <ErrorLine id="bulk" error={errors["form"]} />
        <div>
          <Button type="submit" busy={busy} busyLabel="Reading...">
            Show the rows
          </Button>
        </div>
      </Form>
    </>
  );
}

function TablePart({ error, pasted }: { error: string | undefined; pasted: string }) {
  return (
    <FieldGroup legend="Parcels">
      <TableFileField label={LABELS.file} error={error} />
      <p className="flex flex-wrap gap-x-5 text-sm">
        <a
          className="inline-flex min-h-11 items-center underline underline-offset-4"
          href="/samples/parcels.xlsx"
          download
        >
          Download the template for Excel
        </a>
        <a
          className="inline-flex min-h-11 items-center underline underline-offset-4"
          href="/samples/parcels.csv"
          download
        >
          Download it as CSV
        </a>
      </p>
      <p className="text-sm text-muted">
        Name the columns in the first row: Receiver, Phone, Delivery address, Description and Weight (kg) are
        needed; State, Landmark, Pieces, Service, Declared value, Amount to collect and Note are understood
        too, in any order. At most 500 rows. You see every row with its price before anything is booked.
      </p>
      <TextAreaField
        label="Or paste the table here"
        name="csv"
        optional
        rows={6}
        defaultValue={pasted}
        spellCheck={false}
        placeholder={"Receiver\tPhone\tDelivery address\tDescription\tWeight (kg)"}
      />
    </FieldGroup>
  );
}

type SenderProps = Pick<Props, "kind" | "hubs"> & {
  field: ReturnType<typeof useForm<typeof bulkSender>>["field"];
};

function SenderPart({ kind, field, hubs }: SenderProps) {
  return (
    <FieldGroup legend="Sender of all parcels">
      <Field label="Full name" autoComplete="name" {...field("senderName")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PhoneField label="Phone number" {...field("senderPhone")} />
        <EmailField label="Email" optional={kind === "staff"} {...field("senderEmail")} />
      </div>
      <AddressFields
        address={{
          label: "Pickup address",
          hint: "Street, area, town and state",
          ...field("senderAddress"),
        }}
        state={{ label: "State", ...field("senderState") }}
        sureError={field("senderStateSure").error}
      />
      {hubs.length > 0 && (
        <SelectField
          label="Bring them to a hub"
          optional
          options={[
            { value: "", label: "No, pick them up" },
            ...hubs.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...field("dropOffHub")}
        />
      )}
    </FieldGroup>
  );
}

function Batches({ kind, batches }: Pick<Props, "kind" | "batches">) {
  if (batches.length === 0) return null;
  return (
    <section aria-labelledby="batches" className="mt-6 max-w-3xl bg-card px-4 py-3">
      <h2 id="batches" className="font-display text-xl font-bold">
        Drafts and batches of the last 30 days
      </h2>
      <ul>
        {batches.map(({ id, createdAt, senderName, booked, waiting }) => (
          <li key={id}>
            <TextLink to={batchPath({ kind, id })}>
              {formatDateTime(createdAt)}
              {kind === "staff" && `, ${senderName}`}:{" "}
              {[booked > 0 && `${booked} booked`, waiting > 0 && `${waiting} as a draft`]
                .filter(Boolean)
                .join(", ")}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
