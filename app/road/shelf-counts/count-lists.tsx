/** HUB-8: lists the missing and the unexpected pieces of a count, and earlier counts. */
import { formatAdminDateTime } from "../../domain/dates.ts";
import { NamedSection } from "../../ui/named-section.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { PIECE_COLUMN, TO_COLUMN, type ListedPiece } from "../hubs/piece-columns.tsx";

export type CountedPiece = ListedPiece & { since: Date | null };

const time = (header: string): Column<CountedPiece> => ({
  key: "since",
  header,
  cell: ({ since }) => since && formatAdminDateTime(since),
});

type ListProps = {
  id: string;
  title: string;
  rows: readonly CountedPiece[];
  count: number;
  when: string;
  empty: string;
};

/** Shows pieces of a count. `rows`: the listed pieces. `count`: how many there are altogether. */
export function CountedList({ id, title, rows, count, when, empty }: ListProps) {
  return (
    <NamedSection id={id} title={`${title} (${count})`} className="mt-8">
      {rows.length === 0 ? (
        <p className="mt-2 text-muted">{empty}</p>
      ) : (
        <DataTable
          caption={title}
          rows={rows}
          rowKey="id"
          columns={[PIECE_COLUMN, TO_COLUMN, time(when)]}
          compact
        />
      )}
      {count > rows.length && rows.length > 0 && (
        <p className="mt-2 text-muted">The first {rows.length} are listed.</p>
      )}
    </NamedSection>
  );
}

export type EndedCount = {
  id: string;
  createdAt: Date;
  ended: "closed" | "left" | null;
  by: string | null;
  scanned: number;
  missing: number;
  extra: number;
};

const EARLIER: readonly Column<EndedCount>[] = [
  {
    key: "when",
    header: "Began",
    primary: true,
    cell: ({ id, createdAt }) => <TextLink to={`?count=${id}`}>{formatAdminDateTime(createdAt)}</TextLink>,
  },
  {
    key: "by",
    header: "Ended by",
    cell: ({ by, ended }) => (ended === "left" ? `Given up, ${by}` : by),
  },
  {
    key: "expected",
    header: "Expected",
    align: "right",
    cell: (one) => (one.ended === "left" ? "–" : one.scanned + one.missing),
  },
  { key: "scanned", header: "Scanned", align: "right", cell: ({ scanned }) => scanned },
  {
    key: "missing",
    header: "Missing",
    align: "right",
    cell: ({ missing, ended }) => (ended === "left" ? "–" : missing),
  },
  { key: "extra", header: "Extra", align: "right", cell: ({ extra }) => extra },
];

export function EarlierCounts({ rows }: { rows: readonly EndedCount[] }) {
  return rows.length === 0 ? (
    <p className="mt-2 text-muted">This shelf was not counted yet.</p>
  ) : (
    <DataTable caption="Earlier counts" rows={rows} rowKey="id" columns={EARLIER} compact />
  );
}
