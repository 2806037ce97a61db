/** The price list of a day, cached in memory. A database trigger notifies every process of a new list. */
import { asc, isNotNull } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import { isDatabaseUnavailable } from "../../platform/db/client.server.ts";
import { priceLists } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { priceListSchema, type PriceList } from "./price-list.ts";

export type DatedList = { version: number; validFrom: string; list: PriceList };

type Cached = { lists: DatedList[] | null; changes: number };
const cached = new WeakMap<Services["live"], Cached>();

/**
 * Every published list, oldest version first. The lists are read again after a notification, and at every call while
 * notifications cannot be received.
 */
async function publishedLists({ db, live }: Pick<Services, "db" | "live">): Promise<DatedList[]> {
  let own = cached.get(live);
  if (!own) {
    const fresh: Cached = { lists: null, changes: 0 };
    cached.set(live, (own = fresh));
    live.subscribe(["prices"], () => {
      fresh.changes++;
      fresh.lists = null;
    });
  }
  if (own.lists && live.listening()) return own.lists;
  const { changes, lists: before } = own;
  try {
    const rows = await db
      .select({
        version: priceLists.version,
        validFrom: priceLists.validFrom,
        document: priceLists.document,
      })
      .from(priceLists)
      .where(isNotNull(priceLists.version))
      .orderBy(asc(priceLists.version));
    const lists = rows.map(({ version, validFrom, document }) => {
      if (version === null || validFrom === null) throw new Error("a published price list has no version");
      return { version, validFrom, list: priceListSchema.parse(document) };
    });
    // If a list was published during this read, `lists` lacks the new list and is not cached.
    if (own.changes === changes) own.lists = lists;
    return lists;
  } catch (error) {
    if (before && isDatabaseUnavailable(error)) return before;
    throw error;
  }
}

/**
 * PRICE-3: the active list of a Lagos day. Of the lists that have begun, the latest first day counts, then the
 * highest version. Null before the first list. `lists` must have the oldest version first.
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

/** A published list by its version, or null. */
export async function listOfVersion(
  services: Pick<Services, "db" | "live">,
  version: number,
): Promise<PriceList | null> {
  return (await publishedLists(services)).find((one) => one.version === version)?.list ?? null;
}

/** The active list at a time, by default now. Null if no list is published. */
export async function currentPrices(
  services: Pick<Services, "db" | "live" | "now">,
  at: Date = services.now(),
): Promise<DatedList | null> {
  return listOfDay(await publishedLists(services), lagosDay(at));
}
