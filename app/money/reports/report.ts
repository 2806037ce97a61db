/** REPORT-2: the lines of a report of money, in kobo. */
export type Amounts = {
  /** The number of bookings that got their first price. */
  bookings: number;
  /** Prices and COD fees, including VAT, before referral credit. */
  revenueKobo: number;
  vatKobo: number;
  creditKobo: number;
  /** Payments minus reversals. */
  paidKobo: number;
  /** The unpaid part of the bookings made on the days of this line. */
  owedKobo: number;
};
export type ReportLine = Amounts & {
  /** A day, a month as 'yyyy-MM', or a lane as 'Lagos → Kano'. */
  key: string;
  /** The displayed text if the key is an id or a word of the database. */
  name?: string;
};
export type MethodLine = {
  method: string;
  payments: number;
  receivedKobo: number;
  reversedKobo: number;
  /** Money collected from receivers for senders and stores (cash on delivery). */
  collectedKobo: number;
  paidOutKobo: number;
  /** The payments to senders for claims. */
  compensatedKobo: number;
};

const NOTHING: Amounts = {
  bookings: 0,
  revenueKobo: 0,
  vatKobo: 0,
  creditKobo: 0,
  paidKobo: 0,
  owedKobo: 0,
};

export const netRevenueOf = ({ revenueKobo, vatKobo }: Pick<Amounts, "revenueKobo" | "vatKobo">): number =>
  revenueKobo - vatKobo;

/** The key of bookings without a business. */
export const NO_BUSINESS = "none";

/** Returns the mean number of days until a payout, with one decimal. Null if there was no payout. */
export const meanDays = ({ settled, days }: { settled: number; days: number }): number | null =>
  settled === 0 ? null : Math.round((10 * days) / settled) / 10;

export const laneKey = (from: string, to: string): string => `${from} → ${to}`;

/** Returns one line for each of `keys`, in the order of the keys. A key without a line gets zeros. */
export function filledLines(keys: readonly string[], lines: readonly ReportLine[]): ReportLine[] {
  const known = new Map(lines.map((line) => [line.key, line]));
  return keys.map((key) => known.get(key) ?? { key, ...NOTHING });
}

export function totalOfLines(lines: readonly Amounts[]): Amounts {
  return lines.reduce<Amounts>(
    (sum, line) => ({
      bookings: sum.bookings + line.bookings,
      revenueKobo: sum.revenueKobo + line.revenueKobo,
      vatKobo: sum.vatKobo + line.vatKobo,
      creditKobo: sum.creditKobo + line.creditKobo,
      paidKobo: sum.paidKobo + line.paidKobo,
      owedKobo: sum.owedKobo + line.owedKobo,
    }),
    NOTHING,
  );
}

export const hasAmounts = ({
  bookings,
  revenueKobo,
  vatKobo,
  creditKobo,
  paidKobo,
  owedKobo,
}: Amounts): boolean =>
  [bookings, revenueKobo, vatKobo, creditKobo, paidKobo, owedKobo].some((value) => value !== 0);
