/** SETTLE-2: what a customer or a store is owed, for themselves. */
import { formatDate } from "../domain/dates.ts";
import { formatNaira } from "../domain/money.ts";
import { PageHead } from "../ui/page-head.tsx";
import { BankAccountForm } from "./bank-account-form.tsx";
import type { readOwnSettlements } from "./own-settlements.server.ts";

type Props = {
  settlements: Awaited<ReturnType<typeof readOwnSettlements>>;
  errors: Record<string, string>;
  values: Record<string, string>;
};

/** What is owed, in one sentence. */
export function owedText(owedKobo: number, since: Date | null): string {
  if (owedKobo < 0) return `You owe us ${formatNaira(-owedKobo)}: it is taken from what we collect next.`;
  return owedKobo === 0 || !since
    ? "We owe you nothing at present."
    : `We owe you ${formatNaira(owedKobo)} since ${formatDate(since)}.`;
}

export function OwnSettlements({ settlements: { payee }, errors, values }: Props) {
  return (
    <>
      <PageHead
        title="Settlements"
        text={`What receivers paid us for your parcels, less handling. ${owedText(payee?.owedKobo ?? 0, payee?.owedSince ?? null)}`}
      />
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
