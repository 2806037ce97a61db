/** Undoing an entry whose cash is counted or paid out before the undo or at the same time, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT, acting } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { COLLECT_KOBO as KOBO, makeCashDesk } from "../../../test/fixtures/cash-desk.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { waitingForLocks } from "../../../test/fixtures/waiting.ts";
import { asSystem } from "../../access/actors.server.ts";
import { takeBackCash } from "../../money/cash/approve-difference.server.ts";
import { addCash, lockCash, type NewCash } from "../../money/cash-ledger/cash-ledger.server.ts";
import { reverseCollection } from "../../money/settlements/collections.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents, bookings, payees, settlementEntries } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { readPiecesOfRun } from "../runs/page/read-run.server.ts";
import { recordDelivered } from "./run-deeds.server.ts";
import { undoEntry } from "./undo-entry.server.ts";

const { opened, services, clock, db } = await fileServices();
const runDesk = await makeRunDesk(opened);
const { IKJ } = runDesk;
const { payeeId, outWithCash } = await makeCashDesk(opened, runDesk);
const dispatcher = await makeAdmin(opened, "dispatcher");
const superAdmin = await makeAdmin(opened, "super_admin");

/** Makes a delivery with cash, reported by the office or by the rider's phone. `undo` undoes the delivery. */
async function delivered(by: "office" | "phone" = "office") {
  const one = await outWithCash();
  const { run, ids, bookingId, phone, took, balance } = one;
  if (by === "phone") {
    phone.delivers(run, ids, { took: [took(KOBO)] });
    await phone.sends();
  } else {
    const form = {
      run: run.id,
      note: "",
      noPin: "Not asked",
      collected: "25,000",
      [`piece:${ids[0]}`]: "on",
    };
    expect(await recordDelivered.receive(services, runDesk.desk, form, key())).toMatchObject({ ok: true });
  }
  clock.pass(1000);
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, bookingId));
  const event = events.find(({ kind }) => kind === "delivered")!.id;
  const undo = () => undoEntry(services, dispatcher, { run: run.id, event }, key());
  const now = async () => [await runDesk.statusOf(bookingId), await balance()];
  return { ...one, undo, now, holder: { kind: "rider" as const, id: phone.riderId } };
}
type Delivered = Awaited<ReturnType<typeof delivered>>;

/** Takes cash out of the rider's account. With the kind 'paid_in', the cash goes into the hub's account. */
async function takeOut(tx: Tx, { holder }: Delivered, kind: NewCash["kind"], kobo: number) {
  const more = kind === "deposit" ? { reference: key() } : { reason: "Checked", approvedByName: "Ada" };
  const rider: NewCash = { holder, kind, kobo: -kobo, ...(kind !== "paid_in" && more) };
  const hub: NewCash = { holder: { kind: "hub", id: IKJ.id }, kind, kobo };
  const work = acting({ tx, actor: asSystem("Test"), at: clock.now() });
  const [entry] = await addCash(work, kind === "paid_in" ? [rider, hub] : [rider]);
  return entry!;
}
const payOut = (tx: Tx) =>
  tx.insert(settlementEntries).values({
    actId: SOME_ACT,
    ...{ payeeId, kind: "paid_out", method: "transfer", grossKobo: -100_000, codFeeKobo: 0 },
    ...{ reference: key(), at: clock.now(), byName: "Ada" },
  });

/** Reverses the collection of money for the parcel, as a super admin. */
async function reverse({ bookingId, entries }: Delivered) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId));
  const [entry] = await entries();
  const form = { code: booking!.trackingCode, entryId: String(entry!.id), reversalReason: "Wrong parcel" };
  expect(await reverseCollection.receive(services, superAdmin, form, key())).toMatchObject({ ok: true });
}

