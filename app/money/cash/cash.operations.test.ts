/** Counting cash, change for riders, deposits, expenses and differences, on a real database. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { anyRun, lastOne, readOne } from "../../../test/fixtures/exceptions.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { SAW_ALL } from "../../../test/fixtures/saw-all.ts";
import { asSystem } from "../../access/actors.server.ts";
import type { CashHolder } from "../../domain/cash.ts";
import { reconcileRun } from "../../road/runs/send-and-close-run.server.ts";
import { cashEntries, hubMembers, riders, runs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { cashOf } from "../cash-ledger/cash-account.server.ts";
import { addCash } from "../cash-ledger/cash-ledger.server.ts";
import { payIn } from "./count-cash.server.ts";
import { exportCash } from "./export-cash.server.ts";
import { listCashAccounts, countedAlone } from "./read-cash.server.ts";
import { correctCash, recordDifference, takeBackCash } from "./approve-difference.server.ts";
import { moveChange, recordDeposit, recordExpense } from "./move-cash.server.ts";

const { opened, services, clock, db } = await fileServices();
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const cashier = await makeAdmin(opened, "cashier");
const superAdmin = await makeAdmin(opened, "super_admin");
const clerk = await makeAdmin(opened, "hub_clerk");
await db.insert(hubMembers).values({ memberId: clerk.memberId, hubId: IKJ.id });
const key = () => crypto.randomUUID();
const system = asSystem("Test");
let musa: { id: string };
let holder: CashHolder;
beforeEach(async () => {
  clock.pass(1000);
  musa = await makeRider(opened, IKJ.id);
  holder = { kind: "rider", id: musa.id };
});

const hub = { kind: "hub" as const, id: IKJ.id };
const owes = async (of: CashHolder = holder) => (await cashOf(db, of)).balanceKobo;
const give = (kobo: number) =>
  transact(db, (tx) =>
    addCash(acting({ tx, actor: system, at: clock.now() }), [{ holder, kind: "change", kobo }]),
  );
const count = async (notes: Record<string, string>, more: Record<string, string> = {}, by = clerk) =>
  payIn.receive(
    services,
    by,
    {
      ...{ kind: "rider", id: musa.id, hub: IKJ.id, seen: String((await cashOf(db, holder)).lastEntry) },
      ...notes,
      ...more,
    },
    key(),
  );

test("[CASH-4] what is counted by notes is off the rider and in the hub, with both named", async () => {
  await give(2_500_000);
  const before = await owes(hub);
  expect(await count({})).toMatchObject({ errors: { n1000: expect.any(String) } });
  expect(await count({ n1000: "1.5" })).toMatchObject({ errors: { n1000: "Enter a whole number" } });
  expect(await count({ n1000: "24", n500: "1", n100: "4", n50: "1", coins: "50" })).toMatchObject({
    ok: true,
    kobo: 2_500_000,
    shortKobo: 0,
  });
  expect(await owes()).toBe(0);
  expect(await owes(hub)).toBe(before + 2_500_000);
  const [entry] = await db.select().from(cashEntries).where(eq(cashEntries.holderId, musa.id)).offset(1);
  expect(entry).toMatchObject({
    kind: "paid_in",
    notes: { 1000: 24, 500: 1, 100: 4, 50: 1, coins: 5000 },
    byUserId: clerk.person.id,
  });
});

test("[CASH-4] of two people who count the same cash at once one is recorded, and the other is told", async () => {
  await give(1_000_000);
  const seen = String((await cashOf(db, holder)).lastEntry);
  const both = await Promise.all([clerk, cashier].map((who) => count({ n1000: "10" }, { seen }, who)));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "recorded_meanwhile" });
  expect(await owes()).toBe(0);
  // Of two simultaneous counts only one is recorded, even if the cash account has no entries yet.
  musa = await makeRider(opened, IKJ.id);
  holder = { kind: "rider", id: musa.id };
  const first = await Promise.all([clerk, cashier].map((who) => count({ n1000: "1" }, { seen: "0" }, who)));
  expect(first.filter(({ ok }) => ok)).toHaveLength(1);
});

test("[CASH-4] less than all of it opens a cash difference, which a cashier's approval ends; a part opens none", async () => {
  await give(1_000_000);
  expect(await count({ n1000: "3" }, { whole: "part" })).toMatchObject({ ok: true, shortKobo: 0 });
  expect(await count({ n1000: "5" })).toMatchObject({ ok: true, shortKobo: 200_000 });
  const opens = await lastOne(opened);
  expect(opens).toMatchObject({
    kind: "cash_difference",
    note: "Musa Bello: ₦5,000 counted of ₦7,000",
    details: { holder: `rider:${musa.id}`, shortKobo: 200_000 },
  });
  const shortage = { ...SAW_ALL, kind: "rider", id: musa.id, amount: "2,000", difference: "shortage" };
  expect(
    await recordDifference.receive(services, clerk, { ...shortage, reason: "Lost it" }, key()),
  ).toMatchObject({ code: "forbidden" });
  expect(await recordDifference.receive(services, cashier, { ...shortage, reason: "" }, key())).toMatchObject(
    {
      errors: { reason: expect.any(String) },
    },
  );
  expect(
    await recordDifference.receive(services, cashier, { ...shortage, reason: "Lost it" }, key()),
  ).toEqual({ ok: true });
  expect(await owes()).toBe(0);
  expect(await readOne(opened, opens.id)).toMatchObject({ closeReason: "solved" });
});

test("[CASH-5] change, deposits, expenses, corrections and what is taken back", async () => {
  const of = { ...SAW_ALL, kind: "rider", id: musa.id };
  const ofHub = { ...SAW_ALL, kind: "hub", id: IKJ.id };
  const inHub = await owes(hub);
  expect(
    await moveChange.receive(services, clerk, { ...of, hub: IKJ.id, amount: "5,000", way: "out" }, key()),
  ).toEqual({ ok: true });
  expect([await owes(), await owes(hub)]).toEqual([500_000, inHub - 500_000]);
  await moveChange.receive(services, clerk, { ...of, hub: IKJ.id, amount: "5000", way: "back" }, key());
  expect([await owes(), await owes(hub)]).toEqual([0, inHub]);
  const slip = { ...ofHub, amount: "10,000", reference: "slip 99" };
  expect(await recordDeposit.receive(services, clerk, slip, key())).toEqual({ ok: true });
  expect(await recordDeposit.receive(services, clerk, slip, key())).toMatchObject({
    errors: { reference: expect.any(String) },
  });
  expect(await owes(hub)).toBe(inHub - 1_000_000);
  const fee = { ...ofHub, amount: "2,000", reason: "Bus to Kano" };
  expect(await recordExpense.receive(services, clerk, { ...fee, approver: "" }, key())).toMatchObject({
    errors: { approver: expect.any(String) },
  });
  expect(
    await recordExpense.receive(services, clerk, { ...fee, approver: clerk.memberId }, key()),
  ).toMatchObject({ reason: "unknown_approver" });
  expect(await recordExpense.receive(services, clerk, { ...fee, approver: cashier.memberId }, key())).toEqual(
    { ok: true },
  );
  expect(
    await recordExpense.receive(
      services,
      clerk,
      { ...of, amount: "1", reason: "x", approver: cashier.memberId },
      key(),
    ),
  ).toMatchObject({ reason: "only_hubs" });
  expect(await owes(hub)).toBe(inHub - 1_200_000);
  const wrong = { ...ofHub, amount: "12,000", reason: "Counted wrong last week", way: "more" };
  expect(await correctCash.receive(services, cashier, wrong, key())).toEqual({ ok: true });
  expect(await owes(hub)).toBe(inHub);
});

test("[CASH-5] what was counted wrongly is taken back on both sides, once; what was collected is not", async () => {
  await give(1_000_000);
  await count({ n1000: "10" });
  const [paid] = await db.select().from(cashEntries).where(eq(cashEntries.holderId, musa.id)).offset(1);
  const input = { kind: "rider", id: musa.id, entry: String(paid!.id), reversalReason: "Counted twice" };
  const before = await owes(hub);
  expect(await takeBackCash.receive(services, clerk, input, key())).toMatchObject({ code: "forbidden" });
  expect(await takeBackCash.receive(services, cashier, input, key())).toEqual({ ok: true });
  expect([await owes(), await owes(hub)]).toEqual([1_000_000, before - 1_000_000]);
  expect(await takeBackCash.receive(services, cashier, input, key())).toMatchObject({
    reason: "reversed_before",
  });
});

test("[CASH-6] a hub clerk counts for the own hub and its riders only, and exports nothing", async () => {
  const other = await makeRider(opened, KAN.id, "Sani");
  expect(
    await payIn.receive(
      services,
      clerk,
      { kind: "rider", id: other.id, hub: KAN.id, seen: "0", n1000: "1" },
      key(),
    ),
  ).toMatchObject({ code: "forbidden" });
  const shown = await listCashAccounts(db, clerk);
  expect(shown.riders.map(({ hub: name }) => name)).not.toContain("Kano");
  expect(shown.hubs.map(({ id }) => id)).toEqual([IKJ.id]);
  expect(await exportCash.receive(services, clerk, {}, key())).toMatchObject({ code: "forbidden" });
  const support = await makeAdmin(opened, "support");
  expect(await count({ n1000: "1" }, {}, support)).toMatchObject({ code: "forbidden" });
});

test("[CASH-7] who closed the run does not count its cash where somebody else can, nor the other way round", async () => {
  const closedRun = (by: typeof clerk, name: string) =>
    anyRun(opened, {
      ...{ name, hubId: IKJ.id, riderId: musa.id, state: "reconciled", outAt: clock.now() },
      ...{
        reconciledAt: new Date(clock.now().getTime() + 1),
        closedByUserId: by.person.id,
        closedByName: "Ada",
      },
    });
  await give(1_000_000);
  await closedRun(clerk, "IKJ-D-71");
  clock.pass(60_000);
  // A clerk who is alone at the hub may count the cash after closing the run. Super admins see such a run in a list.
  expect(await count({ n1000: "4" }, { whole: "part" })).toMatchObject({ ok: true });
  expect((await countedAlone(db, clock.now())).map(({ run }) => run)).toContain("IKJ-D-71");
  const second = await makeAdmin(opened, "hub_clerk");
  await db.insert(hubMembers).values({ memberId: second.memberId, hubId: IKJ.id });
  clock.pass(60_000);
  await closedRun(clerk, "IKJ-D-72");
  clock.pass(60_000);
  expect(await count({ n1000: "4" }, { whole: "part" })).toMatchObject({ reason: "second_person" });
  expect(await count({ n1000: "4" }, { whole: "part" }, second)).toMatchObject({ ok: true });
  const open = await anyRun(opened, {
    ...{
      name: "IKJ-D-73",
      hubId: IKJ.id,
      riderId: musa.id,
      state: "returned",
      outAt: new Date(clock.now().getTime() - 90_000),
    },
  });
  const close = (by: typeof clerk) =>
    reconcileRun.receive(services, by, { run: open.id, version: "1", note: "", person: "" }, key());
  expect(await close(second)).toMatchObject({ reason: "counted_by_you" });
  expect(await close(clerk)).toMatchObject({ ok: true });
  const [run] = await db.select().from(runs).where(eq(runs.id, open.id));
  expect(run).toMatchObject({ state: "reconciled", closedByUserId: clerk.person.id });
});

test("[CASH-8] a rider who left keeps the balance in the list until it is settled", async () => {
  await give(300_000);
  await db.update(riders).set({ leftAt: clock.now() }).where(eq(riders.id, musa.id));
  const listed = async () => (await listCashAccounts(db, cashier)).riders.find(({ id }) => id === musa.id);
  expect(await listed()).toMatchObject({ balanceKobo: 300_000, leftAt: clock.now() });
  expect(await count({ n1000: "3" })).toMatchObject({ ok: true });
  expect(await listed()).toBeUndefined();
});

test("[CASH-1] [CASH-6] the accounts equal a recount, and so does the file", async () => {
  expect(await wrongCash(db)).toEqual([]);
  const done = await exportCash.receive(services, superAdmin, {}, key());
  if (!done.ok) throw new Error("not exported");
  let kobo = 0;
  for await (const row of done.read()) kobo += Math.round(Number(row[4]) * 100);
  const all = await db.select().from(cashEntries);
  expect(kobo).toBe(all.reduce((sum, entry) => sum + entry.kobo, 0));
});
