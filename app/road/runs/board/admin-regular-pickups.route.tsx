/**
 * PICKUP-2: the page of regular pickups: requests that wait for a decision, and the days and history of each pickup.
 */
import { useNavigation, useSearchParams } from "react-router";
import type { Route } from "./+types/admin-regular-pickups.route";
import { ownHub } from "../../../access/own-hub.server.ts";
import { whyRoleMayNot } from "../../../access/permissions.ts";
import { adminContext } from "../../../access/principal-context.ts";
import { staffAction } from "../../../access/staff-door.server.ts";
import { formatAdminDate } from "../../../domain/dates.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { REGULAR_STATE_NAMES, termsText } from "../../../domain/regular-pickup.ts";
import { servicesContext } from "../../../platform/context.ts";
import { newIdempotencyKey, refusalPage } from "../../../platform/http/form.server.ts";
import { parsePageParams } from "../../../platform/http/keyset.ts";
import type { LiveHandle } from "../../../platform/live/live-topics.ts";
import { formClientAction } from "../../../platform/http/network-error.ts";
import { officeMeta } from "../../../platform/http/page-meta.ts";
import { pageLinks } from "../../../platform/http/query.ts";
import { hubIn } from "./board-address.ts";
import { RunsTabs } from "./runs-tabs.tsx";
import { activeHubs } from "../../../places/hubs.server.ts";
import { PageHead } from "../../../ui/page-head.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { DataTable, type Column } from "../../../ui/table.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { OFFICE_PICKUP_BUTTONS } from "../../../parcels/regular-pickups/forms.server.ts";
import { refuse } from "../../../parcels/regular-pickups/messages.ts";
import { officePath, OnePickup } from "../../../parcels/regular-pickups/office-pickup.tsx";
import { PICKUP_LISTS, type PickupList } from "../../../parcels/regular-pickups/pickup-lists.ts";
import {
  countToDecide,
  listPickups,
  readPickup,
  type ListedPickup,
} from "../../../parcels/regular-pickups/read-pickups.server.ts";

const HERE = "/admin/runs/regular";
const LIST_NAMES: Record<PickupList, string> = {
  asked: "To decide",
  active: "Approved",
  paused: "Paused",
  over: "Over",
};

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Regular pickups");
export const handle: LiveHandle = { live: () => ["runs"] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const params = new URL(request.url).searchParams;
  const list = PICKUP_LISTS.find((one) => one === params.get("list")) ?? "asked";
  const asked = params.get("pickup");
  const [hubs, own] = await Promise.all([activeHubs(services), ownHub(services.db, admin)]);
  const [found, toDecide, pickup] = await Promise.all([
    listPickups(services.db, list, parsePageParams(params)),
    countToDecide(services.db),
    readPickup(services, asked),
  ]);
  if (asked !== null && !pickup) throw refusalPage(refuse("not_found", "pickup_gone"));
  return {
    ...{ found, list, toDecide, pickup, here: hubIn(params, hubs, own)?.id ?? "" },
    phone: pickup && formatPhone(pickup.phone),
    isEditing: params.has("edit"),
    key: newIdempotencyKey(),
    mayNot: whyRoleMayNot(admin.role, "approvePickups"),
  };
}

export const action = staffAction({
  buttons: OFFICE_PICKUP_BUTTONS,
  to: (_, { request, form }) => {
    const params = new URL(request.url).searchParams;
    const [hub, list] = [params.get("hub"), params.get("list")];
    const pickup = form.rawValues["id"] ?? "";
    return `${HERE}?${new URLSearchParams({ ...(hub && { hub }), ...(list && { list }), pickup })}`;
  },
});

export const clientAction = formClientAction<typeof action>();

const columns = (hub: string, list: PickupList): readonly Column<ListedPickup>[] => [
  {
    key: "owner",
    header: "Sender",
    primary: true,
    long: true,
    cell: ({ id, owner, name }) => <TextLink to={officePath(hub, list, id)}>{owner || name}</TextLink>,
  },
  { key: "terms", header: "When", narrow: "bare", cell: termsText },
  { key: "address", header: "Where", cell: ({ address }) => address },
  {
    key: "state",
    header: "State",
    cell: ({ status, isChange, hub }) =>
      `${isChange ? "Change asked for" : REGULAR_STATE_NAMES[status]}${hub ? `, ${hub}` : ""}`,
  },
  { key: "since", header: "Asked", cell: ({ createdAt }) => formatAdminDate(createdAt) },
];

export default function AdminPickupsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { found, list, toDecide, pickup, phone, isEditing, here, key, mayNot } = loaderData;
  const busy = useNavigation().state !== "idle";
  const [params] = useSearchParams();
  const refused = actionData && "errors" in actionData ? actionData : undefined;
  return (
    <>
      <PageHead title="Regular pickups" text="Each is a stop of its day's pickup run, without a booking." />
      <div className="mt-4">
        <RunsTabs hub={here} current="regular" />
      </div>
      {pickup && (
        <OnePickup
          key={`${pickup.id} ${pickup.version}`}
          {...{ pickup, hub: here, list, isEditing, refused, busy, mayNot }}
          phone={phone ?? ""}
          formKey={key}
        />
      )}
      <div className="mt-8">
        <Tabs
          label="Regular pickups"
          tabs={PICKUP_LISTS.map((one) => ({
            href: `${HERE}?${new URLSearchParams({ hub: here, list: one })}`,
            label: LIST_NAMES[one],
            current: one === list,
            ...(one === "asked" && toDecide > 0 && { count: String(toDecide), urgent: true }),
          }))}
        />
      </div>
      <DataTable
        caption={`Regular pickups: ${LIST_NAMES[list].toLowerCase()}`}
        rows={found.rows}
        rowKey="id"
        columns={columns(here, list)}
        compact
        empty={list === "asked" ? "Nothing to decide." : "There is none."}
      />
      <Pager {...pageLinks(params, found)} words={{ previous: "Newer", next: "Older" }} />
    </>
  );
}
