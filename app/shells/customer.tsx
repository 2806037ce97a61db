/** A customer's own screens: their guard, in the public frame. */
import type { Route } from "./+types/customer";
import { customersOnly } from "../access/guards.server.ts";
import PublicShell from "./public.tsx";

export const middleware: Route.MiddlewareFunction[] = [customersOnly];

/** Requested with every data request below, so that the guard runs for it. */
export function loader() {
  return null;
}

export default PublicShell;
