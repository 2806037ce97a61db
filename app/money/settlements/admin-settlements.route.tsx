/** SETTLE-2: the amounts owed to senders and stores, and unrecorded collections. */
import { Link } from "react-router";
import type { Route } from "./+types/admin-settlements.route";
import { may } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { formatAdminDate } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Headline } from "../../ui/figures.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Amount } from "../../ui/amount.tsx";
import { countOwed, listOwed, listUnrecorded, sumOwed } from "./statement.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Settlements");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { role } = context.get(adminContext);
  const { search, searchParams } = new URL(request.url);
  const [owed, total, owedKobo, unrecorded] = await Promise.all([
    listOwed(db, parsePageParams(searchParams)),
    countOwed(db),
    sumOwed(db),
    listUnrecorded(db),
  ]);
  return {
    owed: owed.rows,
    pages: pageLinks(search, owed),
    total,
    owedKobo,
    unrecorded,
    mayPayOut: may(role, "payOut"),
  };
}

type Owed = Route.ComponentProps["loaderData"]["owed"][number];

const PAYOUTS = "/admin/settlements/payouts";

const COLUMNS: Column<Owed>[] = [
  {
    key: "name",
    header: "Payee",
    primary: true,
    long: true,
    cell: ({ id, name, isStore }) => (
      <Link
        to={`/admin/settlements/${id}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {name}
        {isStore && " (store)"}
      </Link>
    ),
  },
  {
    key: "owed",
    header: "Owed",
    align: "right",
    narrow: "end",
    cell: ({ owedKobo, payableKobo }) => (
      <>
        <Amount>{formatNaira(owedKobo)}</Amount>
        {payableKobo < owedKobo && (
          <span className="block text-sm text-muted">
            <Amount>{formatNaira(payableKobo)}</Amount> payable
          </span>
        )}
      </>
    ),
  },
  { key: "since", header: "Since", cell: ({ owedSince }) => owedSince && formatAdminDate(owedSince) },
  {
    key: "account",
    header: "Account",
    narrow: "bare",
    cell: ({ account }) => account ?? "No bank account yet",
  },
];

export default function SettlementsPage({ loaderData }: Route.ComponentProps) {
  const { owed, pages, total, owedKobo, unrecorded, mayPayOut } = loaderData;
  return (
    <>
      <PageHead
        title="Settlements"
        text="Money that we collected from receivers and still owe to senders and stores."
        actions={
          <div className="flex flex-wrap gap-2">
            {mayPayOut && (
              <ButtonLink size="sm" to={PAYOUTS}>
                Pay out
              </ButtonLink>
            )}
            <ButtonLink size="sm" variant="secondary" href="/admin/settlements/export.csv">
              Export CSV
            </ButtonLink>
          </div>
        }
      />
      {!mayPayOut && (
        <p className="mt-2">
          A super admin pays out. <TextLink to={PAYOUTS}>See the payouts</TextLink>
        </p>
      )}
      <div className="mt-6">
        <Headline name="We owe">
          <Amount>{formatNaira(owedKobo)}</Amount>
        </Headline>
      </div>
      <div className="mt-6">
        {owed.length > 0 && <ListCount>{listCount(owed.length, total, "payee", "payees")}</ListCount>}
        <DataTable
          compact
          caption="What is owed"
          columns={COLUMNS}
          rows={owed}
          rowKey="id"
          empty={
            <EmptyState
              title="We owe nobody money"
              text="People whom we owe appear here after you enter what was collected."
            />
          }
        />
      </div>
      <Pager {...pages} words={{ previous: "Older", next: "Newer" }} />
      {unrecorded.length > 0 && <Unrecorded parcels={unrecorded} />}
    </>
  );
}

type Unrecorded = Route.ComponentProps["loaderData"]["unrecorded"];

function Unrecorded({ parcels }: { parcels: Unrecorded }) {
  return (
    <section className="mt-10" aria-labelledby="unrecorded">
      <h2 id="unrecorded" className="font-display text-xl font-bold">
        Delivered, cash not entered yet
      </h2>
      <p className="mt-1 text-muted">Open each parcel and enter what was collected.</p>
      <ul className="mt-3 grid gap-2">
        {parcels.map(({ code, kobo, at }) => (
          <li key={code} className="flex flex-wrap items-center gap-x-4">
            <Link
              to={`/admin/bookings/${code}/collection`}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {code}
            </Link>
            <Amount>{formatNaira(kobo)}</Amount>
            {at && <span className="text-muted">delivered {formatAdminDate(at)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
