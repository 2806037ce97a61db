/**
 * REPORT-10, REPORT-11: the reports by service, business and payee equal a recount of the ledgers, after random entries
 * of three months.
 * Longer than 250 lines because the entries and both recounts belong together.
 */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookMany } from "../../../test/fixtures/bookings.ts";
import { ledgerDifferences } from "../../../test/fixtures/cash-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { times } from "../../../test/fixtures/long.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES } from "../../domain/booking.ts";
import { lagosDay } from "../../domain/dates.ts";
import type { PriceLine } from "../../domain/payment.ts";
import {
  bookingCharges,
  bookings,
  businessBookings,
  businesses,
  cashOnDelivery,
  payees,
  payments,
  settlementEntries,
} from "../../platform/db/schema.ts";
import { readRemittance } from "./remittance.server.ts";
import type { Period } from "./period.ts";
import { totalOfLines, type Amounts } from "./report.ts";
import { readReport, readStanding } from "./reports.server.ts";
import { rollUpMoneyChanges } from "./roll-up-money.server.ts";
import { readSubjectLines } from "./subject-lines.server.ts";

const { opened, db } = await fileServices();
const { services } = opened;
const { now } = services;
await publishSamples(opened);
const HOUR = 3_600_000;
const random = randomFrom(7);
const ids = await bookMany(opened, 24);
const day = (ago: number) => lagosDay(new Date(now().getTime() - ago * 24 * HOUR));
const PERIODS: Period[] = [
  { from: day(80), to: day(0) },
  { from: day(60), to: day(31) },
  { from: day(12), to: day(12) },
  { from: day(5), to: day(0) },
];

/**
 * Adds two businesses with the same name, each with a third of the bookings. The bookings have three services
 * and different days.
 */
async function layOut() {
  const one = {
    name: "Bright Ltd",
    address: "4 Allen Avenue",
    phone: "+2348035550199",
    state: "open" as const,
  };
  const made = await db
    .insert(businesses)
    .values([1, 2].map((n) => ({ ...one, email: `accounts${n}@bright.test` })))
    .returning();
  for (const [n, id] of ids.entries()) {
    const createdAt = new Date(now().getTime() - random(80 * 24) * HOUR).toISOString();
    await db.execute(
      sql`update bookings set delivery_type = ${DELIVERY_TYPES[n % 3]!}, created_at = ${createdAt} where id = ${id}`,
    );
    const business = made[n % 3];
    if (business)
      await db.insert(businessBookings).values({ bookingId: id, businessId: business.id, onAccount: false });
  }
  const payeeRows = await db.insert(payees).values([{}, {}, {}]).returning({ id: payees.id });
  await db.insert(cashOnDelivery).values(
    ids.map((bookingId, n) => ({
      ...{ bookingId, payeeId: payeeRows[n % 3]!.id, amountKobo: 500_000_000, createdAt: now() },
      ...{ codFeePerMille: 15, codFeeMinimumKobo: 0 },
    })),
  );
  return payeeRows.map(({ id }) => id);
}

/** Assigns some bookings to a business. These bookings already have entries. */
async function joinLate() {
  const [business] = await db.select().from(businesses).limit(1);
  for (const n of [2, 5, 8])
    await db
      .insert(businessBookings)
      .values({ bookingId: ids[n]!, businessId: business!.id, onAccount: false });
}

/** Writes one random entry. The entries of payees have dates in the order of their ids, as in real use. */
async function write(payeeIds: readonly string[], n: number, of: number): Promise<void> {
  const bookingId = ids[random(ids.length)]!;
  const payeeId = payeeIds[ids.indexOf(bookingId) % 3]!;
  const at = new Date(now().getTime() - random(80 * 24) * HOUR);
  const inOrder = new Date(now().getTime() - Math.floor((80 * 24 * (of - n)) / of) * HOUR);
  const kobo = 1 + random(1_000_000);
  const row = { at, byName: "Ada", actId: SOME_ACT };
  const what = random(10);
  if (what < 3) {
    const lines: PriceLine[] = [
      { kind: "carriage", label: "Delivery", kobo },
      { kind: "vat", label: "VAT 7.5%", kobo: random(1000) },
    ];
    if (random(3) === 0) lines.push({ kind: "credit", label: "Credit", kobo: -random(kobo) });
    const totalKobo = lines.reduce((sum, line) => sum + line.kobo, 0);
    await db.insert(bookingCharges).values({ bookingId, kind: "set", lines, totalKobo, at });
  } else if (what < 5) {
    const paid = { ...row, bookingId, kobo, method: "cash" as const };
    const [one] = await db
      .insert(payments)
      .values({ ...paid, direction: "in" })
      .returning();
    if (random(3) === 0) await db.insert(payments).values({ ...paid, direction: "out", reverses: one!.id });
  } else {
    const entry = { ...row, at: inOrder, payeeId };
    if (what < 8) {
      const gone = { kind: "collected" as const, method: "cash" as const };
      const [one] = await db
        .insert(settlementEntries)
        .values({ ...entry, ...gone, bookingId, grossKobo: kobo, codFeeKobo: random(kobo) })
        .returning();
      if (random(4) === 0)
        await db.insert(settlementEntries).values({
          ...{ ...entry, ...gone, bookingId, kind: "reversed", reverses: one!.id },
          ...{ grossKobo: -one!.grossKobo, codFeeKobo: -one!.codFeeKobo },
        });
    } else if (what === 8)
      await db.insert(settlementEntries).values({
        ...{ ...entry, bookingId, kind: "deducted", method: "deducted", grossKobo: -1 - random(100_000) },
      });
    else
      await db.insert(settlementEntries).values({
        ...{
          ...entry,
          kind: "paid_out",
          method: "transfer",
          reference: `FT${n}`,
          grossKobo: -1 - random(500_000),
        },
      });
  }
}