test.each(["office", "phone"] as const)(
  "[TRIP-17] a delivery entered by the %s is undone with its cash until somebody counted it",
  async (by) => {
    const one = await delivered(by);
    expect(await one.undo()).toMatchObject({ ok: true, undone: 1 });
    expect(await one.now()).toEqual(["in_transit", 0]);
    const counted = await delivered(by);
    await transact(db, (tx) => takeOut(tx, counted, "paid_in", KOBO));
    expect(await counted.undo()).toMatchObject({ reason: "cash_settled" });
    expect(await counted.now()).toEqual(["delivered", 0]);
    expect(await readPiecesOfRun(db, counted.run)).toMatchObject([{ settled: "counted" }]);
    await reverse(counted);
    expect(await readPiecesOfRun(db, counted.run)).toMatchObject([{ settled: null }]);
  },
);

test.each([
  [
    "counted in part",
    "paid_in",
    1_000_000,
    /: the cash was counted after this entry\. .*, or a cashier takes that back/,
  ],
  ["found short", "shortage", KOBO, /: the cash was counted after this entry\./],
  ["taken to the bank", "deposit", KOBO, /: the cash was taken to the bank after this entry\./],
  ["corrected", "correction", KOBO, /: the rider’s account of cash was corrected after this entry\./],
] as const)(
  "[TRIP-17] an entry whose cash was %s is undone only once its collection is reversed",
  async (_, kind, kobo, message) => {
    const one = await delivered();
    await transact(db, (tx) => takeOut(tx, one, kind, kobo));
    const refused = { code: "conflict", errors: { form: expect.stringMatching(message) } };
    expect(await one.undo()).toMatchObject(refused);
    expect(await one.now()).toEqual(["delivered", KOBO - kobo]);
    await reverse(one);
    expect(await one.undo()).toMatchObject({ ok: true });
    expect(await one.now()).toEqual(["in_transit", -kobo]);
    expect(await wrongCash(db)).toEqual([]);
  },
);

test("[TRIP-17] an entry whose cash was counted is undone once the count is taken back", async () => {
  const one = await delivered();
  const entry = await transact(db, (tx) => takeOut(tx, one, "paid_in", KOBO));
  const form = { ...one.holder, entry: String(entry), reversalReason: "Counted twice" };
  expect(await takeBackCash.receive(services, superAdmin, form, key())).toMatchObject({ ok: true });
  expect(await one.undo()).toMatchObject({ ok: true });
  expect(await one.now()).toEqual(["in_transit", 0]);
});

test("[TRIP-17] an entry whose cash was paid out is undone only once its collection is reversed", async () => {
  const one = await delivered();
  await transact(db, async (tx) => {
    await takeOut(tx, one, "paid_in", KOBO);
    await payOut(tx);
  });
  const message =
    /^It was not undone: the money was paid out after this entry\. [^,]*, on the money pages of its parcel\.$/;
  expect(await one.undo()).toMatchObject({ errors: { form: expect.stringMatching(message) } });
  expect(await one.now()).toEqual(["delivered", 0]);
  await reverse(one);
  expect(await one.undo()).toMatchObject({ ok: true });
  expect(await one.now()).toEqual(["in_transit", -KOBO]);
});

test.each(["counted", "paid out"] as const)(
  "[TRIP-17] an undo waits while the cash is being %s, and is then refused",
  async (what) => {
    const one = await delivered();
    if (what === "paid out") await transact(db, (tx) => takeOut(tx, one, "paid_in", KOBO));
    let undone: ReturnType<Delivered["undo"]> | undefined;
    await transact(db, async (tx) => {
      if (what === "counted") await lockCash(tx, one.holder);
      else await tx.select().from(payees).where(eq(payees.id, payeeId)).for("update");
      undone = one.undo();
      await expect.poll(() => waitingForLocks(db), { timeout: 10_000 }).toBe(1);
      await (what === "counted" ? takeOut(tx, one, "paid_in", KOBO) : payOut(tx));
    });
    expect(await undone).toMatchObject({ reason: "cash_settled" });
    expect(await one.now()).toEqual(["delivered", 0]);
  },
);
