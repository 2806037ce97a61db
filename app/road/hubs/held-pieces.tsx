/** The list of the pieces that a hub or a rider holds. The piece that has been there longest is first. */
import { useSearchParams } from "react-router";
import { formatAdminDateTime } from "../../domain/dates.ts";
import type { Page } from "../../platform/http/keyset.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { ListCount } from "../../ui/list-count.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { Pager } from "../../ui/pager.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { PIECE_COLUMN, TO_COLUMN, type ListedPiece } from "./piece-columns.tsx";

/** `createdAt`: the time since which the hub or rider has held the piece. */
type Piece = ListedPiece & { createdAt: Date };

const COLUMNS: readonly Column<Piece>[] = [
  PIECE_COLUMN,
  TO_COLUMN,
  { key: "since", header: "Since", cell: ({ createdAt }) => formatAdminDateTime(createdAt) },
];

type Props = { title: string; held: Page<Piece>; count: number; empty: string };

export function PiecesHeldHere({ title, held, count, empty }: Props) {
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
