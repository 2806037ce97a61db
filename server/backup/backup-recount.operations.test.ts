/**
 * RUN-22: a backup that was changed after it was written is refused, or is accepted on request with its
 * differences named. On a real database.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { acting, SOME_ACT } from "../../test/fixtures/acts.ts";
import { changeBackup } from "../../test/fixtures/changed-backup.ts";
import { closedAfterAll } from "../../test/fixtures/closed-after-all.ts";
import { openClient, query } from "../../test/fixtures/database-state.ts";
import { openTestDatabase } from "../../test/fixtures/database.ts";
import { publishSamples } from "../../test/fixtures/prices.ts";
import { bookedAt, makeHubs, makeRider } from "../../test/fixtures/road.ts";
import { bookCollect, collectCash, makePayee, NAIRA, payOutTo } from "../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../test/fixtures/staff.ts";
import { asSystem } from "../../app/access/actors.server.ts";
import { addCash } from "../../app/money/cash-ledger/cash-ledger.server.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import { rollUpMoneyChanges } from "../../app/money/reports/roll-up-money.server.ts";
import { readOwnPayee } from "../../app/money/settlements/payees.server.ts";
import { collectMoney } from "../../app/money/settlements/collect-money.server.ts";
import { rollUpParcelChanges } from "../../app/road/parcel-reports/roll-up-parcels.server.ts";
import { bookingEvents, bookings, runs } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { writeBackup } from "./backup.ts";
import { differencesOf } from "./backup-recount.ts";
import { restoreBackup } from "./backup-restore.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);
const { secret } = services;
const { client } = await closedAfterAll(openClient(opened.connectionString));
const target = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "ona-recount-"));
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true });
});
await publishSamples(opened);
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const DELIVERY = 6450 * NAIRA;
const GOODS = 25_000 * NAIRA;
const GIVEN = 5_000 * NAIRA;
const FEE = 375 * NAIRA;

// The data: a rider who collected price and goods at the door and got change from a hub, and a piece in a
// hub.
const rider = await makeRider(opened, IKJ.id);
const booked = await bookCollect(opened, await makePayee(opened), 25_000);
await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, booked.id));
const actor = asSystem("Rider's phone");
const holder = { kind: "rider" as const, id: rider.id };
await transact(db, (tx) =>
  collectMoney(acting({ services, tx, actor, at: services.now() }), {
    ...{ holder, bookingId: booked.id, amountKobo: DELIVERY + GOODS, occurredAt: services.now() },
    ...{ method: "cash", runId: null },
  }),
);
await transact(db, (tx) =>
  addCash(acting({ tx, actor, at: services.now() }), [{ holder, kind: "change", kobo: GIVEN }]),
);
await bookedAt(opened, moderator, IKJ.id);
// The money of another sender is paid out two days after the collection.
const sender = await makePayee(opened);
const { code } = await bookCollect(opened, sender, 25_000);
expect(await collectCash(opened, superAdmin, code, GOODS)).toMatchObject({ ok: true });
const { id: payeeId } = (await readOwnPayee(db, sender))!;
opened.clock.pass(48 * 60 * 60 * 1000);
expect(await payOutTo(opened, superAdmin, { id: payeeId, amount: GOODS - FEE })).toMatchObject({ ok: true });
// On the rider's run, the first parcel was not delivered until a day after a failed attempt.
const [run] = await db
  .insert(runs)
  .values({
    ...{ formKey: crypto.randomUUID(), name: "IKJ-D-1", kind: "delivery", day: lagosDay(services.now()) },
    ...{ hubId: IKJ.id, riderId: rider.id },
  })
  .returning();
const hour = (ago: number) => new Date(services.now().getTime() - ago * 60 * 60 * 1000);
const deed = { bookingId: booked.id, runId: run!.id, fromStatus: "in_transit", actId: SOME_ACT } as const;
await db.insert(bookingEvents).values([
  { ...deed, kind: "attempted", toStatus: "failed", reason: "nobody_home", occurredAt: hour(30) },
  { ...deed, kind: "delivered", toStatus: "delivered", occurredAt: hour(1) },
]);
await rollUpMoneyChanges(db);
await rollUpParcelChanges(db);
const file = join(folder, "whole.backup");
await writeBackup({
  connectionString: opened.connectionString,
  uploads: null,
  secret,
  file,
  now: services.now(),
});

const changedFile = join(folder, "changed.backup");
const restore = (from: string, more: { secret?: string; acceptDifferences?: boolean } = {}) =>
  restoreBackup({
    ...{ connectionString: target.connectionString, uploads: null, file: from, force: true, secret },
    ...more,
  });
type Row = Record<string, unknown>;
const isRider = (row: Row) => row["holder_id"] === rider.id;
/**
 * Returns a change to a backup. It takes a thousand naira from the rider's cash entries of this kind and part, and from
 * the balance of the rider's account.
 */
