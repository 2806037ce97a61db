import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { CLOSED_STATUSES, BOOKING_STATUSES, OPEN_STATUSES } from "../../domain/delivery-status.ts";

const { services } = await closedAfterAll(openTestServices());

/**
 * The database's functions are written by hand in migrations. A new status that counts as open needs a migration with
 * new versions of these functions. This test fails without that migration.
 */
test("the database's functions count the statuses as open that the table does", async () => {
  const { rows } = await services.db.execute<{ name: string; source: string }>(
    sql`select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const lists = rows.flatMap(({ name, source }) =>
    [...source.matchAll(/status\s+in\s*\(([^)]*)\)/gi)].map(([, words]) => ({
      name,
      words: [...words!.matchAll(/'(\w+)'/g)].map(([, word]) => word!),
    })),
  );
  const ofBookings = lists.filter(({ words }) =>
    words.every((word) => BOOKING_STATUSES.includes(word as never)),
  );
  expect(ofBookings.map(({ name }) => name)).toContain("count_new_bookings");
  expect(ofBookings.filter(({ words }) => words.join() !== OPEN_STATUSES.join())).toEqual([]);
  const orders = rows.flatMap(({ source }) =>
    [...source.matchAll(/array_position\(array\[('pending'[^\]]*)\]/g)].map(([, words]) => words!),
  );
  expect(orders).toEqual([BOOKING_STATUSES.map((status) => `'${status}'`).join(", ")]);
  expect([...OPEN_STATUSES, ...CLOSED_STATUSES].toSorted()).toEqual(BOOKING_STATUSES.toSorted());
});
