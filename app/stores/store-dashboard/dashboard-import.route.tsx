/** Store dashboard: imports products from a spreadsheet in two steps: check the rows, then write them. */
import { Form, Link, useNavigation } from "react-router";
import type { Route } from "./+types/dashboard-import.route";
import { withOfflineFallback } from "../../platform/http/network-error.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { refusalText, type ActionResult } from "../../platform/http/result.ts";
import { Button } from "../../ui/button.tsx";
import { TableFileField } from "../../ui/table-file-field.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { KeyedForm } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { FailedState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import { dashboardUrl, IMPORT_BUTTONS, storeOf, type ImportStep } from "./forms.server.ts";
import type { ImportRow } from "./import-products.server.ts";
import { NOT_IMPORTED } from "./messages.ts";
import { storeOwnerOf, storeContext } from "./store-context.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Import products · Store dashboard");

export function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  return store && { slug: store.slug };
}

export const action = formAction({
  actor: storeOwnerOf,
  buttons: IMPORT_BUTTONS,
  of: storeOf,
  to: (_, sent) => dashboardUrl("products", sent),
  failed: NOT_IMPORTED,
});

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(
    request,
    serverAction,
    ({ message }, { csv = "", typed = csv }): ImportStep => ({
      ...{ step: "failed", error: message ?? NOT_IMPORTED, typed },
    }),
    { timeoutMs: null },
  );

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  if (!loaderData) return null;
  const result = actionData && stepOf(actionData);
  const busy = navigation.state !== "idle" && navigation.formMethod === "POST";
  const pressed = busy ? navigation.formData?.get("intent") : null;
  const back = `/store/dashboard/products?store=${loaderData.slug}`;
  return (
    <>
      <PageHead title="Import products" text="Check the list first, then import it." />
      {result?.step === "preview" ? (
        <Preview {...result} pressed={pressed} />
      ) : (
        <Form method="post" noValidate encType="multipart/form-data" className="mt-6 grid max-w-3xl gap-5">
          <FormOwnerField />
          {result?.step === "failed" && <FailedState title="We could not read that" text={result.error} />}
          <div>
            <TableFileField label="CSV or Excel file" sample="/samples/products.csv" />
            <p className="mt-1 text-sm text-muted">
              Name the columns above the products: name, description, category, price, stock, active. Only
              name and price are needed. If you have a product of that name, we update it. At most 1,000 rows
              and 1 MB.
            </p>
          </div>
          <TextAreaField
            label="Or paste the lines here"
            name="csv"
            optional
            rows={6}
            defaultValue={result?.typed ?? ""}
            placeholder={"name,price,stock\nOfada rice 5kg,12500,20"}
            spellCheck={false}
          />
          <div className="flex flex-wrap items-center gap-4">
            <Button intent="preview" busy={busy} busyLabel="Reading...">
              Preview
            </Button>
            <Link
              to={back}
              className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4"
            >
              Back to products
            </Link>
          </div>
        </Form>
      )}
    </>
  );
}

/** Returns the step of an import that a response shows. The response to an unexpected error has no step. */
function stepOf(response: ImportStep | ActionResult): ImportStep {
  if ("step" in response) return response;
  const { csv = "", typed = csv } = response.values;
  return { step: "failed", error: refusalText(response), typed };
}

type PreviewProps = {
  rows: ImportRow[];
  good: number;
  csv: string;
  typed: string;
  formKey: string;
  /** The value `intent` of the button whose response the page waits for; null or undefined if it waits for none. */
  pressed: unknown;
};

function Preview({ rows, good, csv, typed, formKey, pressed }: PreviewProps) {
  const bad = rows.length - good;
  return (
    <>
      <p className="mt-6 text-lg font-semibold">
        {good} of {rows.length} {rows.length === 1 ? "row" : "rows"} can be imported
        {bad > 0 && (
          <span className="text-stop">
            ; {bad === 1 ? "one has an error and is left out" : `${bad} have errors and are left out`}
          </span>
        )}
        .
      </p>
      <KeyedForm formKey={formKey} className="mt-4 flex flex-wrap items-center gap-4">
        <input type="hidden" name="csv" value={csv} />
        {typed !== csv && <input type="hidden" name="typed" value={typed} />}
        {good > 0 && (
          <Button intent="confirm" busy={pressed === "confirm"} busyLabel="Importing...">
            Import {good} {good === 1 ? "product" : "products"}
          </Button>
        )}
        <Button intent="again" variant="quiet" busy={pressed === "again"}>
          Choose another file
        </Button>
      </KeyedForm>
      <div className="mt-6">
        <DataTable
          caption="Rows of the file"
          rows={rows}
          rowKey="line"
          rowClass={shadeErrors}
          columns={COLUMNS}
        />
      </div>
    </>
  );
}

const COLUMNS: readonly Column<ImportRow>[] = [
  { key: "line", header: "Line", cell: (row) => row.line },
  {
    key: "name",
    header: "Product",
    primary: true,
    cell: (row) => <span className="font-semibold">{row.name || "-"}</span>,
  },
  { key: "category", header: "Category", cell: (row) => row.category || "-" },
  { key: "price", header: "Price", align: "right", cell: (row) => row.price || "-" },
  { key: "stock", header: "Stock", align: "right", cell: (row) => row.stock || "Not tracked" },
  { key: "result", header: "Result", cell: (row) => <Result row={row} /> },
];

const shadeErrors = (row: ImportRow) => (row.error ? "md:bg-card" : "");

function Result({ row }: { row: ImportRow }) {
  if (row.error) return <span className="font-semibold text-stop">{`Error: ${row.error}`}</span>;
  return <span className="font-semibold text-go">{row.known ? "Updates your product" : "New"}</span>;
}
