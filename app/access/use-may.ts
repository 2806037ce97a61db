import { useRouteLoaderData } from "react-router";
import type { AdminRole } from "../domain/admin-roles.ts";
import { may, whyRoleMayNot, type Permission } from "./permissions.ts";

const useRole = () => useRouteLoaderData<{ role: AdminRole }>("shells/admin")?.role;

/** True if this member of staff has a permission. Pages leave out a link if the server would refuse it. */
export function useMay(permission: Permission): boolean {
  const role = useRole();
  return role !== undefined && may(role, permission);
}

/** Returns the reason why a control is disabled for this member of staff. Null if the control is enabled. */
export function useMayNot(permission: Permission): string | null {
  const role = useRole();
  return role === undefined ? null : whyRoleMayNot(role, permission);
}
