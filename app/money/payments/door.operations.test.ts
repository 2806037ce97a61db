/** The amount due at the receiver's door is the same in SQL (`doorColumn`) as in `doorAmount`. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookMany } from "../../../test/fixtures/bookings.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { PAYS_DELIVERY } from "../../domain/pays-delivery.ts";
import {
  bookingBalances,
  bookings,
  bookingCharges,
  cashOnDelivery,
  payees,
  payments,
  pieces,
  settlementEntries,
} from "../../platform/db/schema.ts";
import { doorColumn } from "./door-column.server.ts";
import { doorsOf } from "./door.server.ts";

const { opened, db } = await fileServices();
const { now } = opened.services;

test("[COD-9] lists and pages ask for the same sum at the door, whoever pays, whatever was paid, and on the way back", async () => {
  const random = randomFrom(7);
  const ids = await bookMany(opened, 60);
  const [payee] = await db.insert(payees).values({}).returning({ id: payees.id });
  const row = { at: now(), byName: "Ada" };
  for (const bookingId of ids) {
    await db
      .update(bookings)
      .set({ paysDelivery: PAYS_DELIVERY[random(3)]! })
      .where(eq(bookings.id, bookingId));
    await db
      .update(pieces)
      .set({ returning: random(3) === 0 })
      .where(eq(pieces.bookingId, bookingId));
    if (random(4) > 0)
      await db
        .insert(bookingCharges)
        .values({ bookingId, kind: "set", lines: [], totalKobo: 1 + random(100), at: now() });
    if (random(2) > 0)
      await db.insert(payments).values({
        actId: SOME_ACT,
        ...row,
        bookingId,
        method: "cash",
        direction: "in",
        kobo: 1 + random(100),
      });
    if (random(3) > 0) {
      const amountKobo = 100 + random(100);
      const terms = { codFeePerMille: 0, codFeeMinimumKobo: 0, createdAt: now() };
      await db.insert(cashOnDelivery).values({ bookingId, payeeId: payee!.id, amountKobo, ...terms });
      if (random(2) > 0)
        await db.insert(settlementEntries).values({
          actId: SOME_ACT,
          ...{ ...row, payeeId: payee!.id, bookingId, kind: "collected", method: "cash" },
          grossKobo: 1 + random(amountKobo),
        });
    }
  }
  const rows = await db.select({ code: bookings.trackingCode, kobo: doorColumn }).from(bookings);
  const doors = await doorsOf(
    db,
    rows.map(({ code }) => code),
  );
  expect(rows.map(({ code }) => [code, doors.get(code)!.door.totalKobo])).toEqual(
    rows.map(({ code, kobo }) => [code, kobo ?? 0]),
  );
  expect(new Set([...doors.values()].map(({ returning }) => returning)).size).toBe(2);
  expect(rows.filter(({ kobo }) => kobo === null).length).toBeGreaterThan(0);
  expect(await db.$count(bookingBalances)).toBeGreaterThan(0);
});
