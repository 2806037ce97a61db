/** PRICE-9: the content of the publish dialog before a list is published. */
import { addDays, lagosDay, parseLagosDay } from "../../domain/dates.ts";
import type { Services } from "../../platform/services.server.ts";
import { compareLists, type ComparedQuotes } from "./compare.ts";
import { currentPrices, listOfDay } from "./current-prices.server.ts";
import type { PriceList } from "./price-list.ts";
import { returnChange } from "./price-parts.ts";
import { listPriceLists, nextVersion } from "./price-lists.server.ts";

export type PublishOffer = {
  version: number;
  today: string;
  /** The proposed first day: tomorrow, or a later day in the URL. */
  day: string;
  /** The version that would be active on `day` without this publication. Null if no version would be. */
  before: number | null;
  compared: ComparedQuotes[];
  /** A sentence about the new price of a return to sender. Null if this price does not change. */
  returns: string | null;
  /** The published lists that start after `day`. The first of these lists will replace the new list. */
  later: { version: number; validFrom: string }[];
};

/** Reads the content of the publish dialog. `asked` is the first day in the page's URL. */
export async function readOffer(
  services: Services,
  list: PriceList,
  asked: string | null,
): Promise<PublishOffer> {
  const at = services.now();
  const tomorrow = lagosDay(addDays(at, 1));
  const day = asked && parseLagosDay(asked) && asked > tomorrow ? asked : tomorrow;
  const [before, version, lists] = await Promise.all([
    currentPrices(services, parseLagosDay(day) ?? at),
    nextVersion(services.db),
    listPriceLists(services.db),
  ]);
  return {
    version,
    today: lagosDay(at),
    day,
    before: before?.version ?? null,
    compared: compareLists(before?.list ?? null, list, day),
    returns: returnChange(before?.list ?? null, list),
    later: lists.flatMap((one) =>
      one.version !== null && one.validFrom !== null && one.validFrom > day
        ? [{ version: one.version, validFrom: one.validFrom }]
        : [],
    ),
  };
}

/**
 * Returns the list that the newest version replaced, and the newest version's first day. Null for an older version.
 */
export async function listBefore(
  db: Services["db"],
  newest: number,
): Promise<{ id: string; version: number; from: string } | null> {
  const published = (await listPriceLists(db)).flatMap(({ id, version, validFrom }) =>
    version === null || validFrom === null ? [] : [{ id, version, validFrom }],
  );
  const [own, ...others] = published;
  if (own?.version !== newest) return null;
  const before = listOfDay(others.toReversed(), own.validFrom);
  return before && { id: before.id, version: before.version, from: own.validFrom };
}
