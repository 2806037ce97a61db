/** PRICE-4: changes to a draft of the price list. A change is refused if the draft was changed meanwhile. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { priceLists } from "../../platform/db/schema.ts";
import { refuse as refuseFields } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { csvForm, draftForm, partForm, zoneForm } from "./list-forms.server.ts";
import { LIST_SENT_BEFORE, refuse } from "./messages.ts";
import { decodedFile } from "../../platform/tables/table-field.ts";
import { textOfTable } from "../../platform/tables/table-file.server.ts";
import { MAX_CSV_ROWS, readPricesCsv } from "./price-csv.server.ts";
import { priceListSchema, type PriceList } from "./price-list.ts";
import { lockDraft, logPriceChange, type PriceListRow } from "./price-lists.server.ts";
import { partTitle, readPart } from "./price-parts.ts";
import { statesOf, withZone } from "./zones.ts";

const change = { by: staff("managePrices"), on: lockDraft, conflict: () => LIST_SENT_BEFORE };

/** Stores a part of a draft (PRICE-12). Refuses an unknown part and invalid texts, with an error for each field. */
export const savePart = operation({
  ...change,
  name: "prices.save_part",
  input: partForm,
  run: async (work, { part, ...input }, draft) => {
    const { revision: _, ...texts } = input;
    const read = readPart(draft.list, part, texts);
    return read.ok
      ? storeList(work, draft, read.list, `Changed a draft: ${partTitle(draft.list, part)}`)
      : refuseFields("invalid", read.errors);
  },
});

/**
 * Assigns a zone to every pair of states between two places, in both directions. A place is a state, a region or
 * 'Everywhere'.
 */
export const setZone = operation({
  ...change,
  name: "prices.set_zone",
  input: zoneForm,
  run: async (work, { from, to, zone }, draft) => {
    if (!draft.list.zones.some(({ id }) => id === zone)) return refuse("invalid", "unknown_zone");
    const ends = { from: statesOf(from) ?? [], to: statesOf(to) ?? [], zone };
    const list = { ...draft.list, grid: withZone(draft.list.grid, ends) };
    return storeList(work, draft, list, `Set ${from} to ${to} to zone ${zone} in a draft`);
  },
});

/** Adds a zone with the next free letter as its id. */
export const addZone = operation({
  ...change,
  name: "prices.add_zone",
  input: draftForm,
  run: async (work, _, draft) => {
    const { zones } = draft.list;
    const id = Array.from("ABCDEFGHIJKL").find((letter) => !zones.some((zone) => zone.id === letter));
    if (!id) return refuse("invalid", "too_many_zones");
    const list = { ...draft.list, zones: [...zones, { id, name: `Zone ${id}` }] };
    return storeList(work, draft, list, `Added zone ${id} to a draft`);
  },
});

/** Imports prices or zones from a table file or pasted lines. Refuses a file with errors, and names the errors. */
export const loadCsv = operation({
  ...change,
  name: "prices.load_csv",
  input: csvForm,
  prepare: async ({ services, actor }, { csv, file }) => {
    if (!file) return { ok: true, prepared: csv };
    const bounds = { rows: MAX_CSV_ROWS, person: actor.person.id, readWorkbook: services.readWorkbook };
    const read = await textOfTable(decodedFile(file), bounds);
    return read.ok ? { ok: true, prepared: read.text } : refuseFields("invalid", { csv: read.error });
  },
  run: async (work, _, draft) => {
    const read = readPricesCsv(draft.list, work.prepared);
    return read.ok ? storeList(work, draft, read.list, read.done) : read;
  },
});

/** Deletes a draft, but never a published list. */
export const deletePriceDraft = operation({
  ...change,
  name: "prices.delete_draft",
  input: draftForm,
  run: async (work, { id }) => {
    await work.tx.delete(priceLists).where(eq(priceLists.id, id));
    await logPriceChange(work, id, "Deleted a draft of the price list");
    return { ok: true };
  },
});

/** Stores a changed draft. `done` is the text in the activity log. Refuses a draft that is not a valid price list. */
async function storeList(work: Work<Admin>, draft: PriceListRow, list: PriceList, done: string) {
  const checked = priceListSchema.safeParse(list);
  if (!checked.success) {
    const why =
      checked.error.issues[0]?.message ?? "Something in this list is wrong. Check it, then save again.";
    return refuse("invalid", "not_valid", { why });
  }
  await work.tx
    .update(priceLists)
    .set({ document: checked.data, revision: draft.revision + 1, updatedAt: work.at })
    .where(eq(priceLists.id, draft.id));
  await logPriceChange(work, draft.id, done);
  return { ok: true as const };
}
