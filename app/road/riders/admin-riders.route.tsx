/** RIDER-1, RIDER-4: lists, in tabs, riders with runs and pieces, former riders, and partners. */
import { Link } from "react-router";
import type { Route } from "./+types/admin-riders.route";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { formatAdminDate, lagosDay } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { HubSign } from "../hubs/hub-code.tsx";
import { heardOf } from "../devices/phone-text.ts";
import { activeDevices, type ShownDevice } from "../devices/read-devices.server.ts";
import { NoRiders } from "./no-riders.tsx";
import { RIDERS_BUTTONS } from "./forms.server.ts";
import { PartnerList } from "./partner-list.tsx";
import { RiderForm } from "./rider-fields.tsx";
import { RiderRuns } from "./rider-runs.tsx";
import { listPartners, listRiders, piecesWithRiders, runsOfRiders } from "./riders.server.ts";

const HERE = "/admin/riders";
const TABS = ["riders", "left", "partners"] as const;
const TAB_NAMES = { riders: "Riders", left: "Left", partners: "Partners" };

export const handle: LiveHandle = { live: () => ["runs"] };
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Riders");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  const tab = TABS.find((known) => known === params.get("tab")) ?? "riders";
  const today = lagosDay(now());
  const ofRiders = tab !== "partners";
  const [riders, runs, held, partners, hubs, devices] = await Promise.all([
    ofRiders ? listRiders(db, tab === "left") : [],
    ofRiders ? runsOfRiders(db, today) : [],
    ofRiders ? piecesWithRiders(db) : new Map<string, number>(),
    ofRiders ? [] : listPartners(db),
    readActiveHubs(db),
    tab === "riders" ? activeDevices(db) : new Map<string, ShownDevice>(),
  ]);
  return {
    tab,
    today,
    riders: riders.map((rider) => ({
      ...rider,
      phone: formatPhone(rider.phone),
      runs: runs.filter(({ riderId }) => riderId === rider.id),
      held: held.get(rider.id) ?? 0,
      heard: heardOf(devices.get(rider.id), now()),
    })),
    partners,
    hubs: hubs.map(({ id, name }) => ({ id, name })),
    adding: params.has("add"),
    addingTo: uuidParam(params.get("hub")) ?? (hubs.length === 1 ? hubs[0]!.id : ""),
    editing: partners.find(({ id }) => id === params.get("edit")) ?? null,
    key: newIdempotencyKey(),
    mayNot: whyRoleMayNot(context.get(adminContext).role, "manageRiders"),
  };
}

export const action = staffAction({
  buttons: RIDERS_BUTTONS,
  to: () => HERE,
});

export const clientAction = formClientAction<typeof action>();

type Loaded = Route.ComponentProps["loaderData"];
type Row = Loaded["riders"][number];

const columns = (today: string, left: boolean): readonly Column<Row>[] => [
  {
    key: "rider",
    header: "Rider",
    primary: true,
    long: true,
    cell: ({ id, name }) => (
      <Link
        to={`${HERE}/${id}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {name}
      </Link>
    ),
  },
  {
    key: "hub",
    header: "Hub",
    narrow: "bare",
    cell: ({ hubCode, hubName }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <HubSign code={hubCode} /> {hubName}
      </span>
    ),
  },
  {
    key: "phone",
    header: "Phone",
    narrow: "bare",
    cell: ({ phone }) => <span className="@4xl:whitespace-nowrap">{phone}</span>,
  },
  ...(left
    ? [
        {
          key: "left",
          header: "Left",
          cell: ({ leftAt }: Row) => leftAt && formatAdminDate(leftAt),
        },
      ]
    : []),
  {
    key: "runs",
    header: "Runs",
    none: "None",
    narrow: "bare",
    cell: ({ runs }) => (runs.length === 0 ? null : <RiderRuns runs={runs} today={today} />),
  },
  ...(left
    ? []
    : [
        {
          key: "heard",
          header: "Phone last sent",
          none: "No phone",
          cell: ({ heard }: Row) => heard,
        },
      ]),
  {
    key: "held",
    header: "Pieces held",
    align: "right",
    none: "0",
    cell: ({ held }) => held || null,
  },
];

export default function RidersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, partners, hubs, adding, editing, key, mayNot } = loaderData;
  const tabs = TABS.map((name) => ({
    href: name === "riders" ? HERE : `?tab=${name}`,
    label: TAB_NAMES[name],
    current: name === tab,
  }));
  const mayAdd = !mayNot && tab !== "left" && (tab === "partners" ? partners.length > 0 : hubs.length > 0);
  return (
    <>
      <PageHead
        title="Riders"
        text="Riders take your parcels to people. Partners' vehicles take them between hubs. Riders have no account here."
        actions={
          mayAdd && (
            <ButtonLink to={tab === "partners" ? `${PARTNERS_HERE}&add=1` : "?add=1"}>
              {tab === "partners" ? "Add partner" : "Add rider"}
            </ButtonLink>
          )
        }
      />
      <div className="mt-4">
        <Tabs label="Riders and partners" tabs={tabs} />
      </div>
      {!adding && !editing && actionData && (
        <div className="mt-4">
          <FormErrors errors={actionData.errors} title="Nothing was saved" />
        </div>
      )}
      <div className="mt-4">
        {tab === "partners" ? (
          <PartnerList
            {...{ partners, adding, editing, mayNot }}
            formKey={key}
            refused={actionData}
            here={PARTNERS_HERE}
          />
        ) : (
          <Riders loaded={loaderData} refused={actionData} />
        )}
      </div>
    </>
  );
}
const PARTNERS_HERE = "/admin/riders?tab=partners";

type RidersProps = { loaded: Loaded; refused: Route.ComponentProps["actionData"] };

function Riders({ loaded, refused }: RidersProps) {
  const { tab, today, riders, hubs, adding, addingTo, key, mayNot } = loaded;
  return (
    <>
      {adding && tab === "riders" && (
        <UrlDialog title="Add rider" closeTo={HERE}>
          <RiderForm
            {...formProps(refused, key, { hub: addingTo })}
            hubs={hubs}
            mayNot={mayNot}
            version={null}
            closeTo={HERE}
          />
        </UrlDialog>
      )}
      {riders.length > 0 && (
        <ListCount>{listCount(riders.length, riders.length, "rider", "riders")}</ListCount>
      )}
      <DataTable
        caption={tab === "left" ? "Riders who left" : "Riders"}
        rows={riders}
        rowKey="id"
        compact
        columns={columns(today, tab === "left")}
        empty={
          tab === "left" ? (
            <EmptyState title="Nobody has left" />
          ) : (
            <NoRiders hubs={hubs.length} mayNot={mayNot} />
          )
        }
      />
    </>
  );
}
