/** CLAIM-2: the list of claims of one state. A row starts with the time limit, which shows what is urgent. */
import { CLAIM_KIND_LABELS, CLAIM_OUTCOME_LABELS } from "../../domain/claims.ts";
import { useMay } from "../../access/use-may.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";
import { Link } from "../../ui/link.tsx";
import { useNow } from "../../ui/use-now.ts";
import { Clock, ExceptionOwner } from "../exceptions/open-row.tsx";
import type { ClaimRow } from "./list-claims.server.ts";

const COLUMNS = [
  ["Clock", "@4xl:w-26"],
  ["Claim", ""],
  ["Parcel", "@4xl:w-52"],
  ["Said", "@4xl:w-46"],
  ["Owner", "@4xl:w-40"],
] as const;
/** A claim counts as due soon if its time limit passes within this time. */
const SOON_MS = 3 * 24 * 3_600_000;
/** On a narrow screen a row of the table is a card, and a cell is a line of the card. */
const CELL = "block min-w-0 px-3 @4xl:table-cell @4xl:px-2 @4xl:py-3 @4xl:align-top";

type Props = {
  rows: readonly ClaimRow[];
  loadedAt: Date;
  closed: boolean;
  formKey: string;
};

export function ClaimList({ rows, loadedAt, closed, formKey }: Props) {
  const now = useNow(loadedAt);
  return (
    <div className="@container mt-6">
      <table className="block w-full text-left @4xl:table @4xl:table-fixed">
        <caption className="sr-only">
          {closed ? "Closed claims, newest first" : "Claims, the one that is due first at the top"}
        </caption>
        <thead className="sr-only @4xl:not-sr-only @4xl:table-header-group">
          <tr>
            {COLUMNS.map(([name, width]) => (
              <th key={name} scope="col" className={`px-2 py-1.5 text-sm font-semibold ${width}`}>
                {closed && name === "Clock" ? "Outcome" : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="grid gap-3 @xl:grid-cols-2 @4xl:table-row-group">
          {rows.map((row) => (
            <Row key={row.id} {...{ row, now, formKey }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, now, formKey }: { row: ClaimRow; now: Date; formKey: string }) {
  const mayTake = useMay("handleClaims");
  const { id, kind, words, code, receiverTown, receiverState, openedAt, openedByName, grantedKobo } = row;
  return (
    <tr
      data-id={id}
      className="grid gap-y-1 border-b border-line bg-card pb-3 focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-ink @4xl:table-row @4xl:bg-transparent @4xl:pb-0 @4xl:hover:bg-card"
    >
      <td className="block min-w-0 @4xl:table-cell @4xl:h-px @4xl:p-0 @4xl:align-top">
        {row.outcome ? (
          <p className="px-3 py-1.5 font-semibold @4xl:py-3">
            {CLAIM_OUTCOME_LABELS[row.outcome]}
            {grantedKobo > 0 && (
              <span className="block font-normal">
                <Amount>{formatNaira(grantedKobo)}</Amount>
              </span>
            )}
          </p>
        ) : (
          <Clock dueAt={row.dueAt} now={now} soonMs={SOON_MS} />
        )}
      </td>
      <th scope="row" className={`${CELL} text-left font-normal`}>
        <Link
          to={`/admin/claims/${id}`}
          className="kind inline-flex min-h-8 items-center font-display text-lg leading-tight font-bold underline decoration-line decoration-2 underline-offset-4 hover:decoration-ink"
        >
          {CLAIM_KIND_LABELS[kind]}
        </Link>
        {words && <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{words}</span>}
      </th>
      <td className={CELL}>
        <Link
          to={`/admin/bookings/${code}`}
          className="inline-flex min-h-6 items-center font-display font-bold tracking-wide underline underline-offset-4"
        >
          {code}
        </Link>
        <span className="block text-sm text-muted">to {receiverTown ?? receiverState}</span>
      </td>
      <td className={`${CELL} text-sm text-muted`}>
        <span className="@4xl:sr-only">Said </span>
        {formatAdminDateTime(openedAt)} <span className="@4xl:block">by {openedByName}</span>
      </td>
      <td className={CELL}>
        <ExceptionOwner
          {...{ row, formKey }}
          label={CLAIM_KIND_LABELS[kind]}
          nobody={!mayTake || row.decidedAt ? "Nobody" : null}
        />
      </td>
    </tr>
  );
}
