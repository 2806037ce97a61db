/** RIDER-2, RIDER-3: a rider's page: runs, pieces that the rider holds, details, and leaving the company. */
import { data } from "react-router";
import type { Route } from "./+types/admin-rider.route";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { formatAdminDate, lagosDay } from "../../domain/dates.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { CardSection } from "../../ui/card-section.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { CodedHead } from "../hubs/coded-head.tsx";
import { PiecesHeldHere } from "../hubs/held-pieces.tsx";
import { piecesHeldBy } from "../hubs/hubs.server.ts";
import { RIDER_BUTTONS } from "./forms.server.ts";
import { RIDER_GONE } from "../devices/messages.ts";
import { PhonePart } from "../devices/phone-part.tsx";
import { PapersPart } from "../devices/papers-part.tsx";
import { papersOf } from "../devices/papers.server.ts";
import { RecordPart } from "../devices/record-part.tsx";
import { readRecord } from "../devices/rider-record.server.ts";
import { devicesOf, readShift } from "../devices/read-devices.server.ts";
import { BackAgain, Leaving } from "./leaving-parts.tsx";
import { RiderForm, riderTexts } from "./rider-fields.tsx";
import { RiderRuns } from "./rider-runs.tsx";
import { listRiders, piecesWithRiders, readRider, runsWithStops } from "./riders.server.ts";

export const handle: LiveHandle = { live: () => ["runs", "bookings"] };
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Rider");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const id = uuidParam(params.id);
  const rider = id && (await readRider(db, id));
  if (!rider) throw data(RIDER_GONE, { status: 404 });
  const today = lagosDay(now());
  const page = parsePageParams(new URL(request.url).searchParams);
  const [runs, held, count, hubs, others, devices, phone, record, papers] = await Promise.all([
    runsWithStops(db, today, rider.id),
    piecesHeldBy(db, "rider", rider.id, page),
    piecesWithRiders(db, rider.id),
    readActiveHubs(db),
    listRiders(db, false),
    devicesOf(db, rider.id),
    readShift(db, rider.id, now()),
    readRecord(db, rider.id, now()),
    papersOf(db, rider.id),
  ]);
  const own = { id: rider.hubId, name: rider.hubName };
  return {
    rider,
    today,
    runs,
    held,
    heldCount: count.get(rider.id) ?? 0,
    hubs: [
      ...(hubs.some((hub) => hub.id === own.id) ? [] : [{ ...own, name: `${own.name} (closed)` }]),
      ...hubs.map(({ id: hubId, name }) => ({ id: hubId, name })),
    ],
    takers: others
      .filter((other) => other.hubId === rider.hubId && other.id !== rider.id)
      .map(({ id: other, name }) => ({ id: other, name })),
    devices,
    record,
    papers,
    ...phone,
    now: now(),
    key: newIdempotencyKey(),
    mayNot: whyRoleMayNot(context.get(adminContext).role, "manageRiders"),
  };
}

export const action = staffAction({
  buttons: RIDER_BUTTONS,
  of: ({ id = "" }) => ({ id }),
  to: ({ id }) => `/admin/riders/${id}`,
});

export const clientAction = formClientAction<typeof action>();

export default function RiderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rider, today, runs, held, heldCount, hubs, takers, key, mayNot } = loaderData;
  const { devices, shift, pinSetAt, now, record, papers } = loaderData;
  const enrolment = actionData && "enrolment" in actionData ? actionData.enrolment : null;
  const form = actionData && "errors" in actionData ? actionData : undefined;
  const refused = (of: string) => ((form?.values["intent"] ?? "") === of ? form : undefined);
  const left = rider.leftAt !== null;
  return (
    <>
      <CodedHead
        list={{ to: "/admin/riders", name: "All riders" }}
        title={rider.name}
        code={rider.hubCode}
        text={rider.hubName}
        phone={rider.phone}
      />
      {rider.leftAt && (
        <p role="status" className="mt-4 max-w-3xl border-l-8 border-stop bg-card px-4 py-3">
          <strong>{`Left on ${formatAdminDate(rider.leftAt)}.`}</strong>{" "}
          {heldCount > 0 && "What they still hold must come back to the hub: receive it there."}
        </p>
      )}
      <NamedSection id="runs" title="Runs" className="mt-8">
        {runs.length === 0 ? (
          <p className="mt-2 text-muted">No run today.</p>
        ) : (
          <div className="mt-2">
            <RiderRuns runs={runs} today={today} />
          </div>
        )}
      </NamedSection>
      <RecordPart record={record} />
      <PiecesHeldHere title="Pieces held now" held={held} count={heldCount} empty="Nothing." />
      <div className="mt-10 grid max-w-3xl gap-6">
        <CardSection id="details" title="Details" className="sm:p-6">
          <div className="mt-4">
            <RiderForm
              key={`${rider.id} ${rider.version}`}
              {...formProps(refused(""), key, riderTexts(rider))}
              hubs={hubs}
              mayNot={mayNot}
              version={rider.version}
            />
          </div>
        </CardSection>
        {(!left || devices.length > 0) && (
          <PhonePart
            {...{ devices, shift, pinSetAt, now, enrolment, refused }}
            formKey={key}
            mayNot={left ? "They left: take them back first." : mayNot}
          />
        )}
        {(!left || papers.length > 0) && <PapersPart {...{ papers, left, mayNot, refused }} formKey={key} />}
        {left ? (
          <BackAgain rider={rider} formKey={key} mayNot={mayNot} refused={refused("return")} />
        ) : (
          <Leaving {...{ rider, runs, takers, mayNot }} formKey={key} refused={refused("leave")} />
        )}
      </div>
    </>
  );
}
