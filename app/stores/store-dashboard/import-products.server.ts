/** OWNER-6: imports products from CSV: reads the rows, checks the rows against the store, and writes them. */
import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { storeOwner } from "../../access/by.server.ts";
import type { StoreOwner } from "../../access/actor.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { stores, products } from "../../platform/db/schema.ts";
import { restoreCell } from "../../platform/http/csv.ts";
import { uuidField } from "../../platform/http/fields.ts";
import { firstErrors } from "../../platform/http/result.ts";
import type { Result } from "../../platform/http/result.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { readDelimited, type Table } from "../../platform/tables/delimited.ts";
import { faultText } from "../../platform/tables/fault-text.ts";
import { decodedFile, tableField } from "../../platform/tables/table-field.ts";
import { textOfTable } from "../../platform/tables/table-file.server.ts";
import { CSV_TOO_LARGE, IMPORT_SENT_BEFORE, refuse } from "./messages.ts";
import { findOwnStore, lockOwnStore, ownStore } from "./my-stores.server.ts";
import { HEADER, MAX_ROWS, productForm, productValues, type ProductForm } from "./products.ts";

const MAX_CSV_BYTES = 1024 * 1024;

type Cell = (typeof HEADER)[number];

const NAMES: Record<string, Cell> = {
  name: "name",
  product: "name",
  "product name": "name",
  description: "description",
  category: "category",
  price: "price",
  "price (₦)": "price",
  "price (naira)": "price",
  stock: "stock",
  "stock quantity": "stock",
  quantity: "stock",
  active: "active",
  status: "active",
};

export type ImportRow = {
  line: number;
  name: string;
  price: string;
  stock: string;
  category: string;
  known: boolean;
  error: string | null;
};
type GoodRow = Omit<ProductForm, "imageKey" | "removeImage">;

/**
 * Reads a table of products whose first row has the column names, and validates each product like the product form. A
 * row with the name of an existing product, in upper or lower case, changes this product. A row is an error if its name
 * was in an earlier row, or if it cannot be read safely (`faultText`).
 */
export async function readProductsCsv(
  db: Pick<Tx, "select">,
  owner: StoreOwner,
  storeId: string,
  text: string,
): Promise<Result<{ rows: ImportRow[]; good: GoodRow[] }>> {
  const parsed = parseCsv(text);
  if (!parsed.ok) return parsed;
  const names = await db
    .select({ name: sql<string>`lower(${products.name})` })
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(ownStore(owner, storeId));
  const known = new Set(names.map((row) => row.name));
  const seen = new Map<string, number>();
  const rows: ImportRow[] = [];
  const good: GoodRow[] = [];
  for (const row of parsed.body) {
    const { row: line, cells } = row;
    const { product, error: wrong, ...typed } = readRow(cells, parsed.columns);
    const folded = typed.name.toLowerCase();
    const earlier = seen.get(folded);
    const error = faultText(row) ?? wrong ?? (earlier ? `Line ${earlier} has the same name` : null);
    if (typed.name && !earlier) seen.set(folded, line);
    if (!error && product) good.push(product);
    rows.push({ line, ...typed, known: known.has(folded), error });
  }
  return { ok: true, rows, good };
}

type Parsed = { columns: (Cell | null)[]; body: (Table["rows"] | Table["faults"])[number][] };

function parseCsv(text: string): Result<Parsed, "invalid"> {
  if (!text.trim()) return refuse("invalid", "no_csv");
  if (Buffer.byteLength(text) > MAX_CSV_BYTES) return refuse("invalid", "csv_too_large");
  const { heading, rows, faults } = readDelimited(text);
  const columns = heading.cells.map((cell) => NAMES[cell.toLowerCase()] ?? null);
  if (!columns.includes("name") || !columns.includes("price")) return refuse("invalid", "no_columns");
  const body = [...rows, ...faults].filter(({ row }) => row > heading.line).toSorted((a, b) => a.row - b.row);
  if (body.length === 0) return refuse("invalid", "no_products");
  if (body.length > MAX_ROWS) return refuse("invalid", "too_many_rows");
  return { ok: true, columns, body };
}

