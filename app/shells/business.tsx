/** The layout of a business's pages: the customers' frame, a guard for members, and the tabs. */
import { Outlet, useLoaderData, useLocation } from "react-router";
import type { Route } from "./+types/business";
import { customersOnly, membersOnly } from "../access/guards.server.ts";
import { memberContext } from "../access/principal-context.ts";
import { BusinessTabs } from "../money/businesses/business-tabs.tsx";
import { PublicPage } from "./public-page.tsx";

export const middleware: Route.MiddlewareFunction[] = [customersOnly, membersOnly];

/**
 * This loader exists so that React Router sends a request to the server for every page below this route. The guards
 * then run for each page.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { business, role } = context.get(memberContext);
  return { name: business.name, role };
}

export default function BusinessShell() {
  const { name, role } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <PublicPage>
      <div className="mx-auto w-full max-w-6xl px-4 py-6">
        <BusinessTabs name={name} role={role} here={pathname} />
        <div className="mt-6">
          <Outlet />
        </div>
      </div>
    </PublicPage>
  );
}
