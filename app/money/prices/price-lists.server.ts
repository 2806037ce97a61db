/** Price lists in the back office. A super admin changes and publishes drafts. Published lists never change. */
import { desc, eq, max, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { lagosDay } from "../../domain/dates.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { priceLists } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { LIST_SENT_BEFORE, refuse } from "./messages.ts";
import { priceListSchema, ROUND_UP_TO_KOBO, type PriceList } from "./price-list.ts";
import { FIRST_ZONES, firstGrid } from "./zones.ts";

type Row = typeof priceLists.$inferSelect;
export type PriceListRow = Omit<Row, "document"> & { list: PriceList };

export function listPriceLists(db: Db) {
  return db
    .select({
      id: priceLists.id,
      version: priceLists.version,
      validFrom: priceLists.validFrom,
      basedOn: priceLists.basedOn,
      publishedAt: priceLists.publishedAt,
      publishedByName: priceLists.publishedByName,
      updatedAt: priceLists.updatedAt,
    })
    .from(priceLists)
    .orderBy(sql`${priceLists.version} desc nulls first`, desc(priceLists.createdAt));
}

export async function readPriceList(db: Pick<Db, "select">, id: string): Promise<PriceListRow | null> {
  const [row] = isUuid(id) ? await db.select().from(priceLists).where(eq(priceLists.id, id)) : [];
  if (!row) return null;
  const { document, ...rest } = row;
  return { ...rest, list: priceListSchema.parse(document) };
}

/** Makes the first draft if there is no list yet: zones by distance, and no prices. */
const emptyList = (day: string): PriceList => ({
  zones: [...FIRST_ZONES],
  grid: firstGrid(),
  rates: {},
  surcharges: {},
  remote: { states: [], kobo: 0 },
  cover: { perMille: 0, ceilingKobo: 0 },
  vat: { perMille: 75, from: day },
  roundUpToKobo: ROUND_UP_TO_KOBO,
});

/**
 * Copies the newest published list, or makes zones without prices. A copy without rounding gets the usual rounding
 * (PRICE-11).
 */
export const createDraft = operation({
  name: "prices.create_draft",
  by: staff("managePrices"),
  input: z.object({}),
  run: async (work) => {
    const { tx, at } = work;
    const [newest] = await tx
      .select({ version: priceLists.version, document: priceLists.document })
      .from(priceLists)
      .where(sql`${priceLists.version} is not null`)
      .orderBy(desc(priceLists.version))
      .limit(1);
    const [made] = await tx
      .insert(priceLists)
      .values({
        document: newest
          ? { roundUpToKobo: ROUND_UP_TO_KOBO, ...priceListSchema.parse(newest.document) }
          : emptyList(lagosDay(at)),
        basedOn: newest?.version ?? null,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: priceLists.id });
    if (!made) throw new Error("a draft was not written");
    await logPriceChange(work, made.id, "Started a draft of the price list");
    return { ok: true, id: made.id };
  },
  conflict: () => LIST_SENT_BEFORE,
});

/** Returns the number of the next published list. The publish form announces this number. */
export async function nextVersion(db: Pick<Db, "select">): Promise<number> {
  const [row] = await db.select({ newest: max(priceLists.version) }).from(priceLists);
  return (row?.newest ?? 0) + 1;
}

/** Locks the row of a form's draft. Refuses a published list, and a draft that changed meanwhile. */
export async function lockDraft(
  { tx }: Work<unknown>,
  { id, revision }: { id: string; revision: number },
): Promise<PriceListRow | Refusal> {
  if (isUuid(id))
    await tx.select({ id: priceLists.id }).from(priceLists).where(eq(priceLists.id, id)).for("update");
  const draft = await readPriceList(tx, id);
  if (!draft) return refuse("not_found", "list_gone");
  if (draft.version !== null) return refuse("conflict", "list_published", { version: draft.version });
  return draft.revision === revision ? draft : refuse("conflict", "draft_changed");
}

export function logPriceChange(
  { tx, actor, at }: Work<Admin>,
  id: string,
  description: string,
): Promise<void> {
  return recordActivity(tx, actor, at, {
    action: "update_prices",
    description,
    entityType: "price_list",
    entityId: id,
  });
}
