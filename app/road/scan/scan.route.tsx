/** SCAN-1, SCAN-6: the scan page. Codes come from a camera, a keyboard-wedge scanner or typing. */
import type { Route } from "./+types/scan.route";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { useKept } from "../../ui/kept-values.ts";
import { firstTask } from "./first-task.ts";
import { scanAction } from "./forms.server.ts";
import { readRoad } from "./read-road.server.ts";
import { RoadDesk } from "./road-desk.tsx";
import { StatusDesk } from "./status-desk.tsx";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Scan");

/** The page reloads when a run changes, because it shows the progress of runs. */
export const handle = { live: () => ["runs"] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const admin = context.get(adminContext);
  const { role } = admin;
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const road = await readRoad(context.get(servicesContext), admin);
  return { key: newIdempotencyKey(), role, road, asked, mayNotScan: whyRoleMayNot(role, "changeStatus") };
}

export const action = scanAction;

export default function ScanPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, role, road, asked, mayNotScan } = loaderData;
  const response = actionData && "text" in actionData ? actionData : null;
  const kept = useKept({});
  const first = firstTask(road, role, { ...asked, ...kept, ...response?.sent });
  if (!road) return <StatusDesk formKey={key} first={first} mayNotScan={mayNotScan} response={response} />;
  const isAsked = asked["mode"] !== undefined || response !== null;
  return (
    <RoadDesk formKey={key} first={first} isAsked={isAsked} road={road} role={role} response={response} />
  );
}
