/** Money that riders take at doors, and unbooked parcels, on a real database. */
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider } from "../../../test/fixtures/road.ts";
import { HOUR, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { cashOf } from "../../money/cash-ledger/cash-ledger.server.ts";
import { cashOnDelivery, exceptions, payees, settlementEntries } from "../../platform/db/schema.ts";
import type { Taken } from "./protocol.ts";

const opened = await closedAfterAll(openTestServices({ limitsFactor: 1000 }));
const { services, clock } = opened;
const { db } = services;
const { IKJ, outWith } = await makeRunDesk(opened);
const KOBO = 2_500_000;
const [payee] = await db
  .insert(payees)
  .values({ name: "Ada" } as never)
  .returning({ id: payees.id });

/** A rider who is out with one parcel, for which money is collected at the door. */
async function outWithCash() {
  const rider = await makeRider(opened, IKJ.id, `Rider ${crypto.randomUUID()}`);
  const { run, all, ids } = await outWith(1, rider.id);
  const bookingId = all[0]!.booking.id;
  await db.insert(cashOnDelivery).values({
    ...{ bookingId, payeeId: payee!.id, amountKobo: KOBO },
    ...{ codFeePerMille: 20, codFeeMinimumKobo: 10_000 },
  });
  clock.pass(HOUR);
  const phone = await Phone.of(opened, rider.id);
  const took = (takenKobo: number, more: Partial<Taken> = {}): Taken => ({
    ...{ booking: bookingId, shown: { deliveryKobo: 0, codKobo: KOBO }, takenKobo },
    ...{ method: "cash", agreedBy: null, ...more },
  });
  const balance = async () => (await cashOf(db, { kind: "rider", id: rider.id })).balanceKobo;
  const entries = () =>
    db
      .select()
      .from(settlementEntries)
      .where(eq(settlementEntries.bookingId, bookingId))
      .orderBy(desc(settlementEntries.id));
  const asked = async () =>
    (await db.select().from(exceptions).where(eq(exceptions.bookingId, bookingId))).map(({ kind }) => kind);
  return { run, ids, bookingId, phone, took, balance, entries, asked };
}

test("[DEED-7] cash that was taken is in the rider's account and owed to the payee at once, and an undo takes both back", async () => {
  const { run, ids, phone, took, balance, entries } = await outWithCash();
  const deed = phone.delivers(run, ids, { took: [took(KOBO)] });
  const answers = await Promise.all([phone.answers(), phone.answers()]);
  expect(answers.flat().toSorted()).toEqual(["flagged proof_missing", "seen"]);
  expect(await balance()).toBe(KOBO);
  expect((await entries()).map(({ kind, grossKobo }) => [kind, grossKobo])).toEqual([["collected", KOBO]]);
  phone.does({ kind: "undo", of: deed.id }, run);
  await phone.sends();
  expect(await balance()).toBe(0);
  expect((await entries()).map(({ kind, grossKobo }) => [kind, grossKobo])).toEqual([
    ["reversed", -KOBO],
    ["collected", KOBO],
  ]);
  phone.delivers(run, ids, { took: [took(KOBO)] });
  await phone.sends();
  expect(await balance()).toBe(KOBO);
  expect(await wrongCash(db)).toEqual([]);
});

test("[DEED-7] less than was shown without somebody who agreed is flagged, and so is a delivery without the money", async () => {
  const [less, agreed, none] = [await outWithCash(), await outWithCash(), await outWithCash()];
  less.phone.delivers(less.run, less.ids, { took: [less.took(KOBO - 100_000)] });
  expect((await less.phone.answers())[0]).toContain("amount_differs");
  expect(await less.balance()).toBe(KOBO - 100_000);
  agreed.phone.delivers(agreed.run, agreed.ids, {
    took: [agreed.took(KOBO - 100_000, { agreedBy: "Ada, by phone" })],
  });
  expect((await agreed.phone.answers())[0]).not.toContain("amount_differs");
  expect((await agreed.entries())[0]!.note).toBe("Agreed by Ada, by phone");
  none.phone.delivers(none.run, none.ids);
  expect((await none.phone.answers())[0]).toContain("amount_differs");
  expect(await wrongCash(db)).toEqual([]);
});

test("[DEED-7] a transfer is asked of the desk and is no cash; money for a parcel that the deed is not about is not written", async () => {
  const [mine, other] = [await outWithCash(), await outWithCash()];
  mine.phone.does({ kind: "transfer_asked", booking: mine.bookingId, kobo: KOBO }, mine.run);
  mine.phone.delivers(mine.run, mine.ids, {
    took: [mine.took(KOBO, { method: "transfer" }), other.took(KOBO)],
  });
  const [asked, delivered] = await mine.phone.answers();
  expect(asked).toBe("taken");
  expect(delivered).toContain("amount_differs");
  expect(await mine.asked()).toEqual(expect.arrayContaining(["transfer_to_confirm", "deed_unclear"]));
  expect([await mine.balance(), await other.balance()]).toEqual([0, 0]);
  expect(await other.entries()).toEqual([]);
});

test("[DEED-11] a parcel that nobody booked, picked up with a sticker, is the desk's to complete, each of several on a run", async () => {
  const { run, phone } = await outWithCash();
  for (const sticker of ["PS-7K3M9QWXH", "PS-2K3M9QWXJ"])
    phone.does(
      {
        kind: "picked_up_unbooked",
        sticker,
        sender: { name: "Bola", phone: "08031234567" },
        receiver: { name: "Chi", phone: "08031234568", place: "Wuse 2, Abuja" },
        kg: 2.5,
        pieces: 1,
        takenKobo: 300_000,
        note: "",
      },
      run,
    );
  expect(await phone.answers()).toEqual(["taken", "taken"]);
  const asked = await db.select().from(exceptions).where(eq(exceptions.kind, "to_complete"));
  expect(asked.map(({ note }) => note ?? "").toSorted((a, b) => a.localeCompare(b))).toEqual([
    "Sticker PS-2K3M9QWXJ, 2.5 kg, from Bola 08031234567, to Chi 08031234568, Wuse 2, Abuja, ₦3,000 taken",
    "Sticker PS-7K3M9QWXH, 2.5 kg, from Bola 08031234567, to Chi 08031234568, Wuse 2, Abuja, ₦3,000 taken",
  ]);
});
