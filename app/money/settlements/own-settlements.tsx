/** SETTLE-2: the settlements of a customer or a store, for the payee. */
import { useSearchParams } from "react-router";
import { formatDate } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { heldText, promiseText, type HeldAmounts } from "../../domain/settlement.ts";
import { Amount } from "../../ui/amount.tsx";
import { Headline } from "../../ui/figures.tsx";
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

type OwedProps = {
  kobo: number;
  payable: number;
  held: HeldAmounts | null;
  since: Date | null;
  days: number;
};

function Owed({ kobo, payable, held, since, days }: OwedProps) {
  if (kobo < 0)
    return (
      <Headline name="You owe us" hint="We take it from the next money that we collect for you.">
        <Amount>{formatNaira(-kobo)}</Amount>
      </Headline>
    );
  return (
    <>
      <Headline name="We owe you" hint={since && `Since ${formatDate(since)}`}>
        <Amount>{formatNaira(kobo)}</Amount>
      </Headline>
      {kobo > 0 && (payable < kobo || days > 0) && (
        <p className="mt-2 max-w-xl">
          {payable < kobo
            ? `${formatNaira(payable)} can be paid out now. ${held ? `${heldText(held)} ` : ""}`
            : "All of it can be paid out. "}
          {days > 0 && promiseText(days)}
        </p>
      )}
    </>
  );
}

export function OwnSettlements({ here, settlements, errors, values }: Props) {
  const { payee, statement, parcels, today } = settlements;
  const payouts = statement?.entries.filter(({ kind }) => kind === "paid_out") ?? [];
  const [params] = useSearchParams();
  return (
    <>
      <PageHead
        title="Cash on delivery: your money"
        text="We collect it from your receivers, take our fee, and pay the rest into your bank account."
      />
      <div className="mt-6">
        <Owed
          kobo={payee?.owedKobo ?? 0}
          payable={payee?.payableKobo ?? 0}
          held={settlements.held}
          since={payee?.owedSince ?? null}
          days={settlements.remittanceDays}
        />
      </div>
      {statement && <WeeklyStatement statement={statement} today={today} here={here} params={params} />}
      {payouts.map(({ id, at, grossKobo, reference }) => (
        <section key={id} className="mt-4 max-w-xl bg-card p-4">
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
