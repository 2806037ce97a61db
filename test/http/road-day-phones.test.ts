/**
 * A day of a carrier whose riders have phones: deeds, cash, transfers, a phone that dies and is replaced, cash that is
 * short.
 */
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  bookings,
  cashAccounts,
  cashOnDelivery,
  exceptions,
  payments,
  settlementEntries,
} from "../../app/platform/db/schema.ts";
import { openTestApp, type TestApp } from "../fixtures/app.ts";
import { ledgerDifferences } from "../fixtures/cash-recount.ts";
import { LONG } from "../fixtures/long.ts";
import { PhoneDay } from "../fixtures/phone-day.ts";
import { recountRoad } from "../fixtures/road.ts";
import { RoadDay, SHORT_DAY, WHOLE_DAY, type Arrival, type DaySize } from "../fixtures/road-day.ts";
import { countsOf, endOf } from "../fixtures/road-end.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const SIZE = LONG ? WHOLE_DAY : SHORT_DAY;
const FEW: DaySize = { bookings: 12, second: 2, cod: 5, failed: 2, missing: 1, extra: 1 };
const SEEDS = 200;

async function play<Out>(
  size: DaySize,
  arrival: Arrival,
  check: (app: TestApp, day: PhoneDay, names: RoadDay["names"]) => Promise<Out>,
) {
  const app = await openTestApp({ limitsFactor: 100_000 });
  try {
    const phones = await PhoneDay.of(app, arrival.seed);
    const day = new RoadDay(app, size, arrival, phones.send);
    await day.run();
    return await check(app, phones, day.names);
  } finally {
    await app.close();
  }
}

/**
 * Checks the state of pieces and money at the end of a day, which must be the same in whatever order, and however
 * often, the deeds arrive.
 */
async function expectWhole(app: TestApp, phones: PhoneDay, size: DaySize): Promise<void> {
  const { db } = app.services;
  expect(await recountRoad(app)).toEqual([]);
  const { pieces: count, missing, named, extra, open } = await countsOf(app);
  expect({ count, open, named, extra }).toEqual({
    count: size.bookings + size.second,
    ...{ open: 0, named: missing, extra: size.extra },
  });
  const collected = await db
    .select({ id: bookings.id, kobo: cashOnDelivery.amountKobo })
    .from(bookings)
    .innerJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(eq(bookings.status, "delivered"));
  expect(phones.byTransfer.size).toBeGreaterThan(0);
  const cash = collected
    .filter(({ id }) => !phones.byTransfer.has(id))
    .reduce((total, { kobo }) => total + kobo, 0);
  const balances = async () =>
    (await db.select().from(cashAccounts).where(eq(cashAccounts.holderKind, "rider"))).reduce(
      (total, { balanceKobo }) => total + balanceKobo,
      0,
    );
  expect(await balances()).toBe(cash);
  const short = await phones.handIn();
  expect(await balances()).toBe(200_000);
  const [left] = await db.select().from(cashAccounts).where(eq(cashAccounts.holderId, short));
  expect(left!.balanceKobo).toBe(200_000);
  const differences = await db
    .select()
    .from(exceptions)
    .where(and(eq(exceptions.kind, "cash_difference"), isNull(exceptions.closedAt)));
  expect(differences).toHaveLength(1);
  expect(await ledgerDifferences(app)).toEqual([]);
  expect(await db.$count(settlementEntries, isNull(settlementEntries.reverses))).toBe(collected.length);
  expect(await db.$count(payments)).toBe(0);
}

test(
  "[DEED-5] [DEED-7] [CASH-4] a day with phones: one holder for each piece, balances are what was collected less what was paid in, each difference has a name",
  { timeout: 900_000 },
  () =>
    play(SIZE, { shuffled: false, doubled: true, seed: 7 }, async (app, phones) => {
      expect(phones.told.dead).toBeGreaterThan(0);
      expect(phones.told.other).toBeGreaterThan(0);
      await expectWhole(app, phones, SIZE);
    }),
);

testWhere(ONLY_LONG)(
  "[DEED-5] the same day told in any order, doubled and in other batches ends alike, also what a phone told that another one had replaced",
  { timeout: 3_600_000 },
  async () => {
    const first = await play(FEW, { shuffled: false, doubled: false, seed: 1 }, (app, _phones, names) =>
      endOf(app, names),
    );
    for (let seed = 1; seed <= SEEDS; seed++)
      await play(FEW, { shuffled: true, doubled: true, seed }, async (app, phones, names) => {
        expect(await endOf(app, names), `seed ${seed}`).toEqual(first);
        await expectWhole(app, phones, FEW);
      });
  },
);
