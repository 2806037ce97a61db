/** Cash on a real database: a count's difference, two people who write to one cash account, deposits, exports. */
import { beforeEach, expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { lastOne, readOne } from "../../../test/fixtures/exceptions.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { waitingForLocks } from "../../../test/fixtures/waiting.ts";
import { SAW_ALL } from "../../../test/fixtures/saw-all.ts";
import { asSystem } from "../../access/actors.server.ts";
import type { CashHolder } from "../../domain/cash.ts";
import { addDays, lagosDay } from "../../domain/dates.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bankStatementLines, bankStatements, hubMembers } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { readDelimited } from "../../platform/tables/delimited.ts";
import { previewOf } from "../bank-statements/statement-preview.ts";
import { cashOf } from "../cash-ledger/cash-account.server.ts";
import { addCash, lockCash } from "../cash-ledger/cash-ledger.server.ts";
import { payIn } from "./count-cash.server.ts";
import { exportCash } from "./export-cash.server.ts";
import { takeBackCash } from "./approve-difference.server.ts";
import { recordDeposit } from "./move-cash.server.ts";
import { openDeposits, readEntries } from "./read-cash.server.ts";

const opened = await closedAfterAll(openTestServices({ limitsFactor: 1000 }));
const { services, clock } = opened;
const { db } = services;
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const cashier = await makeAdmin(opened, "cashier");
const superAdmin = await makeAdmin(opened, "super_admin");
const key = () => crypto.randomUUID();
let holder: CashHolder;
beforeEach(async () => {
  clock.pass(1000);
  holder = { kind: "rider", id: (await makeRider(opened, IKJ.id)).id };
});

const give = (tx: Tx, kobo: number) =>
  addCash(acting({ tx, actor: asSystem("Test"), at: clock.now() }), [{ holder, kind: "change", kobo }]);
const count = async (thousands: number, whole: "all" | "part" = "all") => {
  const seen = String((await cashOf(db, holder)).lastEntry);
  const form = { ...holder, hub: IKJ.id, seen, whole, n1000: String(thousands) };
  return payIn.receive(services, cashier, form, key());
};

test("[CASH-4] more than all of it opens a cash difference; it ends when all of it is there, not with a part", async () => {
  await transact(db, (tx) => give(tx, 1_000_000));
  expect(await count(12)).toMatchObject({ ok: true, shortKobo: -200_000 });
  const opens = await lastOne(opened);
  expect(opens).toMatchObject({ kind: "cash_difference", details: { shortKobo: -200_000 } });
  await transact(db, (tx) => give(tx, 500_000));
  expect(await count(1, "part")).toMatchObject({ ok: true, shortKobo: 0 });
  expect(await readOne(opened, opens.id)).toMatchObject({ closedAt: null });
  expect(await count(2)).toMatchObject({ ok: true, shortKobo: 0 });
  expect(await readOne(opened, opens.id)).toMatchObject({ closeReason: "solved" });
});

test("[CASH-4] a count waits for the writer who is at the account, and asks if the account changed", async () => {
  await transact(db, (tx) => give(tx, 1_000_000));
  let counted: ReturnType<typeof count> | undefined;
  await transact(db, async (tx) => {
    await lockCash(tx, holder);
    counted = count(10);
    await expect.poll(() => waitingForLocks(db), { timeout: 10_000 }).toBe(1);
    await give(tx, 100);
  });
  expect(await counted).toMatchObject({ reason: "recorded_meanwhile" });
  expect((await cashOf(db, holder)).balanceKobo).toBe(1_000_100);
});

test("[CASH-5] [CASH-6] a deposit is open until a bank statement has its reference and amount, or it is taken back", async () => {
  const hub = { kind: "hub" as const, id: IKJ.id };
  const [statement] = await db
    .insert(bankStatements)
    .values({
      formKey: key(),
      source: "",
      account: "GTBank",
      preview: previewOf(readDelimited(""), "2026-11-21"),
      byName: "Uche",
      createdAt: clock.now(),
    })
    .returning();
  const line = { statementId: statement!.id, on: "2026-11-20", state: "unknown" as const };
  await db.insert(bankStatementLines).values([
    { ...line, row: 2, kobo: 1_000_000, key: "FOUND" },
    { ...line, row: 3, kobo: 1_000_001, key: "OTHERAMOUNT" },
  ]);
  for (const reference of ["FOUND", "OTHERAMOUNT", "NOWHERE", "BACK"])
    expect(
      await recordDeposit.receive(
        services,
        cashier,
        { ...SAW_ALL, ...hub, amount: "10000", reference },
        key(),
      ),
    ).toEqual({ ok: true });
  const open = async () => (await openDeposits(db)).map(({ reference, kobo }) => [reference, kobo]);
  expect(await open()).toEqual(["OTHERAMOUNT", "NOWHERE", "BACK"].map((reference) => [reference, 1_000_000]));
  const { entries } = await readEntries(db, hub, null);
  expect(entries.find(({ reference }) => reference === "FOUND")).toMatchObject({ bankDay: "2026-11-20" });
  const entry = entries.find(({ reference }) => reference === "BACK")!.id;
  const back = { ...hub, entry: String(entry), reversalReason: "Not brought" };
  expect(await takeBackCash.receive(services, superAdmin, back, key())).toEqual({ ok: true });
  expect(await open()).toEqual(["OTHERAMOUNT", "NOWHERE"].map((reference) => [reference, 1_000_000]));
});

test("[CASH-6] the file has the entries of its days, the first and the last included", async () => {
  await transact(db, (tx) => give(tx, 12_300));
  const [before, today, after] = [-1, 0, 1].map((days) => lagosDay(addDays(clock.now(), days)));
  const has = async (days: { from?: string; to?: string }) => {
    const done = await exportCash.receive(services, superAdmin, days, key());
    if (!done.ok) throw new Error("not exported");
    const amounts: number[] = [];
    for await (const row of done.read()) amounts.push(Number(row[4]));
    return amounts.includes(123);
  };
  expect(await has({ from: today!, to: today! })).toBe(true);
  expect(await has({ to: before! })).toBe(false);
  expect(await has({ from: after! })).toBe(false);
});

test("[CASH-4] [CASH-6] only a rider pays in, and a clerk counts neither another hub's rider nor at another hub", async () => {
  const clerk = await makeAdmin(opened, "hub_clerk");
  await db.insert(hubMembers).values({ memberId: clerk.memberId, hubId: IKJ.id });
  const other = await makeRider(opened, KAN.id, "Sani");
  const pays = (of: CashHolder, hub: string) =>
    payIn.receive(services, clerk, { ...of, hub, seen: "0", n1000: "1" }, key());
  expect(await pays({ kind: "rider", id: other.id }, IKJ.id)).toMatchObject({ code: "forbidden" });
  expect(await pays(holder, KAN.id)).toMatchObject({ code: "forbidden" });
  expect(await pays({ kind: "hub", id: IKJ.id }, IKJ.id)).toMatchObject({ reason: "no_rider" });
  expect(await pays(holder, IKJ.id)).toMatchObject({ ok: true });
});

test("[CASH-5] an entry of another account is not taken back, nor what was collected", async () => {
  const mine = holder;
  const taken = { holder: mine, kind: "collected", part: "unbooked", kobo: 5000 } as const;
  await transact(db, (tx) => addCash(acting({ tx, actor: asSystem("Test"), at: clock.now() }), [taken]));
  const back = async (of: CashHolder) => {
    const entry = String((await cashOf(db, mine)).lastEntry);
    return takeBackCash.receive(services, superAdmin, { ...of, entry, reversalReason: "Wrong" }, key());
  };
  expect(await back(mine)).toMatchObject({ reason: "not_alone" });
  await transact(db, (tx) => give(tx, 100));
  const other: CashHolder = { kind: "rider", id: (await makeRider(opened, IKJ.id, "Sani")).id };
  expect(await back(other)).toMatchObject({ reason: "unknown_entry" });
  expect(await back(mine)).toEqual({ ok: true });
});
