/** The products of a store, as their owner sees them. */
import { Link } from "react-router";
import { ImageOff, Pencil, Trash2 } from "lucide-react";
import { pictureUrl } from "../../platform/files/picture-url.ts";
import { usePictures } from "../../ui/pictures.ts";
import { DataTable } from "../../ui/table.tsx";
import { amountColumn } from "./amount-column.tsx";
import type { ProductRow } from "./products.server.ts";
import { stockMark } from "./products.ts";
import { numberText } from "../../platform/http/list-count.ts";

type Row = Omit<ProductRow, "createdAt">;
type Props = { rows: readonly Row[]; linkTo: (what: "edit" | "delete", id: string) => string };

export function ProductTable({ rows, linkTo }: Props) {
  return (
    <DataTable<Row>
      caption="Products, newest first"
      rows={rows}
      rowKey="id"
      columns={[
        { key: "image", header: "Image", wide: true, cell: (row) => <Thumbnail imageKey={row.imageKey} /> },
        { key: "product", header: "Product", primary: true, cell: (row) => <Name row={row} /> },
        amountColumn("price", "Price", (row) => row.priceKobo),
        { key: "stock", header: "Stock", align: "right", cell: (row) => <Stock stock={row.stockQuantity} /> },
        { key: "status", header: "Status", cell: (row) => <ActiveMark active={row.isActive} /> },
        { key: "actions", header: "Actions", cell: (row) => <Actions row={row} linkTo={linkTo} /> },
      ]}
    />
  );
}

function Thumbnail({ imageKey }: { imageKey: string | null }) {
  const pictures = usePictures();
  if (imageKey && pictures)
    return (
      <img
        src={pictureUrl(imageKey, 480)}
        alt=""
        width={56}
        height={56}
        loading="lazy"
        className="size-14 border-2 border-line bg-card object-cover"
      />
    );
  return (
    <span className="grid size-14 place-items-center border-2 border-line bg-card text-muted">
      <ImageOff aria-hidden className="size-5" />
      <span className="sr-only">No image</span>
    </span>
  );
}

function Name({ row }: { row: Row }) {
  return (
    <div className="flex items-center gap-3">
      <span className="shrink-0 @4xl:hidden">
        <Thumbnail imageKey={row.imageKey} />
      </span>
      <div className="min-w-0">
        <span className="block font-semibold">{row.name}</span>
        {row.category && <span className="block text-sm text-muted">{row.category}</span>}
      </div>
    </div>
  );
}

function Stock({ stock }: { stock: number | null }) {
  const mark = stockMark(stock);
  return (
    <span className="inline-flex items-center gap-x-2 @4xl:whitespace-nowrap @4xl:justify-end">
      <span className="font-semibold">{stock === null ? "Not tracked" : numberText(stock)}</span>
      {mark && (
        <span
          className={`border-2 px-1.5 text-sm font-bold @4xl:whitespace-nowrap ${mark === "out" ? "border-stop text-stop" : "border-ink bg-danfo text-black"}`}
        >
          {mark === "out" ? "Sold out" : "Low stock"}
        </span>
      )}
    </span>
  );
}

function ActiveMark({ active }: { active: boolean }) {
  return (
    <span
      className={`inline-block border-2 px-2 py-0.5 text-sm font-bold ${active ? "border-go text-go" : "border-line text-muted"}`}
    >
      {active ? "Active" : "Inactive"}
    </span>
  );
}

function Actions({ row, linkTo }: { row: Row; linkTo: Props["linkTo"] }) {
  const looks =
    "inline-flex min-h-11 items-center gap-1.5 border-2 border-ink px-3 text-sm font-semibold hover:bg-card";
  return (
    <span className="flex flex-wrap gap-2 @4xl:flex-nowrap">
      <Link to={linkTo("edit", row.id)} preventScrollReset className={looks} aria-label={`Edit ${row.name}`}>
        <Pencil aria-hidden className="size-4" /> Edit
      </Link>
      <Link
        to={linkTo("delete", row.id)}
        preventScrollReset
        className={looks}
        aria-label={`Delete ${row.name}`}
      >
        <Trash2 aria-hidden className="size-4" />
        <span className="@4xl:sr-only">Delete</span>
      </Link>
    </span>
  );
}
