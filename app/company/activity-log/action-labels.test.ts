/** STAFF-13: the names of the log's links, by which a screen reader and voice control tell them apart. */
import { expect, test } from "vitest";
import { entityLabel, withLinks } from "./action-labels.ts";

const record = (entityType: string | null, entityId: string | null, description: string, minutes = 0) => ({
  ...{ entityType, entityId, description },
  createdAt: new Date(Date.UTC(2026, 10, 21, 14, minutes)),
});
const namesOf = (...rows: ReturnType<typeof record>[]) => withLinks(rows).map(({ linkName }) => linkName);

test("[STAFF-13] a link's name says which booking it leads to, or what was done with its subject", () => {
  const names = namesOf(
    record("booking", "1", "OD48210973NG: In transit"),
    record("booking", "2", "OD48210974NG: In transit"),
    record("run", "3", "IKJ pickup 1: out"),
    record("run", "4", "IKJ pickup 2: out"),
    // Both lead to the same page, so the names may be the same.
    record("booking", "1", "OD48210973NG: Delivered"),
  );
  expect(names).toEqual([
    "Booking: OD 4821 0973 NG",
    "Booking: OD 4821 0974 NG",
    "Run: IKJ pickup 1: out",
    "Run: IKJ pickup 2: out",
    "Booking: OD 4821 0973 NG",
  ]);
});

test("[STAFF-13] links to different pages that would have the same name say the time of their record", () => {
  const note = "Added a note about a customer";
  const names = namesOf(
    record("customer", "1", note, 5),
    record("customer", "2", note),
    record("store", "3", "Shop hidden"),
    record("store", "3", "Shop hidden", 9),
  );
  expect(names).toEqual([
    `Customer: ${note}, Nov 21, 2026 • 3:05 PM`,
    `Customer: ${note}, Nov 21, 2026 • 3:00 PM`,
    "Store: Shop hidden",
    "Store: Shop hidden",
  ]);
});

test("[STAFF-13] the subject of a record is named in words, also one that no page knows", () => {
  expect(["booking", "price_list", "regular_pickup", "payee", "api_key", null].map(entityLabel)).toEqual([
    "Booking",
    "Price list",
    "Regular pickup",
    "Settlement",
    "API key",
    "-",
  ]);
});
