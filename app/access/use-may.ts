import { useRouteLoaderData } from "react-router";
import type { AdminRole } from "../domain/admin-roles.ts";
import { may, type Permission } from "./permissions.ts";

/** Whether the person of the open page of the back office has a permission: a link that leads to a refusal is left out. */
export function useMay(permission: Permission): boolean {
  const frame = useRouteLoaderData<{ role: AdminRole }>("shells/admin");
  return !!frame && may(frame.role, permission);
}
