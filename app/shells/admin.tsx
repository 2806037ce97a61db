/** The layout of the back office: its guard and its frame. */
import { isRouteErrorResponse, Outlet, useLoaderData, useMatches } from "react-router";
import type { Route } from "./+types/admin";
import { officeStyle } from "../ui/office-style.ts";
import type { WaitingCounts } from "../access/staff-pages.ts";
import { nameOwner, readersOnly, staffOnly } from "../access/guards.server.ts";
import { countWaiting } from "../company/dashboard/waiting.server.ts";
import { activeHubs } from "../places/hubs.server.ts";
import { servicesContext } from "../platform/context.ts";
import { adminStream, type LiveHandle, type RoleHandle } from "../platform/live/live-topics.ts";
import { readLock } from "../company/site-lock/site-lock.server.ts";
import { useLive } from "../platform/live/use-live.ts";
import { AdminFailed } from "./admin-failed.tsx";
import { AdminFrame } from "./admin-frame.tsx";
import { adminContext } from "../access/principal-context.ts";
import { companyMeta } from "../platform/http/page-meta.ts";
import { useOptionalRootData } from "./root-data.ts";

export const middleware: Route.MiddlewareFunction[] = [staffOnly, readersOnly(), nameOwner];

export const handle: RoleHandle = { sameForRole: true };

export async function loader({ context }: Route.LoaderArgs) {
  const admin = context.get(adminContext);
  const services = context.get(servicesContext);
  const [waiting, lock, hubs] = await Promise.all([
    // If the counts fail to load, the pages appear without them.
    countWaiting(services.db, admin.role).catch((error: unknown): WaitingCounts => {
      services.log.error({ err: error }, "no counts for the menu");
      return {};
    }),
    readLock(services),
    activeHubs(services),
  ]);
  return { role: admin.role, waiting, locked: lock.active, hasHub: hubs.length > 0 };
}

/** Every navigation loads this data again, because it contains the counts in the menu. */
export const shouldRevalidate = () => true;

export const links: Route.LinksFunction = officeStyle;

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Back office");

export default function AdminShell() {
  const frame = useLoaderData<typeof loader>();
  const name = useOptionalRootData()?.session?.name ?? "";
  // The whole back office uses one live stream, for the counts in the menu and for the current screen.
  const shown = useMatches().flatMap(
    ({ handle, params }) => (handle as Partial<LiveHandle> | undefined)?.live?.(params) ?? [],
  );
  useLive(adminStream(shown));
  return (
    <AdminFrame {...frame} name={name}>
      <Outlet />
    </AdminFrame>
  );
}

/** Shows the error inside the frame, if the frame itself was loaded. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const name = useOptionalRootData()?.session?.name ?? "";
  // While the site is locked there is no frame, and root.tsx shows the lock screen.
  if (!loaderData || (isRouteErrorResponse(error) && error.status === 423)) throw error;
  return (
    <AdminFrame {...loaderData} name={name}>
      <AdminFailed error={error} />
    </AdminFrame>
  );
}
