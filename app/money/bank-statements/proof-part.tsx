/** BANK-4: the check of a file by its running balance, at the top of the statement's page. */
import { formatNaira } from "../../domain/money.ts";
import type { BalanceBreak, StatementSummary } from "../../domain/payment.ts";

const SHOWN = 10;

export function ProofPart({ matched: { proof, faults, counts } }: { matched: StatementSummary }) {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isWhole = proof !== null && proof.adding === proof.rows;
  return (
    <section
      aria-label="Balance"
      className={`mt-4 max-w-4xl border-l-8 bg-card px-4 py-3 ${isWhole ? "border-go" : "border-stop"}`}
    >
      <h2 className="font-display text-xl font-bold">
        {proof ? `${proof.adding} of ${proof.rows} rows add up` : "No balance proves this file"}
      </h2>
      <p className="mt-1">
        {proof === null
          ? `It has ${rows} ${rows === 1 ? "row" : "rows"}, and no column with the balance after each. Compare the sums with your bank.`
          : isWhole
            ? "The balance before each row, plus what comes in, less what goes out, is the balance after it."
            : "Where the balance breaks, an amount is wrong or a row is missing. The rows beside it wait for you."}
      </p>
      {proof && proof.breaks.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {proof.breaks.slice(0, SHOWN).map((found) => (
            <li key={`${found.above}-${found.below}`}>{breakText(found)}</li>
          ))}
          {proof.breaks.length > SHOWN && <li>{`And ${proof.breaks.length - SHOWN} more.`}</li>}
        </ul>
      )}
      {faults.length > 0 && (
        <>
          <p className="mt-3 font-semibold">
            {faults.length === 1 ? "One row is damaged" : `${faults.length} rows are damaged`}
          </p>
          <ul className="mt-1 list-disc pl-5">
            {faults.slice(0, SHOWN).map(({ row, why }) => (
              <li key={row} className="wrap-anywhere">{`Row ${row}: ${why}.`}</li>
            ))}
            {faults.length > SHOWN && <li>{`And ${faults.length - SHOWN} more.`}</li>}
          </ul>
        </>
      )}
    </section>
  );
}

function breakText({ above, below, missing }: BalanceBreak): string {
  const where = above === below ? `before row ${above}` : `between row ${above} and row ${below}`;
  if (missing === 0) return `The balance is not known ${where}.`;
  return `The balance breaks ${where}: ${formatNaira(Math.abs(missing))} ${missing > 0 ? "more came in" : "more went out"} than the rows say.`;
}
