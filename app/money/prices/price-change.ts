/** The effect of a list on the sample parcels, in words. Pure. */
import { priceText } from "./price-text.ts";
import type { ComparedQuotes } from "./compare.ts";

/** Returns the change in per mille. Null without a price before or after. */
function changePerMille({ before, after }: ComparedQuotes): number | null {
  if (!before?.ok || !after.ok) return null;
  return Math.round(((after.totalKobo - before.totalKobo) * 1000) / Math.max(1, before.totalKobo));
}

/** Writes the change: '+25 %', '−2.5 %', 'same', or '-' without a price before or after. */
export function changeText(row: ComparedQuotes): string {
  const perMille = changePerMille(row);
  if (perMille === null) return "-";
  return perMille === 0 ? "same" : `${perMille > 0 ? "+" : "−"}${percent(perMille)}`;
}

const percent = (perMille: number) => `${Math.abs(perMille) / 10}%`;
const prices = (n: number) => (n === 1 ? "1 price" : `${n} prices`);

/** Writes the smallest and the largest of several changes: 'by 25%', 'by 5% to 25%'. */
function by(all: readonly number[]): string {
  const sizes = all.map(Math.abs);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? `by ${percent(most)}` : `by ${percent(least)} to ${percent(most)}`;
}

/** Writes all changes in one sentence: '1 price rises by 25%, 9 stay.' */
export function changesText(rows: readonly ComparedQuotes[]): string {
  if (rows.every(({ before }) => before === null)) return "These are the first prices.";
  const changes = rows.map(changePerMille);
  const up = changes.filter((change) => change !== null && change > 0) as number[];
  const down = changes.filter((change) => change !== null && change < 0) as number[];
  const gained = rows.filter(({ before, after }) => !before?.ok && after.ok).length;
  const lost = rows.filter(({ before, after }) => before?.ok && !after.ok).length;
  const other = rows.filter(
    ({ before, after }) => !before?.ok && !after.ok && priceText(before) !== priceText(after),
  ).length;
  const same = rows.length - up.length - down.length - gained - lost - other;
  const parts = [
    up.length > 0 && `${prices(up.length)} ${up.length === 1 ? "rises" : "rise"} ${by(up)}`,
    down.length > 0 && `${prices(down.length)} ${down.length === 1 ? "falls" : "fall"} ${by(down)}`,
    gained > 0 && `${prices(gained)} ${gained === 1 ? "is" : "are"} new`,
    lost > 0 && `${prices(lost)} ${lost === 1 ? "is" : "are"} no longer offered`,
    other > 0 && `${prices(other)} ${other === 1 ? "reads" : "read"} otherwise`,
    same > 0 && (same === rows.length ? "No price changes" : `${same} ${same === 1 ? "stays" : "stay"}`),
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