const ZERO: Amounts = {
  ...{ bookings: 0, revenueKobo: 0, vatKobo: 0, creditKobo: 0, paidKobo: 0, owedKobo: 0 },
};
const sumOf = (lines: readonly PriceLine[], kind: string) =>
  lines.reduce((sum, line) => sum + (line.kind === kind ? line.kobo : 0), 0);
/** The VAT of 7.5% that an amount includes. */
const vatIn = (kobo: number) => Math.floor((kobo * 75 + 537.5) / 1075);

/** The amounts of each service or business, counted row by row. */
async function recount({ from, to }: Period, keyOf: (booking: string) => string) {
  const counted = new Map<string, Amounts>();
  const add = (at: Date, booking: string, more: Partial<Amounts>) => {
    if (lagosDay(at) < from || lagosDay(at) > to) return;
    const sums = counted.get(keyOf(booking)) ?? { ...ZERO };
    for (const name of Object.keys(more) as (keyof Amounts)[]) sums[name] += more[name]!;
    counted.set(keyOf(booking), sums);
  };
  const madeAt = new Map((await db.select().from(bookings)).map((row) => [row.id, row.createdAt]));
  const last = new Map<string, typeof bookingCharges.$inferSelect>();
  for (const charge of await db.select().from(bookingCharges).orderBy(bookingCharges.id)) {
    const was = last.get(charge.bookingId);
    const credit = sumOf(charge.lines, "credit") - sumOf(was?.lines ?? [], "credit");
    const total = charge.totalKobo - (was?.totalKobo ?? 0);
    add(charge.at, charge.bookingId, {
      ...{ bookings: was ? 0 : 1, revenueKobo: total - credit, creditKobo: -credit },
      vatKobo: sumOf(charge.lines, "vat") - sumOf(was?.lines ?? [], "vat"),
    });
    add(madeAt.get(charge.bookingId)!, charge.bookingId, { owedKobo: total });
    last.set(charge.bookingId, charge);
  }
  for (const { bookingId, direction, kobo, at } of await db.select().from(payments)) {
    const paid = direction === "in" ? kobo : -kobo;
    add(at, bookingId, { paidKobo: paid });
    add(madeAt.get(bookingId)!, bookingId, { owedKobo: -paid });
  }
  const fees = new Map<string, number>();
  for (const { bookingId, codFeeKobo, at } of await db
    .select()
    .from(settlementEntries)
    .orderBy(settlementEntries.id)) {
    if (!bookingId) continue;
    const was = fees.get(bookingId) ?? 0;
    fees.set(bookingId, was + codFeeKobo);
    add(at, bookingId, { revenueKobo: codFeeKobo, vatKobo: vatIn(was + codFeeKobo) - vatIn(was) });
  }
  return Object.fromEntries(
    [...counted].filter(([, sums]) => Object.values(sums).some((amount) => amount !== 0)),
  );
}

