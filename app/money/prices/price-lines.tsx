/** The lines of a price and their sum. */
import type { PriceLine } from "../../domain/payment.ts";
import { formatNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";

export function PriceLines({ lines, total }: { lines: readonly PriceLine[]; total: number }) {
  return (
    <dl className="grid gap-1 tabular-nums">
      {lines.map(({ kind, label, kobo }) => (
        <div key={kind} className="flex justify-between gap-4">
          <dt>{label}</dt>
          <dd>
            <Amount>{formatNaira(kobo)}</Amount>
          </dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t-2 border-current pt-1 font-bold">
        <dt>Total</dt>
        <dd>
          <Amount>{formatNaira(total)}</Amount>
        </dd>
      </div>
    </dl>
  );
}
