/**
 * PAY-2: the stored balance of every booking equals a recount of its ledger after random simultaneous writes. The test
 * makes 600 writes, or 100,000 in a long run.
 */
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookMany } from "../../../test/fixtures/bookings.ts";
import { LONG, times } from "../../../test/fixtures/long.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { brokenUnique } from "../../platform/db/client.server.ts";
import { bookingCharges, payments } from "../../platform/db/schema.ts";

const { opened, db } = await fileServices();
const { now } = opened.services;
const BOOKINGS = 20;
const AT_ONCE = 10;

test(
  "[PAY-2] kept balances equal a recount after hundreds of payments, reversals and prices at once",
  { timeout: LONG ? 900_000 : 60_000 },
  async () => {
    const ids = await bookMany(opened, BOOKINGS);
    const made: { id: string; bookingId: string; kobo: number; method: "cash" | "deducted" }[] = [];
    const done = { payments: 0, reversals: 0, prices: 0, refused: 0 };

    const write = async (random: (below: number) => number) => {
      const bookingId = ids[random(BOOKINGS)] ?? "";
      const kobo = 1 + random(1_000_000);
      const what = random(10);
      const reversed = made[random(made.length)];
      if (what === 0) {
        const charge = { bookingId, kind: "set" as const, lines: [], totalKobo: kobo, at: now() };
        await db.insert(bookingCharges).values(charge);
        done.prices++;
      } else if (what < 4 && reversed) {
        const reversal = { ...reversed, id: undefined, reverses: reversed.id, direction: "out" as const };
        await db.insert(payments).values({ actId: SOME_ACT, ...reversal, byName: "Ada", at: now() });
        done.reversals++;
      } else {
        const row = { bookingId, kobo, direction: "in" as const, byName: "Ada", at: now() };
        const method = random(5) === 0 ? ("deducted" as const) : ("cash" as const);
        const [payment] = await db
          .insert(payments)
          .values({ actId: SOME_ACT, ...row, method })
          .returning({ id: payments.id });
        if (payment) made.push({ id: payment.id, bookingId, kobo, method });
        done.payments++;
      }
    };
    const each = times(600, 100_000) / AT_ONCE;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, writer) => {
        const random = randomFrom(writer + 1);
        for (let n = 0; n < each; n++)
          await write(random).catch((error: unknown) => {
            // A payment is reversed once: the database refuses the second reversal.
            if (brokenUnique(error) !== "payments_reverses_unique") throw error;
            done.refused++;
          });
      }),
    );
    expect(done.payments + done.reversals + done.prices + done.refused).toBe(each * AT_ONCE);
    for (const count of Object.values(done)) expect(count).toBeGreaterThan(0);
    expect(await wrongBalances(db)).toEqual([]);
    expect(await db.$count(payments)).toBe(done.payments + done.reversals);
  },
);
