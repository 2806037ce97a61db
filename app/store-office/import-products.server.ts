/** OWNER-6: products from CSV: parsed with errors for each row, checked against the store, then written. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { asc, eq, sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";
import { partners, products } from "../platform/db/schema.ts";
import { restoreCell } from "../platform/http/csv.ts";
import { firstErrors } from "../platform/http/form.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { claimKey, idempotencyKey, withClaimedKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { ownStore } from "./my-stores.server.ts";
import { HEADER, productForm, productValues, type ProductForm } from "./products.ts";
import type { StoreOwner } from "../domain/actor.ts";

export const MAX_ROWS = 1000;
export const MAX_CSV_BYTES = 1024 * 1024;

/** Accepted names of these columns. */
const NAMES: Record<string, (typeof HEADER)[number]> = {
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
export type ImportRead = Result<{ rows: ImportRow[]; good: GoodRow[] }, "invalid">;

/**
 * Parses a CSV text (comma, semicolon or tab; a header line) and validates each row like the product form. A row with
 * the name of an existing product, ignoring case, changes that product; a name twice in the file is an error.
 */
export async function readProductsCsv(
  services: Services,
  owner: StoreOwner,
  partnerId: string,
  text: string,
): Promise<ImportRead> {
  if (!text.trim()) return refuse("invalid", "Choose a CSV file, or paste its lines.");
  if (Buffer.byteLength(text) > MAX_CSV_BYTES)
    return refuse("invalid", "This file is over 1 MB. Send it in parts.");
  let lines: string[][];
  try {
    lines = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
      to: MAX_ROWS + 2,
    });
  } catch (problem) {
    const line = /line (\d+)/.exec(problem instanceof Error ? problem.message : "")?.[1];
    return refuse(
      "invalid",
      `This is not a CSV file that we can read${line ? `: look at line ${line}` : ""}. In a spreadsheet choose 'Save as CSV'.`,
    );
  }
  const [first, ...body] = lines;
  const columns = (first ?? []).map((cell) => NAMES[cell.toLowerCase()] ?? null);
  if (!columns.includes("name") || !columns.includes("price")) {
    return refuse(
      "invalid",
      `The first line has to name the columns, at least 'name' and 'price': ${HEADER.join(", ")}.`,
    );
  }
  if (body.length === 0) return refuse("invalid", "There are no products below the first line.");
  if (body.length > MAX_ROWS)
    return refuse("invalid", `This file has more than ${MAX_ROWS} rows. Send it in parts.`);

  const names = await services.db
    .select({ name: sql<string>`lower(${products.name})` })
    .from(products)
    .innerJoin(partners, eq(partners.id, products.partnerId))
    .where(ownStore(owner, partnerId));
  const known = new Set(names.map((row) => row.name));
  const seen = new Map<string, number>();
  const rows: ImportRow[] = [];
  const good: GoodRow[] = [];
  body.forEach((cells, index) => {
    const line = index + 2;
    const cell = (name: (typeof HEADER)[number]) =>
      restoreCell((cells[columns.indexOf(name)] ?? "").replaceAll("\0", "").toWellFormed());
    const rawValues = {
      name: cell("name"),
      description: cell("description"),
      category: cell("category"),
      price: cell("price"),
      stock: cell("stock").replace(/^n\/a$/i, ""),
    };
    const active = readActive(columns.includes("active") ? cell("active") : "");
    const parsed = productForm.safeParse(rawValues);
    const folded = rawValues.name.toLowerCase();
    const earlier = seen.get(folded);
    const error =
      (parsed.success ? null : Object.values(firstErrors(parsed.error.issues))[0]!) ??
      (earlier ? `Line ${earlier} has the same name` : null) ??
      (active === null ? "Write 'yes' or 'no' under active" : null);
    if (rawValues.name && !earlier) seen.set(folded, line);
    if (!error && parsed.success) good.push({ ...parsed.data, isActive: active ?? true });
    rows.push({
      line,
      name: rawValues.name,
      price: rawValues.price,
      stock: rawValues.stock,
      category: rawValues.category,
      known: known.has(folded),
      error,
    });
  });
  return { ok: true, rows, good };
}

function delimiterOf(text: string): string {
  const line = text.slice(0, 2000).split(/\r?\n/)[0]!;
  return [",", ";", "\t"].reduce((best, one) =>
    line.split(one).length > line.split(best).length ? one : best,
  );
}

function readActive(text: string): boolean | null {
  if (/^(yes|y|true|1|active|on|)$/i.test(text)) return true;
  return /^(no|n|false|0|inactive|off)$/i.test(text) ? false : null;
}

type Counts = { added: number; changed: number };
export type Imported = Result<Counts, "not_found" | "conflict">;

/**
 * Writes the valid rows, all or none. The same idempotency key again writes nothing: it returns the first counts, or is
 * refused with other rows.
 */
export async function importProducts(
  services: Services,
  owner: StoreOwner,
  partnerId: string,
  rows: readonly GoodRow[],
  key: string,
): Promise<Imported> {
  const at = services.now();
  return services.db.transaction(async (tx) => {
    // Locks the store's row: two imports at once do not add a name twice.
    const [store] = await tx
      .select({ id: partners.id })
      .from(partners)
      .where(ownStore(owner, partnerId))
      .for("update");
    if (!store) return refuse("not_found", "This is not one of your stores.");
    const form = idempotencyKey(services, key, { partnerId, rows });
    return withClaimedKey<Counts, Imported>(
      tx,
      form,
      {
        repeat: (counts) => ({ ok: true, ...counts }),
        conflict: () =>
          "This form was already sent with other lines. These are not imported yet: press Preview again.",
      },
      async () => {
        const there = await tx
          .select({ id: products.id, name: sql<string>`lower(${products.name})` })
          .from(products)
          .where(eq(products.partnerId, store.id))
          .orderBy(asc(products.createdAt));
        const idOf = new Map(there.map((row) => [row.name, row.id]));
        const added = rows.filter((row) => !idOf.has(row.name.toLowerCase()));
        const counts = { added: added.length, changed: rows.length - added.length };
        if (!(await claimKey(tx, form, counts, at))) return null;
        await writeRows(tx, store.id, { rows, idOf, at });
        return { ok: true, ...counts };
      },
    );
  });
}

/** `idOf`: the products that the store has, by their folded name. */
async function writeRows(
  tx: Tx,
  partnerId: string,
  { rows, idOf, at }: { rows: readonly GoodRow[]; idOf: ReadonlyMap<string, string>; at: Date },
): Promise<void> {
  const added = rows.filter((row) => !idOf.has(row.name.toLowerCase()));
  const values = (row: (typeof rows)[number]) => {
    const parsed = productValues(row);
    if (!parsed.ok) throw new Error("an unchecked row reached the import");
    return { ...parsed.values, updatedAt: at };
  };
  if (added.length > 0) {
    // A millisecond apart, so that the list shows them in the file's order.
    await tx.insert(products).values(
      added.map((row, index) => ({
        id: randomUUID(),
        partnerId,
        ...values(row),
        createdAt: new Date(at.getTime() - index),
      })),
    );
  }
  const changed = rows.flatMap((row) => {
    const id = idOf.get(row.name.toLowerCase());
    return id ? [{ id, row }] : [];
  });
  // By id, as orders lock them, so that neither waits for the other in a ring.
  for (const { id, row } of changed.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    await tx
      .update(products)
      .set({ ...values(row), version: sql`${products.version} + 1` })
      .where(eq(products.id, id));
  }
}
