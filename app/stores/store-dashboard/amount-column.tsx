/** The column with an amount in kobo in a table of the dashboard. */
import { formatNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";
import type { Column } from "../../ui/table.tsx";

export const amountColumn = <Row,>(key: string, header: string, kobo: (row: Row) => number): Column<Row> => ({
  key,
  header,
  align: "right",
  cell: (row) => (
    <span className="font-semibold">
      <Amount>{formatNaira(kobo(row))}</Amount>
    </span>
  ),
});