const lessCash = (kind: string, part: string | null) => (table: string, row: Row) => {
  const takes = table === "cash_entries" && isRider(row) && row["kind"] === kind && row["part"] === part;
  if (takes) row["kobo"] = Number(row["kobo"]) - 1000 * NAIRA;
  if (table === "cash_accounts" && isRider(row)) {
    row["balance_kobo"] = Number(row["balance_kobo"]) - 1000 * NAIRA;
    if (kind === "change") row["change_kobo"] = Number(row["change_kobo"]) - 1000 * NAIRA;
  }
};

test("[RUN-22] the ledgers of a database agree; a sealed backup in which somebody changed anything is refused", async () => {
  expect(await differencesOf(client)).toEqual([]);
  for (const change of [
    lessCash("collected", "goods"),
    // The change is only in the rider's cash account, so no other ledger shows the difference.
    lessCash("change", null),
    (table: string, row: Row) => table === "riders" && (row["name"] = "Somebody else"),
  ]) {
    changeBackup(file, changedFile, change);
    await expect(restore(changedFile)).rejects.toThrow("changed after it was written");
  }
  expect(await query(target.connectionString, "select from riders")).toEqual([]);
});

test.each<[string, string, string[]]>([
  [
    "cash of a payment, sums made right",
    "cash of payments and collections",
    [
      "update cash_entries set kobo = kobo - 100 where part = 'delivery'",
      "update cash_accounts set balance_kobo = balance_kobo - 100",
    ],
  ],
  [
    "cash of a collection, sums made right",
    "cash of payments and collections",
    [
      "update cash_entries set kobo = kobo - 100 where part = 'goods'",
      "update cash_accounts set balance_kobo = balance_kobo - 100",
    ],
  ],
  [
    "a collection's cash away",
    "cash of payments and collections",
    ["update payments set cash_entry_id = null"],
  ],
  ["a balance of cash", "cash accounts", ["update cash_accounts set balance_kobo = 1"]],
  ["an account away", "cash accounts", ["delete from cash_accounts"]],
  [
    "a payment, its cash and the sums",
    "reports of money",
    [
      "update cash_entries set kobo = kobo - 100 where part = 'delivery'",
      "update cash_accounts set balance_kobo = balance_kobo - 100",
      "update payments set kobo = kobo - 100",
      "update booking_balances set paid_kobo = paid_kobo - 100 where paid_kobo > 0",
    ],
  ],
  ["a price", "money paid for bookings", ["update booking_charges set total_kobo = total_kobo + 1"]],
  [
    "what is owed",
    "money owed to senders and stores",
    ["update payees set owed_kobo = owed_kobo + 1 where owed_kobo > 0"],
  ],
  ["what is held", "money owed to senders and stores", ["update payees set held_kobo = held_kobo + 1"]],
  [
    "what was collected",
    "money owed to senders and stores",
    ["update cash_on_delivery set collected_kobo = collected_kobo - 1"],
  ],
  [
    "a sum of a payee",
    "reports by payee",
    ["update payee_totals set fee_kobo = fee_kobo + 1 where starts = (select min(starts) from payee_totals)"],
  ],
  ["how long a payout took", "reports by payee", ["update payee_days set took = '{0}', days = 0"]],
  ["a payout's day away", "reports by payee", ["delete from payee_days"]],
  ["a number of a rider", "reports by rider", ["update rider_days set n = n + 1 where did = 1"]],
  [
    "what a rider did, numbers made right",
    "reports by rider",
    ["delete from rider_facts where did = 4", "delete from rider_days where did = 4"],
  ],
  [
    "the holder of a piece",
    "the holder of pieces",
    [`update pieces set holder_id = '${KAN.id}' where holder_kind = 'hub'`],
  ],
  [
    "from whom a piece came",
    "the way of pieces",
    [`update custody_entries set from_kind = 'rider', from_id = '${rider.id}'`],
  ],
])("[RUN-22] the ledgers tell that somebody changed %s", async (_, told, changes) => {
  await client.query("begin");
  try {
    for (const change of changes) {
      const table = change.split(" ")[change.startsWith("delete") ? 2 : 1];
      await client.query(`alter table ${table} disable trigger user`);
      expect((await client.query(change)).rowCount, change).toBeGreaterThan(0);
    }
    expect((await differencesOf(client)).join()).toContain(`The ledgers do not agree about ${told}`);
  } finally {
    await client.query("rollback");
  }
});

test("[RUN-22] a difference without a seal is refused, and accepted only by name; what nobody can tell is said", async () => {
  changeBackup(file, changedFile, lessCash("collected", "goods"), { unsealed: true });
  await expect(restore(changedFile)).rejects.toThrow("Nothing was changed. --accept-differences restores it");
  expect(await query(target.connectionString, "select from riders")).toEqual([]);
  const accepted = await restore(changedFile, { acceptDifferences: true });
  expect(accepted.differences.join()).toContain("cash of payments and collections");
  expect(accepted.unknown.join()).toContain("it has no seal");
  const other = await restore(file, { secret: "another-secret-for-tests-of-enough-length" });
  expect(other.unknown.join()).toContain("another APP_SECRET");
  expect(other.differences).toEqual([]);
});
