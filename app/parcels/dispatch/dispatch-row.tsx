/** The row of a booking in the dispatch list. The table listens to the events of all rows. */
import { memo } from "react";
import { BOOKING_STATUS_LABELS, STATUS_FACTS } from "../../domain/delivery-status.ts";
import { formatAdminDate, lagosClock } from "../../domain/dates.ts";
import { officeDay } from "../../domain/promise.ts";
import { formatWeight } from "../../domain/weight.ts";
import { formatNaira } from "../../domain/money.ts";
import { shortPlanMark } from "../receiver-choices/plan-mark.ts";
import type { BookingRow } from "./list-bookings.server.ts";
import { Amount } from "../../ui/amount.tsx";
import { stateCode } from "./state-code.ts";

export type DispatchRowProps = {
  row: BookingRow;
  late: boolean;
  selected: boolean;
  open: boolean;
  mayChange: boolean;
};

/**
 * Splits a code so that the last five digits, which tell parcels apart, stand out: OD482 10973 NG.
 * A code has at most 20 characters.
 */
const parts = (code: string) => /^(.*?)(\d{0,5})(\D*)$/.exec(code)!.slice(1);

function Route({ row: { senderState: from, receiverState: to } }: Pick<DispatchRowProps, "row">) {
  return (
    <>
      <span aria-hidden title={`${from} → ${to}`}>
        {stateCode(from)} → {stateCode(to)}
      </span>
      <span className="sr-only">
        {from} to {to}
      </span>
    </>
  );
}

/**
 * React requires a handler on a checkbox with `checked`. This handler does nothing, because the table listens to the
 * events of all checkboxes.
 */
const handledByTable = () => {};

export const DispatchRow = memo(function DispatchRow({
  row,
  late,
  selected,
  open,
  mayChange,
}: DispatchRowProps) {
  const { trackingCode: code, status } = row;
  const { clock, half } = lagosClock(row.createdAt);
  return (
    <tr data-id={row.id} aria-current={open || undefined}>
      {mayChange && (
        <td className="c-tick">
          <label>
            <input
              type="checkbox"
              aria-label={`Tick ${code}`}
              name={`row:${row.id}`}
              value={`${row.version}:${status}`}
              checked={selected}
              onChange={handledByTable}
            />
          </label>
        </td>
      )}
      <CodeCell row={row} />
      <td className="c-created">
        {formatAdminDate(row.createdAt)}
        <small>
          {clock} {half.toUpperCase()}
        </small>
      </td>
      <td className="c-sender">
        <span className="phone-only">
          <Route row={row} />
          {" · From "}
        </span>
        {row.senderName}
        <small>{row.senderPhone}</small>
      </td>
      <td className="c-receiver">
        <span>{row.receiverName}</span>
        <small>{row.receiverPhone}</small>
      </td>
      <td className="c-route">
        <Route row={row} />
      </td>
      <td className="c-type">
        {row.packageType}
        <small>{formatWeight(row.packageWeight)}</small>
      </td>
      <td className="c-collect">
        {row.collectKobo !== null && (
          <>
            <span className="phone-only">Collect </span>
            <Amount>{formatNaira(row.collectKobo)}</Amount>
          </>
        )}
      </td>
      <td className={late ? "c-due late" : "c-due"}>
        {officeDay(row.promisedDay)}
        {late && <small>Late</small>}
      </td>
      <StatusCell {...{ row, mayChange }} />
    </tr>
  );
});

type Cell = Pick<DispatchRowProps, "row">;

function CodeCell({ row }: Cell) {
  const { trackingCode: code } = row;
  const [begin, digits, end] = parts(code);
  return (
    <th scope="row" className="c-code">
      <a className="code" aria-label={code} href={`/admin/bookings/${code}`}>
        {begin}
        <b>{digits}</b>
        {end}
      </a>
      {row.plan && <small className="plan">{shortPlanMark(row.plan)}</small>}
      {(row.assignee || row.staffNote) && (
        <small title={row.staffNote ?? undefined}>
          {row.assignee && <b>{row.assignee}</b>}
          {row.assignee && row.staffNote && ": "}
          {row.staffNote}
        </small>
      )}
    </th>
  );
}

function StatusCell({ row: { trackingCode: code, status }, mayChange }: Cell & { mayChange: boolean }) {
  const label = BOOKING_STATUS_LABELS[status];
  return (
    <td className="c-status">
      {mayChange ? (
        <a
          className={`status ${STATUS_FACTS[status].tone}`}
          role="button"
          aria-haspopup="menu"
          aria-label={`Status of ${code}: ${label}`}
          href={`/admin/bookings/${code}`}
        >
          {label}
        </a>
      ) : (
        <span className={`status ${STATUS_FACTS[status].tone}`}>{label}</span>
      )}
    </td>
  );
}
