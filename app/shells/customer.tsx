/** The layout of a customer's own screens: the public frame, behind a guard. */
import type { Route } from "./+types/customer";
import { customersOnly } from "../access/guards.server.ts";
import PublicShell from "./public.tsx";

export const middleware: Route.MiddlewareFunction[] = [customersOnly];

/**
 * Because of this loader, React Router sends a request for every page below this route, so the guard runs for each
 * page.
 */
export function loader() {
  return null;
}

export default PublicShell;
