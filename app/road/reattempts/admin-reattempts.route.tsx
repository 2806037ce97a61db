/** TRIP-21: lists failed deliveries, and puts them on a run again. */
import { useNavigation } from "react-router";
import type { Route } from "./+types/admin-reattempts.route";
import { ownHub } from "../../access/own-hub.server.ts";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { hubIn } from "../runs/board/board-address.ts";
import { readCarriers } from "../runs/run-choices.server.ts";
import { RunsTabs } from "../runs/board/runs-tabs.tsx";
import { REATTEMPT_BUTTONS } from "./forms.server.ts";
import { runsAhead } from "./put-on-run.server.ts";
import { readReattempts } from "./read-reattempts.server.ts";
import { ReattemptList } from "./reattempt-list.tsx";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Failed deliveries");
export const handle: LiveHandle = { live: () => ["runs"] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const { db } = services;
  const [hubs, own] = await Promise.all([activeHubs(services), ownHub(db, admin)]);
  const here = hubIn(new URL(request.url).searchParams, hubs, own);
  const [waiting, ahead, { riders }] = await Promise.all([
    readReattempts(db, {}),
    runsAhead(db, services.now()),
    readCarriers(db, here?.id ?? null),
  ]);
  return {
    ...{ waiting, ahead, riders, here: here?.id ?? "" },
    mayNot: whyRoleMayNot(admin.role, "planRuns"),
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: REATTEMPT_BUTTONS,
  to: (_, { form }) => `/admin/runs/reattempts?${new URLSearchParams({ hub: form.rawValues["hub"] ?? "" })}`,
});

export const clientAction = formClientAction<typeof action>();

export default function AdminReattemptsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, ahead, riders, here, key, mayNot } = loaderData;
  const busy = useNavigation().state !== "idle";
  const form = { ...formProps(actionData, key), busy, mayNot };
  // The first hub in the list is the hub whose board of runs the user came from.
  const byHub = [...Map.groupBy(waiting, ({ hubId }) => hubId)].toSorted(
    ([a, [one]], [b, [other]]) =>
      Number(b === here) - Number(a === here) || one!.hub.localeCompare(other!.hub),
  );
  return (
    <>
      <PageHead
        title="Failed deliveries"
        text="They are back in a hub and go out again. We email each sender the new day."
      />
      <div className="mt-4">
        <RunsTabs hub={here} current="reattempts" />
      </div>
      {waiting.length === 0 && (
        <EmptyState
          className="mt-6"
          title="No failed deliveries"
          text="What riders bring back is listed here once a hub has received it."
        />
      )}
      {byHub.map(([hubId, rows]) => (
        <ReattemptList
          key={hubId}
          hubId={hubId}
          hub={rows[0]!.hub}
          rows={rows}
          ahead={ahead.filter((run) => run.hubId === hubId)}
          riders={riders}
          form={form}
        />
      ))}
    </>
  );
}
