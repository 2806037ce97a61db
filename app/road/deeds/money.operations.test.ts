/** Money that riders take at receivers' doors, and unbooked parcels, on a real database. */
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { COLLECT_KOBO as KOBO, makeCashDesk } from "../../../test/fixtures/cash-desk.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { runNow } from "../../../test/fixtures/road.ts";
import { key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { moneyIn } from "../../care/exceptions/transfer-steps.server.ts";
import { bookings, exceptions } from "../../platform/db/schema.ts";
import { readStops } from "./read-stops.server.ts";

const { opened, services, db } = await fileServices();
const runDesk = await makeRunDesk(opened);
const { desk } = runDesk;
const { outWithCash } = await makeCashDesk(opened, runDesk);

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

test("[DEED-7] [DEED-12] of a delivery that names another rider's parcel, only the own money is recorded, and taken back", async () => {
  const [mine, other] = [await outWithCash(), await outWithCash()];
  const took = [mine.took(KOBO), other.took(KOBO)];
  const deed = mine.phone.delivers(mine.run, [...mine.ids, ...other.ids], { took });
  expect((await mine.phone.answers())[0]).toContain("not_yours");
  expect(await mine.balance()).toBe(KOBO);
  mine.phone.does({ kind: "undo", of: deed.id }, mine.run);
  await mine.phone.sends();
  expect([await mine.balance(), await other.balance()]).toEqual([0, 0]);
  expect(await other.entries()).toEqual([]);
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
  expect(delivered).toContain("not_yours");
  expect(await mine.asked()).toEqual(["transfer_to_confirm", "proof_missing"]);
  expect([await mine.balance(), await other.balance()]).toEqual([0, 0]);
  expect(await other.entries()).toEqual([]);
});

test("[PROOF-1] [CASH-9] once the desk says that a transfer at the door is in, the phone asks for no money, and still for the PIN", async () => {
  const { run, bookingId, phone } = await outWithCash();
  await db.update(bookings).set({ receiverEmail: "ada@ona.test" }).where(eq(bookings.id, bookingId));
  const parcelNow = async () =>
    (await readStops(services, await runNow(opened, run.id))).stops[0]!.parcels[0]!;
  expect((await parcelNow()).proof).toEqual({ needs: "pin", flag: null });
  phone.does({ kind: "transfer_asked", booking: bookingId, kobo: KOBO }, run);
  await phone.sends();
  const [question] = await db.select().from(exceptions).where(eq(exceptions.bookingId, bookingId));
  const answer = { id: question!.id, version: question!.version, note: null, reference: null };
  expect(await moneyIn(services, desk, answer, key())).toMatchObject({ ok: true });
  expect(await parcelNow()).toMatchObject({
    ...{ deliveryKobo: 0, codKobo: 0, transfer: { kobo: KOBO, state: "paid" } },
    proof: { needs: "pin", flag: null },
  });
});

test("[CASH-11] a part by transfer and a part in cash: the desk confirms the part, the phone asks for the rest, and each is where it belongs", async () => {
  const { run, ids, bookingId, phone, took, balance, entries, asked } = await outWithCash();
  const PART = 1_500_000;
  phone.does({ kind: "transfer_asked", booking: bookingId, kobo: PART }, run);
  await phone.sends();
  const parcelNow = async () =>
    (await readStops(services, await runNow(opened, run.id))).stops[0]!.parcels[0]!;
  expect(await parcelNow()).toMatchObject({ codKobo: KOBO, transfer: { kobo: PART, state: "waiting" } });
  const [question] = await db.select().from(exceptions).where(eq(exceptions.bookingId, bookingId));
  const answer = { id: question!.id, version: question!.version, note: null, reference: "FT77" };
  expect(await moneyIn(services, desk, answer, key())).toMatchObject({ ok: true });
  // With the state 'paid', a phone of the former release would hand the parcel over without collecting the rest.
  expect(await parcelNow()).toMatchObject({
    codKobo: KOBO - PART,
    transfer: { kobo: PART, state: "part" },
  });
  const rest = { deliveryKobo: 0, codKobo: KOBO - PART };
  phone.delivers(run, ids, { took: [took(KOBO - PART, { shown: rest })] });
  expect((await phone.answers())[0]).not.toContain("amount_differs");
  expect(await balance()).toBe(KOBO - PART);
  expect((await entries()).map(({ method, grossKobo, reason }) => [method, grossKobo, reason])).toEqual([
    ["cash", KOBO - PART, null],
    ["transfer", PART, null],
  ]);
  expect(await asked()).not.toContain("cash_difference");
  expect(await wrongCash(db)).toEqual([]);
});

test("[CASH-11] [DEED-7] a deed that says both parts: the cash is in the account, and the desk is asked for the transfer", async () => {
  const { run, ids, phone, took, balance, entries, asked } = await outWithCash();
  phone.delivers(run, ids, { took: [took(1_500_000, { method: "transfer" }), took(1_000_000)] });
  expect((await phone.answers())[0]).not.toContain("amount_differs");
  expect(await balance()).toBe(1_000_000);
  expect((await entries()).map(({ grossKobo, reason }) => [grossKobo, reason])).toEqual([[1_000_000, null]]);
  expect(await asked()).toContain("transfer_to_confirm");
  const [question] = await db
    .select()
    .from(exceptions)
    .where(eq(exceptions.kind, "transfer_to_confirm"))
    .orderBy(desc(exceptions.openedAt));
  expect(question!.details).toEqual({ kobo: 1_500_000 });
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
