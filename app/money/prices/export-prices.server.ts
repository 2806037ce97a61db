import * as z from "zod";
import { staffExport } from "../../access/staff-export.server.ts";
import { refuse } from "./messages.ts";
import { pricesAsCsv } from "./price-csv.server.ts";
import { readPriceList, type PriceListRow } from "./price-lists.server.ts";

const FILES = { "rates.csv": "rates", "zones.csv": "zones" } as const;
type File = (typeof FILES)[keyof typeof FILES];
const nameOf = ({ version }: PriceListRow, file: File) => `price-list-${version ?? "draft"}-${file}`;

/** STAFF-14: exports a price list: prices (rates.csv), or zones of states (zones.csv). */
export const exportPrices = staffExport({
  name: "prices.export",
  input: z.object({ id: z.string(), file: z.string() }),
  on: async (tx, { id, file }) => {
    const kind = Object.hasOwn(FILES, file) ? FILES[file as keyof typeof FILES] : null;
    const list = kind && (await readPriceList(tx, id));
    return list ? { list, kind } : refuse("not_found", "list_gone");
  },
  logged: (_, { list, kind }) => ({
    description: `Exported ${nameOf(list, kind)}`,
    entityType: "price_list",
    entityId: list.id,
  }),
  read: (_, __, { list, kind }) => ({
    fileName: `${nameOf(list, kind)}.csv`,
    rows: pricesAsCsv(list.list, kind),
  }),
});
