/** PRICE-4: the active price list, former lists, lists for later, and drafts. */
import { Link } from "react-router";
import type { Route } from "./+types/admin-prices.route";
import { formatAdminDate, formatAdminDateTime, parseLagosDay } from "../../domain/dates.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { useMayNot } from "../../access/use-may.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { SendButton } from "../../ui/button.tsx";
import { FormErrors, KeyedForm } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { currentPrices } from "./current-prices.server.ts";
import { LISTS_BUTTONS } from "./forms.server.ts";
import { NOT_STARTED } from "./messages.ts";
import { listPriceLists } from "./price-lists.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Prices");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [lists, current] = await Promise.all([listPriceLists(services.db), currentPrices(services)]);
  return {
    lists,
    current: current?.version ?? null,
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: LISTS_BUTTONS,
  to: () => "/admin/prices",
  failed: NOT_STARTED,
});

export const clientAction = formClientAction<typeof action>(NOT_STARTED);

type Row = Route.ComponentProps["loaderData"]["lists"][number];

const adminDayText = (day: string | null) => {
  const at = day === null ? null : parseLagosDay(day);
  return at ? formatAdminDate(at) : "-";
};

export default function PricesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, current, key } = loaderData;
  const mayNot = useMayNot("managePrices");
  return (
    <>
      <PageHead
        title="Prices"
        text="You cannot edit a published price list. To change prices, start a draft, compare it with today's prices, then publish it with the day it starts."
      />
      <KeyedForm formKey={actionData?.key ?? key} className="mt-6">
        <FormErrors errors={actionData?.errors ?? {}} />
        <fieldset disabled={mayNot !== null}>
          <legend className="sr-only">New draft</legend>
          <SendButton busyLabel="Starting...">New draft</SendButton>
        </fieldset>
        {mayNot && <p className="mt-2 text-sm font-semibold">{mayNot}</p>}
      </KeyedForm>
      <div className="mt-6">
        {lists.length > 0 && (
          <ListCount>{listCount(lists.length, lists.length, "price list", "price lists")}</ListCount>
        )}
        <DataTable<Row>
          caption="Price lists"
          rows={lists}
          rowKey="id"
          empty={
            <EmptyState
              title="No price list yet"
              text="Until one is published, customers book without a price and we tell them."
            />
          }
          columns={columnsOf(current)}
        />
      </div>
    </>
  );
}

const columnsOf = (current: Route.ComponentProps["loaderData"]["current"]): Column<Row>[] => [
  {
    key: "version",
    header: "List",
    primary: true,
    cell: ({ id, version, basedOn }) => (
      <Link
        to={`/admin/prices/${id}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {version === null
          ? `Draft${basedOn === null ? "" : ` from version ${basedOn}`}`
          : `Version ${version}`}
      </Link>
    ),
  },
  {
    key: "state",
    header: "State",
    cell: ({ version, validFrom }) =>
      version === null ? "Draft" : version === current ? "In use today" : `From ${adminDayText(validFrom)}`,
  },
  { key: "from", header: "Valid from", cell: ({ validFrom }) => adminDayText(validFrom) },
  {
    key: "changed",
    header: "Last change",
    cell: ({ publishedAt, publishedByName, updatedAt }) =>
      publishedAt
        ? `Published ${formatAdminDateTime(publishedAt)} by ${publishedByName}`
        : formatAdminDateTime(updatedAt),
  },
];
