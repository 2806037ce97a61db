/** CASH-12: cash for a parcel that nobody booked yet, on a real database. */
import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider } from "../../../test/fixtures/road.ts";
import { HOUR, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { drawSticker } from "../../domain/piece-code.ts";
import { linkSticker } from "../../parcels/bookings/link-sticker.server.ts";
import { cashEntries, exceptions } from "../../platform/db/schema.ts";
import { cashOf } from "../cash-ledger/cash-account.server.ts";
import { paymentsOf } from "../payments/payments.server.ts";
import { setPrice } from "../prices/set-price.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, outWith } = await makeRunDesk(opened);
const TAKEN = 300_000;
let drawn = 0;

/** A rider has fetched a parcel that nobody booked, and has taken ₦3,000 for it. */
async function fetched() {
  const rider = await makeRider(opened, IKJ.id, `Rider ${randomUUID()}`);
  const { run } = await outWith(1, rider.id);
  clock.pass(HOUR);
  const phone = await Phone.of(opened, rider.id);
  const sticker = drawSticker((below) => ++drawn % below);
  const deed = phone.does(
    {
      ...{
        kind: "picked_up_unbooked" as const,
        sticker: sticker.toLowerCase(),
        kg: 2.5,
        pieces: 1,
        note: "",
      },
      sender: { name: "Bola", phone: "08031234567" },
      receiver: { name: "Chi", phone: "08031234568", place: "Wuse 2, Abuja" },
      takenKobo: TAKEN,
    },
    run,
  );
  expect(await phone.answers()).toEqual(["taken"]);
  const balance = async () => (await cashOf(db, { kind: "rider", id: rider.id })).balanceKobo;
  const entries = () =>
    db.select().from(cashEntries).where(eq(cashEntries.holderId, rider.id)).orderBy(cashEntries.id);
  const question = async () =>
    (
      await db
        .select()
        .from(exceptions)
        .where(eq(exceptions.subject, `deed ${deed.id}`))
        .orderBy(desc(exceptions.openedAt))
    )[0]!;
  return { run, phone, deed, sticker, balance, entries, question };
}
async function booked(kobo: number | null) {
  const { id, trackingCode: code, version } = await bookOne(opened);
  if (kobo !== null) await setPrice(services, desk, { code, price: kobo, note: "", seen: 0 }, randomUUID());
  const link = (sticker: string) =>
    linkSticker.receive(services, desk, { id, version, piece: "1", sticker }, randomUUID());
  return { id, code, link };
}

test("[CASH-12] it is in the rider's account from the deed on, and the booking's payment once its sticker is on it", async () => {
  const { sticker, balance, entries, question } = await fetched();
  expect(await balance()).toBe(TAKEN);
  expect(await entries()).toMatchObject([
    { kind: "collected", part: "unbooked", kobo: TAKEN, bookingId: null },
  ]);
  const { id, link } = await booked(TAKEN);
  expect(await link(sticker)).toMatchObject({ ok: true, changed: true });
  expect(await balance()).toBe(TAKEN);
  const [first, back, paid] = await entries();
  expect([back, paid]).toMatchObject([
    { kind: "reversed", reverses: first!.id },
    { kind: "collected", part: "delivery", bookingId: id, occurredAt: first!.occurredAt },
  ]);
  expect(await paymentsOf(db, id)).toMatchObject([{ method: "cash", kobo: TAKEN, cashEntryId: paid!.id }]);
  expect(await question()).toMatchObject({ closeReason: "solved" });
  expect((await link(sticker)).ok).toBe(true);
  expect(await paymentsOf(db, id)).toHaveLength(1);
  expect(await wrongCash(db)).toEqual([]);
});

test("[CASH-12] without a price it waits; what is more than the price is asked of the desk", async () => {
  const { sticker, balance, question } = await fetched();
  const { id, code, link } = await booked(null);
  await link(sticker);
  expect([await paymentsOf(db, id), (await question()).closedAt]).toEqual([[], null]);
  await setPrice(services, desk, { code, price: TAKEN - 50_000, note: "", seen: 0 }, randomUUID());
  await link(sticker);
  expect(await paymentsOf(db, id)).toMatchObject([{ kobo: TAKEN - 50_000 }]);
  expect(await balance()).toBe(TAKEN);
  const kinds = await db.select().from(exceptions).where(eq(exceptions.bookingId, id));
  expect(kinds.map(({ kind }) => kind)).toEqual(["cash_difference"]);
  expect(await wrongCash(db)).toEqual([]);
});

test("[CASH-12] [DEED-10] undone on the phone it is out of the account, and nobody has to book it; what is booked stays", async () => {
  const undone = await fetched();
  undone.phone.does({ kind: "undo", of: undone.deed.id }, undone.run);
  await undone.phone.sends();
  expect(await undone.balance()).toBe(0);
  expect((await undone.question()).closedAt).not.toBeNull();
  const kept = await fetched();
  const { id, link } = await booked(TAKEN);
  await link(kept.sticker);
  kept.phone.does({ kind: "undo", of: kept.deed.id }, kept.run);
  expect((await kept.phone.answers()).join(" ")).toContain("newer_by_staff");
  expect(await kept.balance()).toBe(TAKEN);
  expect(await paymentsOf(db, id)).toHaveLength(1);
  expect(await wrongCash(db)).toEqual([]);
});
