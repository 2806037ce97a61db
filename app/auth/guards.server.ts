/**
 * Guards are middleware: they run for every page, data and form request of the routes below them, whichever loaders the
 * request names.
 */
import { data, redirect, type MiddlewareFunction, type RouterContext } from "react-router";
import { ipContext, noteStaffContext, servicesContext } from "../platform/context.ts";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import { toastCookie } from "../platform/http/toast.server.ts";
import { asAdmin, asCustomer, asStoreOwner, asSuperAdmin } from "./actors.server.ts";
import { newBrowserCookie, readBrowser } from "./known-browser.server.ts";
import { readSession } from "./sessions.server.ts";
import {
  adminContext,
  customerContext,
  sessionContext,
  storeOwnerContext,
  superAdminContext,
  type Session,
} from "./principal-context.ts";
import type { RestrictedData } from "./restricted.ts";

type Guard = MiddlewareFunction<Response>;

/** Sets the principal of each request, and gives a browser without a cookie one with its first page. */
export const sessionMiddleware: Guard = async ({ request, context }, next) => {
  const services = context.get(servicesContext);
  const [session, browser] = await Promise.all([
    readSession(services, request, context.get(ipContext)),
    readBrowser(services, request),
  ]);
  context.set(sessionContext, { ...session, browser });
  context.get(noteStaffContext)(session.staff !== null);
  const response = await next();
  if (!browser && isPage(request, response))
    response.headers.append("Set-Cookie", await newBrowserCookie(services));
  return response;
};

function isPage(request: Request, response: Response): boolean {
  return request.method === "GET" && !!response.headers.get("Content-Type")?.startsWith("text/html");
}

/** The page to return to after signing in; GET only, since a form's response cannot be requested again. */
function here(request: Request): string {
  const url = new URL(request.url);
  return encodeURIComponent(
    url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/") +
      url.search.replace(/[?&]_routes=[^&]*/, ""),
  );
}

/** Admits a request for which `admit` makes an actor, and puts that actor into `into`. */
function guard<Actor>(
  admit: (session: Session) => Actor | null,
  into: RouterContext<Actor>,
  refuse: (request: Request) => Response | Promise<Response>,
): Guard {
  return async ({ request, context }, next) => {
    const actor = admit(context.get(sessionContext));
    if (actor === null) throw await refuse(request);
    context.set(into, actor);
    const response = await next();
    response.headers.set("Cache-Control", "no-store");
    return response;
  };
}

/** Redirects to the sign-in page. A form that was sent without a session gets a message why it was refused. */
async function toSignIn(path: string, request: Request, words: string): Promise<Response> {
  const { method } = request;
  const headers =
    method === "GET" || method === "HEAD"
      ? undefined
      : { "Set-Cookie": await toastCookie({ tone: "bad", title: words }) };
  return redirect(`${path}?next=${here(request)}`, { headers });
}

export const customersOnly = guard(asCustomer, customerContext, (request) =>
  toSignIn("/login", request, "You must be logged in to update your profile."),
);

export const storeOwnersOnly = guard(asStoreOwner, storeOwnerContext, (request) =>
  redirect(`/store/login?next=${here(request)}`),
);

export const staffOnly = guard(asAdmin, adminContext, (request) =>
  toSignIn("/admin/login", request, "Not authenticated"),
);

/** Below staffOnly: shows the member the reason and logs the attempt (STAFF-17). */
export const superAdminsOnly: Guard = async ({ request, context }, next) => {
  const superAdmin = asSuperAdmin(context.get(sessionContext));
  if (superAdmin) {
    context.set(superAdminContext, superAdmin);
    return next();
  }
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const { pathname } = new URL(request.url);
  await services.db.transaction((tx) =>
    recordActivity(tx, admin, services.now(), {
      action: "refused",
      description: `${request.method} ${pathname.slice(0, 200)} needs a super admin`,
      entityType: "page",
    }),
  );
  throw data(
    {
      restricted: true,
      name: admin.person.fullName ?? admin.person.email,
      role: admin.role,
    } satisfies RestrictedData,
    {
      status: 403,
    },
  );
};
