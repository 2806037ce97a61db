/** Undoing a deed whose cash is counted or paid out before the undo or at the same time, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT, acting } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { COLLECT_KOBO as KOBO, makeCashDesk } from "../../../test/fixtures/cash-desk.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { pinOf } from "../../../test/fixtures/proofs.ts";
import { key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { waitingForLocks } from "../../../test/fixtures/waiting.ts";
import { asSystem } from "../../access/actors.server.ts";
import { payIn } from "../../money/cash/count-cash.server.ts";
import { cashOf } from "../../money/cash-ledger/cash-account.server.ts";
import { addCash, lockCash } from "../../money/cash-ledger/cash-ledger.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { exceptions, payees, proofs, settlementEntries } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";

const { opened, services, clock, db } = await fileServices();
const runDesk = await makeRunDesk(opened);
const { IKJ } = runDesk;
const { payeeId, outWithCash } = await makeCashDesk(opened, runDesk);
const cashier = await makeAdmin(opened, "cashier");

const MINUTE = 60_000;

const payOut = (tx: Pick<typeof db, "insert">) =>
  tx.insert(settlementEntries).values({
    actId: SOME_ACT,
    ...{ payeeId: payeeId, kind: "paid_out", method: "transfer", grossKobo: -100_000, codFeeKobo: 0 },
    ...{ reference: crypto.randomUUID(), at: clock.now(), byName: "Ada" },
  });

test("[DEED-10] once the cash was counted or paid out, an undo changes nothing, and dispatch reads the sum", async () => {
  const [counted, ahead, open] = [await outWithCash(), await outWithCash(), await outWithCash()];
  const count = async ({ phone, balance }: typeof counted, n1000: string) => {
    const { lastEntry } = await cashOf(db, { kind: "rider", id: phone.riderId });
    const form = { kind: "rider", id: phone.riderId, hub: IKJ.id, seen: String(lastEntry), n1000 };
    expect(await payIn.receive(services, cashier, form, key())).toMatchObject({ ok: true });
    return balance();
  };
  // The rider of `ahead` pays the cash in before the phone sends the delivery. So the company has the cash of the
  // delivery from the start, and can pay it out at once.
  expect(await count(ahead, "25")).toBe(-KOBO);
  const undone = async ({ run, ids, phone, took }: typeof counted, between: () => Promise<unknown>) => {
    const deed = phone.delivers(run, ids, { took: [took(KOBO)] });
    await phone.sends();
    await between();
    phone.does({ kind: "undo", of: deed.id }, run);
    return (await phone.answers())[1];
  };
  expect(await undone(counted, () => count(counted, "25"))).toBe("flagged newer_by_staff");
  const pay = () => payOut(db);
  expect(await undone(ahead, pay)).toBe("flagged newer_by_staff");
  // The rider of `open` still has the cash, so the payout cannot have used it.
  expect(await undone(open, pay)).toBe("taken");
  expect([await counted.balance(), await ahead.balance(), await open.balance()]).toEqual([0, 0, 0]);
  const kinds = async (one: typeof counted) => (await one.entries()).map(({ kind }) => kind);
  expect([await kinds(counted), await kinds(ahead), await kinds(open)]).toEqual([
    ["collected"],
    ["collected"],
    ["reversed", "collected"],
  ]);
  const notes = async ({ bookingId }: typeof counted) =>
    (await db.select().from(exceptions).where(eq(exceptions.bookingId, bookingId)))
      .filter(({ kind }) => kind === "deed_unclear")
      .map(({ note }) => note);
  const said = (what: string) => [
    expect.stringMatching(
      new RegExp(`Undone after ${what}, and nothing was changed: Delivered OD\\w+, ₦25,000 taken$`),
    ),
  ];
  expect(await notes(counted)).toEqual(said("the cash was counted"));
  expect(await notes(ahead)).toEqual(said("the money was paid out"));
  expect(await notes(open)).toEqual([]);
  expect(await wrongCash(db)).toEqual([]);
});

test.each(["counted", "paid out"] as const)(
  "[DEED-10] an undo waits while the cash is being %s, and then changes nothing",
  async (what) => {
    const { run, ids, phone, took, balance, entries } = await outWithCash();
    const [rider, hub] = [
      { kind: "rider" as const, id: phone.riderId },
      { kind: "hub" as const, id: IKJ.id },
    ];
    const paidIn = (tx: Tx) =>
      addCash(acting({ tx, actor: asSystem("Test"), at: clock.now() }), [
        { holder: rider, kind: "paid_in", kobo: -KOBO },
        { holder: hub, kind: "paid_in", kobo: KOBO },
      ]);
    if (what === "paid out") await transact(db, paidIn);
    const deed = phone.delivers(run, ids, { took: [took(KOBO)] });
    await phone.sends();
    phone.does({ kind: "undo", of: deed.id }, run);
    let answers: Promise<string[]> | undefined;
    await transact(db, async (tx) => {
      if (what === "counted") await lockCash(tx, rider);
      else await tx.select().from(payees).where(eq(payees.id, payeeId)).for("update");
      answers = phone.answers();
      await expect.poll(() => waitingForLocks(db), { timeout: 10_000 }).toBe(1);
      await (what === "counted" ? paidIn(tx) : payOut(tx));
    });
    expect((await answers)![1]).toBe("flagged newer_by_staff");
    expect([await balance(), (await entries()).map(({ kind }) => kind)]).toEqual([0, ["collected"]]);
  },
);

test("[DEED-10] [PROOF-2] the correction of a delivery keeps its right PIN, which the phone has deleted", async () => {
  const { run, ids, bookingId, phone, took, balance } = await outWithCash();
  const pin = await pinOf(services, bookingId);
  const deed = phone.delivers(run, ids, { took: [took(KOBO)], proof: { ...NO_PROOF_GIVEN, pin } });
  await phone.sends();
  const agreed = [took(KOBO - 100_000, { agreedBy: "Ada" })];
  const to = {
    kind: "delivered" as const,
    pieces: ids,
    refused: [],
    took: agreed,
    proof: NO_PROOF_GIVEN,
    note: "",
  };
  phone.does({ kind: "corrected", of: deed.id, to }, run);
  expect((await phone.answers())[1]).toBe("taken");
  expect(await balance()).toBe(KOBO - 100_000);
  const states = await db
    .select({ pinState: proofs.pinState })
    .from(proofs)
    .where(eq(proofs.bookingId, bookingId));
  expect(states.map(({ pinState }) => pinState)).toEqual(["right", "right"]);
});

test.each(["deposit", "correction"] as const)(
  "[DEED-10] once the cash has a %s, an undo changes nothing",
  async (kind) => {
    const { run, ids, phone, took, balance } = await outWithCash();
    const deed = phone.delivers(run, ids, { took: [took(KOBO)] });
    await phone.sends();
    const holder = { kind: "rider" as const, id: phone.riderId };
    const more = kind === "deposit" ? { reference: key() } : { reason: "Checked", approvedByName: "Ada" };
    await transact(db, (tx) =>
      addCash(acting({ tx, actor: asSystem("Test"), at: clock.now() }), [
        { holder, kind, kobo: -KOBO, ...more },
      ]),
    );
    phone.does({ kind: "undo", of: deed.id }, run);
    expect([(await phone.answers())[1], await balance()]).toEqual(["flagged newer_by_staff", 0]);
  },
);

test.each([
  ["the cash was counted", 0, "flagged newer_by_staff"],
  ["15 minutes", 16 * MINUTE, "flagged late_undo"],
] as const)(
  "[DEED-10] a correction of a correction that came after %s changes nothing, either",
  async (after, wait, flagged) => {
    const { run, ids, bookingId, phone, took, balance } = await outWithCash();
    const deed = phone.delivers(run, ids, { took: [took(KOBO)] });
    await phone.sends();
    const holder = { kind: "rider" as const, id: phone.riderId };
    if (wait === 0)
      await transact(db, (tx) =>
        addCash(acting({ tx, actor: asSystem("Test"), at: clock.now() }), [
          { holder, kind: "paid_in", kobo: -KOBO },
        ]),
      );
    clock.pass(wait);
    const to = { kind: "attempted" as const, pieces: ids, note: "", proof: NO_PROOF_GIVEN };
    const first = phone.does({ kind: "corrected", of: deed.id, to: { ...to, reason: "nobody_home" } }, run);
    clock.pass(MINUTE);
    phone.does({ kind: "corrected", of: first.id, to: { ...to, reason: "refused" } }, run);
    expect((await phone.answers()).slice(1)).toEqual([flagged, flagged]);
    expect([await runDesk.statusOf(bookingId), await balance()]).toEqual([
      "delivered",
      wait === 0 ? 0 : KOBO,
    ]);
    expect(await runDesk.exceptionsOf(bookingId)).not.toContain("refused");
    const asked = await db.select().from(exceptions).where(eq(exceptions.kind, "deed_unclear"));
    const said = `Corrected to Not delivered after ${after}, and nothing was changed: Delivered OD`;
    expect(asked.filter(({ note }) => note!.includes(said))).toHaveLength(1);
  },
);

test("[DEED-10] an undo waits for a status that staff are saving, and then changes nothing", async () => {
  const { run, ids, bookingId, phone } = await outWithCash();
  const deed = phone.delivers(run, ids);
  await phone.sends();
  clock.pass(MINUTE);
  phone.does({ kind: "undo", of: deed.id }, run);
  let answers: Promise<string[]> | undefined;
  await transact(db, async (tx) => {
    const work = acting({ services, tx, actor: runDesk.desk, at: clock.now() });
    const failed = { kind: "status_set" as const, toStatus: "failed" as const, reason: "other" as const };
    await addEvents(work, [{ bookingId, piece: null, occurredAt: clock.now(), ...failed }]);
    answers = phone.answers();
    await expect.poll(() => waitingForLocks(db), { timeout: 10_000 }).toBe(1);
  });
  expect((await answers)![1]).toBe("flagged newer_by_staff");
  expect(await runDesk.statusOf(bookingId)).toBe("failed");
});
