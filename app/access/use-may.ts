import { useRouteLoaderData } from "react-router";
import type { AdminRole } from "../domain/admin-roles.ts";
import { may, type Permission } from "./permissions.ts";

/** True if this member of staff has a permission. Pages leave out a link if the server would refuse it. */
export function useMay(permission: Permission): boolean {
  const frame = useRouteLoaderData<{ role: AdminRole }>("shells/admin");
  return !!frame && may(frame.role, permission);
}
