/** SETTLE-8: payouts that were recorded together, and the file for the bank. */
import { data } from "react-router";
import type { Route } from "./+types/admin-payout-batch.route";
import { useMayNot } from "../../access/use-may.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { Amount } from "../../ui/amount.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { MayNotText } from "../../ui/permitted-fields.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { readPayoutBatch } from "./bank-file.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Payouts");

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const batch = /^[1-9]\d{0,8}$/.test(params.batch) ? await readPayoutBatch(db, Number(params.batch)) : null;
  if (!batch) throw data("No payouts have this number. Open them from the list.", { status: 404 });
  return batch;
}

type Payout = Route.ComponentProps["loaderData"]["payouts"][number];

const COLUMNS: Column<Payout>[] = [
  {
    key: "name",
    header: "Payee",
    primary: true,
    long: true,
    cell: ({ id, name }) => <TextLink to={`/admin/settlements/${id}`}>{name}</TextLink>,
  },
  {
    key: "account",
    header: "Account",
    narrow: "bare",
    cell: (payout) => (
      <>
        {payout.paidTo}
        {noteOf(payout) && <span className="block text-sm font-semibold">{noteOf(payout)}</span>}
      </>
    ),
  },
  { key: "reference", header: "Reference", narrow: "bare", cell: ({ reference }) => reference },
  {
    key: "kobo",
    header: "Amount",
    align: "right",
    narrow: "end",
    cell: ({ kobo }) => <Amount>{formatNaira(kobo)}</Amount>,
  },
];

/** Returns the warning about a payout that staff must read before sending the file to the bank, or null. */
function noteOf({ cameBack, changed, hasCode }: Payout): string | null {
  if (cameBack) return "Reversed: not in the file";
  if (changed) return "The account changed since: reverse this payout";
  return hasCode ? null : "No bank code in the file: choose the bank when you upload it";
}

export default function PayoutBatchPage({ loaderData }: Route.ComponentProps) {
  const { batch, at, byName, payouts } = loaderData;
  const mayNot = useMayNot("payOut");
  const open = payouts.filter(({ cameBack }) => !cameBack);
  const sum = open.reduce((all, { kobo }) => all + kobo, 0);
  return (
    <>
      <p>
        <TextLink to="/admin/settlements/payouts">Pay out</TextLink>
      </p>
      <PageHead
        title={`Payouts ${batch}: ${formatNaira(sum)}`}
        text={`Recorded ${formatAdminDateTime(at)} by ${byName}. Give the bank the file: it makes the transfers.`}
        actions={
          open.length > 0 &&
          !mayNot && (
            <ButtonLink href={`/admin/settlements/payouts/${batch}/bank.csv`}>
              Get the file for the bank
            </ButtonLink>
          )
        }
      />
      <MayNotText mayNot={mayNot} />
      <div className="mt-6">
        <DataTable compact caption="Payouts" columns={COLUMNS} rows={payouts} rowKey="reference" />
      </div>
      <p className="mt-3 max-w-prose text-sm text-muted">
        Did the bank return a transfer? Open its payee and reverse the payout: the money is then owed again.
      </p>
    </>
  );
}
