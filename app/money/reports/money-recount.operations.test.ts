/**
 * REPORT-1: the running totals of money equal a recount of the ledgers after random simultaneous writes. There are 600
 * writes, in a long run 50,000.
 */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookMany } from "../../../test/fixtures/bookings.ts";
import { LONG, note, times } from "../../../test/fixtures/long.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { expectRecounted } from "../../../test/fixtures/money-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import type { PriceLine } from "../../domain/payment.ts";
import { brokenUnique } from "../../platform/db/client.server.ts";
import {
  bookingCharges,
  cashOnDelivery,
  payees,
  payments,
  settlementEntries,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { rollUpMoneyChanges } from "./roll-up-money.server.ts";

const { opened, db } = await fileServices();
const { now } = opened.services;
await publishSamples(opened);

/**
 * The number of bookings. A correction moves all entries of its booking to other totals, which is slow for a booking
 * with many entries. With this many bookings, none gets more random entries than in real use.
 */
const BOOKINGS = times(20, 500);
const AT_ONCE = 10;
const STATES = ["Lagos", "Kano", "Rivers"];
const METHODS = ["cash", "transfer", "pos"] as const;

type Random = (below: number) => number;
/** The bookings and the payee of all random writes, and the payments that these writes made. */
type Written = { ids: string[]; payeeId: string; paid: (typeof payments.$inferSelect)[] };
/** The fields that all rows of one write have in common. */
type Row = { at: Date; byName: string };
let reference = 0;

async function charge(random: Random, bookingId: string, kobo: number, at: Date) {
  const lines: PriceLine[] = [
    { kind: "carriage", label: "Delivery", kobo },
    { kind: "rounding", label: "Rounding", kobo: random(5000) },
    { kind: "vat", label: "VAT 7.5%", kobo: random(1000) },
  ];
  if (random(3) === 0) lines.push({ kind: "credit", label: "Credit", kobo: -random(kobo) });
  const totalKobo = lines.reduce((sum, line) => sum + line.kobo, 0);
  await db.insert(bookingCharges).values({ bookingId, kind: "set", lines, totalKobo, at });
  return "charge";
}

async function pay(
  random: Random,
  { ids, paid }: Written,
  row: Omit<typeof payments.$inferInsert, "actId" | "bookingId" | "direction">,
) {
  const several = Array.from({ length: 1 + random(3) }, () => ({
    ...row,
    actId: SOME_ACT,
    bookingId: ids[random(BOOKINGS)]!,
    direction: "in" as const,
  }));
  // The rows are in the order in which the product row-locks bookings, to avoid deadlocks.
  const rows = several.toSorted((a, b) => (a.bookingId < b.bookingId ? -1 : 1));
  paid.push(...(await db.insert(payments).values(rows).returning()));
  return "payment";
}

async function reversePaid(random: Random, { paid }: Written, row: Row) {
  const reversed = paid[random(paid.length)];
  if (!reversed) return "nothing";
  const { id: reverses, ...same } = reversed;
  await db.insert(payments).values({ ...same, ...row, direction: "out", reverses });
  return "reversal";
}

/** Records a collection for a booking, or reverses an earlier one. */
const collectOrReverse = (
  random: Random,
  entry: Row & { payeeId: string; bookingId: string; method: (typeof METHODS)[number] },
) =>
  transact(db, async (tx) => {
    await tx.execute(sql`select from bookings where id = ${entry.bookingId} for update`);
    const [last] = await tx
      .execute<{ id: string; gross: string; handling: string; method: "cash" }>(
        sql`
        select id, gross_kobo as gross, cod_fee_kobo as handling, method from settlement_entries e
        where booking_id = ${entry.bookingId} and kind = 'collected'
          and not exists (select from settlement_entries r where r.reverses = e.id) limit 1`,
      )
      .then(({ rows }) => rows);
    if (last && random(2) === 0) {
      const taken = { grossKobo: -Number(last.gross), codFeeKobo: -Number(last.handling) };
      await tx.insert(settlementEntries).values({
        actId: SOME_ACT,
        ...entry,
        ...taken,
        method: last.method,
        kind: "reversed",
        reverses: Number(last.id),
      });
      return "reversed collection";
    }
    const grossKobo = 1 + random(100_000);
    const collected = { grossKobo, codFeeKobo: random(grossKobo), kind: "collected" as const };
    await tx.insert(settlementEntries).values({ actId: SOME_ACT, ...entry, ...collected });
    return "collection";
  });

/** Deducts a delivery from what the payee is owed, or gives an earlier deduction back. */
async function deductOrGiveBack(
  random: Random,
  kobo: number,
  entry: Row & { payeeId: string; bookingId: string },
) {
  const deducted = { ...entry, method: "deducted" as const };
  const [open] = await db
    .execute<{ id: string; gross: string; booking: string }>(
      sql`
      select id, gross_kobo as gross, booking_id as booking from settlement_entries e where kind = 'deducted'
        and not exists (select from settlement_entries r where r.reverses = e.id) limit 1`,
    )
    .then(({ rows }) => rows);
  if (open && random(2) === 0) {
    await db.insert(settlementEntries).values({
      actId: SOME_ACT,
      ...deducted,
      ...{ bookingId: open.booking, kind: "reversed", grossKobo: -Number(open.gross) },
      reverses: Number(open.id),
    });
    return "given back";
  }
  await db
    .insert(settlementEntries)
    .values({ actId: SOME_ACT, ...deducted, kind: "deducted", grossKobo: -kobo });
  return "deduction";
}

/** Makes one random change that affects the totals, and returns its name. */
async function writeRandomly(random: Random, written: Written): Promise<string> {
  const { ids, payeeId } = written;
  const bookingId = ids[random(BOOKINGS)]!;
  const kobo = 1 + random(1_000_000);
  const at = new Date(now().getTime() - random(80 * 24) * 3_600_000);
  const row = { at, byName: "Ada" };
  const method = METHODS[random(3)]!;
  const what = random(13);
  if (what < 3) return charge(random, bookingId, kobo, at);
  if (what < 6) return pay(random, written, { ...row, kobo, method });
  if (what === 6) return reversePaid(random, written, row);
  if (what < 9) return collectOrReverse(random, { ...row, payeeId, bookingId, method });
  if (what === 9) {
    const out = { kind: "paid_out" as const, grossKobo: -kobo, reference: `FT${++reference}` };
    await db
      .insert(settlementEntries)
      .values({ actId: SOME_ACT, ...row, ...out, payeeId, method: "transfer" });
    return "payout";
  }
  if (what === 12) return deductOrGiveBack(random, kobo, { ...row, payeeId, bookingId });
  if (what === 10) {
    const receiverState = STATES[random(3)]!;
    await db.execute(
      sql`update bookings set receiver_state = ${receiverState}, created_at = ${random(4) ? sql`created_at` : at.toISOString()} where id = ${bookingId}`,
    );
    return "correction";
  }
  const part = random(2) ? { changes: 1 + random(20), payees: 1 } : undefined;
  return (await rollUpMoneyChanges(db, part)) > 0 ? "fold" : "empty fold";
}

test(
  "[REPORT-1] running totals of money equal a recount after random charges, payments, collections, corrections and folds at once",
  { timeout: LONG ? 900_000 : 60_000 },
  async () => {
    const ids = await bookMany(opened, BOOKINGS);
    const [payee] = await db.insert(payees).values({}).returning({ id: payees.id });
    const payeeId = payee!.id;
    await db.insert(cashOnDelivery).values(
      ids.map((bookingId) => ({
        bookingId,
        payeeId,
        amountKobo: 500_000_000,
        codFeePerMille: 15,
        codFeeMinimumKobo: 0,
        createdAt: now(),
      })),
    );
    const written: Written = { ids, payeeId, paid: [] };
    const done: Record<string, number> = {};
    const each = times(600, 50_000) / AT_ONCE;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, writer) => {
        const random = randomFrom(writer + 1);
        for (let n = 0; n < each; n++) {
          const what = await writeRandomly(random, written).catch((error: unknown) => {
            // An entry is reversed once: the database refuses the second reversal.
            const broken = brokenUnique(error);
            if (broken !== "payments_reverses_unique" && broken !== "settlement_entries_reverses_unique")
              throw error;
            return "refused";
          });
          done[what] = (done[what] ?? 0) + 1;
        }
      }),
    );
    for (const what of [
      "charge",
      "payment",
      "reversal",
      "reversed collection",
      "payout",
      "deduction",
      "given back",
      "correction",
      "fold",
    ])
      expect(done[what], what).toBeGreaterThan(0);
    await expectRecounted(db);
    const waiting = async () => (await db.execute(sql`select from money_changes`)).rowCount ?? 0;
    const random = randomFrom(99);
    while ((await waiting()) < 10) await writeRandomly(random, written).catch(() => {});
    const before = await waiting();
    await db.execute(sql`select roll_up_money_changes(3), roll_up_payee_changes(1)`);
    expect(await waiting(), "one statement adds a part").toBe(before - 3);
    await expectRecounted(db);
    await rollUpMoneyChanges(db);
    expect(await waiting()).toBe(0);
    await expectRecounted(db);
    note("Running totals of money against a recount", { "random writes, 10 side by side": each * AT_ONCE });
  },
);
