/** HUB-1: the list of hubs, with the pieces in each. ?add=1 in the URL opens the form for a new hub. */
import { Link } from "react-router";
import type { Route } from "./+types/admin-hubs.route";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { formatPhone } from "../../domain/phone.ts";
import { placeText, stateLabel } from "../../domain/states.ts";
import { statesWithoutHub } from "../../domain/states-without-hub.ts";
import { servicesContext } from "../../platform/context.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { listCount, numberText } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { MayNotText } from "../../ui/permitted-fields.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { HUBS_BUTTONS } from "./forms.server.ts";
import { areaText, tiedAreas } from "./hub-areas.ts";
import { HubSign } from "./hub-code.tsx";
import { HubForm } from "./hub-fields.tsx";
import { listHubs } from "./hubs.server.ts";
import { AreaHints } from "./area-hints.tsx";

const HERE = "/admin/hubs";
export const handle: LiveHandle = { live: () => ["bookings"] };
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Hubs");

export async function loader({ request, context }: Route.LoaderArgs) {
  const hubs = await listHubs(context.get(servicesContext).db);
  const active = hubs.filter((hub) => hub.active);
  return {
    hubs: hubs.map((hub) => ({ ...hub, phone: formatPhone(hub.phone) })),
    ties: tiedAreas(active).map(({ area, hubs: names }) => ({ area: areaText(area), hubs: names })),
    unserved: statesWithoutHub(active).map(stateLabel),
    adding: new URL(request.url).searchParams.has("add"),
    key: newIdempotencyKey(),
    mayNot: whyRoleMayNot(context.get(adminContext).role, "manageHubs"),
  };
}

export const action = staffAction({
  buttons: HUBS_BUTTONS,
  to: () => HERE,
});

export const clientAction = formClientAction<typeof action>();

type Row = Route.ComponentProps["loaderData"]["hubs"][number];

const numberOf = (key: keyof Row["left"], header: string): Column<Row> => ({
  key,
  header,
  align: "right",
  none: "0",
  cell: ({ left }) => (left[key] === 0 ? null : numberText(left[key])),
});

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "hub",
    header: "Hub",
    primary: true,
    long: true,
    cell: ({ id, name, code, active }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <HubSign code={code} />
        <Link
          to={`${HERE}/${id}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {name}
        </Link>
        {!active && <span className="text-sm font-semibold text-stop">Closed</span>}
      </span>
    ),
  },
  { key: "place", header: "Place", narrow: "bare", cell: (row) => placeText(row) },
  {
    key: "phone",
    header: "Phone",
    narrow: "bare",
    cell: ({ phone }) => <span className="@4xl:whitespace-nowrap">{phone}</span>,
  },
  numberOf("pieces", "Pieces here"),
  numberOf("runs", "Open runs"),
  numberOf("riders", "Riders"),
];

export default function HubsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { hubs, ties, unserved, adding, key, mayNot } = loaderData;
  return (
    <>
      <PageHead
        title="Hubs"
        text="Where you receive, sort and hand out parcels."
        actions={!mayNot && hubs.length > 0 && <ButtonLink to="?add=1">Add hub</ButtonLink>}
      />
      {adding && (
        <UrlDialog title="Add hub" closeTo={HERE}>
          <HubForm
            name="New hub"
            {...formProps(actionData, key, { active: "yes" })}
            mayNot={mayNot}
            version={null}
            closeTo={HERE}
          />
        </UrlDialog>
      )}
      <div className="mt-4 grid gap-4 empty:mt-0">
        {!adding && actionData && <FormErrors errors={actionData.errors} title="Nothing was saved" />}
        <AreaHints ties={ties} unserved={unserved} />
      </div>
      <div className="mt-6">
        {hubs.length > 0 && <ListCount>{listCount(hubs.length, hubs.length, "hub", "hubs")}</ListCount>}
        <DataTable
          caption="Hubs"
          rows={hubs}
          rowKey="id"
          columns={COLUMNS}
          compact
          empty={
            <EmptyState
              title="No hubs yet"
              text="Without a hub you work as before: by bookings and their statuses. With the first one come pieces, runs and riders, and the page of your locations."
              action={
                mayNot ? (
                  <MayNotText mayNot={mayNot} />
                ) : (
                  <ButtonLink to="?add=1">Add your first hub</ButtonLink>
                )
              }
            />
          }
        />
      </div>
    </>
  );
}
