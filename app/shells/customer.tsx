/** The layout of a customer's own screens: the public frame, behind a guard. */
import type { Route } from "./+types/customer";
import { customersOnly } from "../access/guards.server.ts";
import PublicShell from "./public.tsx";

export const middleware: Route.MiddlewareFunction[] = [customersOnly];

/**
 * This loader exists so that React Router sends a request to the server for every page below this route. The guard then
 * runs for each page.
 */
export function loader() {
  return null;
}

export default PublicShell;
