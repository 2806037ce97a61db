/** SETTLE-2: what a customer or a store is owed, for themselves. */
import { useSearchParams } from "react-router";
import { formatDate } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { BankAccountForm } from "./bank-account-form.tsx";
import { PaidParcels } from "./paid-parcels.tsx";
import { WeeklyStatement } from "./weekly-statement.tsx";
import type { readOwnSettlements } from "./own-settlements.server.ts";

type Props = {
  here: string;
  settlements: Awaited<ReturnType<typeof readOwnSettlements>>;
  errors: Record<string, string>;
  values: Record<string, string>;
};

/** What is owed, in one sentence. */
export function owedText(owedKobo: number, since: Date | null): string {
  if (owedKobo < 0)
    return `You owe us ${formatNaira(-owedKobo)}. We take it from the next money we collect for you.`;
  return owedKobo === 0 || !since
    ? "We owe you nothing now."
    : `We owe you ${formatNaira(owedKobo)} since ${formatDate(since)}.`;
}

export function OwnSettlements({ here, settlements, errors, values }: Props) {
  const { payee, statement, parcels, today } = settlements;
  const payouts = statement?.entries.filter(({ kind }) => kind === "paid_out") ?? [];
  const [params] = useSearchParams();
  return (
    <>
      <PageHead
        title="Settlements"
        text={`What receivers paid us for your parcels, less handling. ${owedText(payee?.owedKobo ?? 0, payee?.owedSince ?? null)}`}
      />
      {statement && <WeeklyStatement statement={statement} today={today} here={here} params={params} />}
      {payouts.map(({ id, at, grossKobo, reference }) => (
        <section key={id} className="mt-4 max-w-xl border-2 border-line bg-card p-3">
          <h3 className="font-semibold">
            Paid out <Amount>{formatNaira(-grossKobo)}</Amount> on {formatDate(at)}
          </h3>
          <p className="text-sm wrap-anywhere text-muted">{`Reference ${reference}`}</p>
          <PaidParcels parcels={parcels[id] ?? []} linkOf={(code) => `/track?code=${code}`} />
        </section>
      ))}
      <div className="mt-8">
        <BankAccountForm
          account={payee?.account ?? null}
          since={payee?.accountSince ?? null}
          errors={errors}
          values={values}
        />
      </div>
    </>
  );
}
