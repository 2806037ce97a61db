/** The lines of a price and their sum. */
import { formatNaira } from "../domain/money.ts";
import type { PriceLine } from "../domain/payment.ts";

export function PriceLines({ lines, total }: { lines: readonly PriceLine[]; total: number }) {
  return (
    <dl className="grid gap-1 tabular-nums">
      {lines.map(({ kind, label, kobo }) => (
        <div key={kind} className="flex justify-between gap-4">
          <dt>{label}</dt>
          <dd>{formatNaira(kobo)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t-2 border-current pt-1 font-bold">
        <dt>Total</dt>
        <dd>{formatNaira(total)}</dd>
      </div>
    </dl>
  );
}