/** The money of each payee, counted row by row, with the days from each collection to its full payout. */
async function recountPayees(payeeIds: readonly string[], { from, to }: Period) {
  const rows = await db.select().from(settlementEntries).orderBy(settlementEntries.id);
  const undone = new Set(rows.map(({ reverses }) => reverses));
  return payeeIds.flatMap((key) => {
    const own = rows.filter(({ payeeId }) => payeeId === key);
    const sums = {
      beforeKobo: 0,
      collectedKobo: 0,
      feeKobo: 0,
      deductedKobo: 0,
      paidOutKobo: 0,
      heldKobo: 0,
    };
    for (const { at, bookingId, method, grossKobo, codFeeKobo } of own) {
      const on = lagosDay(at);
      if (on < from) sums.beforeKobo += grossKobo - codFeeKobo;
      if (on <= to) sums.heldKobo += grossKobo - codFeeKobo;
      if (on < from || on > to) continue;
      sums.feeKobo += codFeeKobo;
      if (!bookingId) sums.paidOutKobo -= grossKobo;
      else if (method === "deducted") sums.deductedKobo -= grossKobo;
      else sums.collectedKobo += grossKobo;
    }
    const standing = own.filter(({ id, reverses }) => reverses === null && !undone.has(id));
    const outs: { upto: number; at: Date }[] = [];
    for (const { kind, grossKobo, at } of standing)
      if (kind === "paid_out" || kind === "deducted")
        outs.push({ upto: (outs.at(-1)?.upto ?? 0) - grossKobo, at });
    const days: number[] = [];
    let upto = 0;
    const payable = standing.filter(
      ({ kind, grossKobo, codFeeKobo }) => kind === "collected" && grossKobo > codFeeKobo,
    );
    for (const { at, grossKobo, codFeeKobo } of payable.toSorted((a, b) => +a.at - +b.at || a.id - b.id)) {
      upto += grossKobo - codFeeKobo;
      const out = outs.find((one) => one.upto >= upto);
      if (!out || lagosDay(out.at) < from || lagosDay(out.at) > to) continue;
      days.push(Math.max(0, (Date.parse(lagosDay(out.at)) - Date.parse(lagosDay(at))) / (24 * HOUR)));
    }
    if (Object.values(sums).every((amount) => amount === 0)) return [];
    const settled = { settled: days.length, days: days.reduce((sum, one) => sum + one, 0) };
    return [{ key, ...sums, ...settled, longest: Math.max(0, ...days) }];
  });
}

const payeeDifferences = async () =>
  (await ledgerDifferences(opened)).filter((one) => one.includes("by payee"));

test("[REPORT-1] [REPORT-10] [REPORT-11] by service, business and payee equal a recount of the ledgers, and add up to the other reports", async () => {
  const payeeIds = await layOut();
  const count = times(400, 4000);
  for (let n = 0; n < count; n++) {
    await write(payeeIds, n, count);
    if (n % 10 === 0)
      await db
        .update(bookings)
        .set({ deliveryType: DELIVERY_TYPES[random(3)]! })
        .where(eq(bookings.id, ids[random(ids.length)]!));
    if (n % 37 === 0) await rollUpMoneyChanges(db);
    if (n === Math.floor(count / 2)) await joinLate();
  }
  const ofBusiness = new Map(
    (await db.select().from(businessBookings)).map((row) => [row.bookingId, row.businessId]),
  );
  const serviceOf = new Map(
    (await db.select().from(bookings)).map((row) => [row.id, row.deliveryType as string]),
  );
  const keys = {
    service: (id: string) => serviceOf.get(id)!,
    business: (id: string) => ofBusiness.get(id) ?? "none",
  };
  for (const period of PERIODS) {
    const total = totalOfLines(await readReport(db, "month", period));
    for (const view of ["service", "business"] as const) {
      const lines = await readSubjectLines(db, view, period);
      const amounts = Object.fromEntries(
        lines.map(({ key, name, ...sums }) => (expect(name).toBeTruthy(), [key, sums])),
      );
      expect(amounts, `${view} ${period.from}`).toEqual(await recount(period, keys[view]));
      expect(totalOfLines(lines), `${view} ${period.from}`).toEqual(total);
    }
    const remitted = await readRemittance(db, period);
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
    expect(
      remitted.map(({ name, ...line }) => (expect(name).toBe("Deleted account"), line)).toSorted(byKey),
    ).toEqual((await recountPayees(payeeIds, period)).toSorted(byKey));
    for (const line of remitted)
      expect(line.heldKobo).toBe(
        line.beforeKobo + line.collectedKobo - line.feeKobo - line.deductedKobo - line.paidOutKobo,
      );
    const { heldKobo } = await readStanding(services, period);
    expect(remitted.reduce((sum, line) => sum + line.heldKobo, 0)).toBe(heldKobo);
  }
  const byPayee = () => Promise.all(PERIODS.map((period) => readRemittance(db, period)));
  const before = await byPayee();
  // The check that runs after a restore finds no difference either, before and after the waiting changes are added.
  expect(await payeeDifferences()).toEqual([]);
  expect((await db.execute(sql`select from payee_changes`)).rowCount).toBeGreaterThan(0);
  await rollUpMoneyChanges(db);
  expect((await db.execute(sql`select from payee_changes`)).rowCount).toBe(0);
  expect(await payeeDifferences()).toEqual([]);
  expect(await byPayee()).toEqual(before);
  const whole = before[0]!;
  expect(Math.max(...whole.map(({ longest }) => longest))).toBeGreaterThan(1);
  const year = await readSubjectLines(db, "business", PERIODS[0]!);
  expect(year.filter(({ name }) => name === "Bright Ltd")).toHaveLength(2);
  expect(year.filter(({ name }) => name === "No business")).toHaveLength(1);
  const byService = await readSubjectLines(db, "service", PERIODS[0]!);
  expect(new Set(byService.map(({ name }) => name))).toEqual(
    new Set(DELIVERY_TYPES.map((type) => DELIVERY_TYPE_LABELS[type].name)),
  );
});
