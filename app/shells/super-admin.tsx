/** The screens for super admins: their guard, and the refusal for everybody else. */
import { isRouteErrorResponse, Outlet } from "react-router";
import type { Route } from "./+types/super-admin";
import { superAdminsOnly } from "../access/guards.server.ts";
import { Restricted } from "./restricted.tsx";
import { isRestricted } from "../access/restricted.ts";

export const middleware: Route.MiddlewareFunction[] = [superAdminsOnly];

export default function SuperAdminShell() {
  return <Outlet />;
}

/** Inside the frame after a client-side navigation; otherwise root.tsx shows the same text. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && isRestricted(error.data)) return <Restricted />;
  throw error;
}
