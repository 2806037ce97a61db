/** The price list of a day, cached in memory. A database trigger notifies every process of a new list. */
import { asc, isNotNull } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import { priceLists } from "../../platform/db/schema.ts";
import { untilChange } from "../../platform/live/until-change.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { priceListSchema, type PriceList } from "./price-list.ts";

export type DatedList = { version: number; validFrom: string; list: PriceList };

/** Reads every published list, oldest version first. The lists are cached until another list is published. */
const publishedLists = untilChange("prices", async (db): Promise<DatedList[]> => {
  const { version, validFrom, document } = priceLists;
  const rows = await db
    .select({ version, validFrom, document })
    .from(priceLists)
    .where(isNotNull(version))
    .orderBy(asc(version));
  return rows.map((row) => {
    if (row.version === null || row.validFrom === null)
      throw new Error("a published price list has no version");
    return { version: row.version, validFrom: row.validFrom, list: priceListSchema.parse(row.document) };
  });
});

/**
 * PRICE-3: returns the active list of a Lagos day: the list with the latest first day that is not after this day. If
 * several lists begin on that first day, the highest version is active. Null before the first list. `lists` must have
 * the oldest version first.
 */
export function listOfDay<List extends Pick<DatedList, "version" | "validFrom">>(
  lists: readonly List[],
  day: string,
): List | null {
  return lists.reduce<List | null>(
    (best, one) => (one.validFrom <= day && (!best || one.validFrom >= best.validFrom) ? one : best),
    null,
  );
}

/** Returns a published list by its version, or null. */
export async function listOfVersion(
  services: Pick<Services, "db" | "live">,
  version: number,
): Promise<PriceList | null> {
  return (await publishedLists(services)).find((one) => one.version === version)?.list ?? null;
}

/** Returns the active list at a time, by default now. Null if no list is published. */
export async function currentPrices(
  services: Pick<Services, "db" | "live" | "now">,
  at: Date = services.now(),
): Promise<DatedList | null> {
  return listOfDay(await publishedLists(services), lagosDay(at));
}
