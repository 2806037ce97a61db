/** The amount that a rider collected, entered by the office with a delivery, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";

import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { bookedAt, makeHubs, makeRider, makeRun, sendRunOut } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { cashOf } from "../../money/cash-ledger/cash-ledger.server.ts";
import { payOut } from "../../money/settlements/payouts.server.ts";
import {
  bookingEvents,
  cashEntries,
  cashOnDelivery,
  exceptions,
  payees,
  settlementEntries,
} from "../../platform/db/schema.ts";
import { assignPieces } from "./assign-pieces.server.ts";
import { recordDelivered } from "./run-deeds.server.ts";
import { recordRestDelivered } from "./rest-of-run.server.ts";
import { undoEntry } from "./undo-entry.server.ts";

const { opened, services, clock, db } = await fileServices();
const desk = await makeAdmin(opened, "dispatcher");
const superAdmin = await makeAdmin(opened, "super_admin");
const { IKJ } = await makeHubs(opened, "IKJ");
const key = () => crypto.randomUUID();
const GOODS = 2_500_000;

async function onTheRoad(many: number) {
  const musa = await makeRider(opened, IKJ.id);
  const run = await makeRun(opened, desk, { kind: "delivery", hub: IKJ.id, rider: musa.id });
  const [payee] = await db
    .insert(payees)
    .values({ bank: "GTBank", accountName: "Ada", accountNumber: "0123456789", accountSince: clock.now() })
    .returning();
  const made = [];
  for (let n = 0; n < many; n++) {
    const one = await bookedAt(opened, desk, IKJ.id);
    await db.insert(cashOnDelivery).values({
      ...{ bookingId: one.booking.id, payeeId: payee!.id, amountKobo: GOODS, createdAt: clock.now() },
      ...{ codFeePerMille: 0, codFeeMinimumKobo: 0 },
    });
    made.push(one);
  }
  await assignPieces(
    services,
    desk,
    { run: run.id, pieces: made.flatMap(({ pieceIds }) => pieceIds) },
    key(),
  );
  await sendRunOut(opened, superAdmin, run.id);
  return { run, made, holder: { kind: "rider" as const, id: musa.id }, payee: payee! };
}
type Road = Awaited<ReturnType<typeof onTheRoad>>;
const deliver = ({ run }: Road, pieces: readonly string[], more: Record<string, string>) =>
  recordDelivered.receive(
    services,
    desk,
    {
      ...{ run: run.id, note: "Ngozi", noPin: "Not asked", ...more },
      ...Object.fromEntries(pieces.map((id) => [`piece:${id}`, "on"])),
    },
    key(),
  );
const balance = async ({ holder }: Road) => (await cashOf(db, holder)).balanceKobo;

test("[CASH-2] [TRIP-9] what was collected with a delivery is in the rider's account, and owed and not payable", async () => {
  const road = await onTheRoad(1);
  const { pieceIds } = road.made[0]!;
  expect(await deliver(road, pieceIds, { collected: "30,000" })).toMatchObject({
    errors: { collected: expect.any(String) },
  });
  expect(await deliver(road, pieceIds, { collected: "20,000" })).toMatchObject({
    errors: { less: expect.any(String) },
  });
  expect(await deliver(road, pieceIds, { collected: "25,000" })).toMatchObject({ ok: true });
  expect(await balance(road)).toBe(GOODS);
  const [entry] = await db.select().from(cashEntries).where(eq(cashEntries.runId, road.run.id));
  expect(entry).toMatchObject({ kind: "collected", part: "goods", byName: expect.any(String) });
  const [payee] = await db.select().from(payees).where(eq(payees.id, road.payee.id));
  expect(payee).toMatchObject({ owedKobo: GOODS, heldKobo: GOODS });
  const paid = await payOut(
    services,
    superAdmin,
    { id: road.payee.id, amount: GOODS, reference: "FT1", seen: 0, accountSince: clock.now().toISOString() },
    key(),
  );
  expect(paid).toMatchObject({ ok: false });
});

test("[CASH-2] nothing entered records nothing; less with its reason, and 'All others' with the whole sum", async () => {
  const road = await onTheRoad(4);
  const [first, second] = road.made;
  expect(await deliver(road, first!.pieceIds, {})).toMatchObject({ ok: true });
  expect(await balance(road)).toBe(0);
  expect(await deliver(road, second!.pieceIds, { collected: "10,000", less: "could_not_pay" })).toMatchObject(
    { ok: true },
  );
  expect(await balance(road)).toBe(1_000_000);
  const rest = { run: road.run.id, count: "2", noPin: "Not asked", allCollected: "on" };
  expect(await recordRestDelivered.receive(services, desk, rest, key())).toMatchObject({ ok: true });
  expect(await balance(road)).toBe(1_000_000 + 2 * GOODS);
});

test("[CASH-2] [TRIP-17] an entry that is undone takes back what was collected with it", async () => {
  const road = await onTheRoad(1);
  const { booking, pieceIds } = road.made[0]!;
  await deliver(road, pieceIds, { collected: "25,000" });
  clock.pass(1000);
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, booking.id));
  const event = String(events.find(({ kind }) => kind === "delivered")!.id);
  expect(await undoEntry.receive(services, desk, { run: road.run.id, event }, key())).toMatchObject({
    ok: true,
  });
  expect(await balance(road)).toBe(0);
  const [payee] = await db.select().from(payees).where(eq(payees.id, road.payee.id));
  expect(payee).toMatchObject({ owedKobo: 0, heldKobo: 0 });
  expect(await wrongCash(db)).toEqual([]);
});

test("[CASH-11] [TRIP-9] a part in cash and a part by transfer: the one is in the rider's account, the other is asked of dispatch", async () => {
  const road = await onTheRoad(1);
  const { pieceIds, booking } = road.made[0]!;
  expect(await deliver(road, pieceIds, { collected: "10,000", transferred: "16,000" })).toMatchObject({
    errors: { collected: expect.any(String) },
  });
  expect(await deliver(road, pieceIds, { collected: "10,000", transferred: "14,000" })).toMatchObject({
    errors: { less: expect.any(String) },
  });
  expect(await deliver(road, pieceIds, { collected: "10,000", transferred: "15,000" })).toMatchObject({
    ok: true,
  });
  expect(await balance(road)).toBe(1_000_000);
  const open = await db.select().from(exceptions).where(eq(exceptions.bookingId, booking.id));
  expect(open.find(({ kind }) => kind === "transfer_to_confirm")?.details).toEqual({ kobo: 1_500_000 });
  const entries = await db
    .select()
    .from(settlementEntries)
    .where(eq(settlementEntries.bookingId, booking.id));
  expect(entries).toMatchObject([{ method: "cash", grossKobo: 1_000_000, reason: null }]);
  expect(await wrongCash(db)).toEqual([]);
});
