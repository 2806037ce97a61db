/** The pieces that a hub or a rider holds, the longest held first. */
import { Link, useSearchParams } from "react-router";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { readablePieceCode } from "../../domain/piece-code.ts";
import { placeText } from "../../domain/states.ts";
import type { Page } from "../../platform/http/keyset.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { ListCount } from "../../ui/list-count.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { Pager } from "../../ui/pager.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";

type Piece = {
  id: string;
  number: number;
  of: number;
  code: string;
  receiverState: string;
  receiverTown: string | null;
  returning: boolean;
  /** The time since which the hub or the rider holds the piece. */
  createdAt: Date;
};

const COLUMNS: readonly Column<Piece>[] = [
  {
    key: "piece",
    header: "Piece",
    primary: true,
    cell: ({ code, number, of }) => (
      <Link
        to={`/admin/bookings/${code}`}
        className="inline-flex min-h-11 items-center font-display font-bold tracking-wide underline underline-offset-4"
      >
        {readablePieceCode(code, number, of)}
      </Link>
    ),
  },
  {
    key: "to",
    header: "To",
    narrow: "bare",
    cell: ({ receiverTown, receiverState, returning }) =>
      returning ? "Back to the sender" : placeText({ town: receiverTown, state: receiverState }),
  },
  { key: "since", header: "Since", cell: ({ createdAt }) => formatAdminDateTime(createdAt) },
];

type Props = { title: string; held: Page<Piece>; count: number; empty: string };

export function HeldPieces({ title, held, count, empty }: Props) {
  const [params] = useSearchParams();
  return (
    <NamedSection id="held" title={title} className="mt-10">
      {count === 0 ? (
        <p className="mt-2 text-muted">{empty}</p>
      ) : (
        <>
          <ListCount>{listCount(held.rows.length, count, "piece", "pieces")}</ListCount>
          <DataTable caption={title} rows={held.rows} rowKey="id" columns={COLUMNS} compact />
          <Pager {...pageLinks(params, held)} words={{ previous: "Held longer", next: "More pieces" }} />
        </>
      )}
    </NamedSection>
  );
}
