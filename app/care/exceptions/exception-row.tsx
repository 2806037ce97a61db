/** EXC-2: the row of an open exception. The row starts with the time limit, which shows what is urgent. */
import { ArrowRight, Phone } from "lucide-react";
import { useMay } from "../../access/use-may.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { claimPlace, ExceptionSubject, titleOf } from "./exception-facts.tsx";
import { Clock, ExceptionOwner } from "./open-row.tsx";
import { cashPlace } from "./step-link.tsx";
import type { ExceptionRow } from "./list-exceptions.server.ts";

const HOUR_MS = 3_600_000;
/** On a narrow screen a row of the table is a card, and a cell is a line of the card. */
const CELL = "block min-w-0 px-3 @4xl:table-cell @4xl:px-2 @4xl:py-3 @4xl:align-top";

type Props = {
  row: ExceptionRow;
  now: Date;
  formKey: string;
  viewTo: string;
};

export function ExceptionTableRow({ row, now, formKey, viewTo }: Props) {
  const { id, note, deskNote, openedAt, openedByName, kind } = row;
  const { label } = EXCEPTION_FACTS[kind];
  const mayTake = useMay("closeExceptions");
  return (
    <tr
      data-id={id}
      className="grid gap-y-1 border-b border-line bg-card pb-3 focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-ink @4xl:table-row @4xl:bg-transparent @4xl:pb-0 @4xl:hover:bg-card"
    >
      <td className="block min-w-0 @4xl:table-cell @4xl:h-px @4xl:p-0 @4xl:align-top">
        <Clock dueAt={row.dueAt} now={now} soonMs={HOUR_MS} />
      </td>
      <th scope="row" className={`${CELL} text-left font-normal`}>
        <Link
          to={viewTo}
          preventScrollReset
          className="kind inline-flex min-h-8 items-center font-display text-lg leading-tight font-bold underline decoration-line decoration-2 underline-offset-4 hover:decoration-ink"
        >
          {titleOf(row, label)}
        </Link>
        {titleOf(row, label) !== label && <span className="block text-sm text-muted">{label}</span>}
        {note && <span className="block text-sm wrap-anywhere text-muted">{note}</span>}
        {deskNote && (
          <span className="mt-1 block border-l-4 border-danfo pl-2 text-sm wrap-anywhere">{deskNote}</span>
        )}
      </th>
      <td className={CELL}>
        <ExceptionSubject row={row} />
      </td>
      <td className={`${CELL} text-sm text-muted`}>
        <span className="@4xl:sr-only">Opened </span>
        {formatAdminDateTime(openedAt)} <span className="@4xl:block">by {openedByName}</span>
      </td>
      <td className={CELL}>
        <ExceptionOwner {...{ row, formKey }} label={aboutRow(row)} nobody={mayTake ? null : "Nobody yet"} />
      </td>
      <td className={`${CELL} max-@4xl:pt-1`}>
        <NextStep row={row} viewTo={viewTo} />
      </td>
    </tr>
  );
}

/** Returns a text by which screen readers distinguish exceptions of the same kind in the list. */
const aboutRow = ({ kind, code, run }: ExceptionRow): string =>
  [EXCEPTION_FACTS[kind].label, code ?? run].filter(Boolean).join(", ");

function NextStep({ row, viewTo }: Pick<Props, "row" | "viewTo">) {
  const { next, at } = EXCEPTION_FACTS[row.kind];
  const named = (
    <>
      {next}
      <span className="sr-only">: {aboutRow(row)}</span>
    </>
  );
  const looks = { size: "sm", variant: "secondary", className: "w-full text-left" } as const;
  if (at === "driver" && row.driverPhone)
    return (
      <ButtonLink {...looks} href={`tel:${row.driverPhone}`}>
        <Phone aria-hidden className="size-4 shrink-0" />
        {named}
      </ButtonLink>
    );
  const elsewhere =
    at === "booking" && row.code
      ? `/admin/bookings/${row.code}`
      : at === "run" && row.runId
        ? `/admin/runs/${row.runId}`
        : at === "cash"
          ? cashPlace(row)
          : at === "claim" && row.code
            ? claimPlace(row.code)
            : null;
  return (
    <ButtonLink {...looks} to={elsewhere ?? viewTo}>
      {named}
      {elsewhere && <ArrowRight aria-hidden className="size-4 shrink-0" />}
    </ButtonLink>
  );
}
