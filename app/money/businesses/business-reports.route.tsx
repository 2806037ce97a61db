/** BUSINESS-10: the parcels of a business and their cost, for members who may see money. */
import type { Route } from "./+types/business-reports.route";
import { memberContext } from "../../access/principal-context.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { readBusinessReport, type BusinessReportRow } from "./business-report.server.ts";
import { monthName } from "./business-words.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Reports");

export const loader = ({ context }: Route.LoaderArgs) =>
  readBusinessReport(context.get(servicesContext).db, context.get(memberContext).business.id);

const columns = (
  header: string,
  nameOf: (name: string | null) => string,
): readonly Column<BusinessReportRow>[] => [
  { key: "name", header, primary: true, long: true, cell: ({ name }) => nameOf(name) },
  { key: "kobo", header: "Price", align: "right", narrow: "end", cell: ({ kobo }) => formatNaira(kobo) },
  { key: "parcels", header: "Parcels", align: "right", cell: ({ parcels }) => numberText(parcels) },
  { key: "done", header: "Delivered", align: "right", cell: ({ delivered }) => numberText(delivered) },
  { key: "missed", header: "Not delivered", align: "right", cell: ({ failed }) => numberText(failed) },
];
const MONTH = columns("Month", (name) => monthName(name ?? ""));
const CENTRE = columns("Cost centre", (name) => name ?? "Without one");

export default function ReportsPage({ loaderData: { months, centres } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Reports" text="The months of the last year, by the day of booking." />
      <div className="mt-4">
        <DataTable
          caption="By month"
          rows={months}
          rowKey="name"
          columns={MONTH}
          empty="Nothing is booked yet"
          compact
        />
      </div>
      {centres.length > 0 && (
        <NamedSection id="centres" title="Cost centres" className="mt-10">
          <div className="mt-3">
            <DataTable caption="The dearest first" rows={centres} rowKey="name" columns={CENTRE} compact />
          </div>
        </NamedSection>
      )}
    </>
  );
}
