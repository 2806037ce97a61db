/**
 * REPORT-4: each entry of a period is exported once and in order, with few queries and a bounded number of rows in memory.
 */
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { bookMany } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { payments } from "../../platform/db/schema.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { everyEntry } from "./export-money.server.ts";

const { opened, db } = await fileServices();
const admin = await makeAdmin(opened, "super_admin");
const DAY = 86_400_000;

/** Exports the entries of a period, and counts the queries for them. */
async function exported(period: { from: string; to: string }, most?: number) {
  let asked = 0;
  const counting = new Proxy(db, {
    get: (target, name) => {
      if (name === "execute") asked++;
      return Reflect.get(target, name) as unknown;
    },
  });
  const entries = [];
  for await (const entry of everyEntry({ ...opened.services, db: counting }, period, most))
    entries.push(entry);
  return { entries, asked };
}

const SEVEN_YEARS = { from: "2019-12-01", to: "2026-11-30" };

test("[REPORT-4] seven years are a dozen questions, and the rows are those of one question, in order", async () => {
  const [id] = await bookMany(opened, 1);
  const [{ trackingCode: code } = { trackingCode: "" }] = await db.query.bookings.findMany({ limit: 1 });
  const price = { code, price: 1_000_000, note: "", seen: 0 };
  expect(await setPrice(opened.services, admin, price, crypto.randomUUID())).toEqual({ ok: true });
  const begin = Date.parse("2020-01-01T00:00:00Z");
  const rows = Array.from({ length: 300 }, (_, n) => ({
    bookingId: id!,
    method: "cash" as const,
    direction: "in" as const,
    kobo: 100 + n,
    // Some entries follow each other quickly, and some have the same time.
    at: new Date(n < 100 ? begin + n * 20 * DAY : begin + 2500 * DAY + Math.floor(n / 20)),
    byName: "Ada",
  }));
  await db.insert(payments).values(rows.map((row) => ({ ...row, actId: SOME_ACT })));
  const whole = await exported(SEVEN_YEARS);
  expect(whole.asked).toBeLessThanOrEqual(13);
  const paid = whole.entries.filter(({ kind }) => kind === "payment");
  expect(paid.map(({ paidKobo }) => paidKobo).toSorted((a, b) => a - b)).toEqual(
    rows.map(({ kobo }) => kobo),
  );
  const times = whole.entries.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // Twenty entries have the same time. They are more than the limit of 15 rows, but they are still read together.
  const inParts = await exported(SEVEN_YEARS, 15);
  expect(inParts.entries).toEqual(whole.entries);
  expect(inParts.asked).toBeGreaterThan(whole.asked);
  expect((await exported({ from: "2020-01-01", to: "2020-01-01" })).entries).toHaveLength(1);
});
