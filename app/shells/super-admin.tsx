/** What only super admins may open: its guard, and the words for everybody else. */
import { isRouteErrorResponse, Outlet } from "react-router";
import type { Route } from "./+types/super-admin";
import { superAdminsOnly } from "../auth/guards.server.ts";
import { Restricted } from "./restricted.tsx";
import { isRestricted } from "../auth/restricted.ts";

export const middleware: Route.MiddlewareFunction[] = [superAdminsOnly];

export default function SuperAdminShell() {
  return <Outlet />;
}

/** Inside the frame, when the page was asked for by the browser's own router; else root.tsx shows the same words. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && isRestricted(error.data)) return <Restricted />;
  throw error;
}
