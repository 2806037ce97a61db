/** The cash accounts on a real database: sums, the collections that a pay-in covers, and rows that never change. */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT, acting } from "../../../test/fixtures/acts.ts";
import { bookMany } from "../../../test/fixtures/bookings.ts";
import { CASH_ALONE, wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { times } from "../../../test/fixtures/long.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asSystem } from "../../access/actors.server.ts";
import { cashOnDelivery, cashEntries, payees, settlementEntries } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { cashOf } from "./cash-account.server.ts";
import { addCash, reverseCash, type NewCash } from "./cash-ledger.server.ts";

const { opened, db } = await fileServices();
const { now } = opened.services;
const actor = asSystem("Test");
const rider = () => ({ kind: "rider" as const, id: crypto.randomUUID() });
const hub = { kind: "hub" as const, id: crypto.randomUUID() };
const write = (...entries: NewCash[]) =>
  transact(db, (tx) => addCash(acting({ tx, actor, at: now() }), entries));
const ids = await bookMany(opened, 30);

const collected = (holder: NewCash["holder"], kobo: number, n = 0): NewCash => ({
  ...{ holder, kind: "collected", kobo, part: "goods", bookingId: ids[n]! },
});
const payIn = (holder: NewCash["holder"], kobo: number): NewCash[] => [
  { holder, kind: "paid_in", kobo: -kobo },
  { holder: hub, kind: "paid_in", kobo },
];
const open = async ({ id }: { id: string }) =>
  (
    await db
      .select({ kobo: cashEntries.kobo })
      .from(cashEntries)
      .where(sql`${cashEntries.holderId} = ${id} and kind = 'collected' and covered_at is null`)
      .orderBy(cashEntries.id)
  ).map(({ kobo }) => kobo);

test("[CASH-1] a rider's balance runs over all runs: change, what was collected, less what was paid in", async () => {
  const musa = rider();
  await write({ holder: hub, kind: "change", kobo: -500 }, { holder: musa, kind: "change", kobo: 500 });
  await write(collected(musa, 3000));
  await write(collected(musa, 2000, 1));
  expect(await cashOf(db, musa)).toMatchObject({ balanceKobo: 5500, changeKobo: 500 });
  await write(...payIn(musa, 4000));
  expect(await cashOf(db, musa)).toMatchObject({ balanceKobo: 1500, changeKobo: 500 });
  // The pay-in covers the oldest collection. The rest of the pay-in is too small for the next collection, and is added
  // to a later pay-in.
  expect(await open(musa)).toEqual([2000]);
  await write(...payIn(musa, 1500));
  expect(await cashOf(db, musa)).toMatchObject({ balanceKobo: 0, changeKobo: 0, since: null });
  expect(await cashOf(db, hub)).toMatchObject({ balanceKobo: 5000 });
  expect(await cashOf(db, rider())).toMatchObject({ balanceKobo: 0, lastEntry: 0 });
});

test("[CASH-1] rows are never changed or deleted; a reversal is the same amount, once", async () => {
  const musa = rider();
  const [id] = await write(collected(musa, 3000));
  const entry = (await db.select().from(cashEntries).where(eq(cashEntries.id, id!)))[0]!;
  for (const change of [
    sql`update cash_entries set kobo = 1 where id = ${id!}`,
    sql`update cash_entries set covered_at = now() where id = ${id!}`,
    sql`update cash_entries set by_name = 'Nobody' where id = ${id!}`,
    sql`delete from cash_entries where id = ${id!}`,
  ])
    await expect(db.execute(change)).rejects.toThrow();
  const takeBack = () => transact(db, (tx) => reverseCash(acting({ tx, actor, at: now() }), entry, "Wrong"));
  expect(await takeBack()).toBe(true);
  expect(await takeBack()).toBe(false);
  expect(await cashOf(db, musa)).toMatchObject({ balanceKobo: 0 });
  await expect(
    db.insert(cashEntries).values({
      actId: SOME_ACT,
      ...{ holderKind: "rider", holderId: musa.id, kind: "reversed", kobo: 5, reverses: id!, byName: "x" },
      ...{ act: crypto.randomUUID(), occurredAt: now(), receivedAt: now() },
    }),
  ).rejects.toThrow();
});

test("[CASH-3] what a payee is owed is held until it is paid in, and again where a pay-in is taken back", async () => {
  const musa = rider();
  const [payee] = await db.insert(payees).values({}).returning();
  const bookingId = ids[2]!;
  const terms = { codFeePerMille: 0, codFeeMinimumKobo: 0, createdAt: now() };
  await db.insert(cashOnDelivery).values({ bookingId, payeeId: payee!.id, amountKobo: 9000, ...terms });
  const [entry] = await write(collected(musa, 3000, 2));
  await db.insert(settlementEntries).values({
    actId: SOME_ACT,
    ...{ payeeId: payee!.id, bookingId, kind: "collected", method: "cash", grossKobo: 3000 },
    ...{ cashEntryId: entry!, byName: "Ada", at: now() },
  });
  const held = async () =>
    (await db.select().from(payees).where(eq(payees.id, payee!.id))).map((row) => [
      row.owedKobo,
      row.heldKobo,
    ]);
  expect(await held()).toEqual([[3000, 3000]]);
  await write(...payIn(musa, 2999));
  expect(await held()).toEqual([[3000, 3000]]);
  const [paid] = await write(...payIn(musa, 1));
  expect(await held()).toEqual([[3000, 0]]);
  const last = (await db.select().from(cashEntries).where(eq(cashEntries.id, paid!)))[0]!;
  await transact(db, (tx) => reverseCash(acting({ tx, actor, at: now() }), last, "Counted twice"));
  expect(await held()).toEqual([[3000, 3000]]);
});

type Random = (below: number) => number;
type Holder = ReturnType<typeof rider>;

/** Collects `kobo` for the goods of booking `n`. The payee is then owed this amount less a fee. */
async function collectFor(payeeId: string, holder: Holder, kobo: number, n: number, codFeeKobo: number) {
  await transact(db, async (tx) => {
    await tx.execute(sql`select from bookings where id = ${ids[n]!} for no key update`);
    const [cashEntryId] = await addCash(acting({ tx, actor, at: now() }), [collected(holder, kobo, n)]);
    await tx.insert(settlementEntries).values({
      actId: SOME_ACT,
      ...{ payeeId, bookingId: ids[n]!, kind: "collected", method: "cash" },
      ...{ grossKobo: kobo, codFeeKobo, cashEntryId: cashEntryId!, byName: "Ada", at: now() },
    });
  });
  return "collected";
}

/**
 * Reverses one of the holder's entries. `kobo` is random and decides which entry. If the entry is a collection, the
 * amount owed to the payee is reversed, too.
 */
async function reverseOne(holder: Holder, kobo: number) {
  const [entry] = await db
    .select()
    .from(cashEntries)
    .where(
      sql`${cashEntries.holderId} = ${holder.id} and kind in ('collected', 'change', 'shortage') and not exists (select from cash_entries r where r.reverses = ${cashEntries.id})`,
    )
    .orderBy(sql`md5(${cashEntries.id}::text || ${kobo}::text)`)
    .limit(1);
  if (!entry) return "nothing";
  return transact(db, async (tx) => {
    if (entry.bookingId)
      await tx.execute(sql`select from bookings where id = ${entry.bookingId} for no key update`);
    if (!(await reverseCash(acting({ tx, actor, at: now() }), entry, "Test"))) return "twice";
    const [row] = await tx
      .select()
      .from(settlementEntries)
      .where(eq(settlementEntries.cashEntryId, entry.id));
    if (row)
      await tx.insert(settlementEntries).values({
        actId: SOME_ACT,
        ...{ payeeId: row.payeeId, bookingId: row.bookingId, kind: "reversed", method: "cash" },
        ...{ grossKobo: -row.grossKobo, codFeeKobo: -row.codFeeKobo, reverses: row.id },
        ...{ cashEntryId: entry.id, byName: "Ada", at: now() },
      });
    return "reversed";
  });
}

/** Writes one random entry to a rider's cash account, and returns the name of the change. */
async function writeRandomly(random: Random, holder: Holder, people: readonly { id: string }[]) {
  const kobo = 1 + random(5000);
  const reason = { reason: "Test", approvedByName: "Uche" };
  const what = random(11);
  if (what < 4) {
    const n = 3 + random(27);
    return collectFor(people[n % 3]!.id, holder, kobo, n, random(kobo));
  }
  if (what < 7) {
    await write(...payIn(holder, kobo * 2));
    return "paid in";
  }
  if (what === 7) {
    const sign = random(2) ? 1 : -1;
    await write(
      { holder, kind: "change", kobo: sign * kobo },
      { holder: hub, kind: "change", kobo: -sign * kobo },
    );
    return "change";
  }
  if (what === 8) {
    await write(
      random(2)
        ? { holder, kind: "shortage", kobo: -kobo, ...reason }
        : { holder, kind: "overage", kobo, ...reason },
    );
    return "difference";
  }
  return reverseOne(holder, kobo);
}

test("[CASH-1] [CASH-3] balances, what is covered and what is held equal a recount after random entries at once", async () => {
  const riders = [rider(), rider(), rider()];
  const people = await db.insert(payees).values([{}, {}, {}]).returning();
  for (const [n, bookingId] of ids.slice(3).entries())
    await db.insert(cashOnDelivery).values({
      ...{ bookingId, payeeId: people[n % 3]!.id, amountKobo: 500_000_000 },
      ...{ codFeePerMille: 0, codFeeMinimumKobo: 0, createdAt: now() },
    });
  const done: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const random = randomFrom(n + 1);
      for (let at = 0; at < times(60, 2000); at++) {
        const what = await writeRandomly(random, riders[random(3)]!, people).catch((error: unknown) => {
          // Two of these transactions may deadlock. The product repeats an operation after a deadlock, so this test
          // repeats the transaction, too.
          if (!/deadlock/.test(String((error as { cause?: unknown }).cause ?? error))) throw error;
          return "again";
        });
        done[what] = (done[what] ?? 0) + 1;
      }
    }),
  );
  for (const what of ["collected", "paid in", "change", "difference", "reversed"])
    expect(done[what], what).toBeGreaterThan(0);
  expect(await wrongCash(db, CASH_ALONE)).toEqual([]);
});
