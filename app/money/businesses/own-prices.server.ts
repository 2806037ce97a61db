/** BUSINESS-4: imports and exports the price list of a business as a table. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { shownAuthor } from "../../access/author.server.ts";
import { staff } from "../../access/by.server.ts";
import { staffExport } from "../../access/staff-export.server.ts";
import { businessAgreements, businesses } from "../../platform/db/schema.ts";
import { typedNumber } from "../../platform/http/fields.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { refuse as refuseFields } from "../../platform/http/result.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { decodedFile, tableField } from "../../platform/tables/table-field.ts";
import { textOfTable } from "../../platform/tables/table-file.server.ts";
import { currentPrices } from "../prices/current-prices.server.ts";
import { MAX_CSV_BYTES, MAX_CSV_ROWS, pricesAsCsv, readPricesCsv } from "../prices/price-csv.server.ts";
import { gapsOf, priceListSchema } from "../prices/price-list.ts";
import { lockBusiness } from "./apply.server.ts";
import { recordBusiness } from "./business-events.server.ts";
import { approveForm } from "./business-forms.ts";
import { refuse } from "./messages.ts";
import { agreementOf } from "../prices/agreements.server.ts";

/** BUSINESS-4: the business's own price list, as pasted lines or as a file. */
const ownListForm = approveForm.extend({
  /** The version of the prices that the page showed; 0 if there was none. */
  agreed: typedNumber("Reload the page", z.number("Reload the page").int().min(0)),
  csv: z.string().default(""),
  file: tableField(MAX_CSV_BYTES, {
    missing: "Choose a file",
    tooLarge: "This file is over 1 MB.",
  }).optional(),
});

/**
 * Adds a version of a business's own price list: a table changes the business's current list, or the company's list if
 * the business has none. Bookings keep the version that priced them. Refuses a table with errors, a list with gaps, and
 * a form from an outdated page.
 */
export const agreePriceList = operation({
  name: "businesses.agree_price_list",
  by: staff("manageBusinesses"),
  input: ownListForm,
  prepare: async ({ services, actor, at }, { csv, file }) => {
    const current = await currentPrices(services, at);
    if (!current) return refuse("conflict", "no_price_list");
    if (!file) return { ok: true, prepared: { list: current.list, text: csv } };
    const bounds = { rows: MAX_CSV_ROWS, person: actor.person.id, readWorkbook: services.readWorkbook };
    const read = await textOfTable(decodedFile(file), bounds);
    return read.ok
      ? { ok: true, prepared: { list: current.list, text: read.text } }
      : refuseFields("invalid", { csv: read.error });
  },
  on: lockBusiness,
  run: async (work, { id, agreed }, business) => {
    const { tx, at, actor, prepared } = work;
    const before = await agreementOf(tx, id);
    if ((before?.version ?? 0) !== agreed) return refuse("conflict", "changed_meanwhile");
    const read = readPricesCsv(before?.list ?? prepared.list, prepared.text);
    if (!read.ok) return read;
    const checked = priceListSchema.safeParse(read.list);
    const [wrong] = checked.success
      ? gapsOf(checked.data)
      : checked.error.issues.map(({ message }) => message);
    if (wrong !== undefined || !checked.success) return refuseFields("invalid", { csv: wrong ?? "" });
    const version = (before?.version ?? 0) + 1;
    await tx.insert(businessAgreements).values({
      businessId: id,
      version,
      discountPerMille: 0,
      document: checked.data,
      at,
      ...shownAuthor(actor),
    });
    const text = `Price agreement ${version}: a price list of its own`;
    await recordBusiness(work, business, { action: "update_business", text });
    return { ok: true };
  },
});

const FILES = { "rates.csv": "rates", "zones.csv": "zones" } as const;

/** STAFF-14: exports the price list of a business as a table: its own list, or the company's current list. */
export const exportOwnPrices = staffExport({
  name: "businesses.export_prices",
  input: z.object({ id: z.string(), file: z.string() }),
  on: async (tx, { id, file }) => {
    const kind = Object.hasOwn(FILES, file) ? FILES[file as keyof typeof FILES] : null;
    const known = kind && uuidParam(id);
    const [business] = known
      ? await tx
          .select({ id: businesses.id, name: businesses.name })
          .from(businesses)
          .where(eq(businesses.id, known))
      : [];
    if (!kind || !business) return refuse("not_found", "no_such_business");
    return { business, kind, list: (await agreementOf(tx, business.id))?.list ?? null };
  },
  logged: (_, { business, kind }) => ({
    description: `Exported the ${kind} of ${business.name}`,
    entityType: "business",
    entityId: business.id,
  }),
  read: async (services, _, { kind, list: own }) => {
    const list = own ?? (await currentPrices(services))?.list;
    return { fileName: `business-prices-${kind}.csv`, rows: list ? pricesAsCsv(list, kind) : [] };
  },
});
