/** A customer's own screens: their guard, in the public frame. */
import type { Route } from "./+types/customer";
import { customersOnly } from "../access/guards.server.ts";
import PublicShell from "./public.tsx";

export const middleware: Route.MiddlewareFunction[] = [customersOnly];

/** A loader without data. React Router requests it with every page below, and so the guard runs for each. */
export function loader() {
  return null;
}

export default PublicShell;