/** Reads a row of the preview and its validated product. The product is null if the row has an error. */
function readRow(cells: readonly string[], columns: Parsed["columns"]) {
  const cell = (name: Cell) => restoreCell(cells[columns.indexOf(name)] ?? "");
  const typed = {
    name: cell("name"),
    price: cell("price"),
    stock: cell("stock").replace(/^n\/a$/i, ""),
    category: cell("category"),
  };
  const active = readActive(columns.includes("active") ? cell("active") : "");
  const parsed = productForm.safeParse({ ...typed, description: cell("description") });
  const wrong = parsed.success ? null : Object.values(firstErrors(parsed.error.issues))[0]!;
  const error = wrong ?? (active === null ? "Write 'yes' or 'no' under active" : null);
  return { ...typed, error, product: parsed.success ? { ...parsed.data, isActive: active ?? true } : null };
}

function readActive(text: string): boolean | null {
  if (/^(yes|y|true|1|active|on|)$/i.test(text)) return true;
  return /^(no|n|false|0|inactive|off)$/i.test(text) ? false : null;
}

const csvForm = z.object({ storeId: uuidField, csv: z.string().default("") });
const fileForm = csvForm.extend({
  file: tableField(MAX_CSV_BYTES, { missing: "Choose a file", tooLarge: CSV_TOO_LARGE }).optional(),
});

/** Reads a file or pasted lines, and returns the rows to preview. Changes no product. */
export const previewImport = operation({
  name: "store_office.preview_import",
  by: storeOwner,
  keyless: true,
  input: fileForm,
  prepare: async ({ services, actor }, { file, csv }) => {
    if (!file) return { ok: true, prepared: csv };
    const { readWorkbook } = services;
    // A table may have twice as many lines as products are allowed, because the column names and empty lines do not
    // count as products.
    const bounds = { rows: 2 * MAX_ROWS, person: actor.person.id, readWorkbook };
    const read = await textOfTable(decodedFile(file), bounds);
    return read.ok ? { ok: true, prepared: read.text } : refuse("invalid", "no_table", { why: read.error });
  },
  on: findOwnStore,
  run: async ({ tx, actor, prepared: csv }, { storeId }) => {
    const read = await readProductsCsv(tx, actor, storeId, csv);
    return read.ok ? { ok: true, rows: read.rows, good: read.good.length, csv } : read;
  },
});

/** Writes all valid rows of a CSV file, or none. */
export const importProducts = operation({
  name: "store_office.import_products",
  by: storeOwner,
  input: csvForm,
  // Locks the store's row. Otherwise two simultaneous imports could add a product with the same name twice.
  on: lockOwnStore,
  run: async ({ tx, actor, at }, { storeId, csv }) => {
    const read = await readProductsCsv(tx, actor, storeId, csv);
    if (!read.ok) return read;
    const { good: rows } = read;
    if (rows.length === 0) return refuse("invalid", "no_products");
    const there = await tx
      .select({ id: products.id, name: sql<string>`lower(${products.name})` })
      .from(products)
      .where(eq(products.storeId, storeId))
      .orderBy(asc(products.createdAt));
    const idOf = new Map(there.map((row) => [row.name, row.id]));
    const added = rows.filter((row) => !idOf.has(row.name.toLowerCase())).length;
    await writeRows(tx, storeId, { rows, idOf, at });
    return { ok: true, added, changed: rows.length - added };
  },
  conflict: () => IMPORT_SENT_BEFORE,
});

/** Writes the rows. `idOf` has the ids of existing products by their names in lower case. */
async function writeRows(
  tx: Tx,
  storeId: string,
  { rows, idOf, at }: { rows: readonly GoodRow[]; idOf: ReadonlyMap<string, string>; at: Date },
): Promise<void> {
  const added = rows.filter((row) => !idOf.has(row.name.toLowerCase()));
  const values = (row: GoodRow) => ({ ...productValues(row), updatedAt: at });
  if (added.length > 0) {
    // The creation times are a millisecond apart, so that the list keeps the file's order.
    await tx.insert(products).values(
      added.map((row, index) => ({
        id: randomUUID(),
        storeId,
        ...values(row),
        createdAt: new Date(at.getTime() - index),
      })),
    );
  }
  const changed = rows.flatMap((row) => {
    const id = idOf.get(row.name.toLowerCase());
    return id ? [{ id, row }] : [];
  });
  // To avoid deadlocks, the products are changed in order of id. The code that places or changes orders locks the rows
  // of products in the same order.
  for (const { id, row } of changed.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    await tx
      .update(products)
      .set({ ...values(row), version: sql`${products.version} + 1` })
      .where(eq(products.id, id));
  }
}
