/** BUSINESS-6 to BUSINESS-8: a year of random bookings, prices, invoices, payments and reversals, recounted from the ledgers. */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  addMember,
  bookOnAccount,
  makeBusiness,
  wrongBusinesses,
} from "../../../test/fixtures/businesses.ts";
import { times } from "../../../test/fixtures/long.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import type { Customer } from "../../access/actor.ts";
import { cancelBooking } from "../../parcels/bookings/cancel-booking.server.ts";
import { bookings, invoices } from "../../platform/db/schema.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { issueCreditNote, issueInvoice } from "./issue-invoice.server.ts";
import { invoiceMonth } from "./invoice-rounds.server.ts";
import { listReceived, readBusiness } from "./read-business.server.ts";
import { receiveMoney, reverseMoney } from "./receive-money.server.ts";
import { readAccountStatement } from "./statement.server.ts";

const { services, db, clock, superAdmin } = await openWithStaff();
await publishSamples({ services });
const key = () => crypto.randomUUID();
const DAY = 24 * 60 * 60 * 1000;

type Shop = { id: string; people: Customer[]; parcels: { code: string; who: Customer }[] };

/** Makes one random change to a business. */
async function step({ id, people, parcels }: Shop, draw: () => number): Promise<string> {
  const pick = <One>(all: readonly One[]) => all[Math.floor(draw() * all.length)]!;
  const what = draw();
  if (what < 0.36 || parcels.length === 0) {
    const who = pick(people);
    const done = await bookOnAccount(services, who, { packageWeight: String(1 + Math.floor(draw() * 9)) });
    if (done.ok) parcels.push({ code: done.trackingCode, who });
    return "booked";
  }
  if (what < 0.55) {
    const { code } = pick(parcels);
    const { rows } = await db.execute<{ charge: string }>(sql`
      select m.charge_id as charge from booking_balances m join bookings b on b.id = m.booking_id where b.tracking_code = ${code}`);
    const form = { code, price: String(1000 + Math.floor(draw() * 9000)), note: "", seen: "1000000000" };
    await setPrice.receive(services, superAdmin, { ...form, charge: rows[0]!.charge }, key());
    return "priced";
  }
  if (what < 0.6) {
    const { code, who } = pick(parcels);
    await cancelBooking.receive(services, who, { code }, key());
    return "cancelled";
  }
  if (what < 0.7) return `invoice ${(await issueInvoice.receive(services, superAdmin, { id }, key())).ok}`;
  if (what < 0.8) return `credit ${(await issueCreditNote.receive(services, superAdmin, { id }, key())).ok}`;
  if (what < 0.93) {
    const amount = String(100 + Math.floor(draw() * 20_000));
    await receiveMoney.receive(
      services,
      superAdmin,
      { id, amount, method: "transfer", reference: key(), note: "", seen: "1000000000" },
      key(),
    );
    return "paid";
  }
  const received = await listReceived(db, id);
  if (received.length === 0) return "nothing to reverse";
  const entry = String(pick(received).id);
  const done = await reverseMoney.receive(services, superAdmin, { id, entry, reason: "typed wrong" }, key());
  return `reversed ${done.ok}`;
}

test.each(Array.from({ length: times(3, 30) }, (_, seed) => seed))(
  "[BUSINESS-6] [BUSINESS-7] [BUSINESS-8] a random year is right to the kobo (seed %i)",
  async (seed) => {
    const below = randomFrom(seed + 1);
    const draw = () => below(1_000_000) / 1_000_000;
    const shops: Shop[] = [];
    for (let n = 0; n < 2; n++) {
      const { id, owner } = await makeBusiness(services, superAdmin, {
        limitKobo: 1_000_000_000,
        discount: n * 7.5,
      });
      await db.execute(sql`update businesses set grace_days = 90 where id = ${id}`);
      shops.push({ id, people: [owner, await addMember(services, id)], parcels: [] });
    }
    const happened = new Map<string, number>();
    for (let n = 0; n < 120; n++) {
      const what = await step(shops[n % 2]!, draw);
      happened.set(what, (happened.get(what) ?? 0) + 1);
      clock.pass(3 * DAY);
      if (n % 10 === 0) await invoiceMonth(services);
    }
    // Checks that every kind of change happened at least once.
    for (const what of [
      "booked",
      "priced",
      "cancelled",
      "invoice true",
      "credit true",
      "paid",
      "reversed true",
    ])
      expect(happened.get(what) ?? 0, what).toBeGreaterThan(0);
    expect(await wrongBusinesses(db)).toEqual([]);
    for (const { id } of shops) {
      const { invoices: documents } = (await readBusiness(db, id))!;
      const [newest] = await readAccountStatement(db, id, 1);
      const open = documents.reduce((sum, { openKobo }) => sum + openKobo, 0);
      // The open amount is the invoiced amount minus the paid amount. If this is below 0, the difference is credit of
      // the business.
      expect(open).toBe(Math.max(0, newest!.balanceKobo));
    }
    expect(await db.$count(invoices, eq(invoices.kind, "invoice"))).toBeGreaterThan(10);
    expect(await db.$count(bookings)).toBeGreaterThan(15);
  },
  120_000,
);
