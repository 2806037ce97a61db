/** Store dashboard: products from a spreadsheet, in two steps: look at what was understood, then write it. */
import { data, Form, Link, useNavigation } from "react-router";
import type { Route } from "./+types/dashboard-import.route";
import { servicesContext } from "../platform/context.ts";
import { newIdempotencyKey, readForm, refusalPage } from "../platform/http/form.server.ts";
import { withOfflineFallback } from "../platform/http/network-error.ts";
import { refusalText, refuse, responseInit, type Refusal } from "../platform/http/result.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { Button } from "../ui/button.tsx";
import { CsvFileField } from "../ui/csv-file-field.tsx";
import { TextAreaField } from "../ui/field.tsx";
import { IdempotencyKeyField } from "../ui/form.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { FailedState } from "../ui/states.tsx";
import { DataTable, type Column } from "../ui/table.tsx";
import { importProducts, MAX_CSV_BYTES, readProductsCsv, type ImportRow } from "./import-products.server.ts";
import { storeOwnerContext } from "../auth/principal-context.ts";
import { requireStore, storeContext } from "./store-context.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Import products · Store dashboard");

export function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  return store && { slug: store.slug };
}

export async function action({ request, context }: Route.ActionArgs) {
  const store = requireStore(context);
  const services = context.get(servicesContext);
  const owner = context.get(storeOwnerContext);
  const { rawValues, files, key } = await readForm(request);
  const file = files["file"];
  const failed = (refusal: Refusal, csv = rawValues["csv"] ?? "") =>
    data({ step: "failed" as const, error: refusalText(refusal), csv }, responseInit(refusal));
  if (file && file.size > MAX_CSV_BYTES)
    return failed(refuse("invalid", "This file is over 1 MB. Send it in parts."));
  const csv = file ? await file.text() : (rawValues["csv"] ?? "");
  const read = await readProductsCsv(services, owner, store.id, csv);
  if (!read.ok) return failed(read);
  if (rawValues["intent"] !== "confirm" || read.good.length === 0) {
    return data({
      step: "preview" as const,
      rows: read.rows,
      good: read.good.length,
      csv,
      formKey: newIdempotencyKey(),
    });
  }
  const done = await importProducts(services, owner, store.id, read.good, key);
  if (!done.ok && done.code === "not_found") throw refusalPage(done);
  if (!done.ok) return failed(done, csv);
  return redirectWithToast(services, `/store/dashboard/products?store=${store.slug}`, {
    tone: "good",
    title: "Products imported",
    text: `${done.added} added, ${done.changed} updated`,
  });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(
    request,
    serverAction,
    ({ message }, { csv = "" }) => ({ step: "failed" as const, error: message ?? NOT_IMPORTED, csv }),
    { timeoutMs: null },
  );

const NOT_IMPORTED = "Your list was not imported. Please try again.";

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  if (!loaderData) return null;
  const busy = navigation.state !== "idle" && navigation.formMethod === "POST";
  const back = `/store/dashboard/products?store=${loaderData.slug}`;
  return (
    <>
      <PageHead title="Import products" text="First you check the list, then you import it." />
      {actionData?.step === "preview" ? (
        <Preview {...actionData} busy={busy} back={back} />
      ) : (
        <Form method="post" noValidate encType="multipart/form-data" className="mt-6 grid max-w-3xl gap-5">
          {actionData && <FailedState title="We could not read that" text={actionData.error} />}
          <div>
            <CsvFileField label="CSV file" />
            <p className="mt-1 text-sm text-muted">
              First line: name, description, category, price, stock, active. Only name and price are needed. A
              product whose name you have already is updated. At most 1,000 rows and 1 MB.
            </p>
          </div>
          <TextAreaField
            label="Or paste the lines here"
            name="csv"
            optional
            rows={6}
            defaultValue={actionData?.csv ?? ""}
            placeholder={"name,price,stock\nOfada rice 5kg,12500,20"}
            spellCheck={false}
          />
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" name="intent" value="preview" busy={busy} busyLabel="Reading...">
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

type PreviewProps = {
  rows: ImportRow[];
  good: number;
  csv: string;
  formKey: string;
  busy: boolean;
  back: string;
};

function Preview({ rows, good, csv, formKey, busy, back }: PreviewProps) {
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
      <Form method="post" noValidate className="mt-4 flex flex-wrap items-center gap-4">
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="csv" value={csv} />
        {good > 0 && (
          <Button type="submit" name="intent" value="confirm" busy={busy} busyLabel="Importing...">
            Import {good} {good === 1 ? "product" : "products"}
          </Button>
        )}
        <Link
          to={back.replace("products?", "products/import?")}
          reloadDocument
          className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4"
        >
          Choose another file
        </Link>
      </Form>
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
