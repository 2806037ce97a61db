/** RUN-7: the order of an upgrade's statements. */
import { expect, test } from "vitest";
import { upgradeOrder } from "./upgrade-order.ts";

const make = (index: string, table = "bookings", column = "search") =>
  `CREATE INDEX ${index} ON ${table} USING gin (${column} gin_trgm_ops);`;
const rewrite = 'ALTER TABLE "bookings" ADD COLUMN "day" date GENERATED ALWAYS AS (at) STORED';
const drop = 'ALTER TABLE "bookings" drop column "search";';
const count = "\nDO $$\nBEGIN\n  WHILE roll_up_parcel_changes(100000) > 0 LOOP END LOOP;\nEND\n$$;";

test("[RUN-7] an upgrade builds each index for searching once, and last, and leaves counting to the product", () => {
  expect(upgradeOrder([make("a"), count, rewrite, make("b", "stores")])).toEqual([
    rewrite,
    make("a"),
    make("b", "stores"),
  ]);
});

test("[RUN-7] an index that a later statement needs, drops or makes again keeps its meaning", () => {
  expect(upgradeOrder([make("a"), "DROP INDEX a;", rewrite])).toEqual([make("a"), "DROP INDEX a;", rewrite]);
  expect(upgradeOrder([make("a"), make("b", "stores"), drop, make("a")])).toEqual([
    ...[make("a"), drop],
    ...[make("b", "stores"), make("a")],
  ]);
  expect(upgradeOrder([make("a", "bookings", "name"), rewrite, make("a")])).toEqual([rewrite, make("a")]);
  const other = "DO $$ BEGIN PERFORM roll_up_parcel_changes(1); DELETE FROM hubs; END $$;";
  expect(upgradeOrder([other, 'CREATE INDEX "c" ON "bookings" USING btree ("id")'])).toEqual([
    other,
    'CREATE INDEX "c" ON "bookings" USING btree ("id")',
  ]);
});
