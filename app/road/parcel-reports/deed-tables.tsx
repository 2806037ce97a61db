/** REPORT-12, REPORT-13: the table of riders, and the table of the attempts that receivers deny. */
import { formatAdminDateTime } from "../../domain/dates.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { Link } from "../../ui/link.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import type { RiderNumbers } from "../devices/rider-numbers.server.ts";
import type { DeniedLine } from "./deed-lines.server.ts";
import { denialText, shareOf } from "./parcel-report.ts";

const LINK = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

const count = (
  key: "delivered" | "attempted" | "denied" | "differences",
  header: string,
): Column<RiderNumbers> => ({
  key,
  header,
  align: "right",
  none: "0",
  cell: (line) => (line[key] === 0 ? null : numberText(line[key])),
});

const RIDER_COLUMNS: readonly Column<RiderNumbers>[] = [
  {
    key: "name",
    header: "Rider",
    primary: true,
    cell: ({ key, name }) => (
      <Link to={`/admin/riders/${key}`} className={LINK}>
        {name}
      </Link>
    ),
  },
  { ...count("delivered", "Delivered"), narrow: "end" },
  {
    key: "onTime",
    header: "On time",
    align: "right",
    none: "–",
    cell: ({ onTime, delivered }) => {
      const percent = shareOf(onTime, delivered);
      return percent === null ? null : `${percent}%`;
    },
  },
  count("attempted", "Not delivered"),
  count("denied", "Denied by receivers"),
  count("differences", "Cash differences"),
];

export const RiderTable = ({ riders }: { riders: readonly RiderNumbers[] }) => (
  <>
    <DataTable
      compact
      caption="Parcels by rider"
      columns={RIDER_COLUMNS}
      rows={riders}
      rowKey="key"
      empty="No rider delivered or tried on these days."
    />
    <p className="mt-2 max-w-prose text-sm text-muted">
      Whole parcels, as each rider's page counts them: what the rider's phone told, and what the office
      entered for the rider's runs.
    </p>
  </>
);

const DENIED_COLUMNS: readonly Column<DeniedLine>[] = [
  {
    key: "code",
    header: "Booking code",
    primary: true,
    cell: ({ code }) => (
      <Link to={`/admin/bookings/${code}`} className={`${LINK} whitespace-nowrap`}>
        {readableTrackingCode(code)}
      </Link>
    ),
  },
  { key: "at", header: "When", narrow: "end", cell: ({ at }) => formatAdminDateTime(at) },
  { key: "rider", header: "Rider", none: "None", cell: ({ rider }) => rider },
  { key: "hub", header: "Hub", none: "None", cell: ({ hub }) => hub },
  { key: "reason", header: "The rider said", cell: ({ reason }) => reason && failureReason(reason).label },
  { key: "answer", header: "The receiver says", cell: ({ answer }) => denialText(answer) },
];

type DeniedProps = { denied: { answered: number; denied: number; lines: readonly DeniedLine[] } };

export const DeniedTable = ({ denied: { answered, denied, lines } }: DeniedProps) => (
  <>
    <p className="mb-3">
      Receivers answered about {numberText(answered)} failed {answered === 1 ? "attempt" : "attempts"} and
      denied {numberText(denied)}.
    </p>
    <DataTable
      compact
      caption="Attempts that receivers deny"
      columns={DENIED_COLUMNS}
      rows={lines}
      rowKey="key"
      empty="No receiver denied an attempt of these days."
    />
    {denied > lines.length && (
      <p className="mt-2 text-muted">
        {lines.length} of {numberText(denied)}, the newest first. Export CSV has all.
      </p>
    )}
  </>
);
