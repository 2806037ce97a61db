/** BUSINESS-9: the debts of businesses by the days since their invoices were due. */
import type { Route } from "./+types/admin-ageing.route";
import { INVOICE_AGES } from "../../domain/business.ts";
import { lagosDay } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { Amount } from "../../ui/amount.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { Headline } from "../../ui/figures.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { readAgeing, type AgedBusiness } from "./open-invoices.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Who owes us");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  return { rows: await readAgeing(db, lagosDay(now())) };
}

const COLUMNS: readonly Column<AgedBusiness>[] = [
  {
    key: "name",
    header: "Business",
    primary: true,
    long: true,
    cell: ({ id, name }) => <TextLink to={`/admin/businesses/${id}`}>{name}</TextLink>,
  },
  {
    key: "open",
    header: "Owes",
    align: "right",
    narrow: "end",
    cell: ({ openKobo }) => formatNaira(openKobo),
  },
  { key: "not_due", header: "Not due", align: "right", cell: ({ notDueKobo }) => formatNaira(notDueKobo) },
  ...INVOICE_AGES.map(({ name }, at) => ({
    key: name,
    header: `${name} days`,
    align: "right" as const,
    cell: ({ ages }: AgedBusiness) => formatNaira(ages[at] ?? 0),
  })),
];

export default function AgeingPage({ loaderData: { rows } }: Route.ComponentProps) {
  const sum = rows.reduce((kobo, { openKobo }) => kobo + openKobo, 0);
  return (
    <>
      <BackLink to="/admin/businesses">Businesses</BackLink>
      <PageHead title="Who owes us" text="Open invoices, by the days since they were due." />
      <div className="mt-4">
        <Headline name="Open invoices">
          <Amount>{formatNaira(sum)}</Amount>
        </Headline>
      </div>
      <div className="mt-4">
        <DataTable
          caption="The largest sum first"
          rows={rows}
          rowKey="id"
          columns={COLUMNS}
          empty="Nobody owes us"
          compact
        />
      </div>
    </>
  );
}
