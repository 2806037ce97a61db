/** CASH-6: the cash accounts, each with the amount owed and the time since which the holder owes money. */
import type { Route } from "./+types/admin-cash.route";
import { adminContext } from "../../access/principal-context.ts";
import { useMay } from "../../access/use-may.ts";
import { formatAdminDate, formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { Amount } from "../../ui/amount.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { FigureList } from "../../ui/figures.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { countedAlone, listCashAccounts, openDeposits, type ListedAccount } from "./read-cash.server.ts";

export const handle: LiveHandle = { live: () => ["money"] };
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Cash");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const admin = context.get(adminContext);
  const [accounts, deposits, alone] = await Promise.all([
    listCashAccounts(db, admin),
    admin.role === "hub_clerk" ? [] : openDeposits(db),
    admin.role === "super_admin" ? countedAlone(db, now()) : [],
  ]);
  return { ...accounts, deposits, alone };
}

const columnsOf = (kind: "rider" | "hub"): Column<ListedAccount>[] => [
  {
    key: "name",
    header: kind === "rider" ? "Rider" : "Hub",
    primary: true,
    long: true,
    cell: ({ id, name, leftAt, hub }) => (
      <>
        <TextLink to={`/admin/cash/${kind}/${id}`}>{name}</TextLink>
        <span className="block text-sm text-muted">
          {hub}
          {leftAt && <strong className="text-stop"> · left</strong>}
        </span>
      </>
    ),
  },
  {
    key: "balance",
    header: kind === "rider" ? "Owes" : "Has",
    align: "right",
    narrow: "end",
    cell: ({ balanceKobo }) => <Amount>{formatNaira(balanceKobo)}</Amount>,
  },
  {
    key: "since",
    header: "Since",
    none: "",
    cell: ({ since, balanceKobo }) => (balanceKobo > 0 && since ? formatAdminDateTime(since) : null),
  },
  ...(kind === "rider"
    ? [
        {
          key: "change",
          header: "Of which change",
          align: "right",
          none: "",
          cell: ({ changeKobo }) => (changeKobo > 0 ? <Amount>{formatNaira(changeKobo)}</Amount> : null),
        } satisfies Column<ListedAccount>,
      ]
    : []),
];

const sumOf = (accounts: readonly ListedAccount[]) =>
  accounts.reduce((sum, { balanceKobo }) => sum + balanceKobo, 0);

export default function CashPage({ loaderData }: Route.ComponentProps) {
  const { riders, hubs, deposits, alone } = loaderData;
  const mayExport = useMay("approveCash");
  return (
    <>
      <PageHead
        title="Cash"
        text="What riders have collected and not paid in, and what is in the hubs."
        actions={
          mayExport && (
            <ButtonLink size="sm" variant="secondary" href="/admin/cash/export.csv">
              Export CSV
            </ButtonLink>
          )
        }
      />
      <div className="mt-6 max-w-md">
        <FigureList
          figures={[
            { name: "With riders", value: <Amount>{formatNaira(sumOf(riders))}</Amount> },
            { name: "In hubs", value: <Amount>{formatNaira(sumOf(hubs))}</Amount> },
          ]}
        />
      </div>
      <NamedSection id="riders" title="Riders" className="mt-8">
        <DataTable
          compact
          caption="Riders"
          columns={columnsOf("rider")}
          rows={riders}
          rowKey="id"
          empty={<p className="mt-2 text-muted">No rider works for us yet.</p>}
        />
      </NamedSection>
      <NamedSection id="hubs" title="Hubs" className="mt-8">
        <DataTable
          compact
          caption="Hubs"
          columns={columnsOf("hub")}
          rows={hubs}
          rowKey="id"
          empty={<p className="mt-2 text-muted">There is no hub yet.</p>}
        />
      </NamedSection>
      {deposits.length > 0 && <Deposits deposits={deposits} />}
      {alone.length > 0 && <Alone alone={alone} />}
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Alone({ alone }: Pick<Loaded, "alone">) {
  return (
    <NamedSection id="alone" title="Counted and closed by one person" className="mt-8">
      <p className="mt-1 text-muted">
        Nobody else of the hub could do it. Runs of the last 30 days whose closer counted the rider’s cash.
      </p>
      <ul className="mt-2">
        {alone.map(({ id, run, rider, byName, at }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-1">
            <TextLink to={`/admin/runs/${id}`}>{run}</TextLink>
            <span>
              {rider}, by {byName}
            </span>
            {at && <span className="text-muted">{formatAdminDateTime(at)}</span>}
          </li>
        ))}
      </ul>
    </NamedSection>
  );
}

function Deposits({ deposits }: Pick<Loaded, "deposits">) {
  return (
    <NamedSection id="deposits" title="Deposits that no bank statement has yet" className="mt-8">
      <ul className="mt-2">
        {deposits.map(({ id, kobo, reference, at, byName }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2"
          >
            <span>
              {reference}
              <span className="text-muted">
                , {formatAdminDate(at)} by {byName}
              </span>
            </span>
            <Amount>{formatNaira(kobo)}</Amount>
          </li>
        ))}
      </ul>
    </NamedSection>
  );
}
