/** BANK-1: the page of all bank statements. Staff upload a statement or continue an unrecorded statement. */
import { Link } from "react-router";
import type { Route } from "./+types/admin-statements.route";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { listCount, totalBelow } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { SendButton } from "../../ui/button.tsx";
import { TableFileField } from "../../ui/table-file-field.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { STATEMENTS_BUTTONS } from "./forms.server.ts";
import { NOT_UPLOADED } from "./messages.ts";
import { fieldId, OTHER_ACCOUNT, STATEMENT_FORM } from "./statement-page-forms.ts";
import { paymentsText } from "./statement-words.ts";
import { listBankAccounts, listStatements, STATEMENTS_SHOWN } from "./statements.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Bank statements");

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const [statements, accounts] = await Promise.all([listStatements(db), listBankAccounts(db)]);
  return {
    statements,
    accounts,
    total: totalBelow(statements.length, STATEMENTS_SHOWN),
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: STATEMENTS_BUTTONS,
  to: () => "/admin/payments/statements",
  failed: NOT_UPLOADED,
});

export const clientAction = formClientAction<typeof action>(NOT_UPLOADED);

export default function StatementsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { statements, accounts, total, key } = loaderData;
  const { formKey, errors, values } = formProps(actionData, key);
  return (
    <>
      <p>
        <Link to="/admin/payments" className={LINK}>
          Payments
        </Link>
      </p>
      <PageHead
        title="Bank statements"
        text="Upload what your bank or its app exports. The running balance proves the file, then we match its transfers with what senders told us, with tracking codes and amounts."
      />
      <StaffForm
        name="Upload a statement"
        needs="decideStatements"
        formKey={formKey}
        encType="multipart/form-data"
        className="mt-4 grid max-w-xl gap-3"
      >
        <FormErrors errors={errors} formId={STATEMENT_FORM} title="Nothing was uploaded" labels={LABELS} />
        <AccountFields accounts={accounts} values={values} errors={errors} />
        <div>
          <TableFileField id={fieldId("file")} label="CSV or Excel file" error={errors["file"]} />
          <p className="mt-1 text-sm text-muted">
            CSV, Excel (.xlsx) or a table of a web page (.xls). At most 5 MB and 20,000 rows.
          </p>
        </div>
        <div>
          <SendButton busyLabel="Reading...">Upload</SendButton>
        </div>
      </StaffForm>
      <h2 className="mt-8 font-display text-xl font-bold">Uploaded before</h2>
      {statements.length === 0 && (
        <EmptyState className="mt-3" title="No statements yet" text="Statements are kept for 90 days." />
      )}
      {statements.length > 0 && (
        <ListCount>{listCount(statements.length, total, "statement", "statements")}</ListCount>
      )}
      <ul className="mt-3 max-w-xl">
        {statements.map(({ id, account, createdAt, byName, recordedAt, recordedPayments, recordedKobo }) => (
          <li key={id} className="border-b border-line py-2">
            <Link to={`/admin/payments/statements/${id}`} className={LINK}>
              {formatAdminDateTime(createdAt)}
            </Link>
            <p className="text-sm wrap-anywhere text-muted">
              {[account, byName].filter(Boolean).join(". ")}.{" "}
              {recordedAt
                ? `Recorded: ${paymentsText(recordedPayments ?? 0)}, ${formatNaira(recordedKobo ?? 0)}.`
                : "Not recorded yet."}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

const LABELS = { file: "CSV or Excel file", account: "Account", otherAccount: "Another account" };
const LINK = "inline-flex min-h-11 items-center underline underline-offset-4";

type AccountProps = Pick<FormParts, "values" | "errors"> & { accounts: string[] };

function AccountFields({ accounts, values, errors }: AccountProps) {
  return (
    <>
      <SelectField
        id={fieldId("account")}
        label="Account"
        name="account"
        hint="A row is known again in every file of its account"
        options={[
          ...(accounts.length === 1 ? [] : [{ value: "", label: "Choose" }]),
          ...accounts.map((value) => ({ value, label: value })),
          { value: OTHER_ACCOUNT, label: "Another account" },
        ]}
        defaultValue={values["account"] ?? (accounts.length === 1 ? accounts[0] : "")}
        error={errors["account"]}
      />
      <Field
        id={fieldId("otherAccount")}
        label="Another account"
        name="otherAccount"
        optional
        hint="Bank and number, where it is not in the list"
        defaultValue={values["otherAccount"]}
        error={errors["otherAccount"]}
      />
    </>
  );
}
