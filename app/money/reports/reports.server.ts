/**
 * REPORT-2, REPORT-3: reports of money from daily totals. Each day has only a few totals, however many
 * bookings it has.
 */
import { sql, type SQL } from "drizzle-orm";
import { PAYMENT_METHODS, PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import { addDays, lagosDay } from "../../domain/dates.ts";
import type { Db } from "../../platform/db/client.server.ts";
import type { Services } from "../../platform/services.server.ts";
import {
  AMOUNTS,
  IS_PAID,
  PAID,
  partsOf,
  REVENUE,
  SUM_OF_TOTALS,
  sumWhere,
  TOTALS,
  inPeriod,
} from "./kept-amounts.server.ts";
import { eachDay, eachMonth, eachWeek, type Period, type View } from "./period.ts";
import { readSubjectLines } from "./subject-lines.server.ts";
import {
  filledLines,
  hasAmounts,
  laneKey,
  type Amounts,
  type MethodLine,
  type ReportLine,
} from "./report.ts";

const NUMBERS = sql`kind, kobo, vat_kobo, n`;

/**
 * Daily totals, and changes that the totals do not have yet. One SQL statement reads totals and changes, so that no
 * change is missed or counted twice.
 */
const storedDays = (where: SQL): SQL => sql`(
  select day, method, ${NUMBERS} from money_days where ${where}
  union all select day, method, ${NUMBERS} from money_changes where ${where}) kept`;

async function linesByDay(db: Db, period: Period, key: SQL): Promise<ReportLine[]> {
  const { rows } = await db.execute<ReportLine>(
    sql`select ${key} as key, ${AMOUNTS} from ${storedDays(inPeriod(period))} group by 1`,
  );
  return rows;
}

/** Reads the lanes, highest revenue first, from running totals and changes that the totals do not have yet. */
async function linesByLane(db: Db, period: Period): Promise<ReportLine[]> {
  const { rows } = await db.execute<Amounts & { from: string; to: string }>(sql`
    select from_state as from, to_state as to, ${SUM_OF_TOTALS}
    from (
      select from_state, to_state, ${TOTALS}
      from (values ${partsOf(period)}) part (span, starts, sign) join lane_totals using (span, starts)
      union all select from_state, to_state, ${AMOUNTS} from money_changes
        where ${inPeriod(period)} and from_state <> '' and kind not in ('collected', 'paid_out') group by 1, 2
    ) kept group by 1, 2 order by "revenueKobo" desc, 1, 2`);
  return rows.map(({ from, to, ...amounts }) => ({ key: laneKey(from, to), ...amounts })).filter(hasAmounts);
}

/** The views whose lines have revenue and payments. */
export type LineView = Exclude<View, "method" | "payee">;

/**
 * Reads the lines, in kobo. A week's line has only those days of the week that are in the period. For staff with the
 * permission `readReports`.
 */
export async function readReport(db: Db, view: LineView, period: Period): Promise<ReportLine[]> {
  if (view === "lane") return linesByLane(db, period);
  if (view === "service" || view === "business") return readSubjectLines(db, view, period);
  if (view === "week")
    return filledLines(
      eachWeek(period),
      await linesByDay(db, period, sql`date_trunc('week', day)::date::text`),
    );
  if (view === "month")
    return filledLines(eachMonth(period), await linesByDay(db, period, sql`to_char(day, 'YYYY-MM')`));
  return filledLines(eachDay(period), await linesByDay(db, period, sql`day::text`));
}

/** Reads payments by method and money collected for senders and stores, in kobo. Needs the permission `readReports`. */
export async function readMethods(db: Db, period: Period): Promise<MethodLine[]> {
  const { rows } = await db.execute<MethodLine>(sql`
    select method, ${sumWhere(sql`kind = 'received'`, sql`n`)} as payments, ${sumWhere(sql`kind = 'received'`)} as "receivedKobo",
      ${sumWhere(sql`kind = 'reversed'`)} as "reversedKobo", ${sumWhere(sql`kind = 'collected'`)} as "collectedKobo",
      ${sumWhere(sql`kind = 'paid_out'`)} as "paidOutKobo", ${sumWhere(sql`kind = 'compensated'`)} as "compensatedKobo"
    from ${storedDays(inPeriod(period))} where method <> '' group by 1`);
  const none = {
    payments: 0,
    receivedKobo: 0,
    reversedKobo: 0,
    collectedKobo: 0,
    paidOutKobo: 0,
    compensatedKobo: 0,
  };
  return PAYMENT_METHODS.map((method) => ({
    ...none,
    ...rows.find((row) => row.method === method),
    method: PAYMENT_METHOD_LABELS[method],
  }));
}

export type UnpaidAmounts = {
  /** The unpaid amounts of bookings of the last 7 days, of the 23 days before, and of older bookings. */
  weekKobo: number;
  monthKobo: number;
  olderKobo: number;
  /** The amount that was unpaid at the end of the period. */
  thenKobo: number;
  /** Money collected for senders and stores at the end of the period, minus COD fees and payouts. */
  heldKobo: number;
};

/** Reads the unpaid kobo, now and at the end of a period. For staff with the permission `readReports`. */
export async function readStanding({ db, now }: Services, { to }: Period): Promise<UnpaidAmounts> {
  const [week, month] = [lagosDay(addDays(now(), -7)), lagosDay(addDays(now(), -30))];
  const until = sql`day <= ${to}::date`;
  const owed = sql`kind = 'owed'`;
  const { rows } = await db.execute<UnpaidAmounts>(sql`
    select ${sumWhere(sql`${owed} and day >= ${week}::date`)} as "weekKobo",
      ${sumWhere(sql`${owed} and day < ${week}::date and day >= ${month}::date`)} as "monthKobo",
      ${sumWhere(sql`${owed} and day < ${month}::date`)} as "olderKobo",
      ${sumWhere(
        sql`${until} and kind in ('charged', 'credited', 'received', 'reversed')`,
        sql`case when kind in ('charged', 'reversed') then kobo else -kobo end`,
      )} as "thenKobo",
      ${sumWhere(
        sql`${until} and kind in ('collected', 'handling', 'paid_out')`,
        sql`case kind when 'collected' then kobo else -kobo end`,
      )} as "heldKobo"
    from ${storedDays(sql`true`)}`);
  return rows[0] ?? { weekKobo: 0, monthKobo: 0, olderKobo: 0, thenKobo: 0, heldKobo: 0 };
}

export type MoneyToday = {
  todayKobo: number;
  monthKobo: number;
  paidTodayKobo: number;
  paidMonthKobo: number;
  owedKobo: number;
};

/** REPORT-5: reads today's and this month's revenue and payments, and debts, in kobo. For super admins. */
export async function readMoneyToday({ db, now }: Pick<Services, "db" | "now">): Promise<MoneyToday> {
  const today = lagosDay(now());
  const isToday = sql`day = ${today}::date`;
  const isMonth = sql`day between ${`${today.slice(0, 7)}-01`}::date and ${today}::date`;
  const { rows } = await db.execute<MoneyToday>(sql`
    select ${sumWhere(sql`${REVENUE} and ${isToday}`)} as "todayKobo", ${sumWhere(sql`${REVENUE} and ${isMonth}`)} as "monthKobo",
      ${sumWhere(sql`${IS_PAID} and ${isToday}`, PAID)} as "paidTodayKobo", ${sumWhere(sql`${IS_PAID} and ${isMonth}`, PAID)} as "paidMonthKobo",
      ${sumWhere(sql`kind = 'owed'`)} as "owedKobo"
    from ${storedDays(sql`kind = 'owed' or ${isMonth}`)}`);
  return rows[0] ?? { todayKobo: 0, monthKobo: 0, paidTodayKobo: 0, paidMonthKobo: 0, owedKobo: 0 };
}
