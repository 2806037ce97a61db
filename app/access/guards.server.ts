/**
 * Guards are middleware: they run for every page, data and form request of the routes below them, whichever loaders the
 * request names.
 */
import { data, redirect, type MiddlewareFunction, type RouterContext } from "react-router";
import { ipContext, notePrincipalContext, pageForAllContext, servicesContext } from "../platform/context.ts";
import { pagePath } from "../platform/http/page-path.ts";
import { isBackground, OWNER_HEADER } from "../platform/live/background.ts";
import { recordActivity } from "./record-activity.server.ts";
import type { Services } from "../platform/services.server.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { asAdmin, asCustomer, asStoreOwner, asSuperAdmin } from "./actors.server.ts";
import { newBrowserCookie, readBrowser } from "./known-browser.server.ts";
import { readSession } from "./sessions.server.ts";
import { ownerId } from "./sign-out.server.ts";
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
    readBrowser(services, request.headers.get("Cookie")),
  ]);
  context.set(sessionContext, { ...session, browser });
  context.get(notePrincipalContext)(session.staff ? "staff" : session.person ? "customer" : "guest");
  const response = await next();
  // What is cached for everybody gets its cookie with each answer (server/cached-pages.ts).
  if (!browser && !context.get(pageForAllContext) && isPage(request, response))
    response.headers.append("Set-Cookie", await newBrowserCookie(services));
  return response;
};

function isPage(request: Request, response: Response): boolean {
  return request.method === "GET" && !!response.headers.get("Content-Type")?.startsWith("text/html");
}

/** The page to return to after signing in; GET only, since a form's response cannot be requested again. */
function here(request: Request): string {
  const url = new URL(request.url);
  return encodeURIComponent(pagePath(url) + url.search.replace(/[?&]_routes=[^&]*/, ""));
}

/** Admits a request for which `admit` makes an actor, and puts that actor into `into`. */
function guard<Actor>(
  admit: (session: Session) => Actor | null,
  into: RouterContext<Actor>,
  refuse: (request: Request, services: Services) => Response | Promise<Response>,
): Guard {
  return async ({ request, context }, next) => {
    const actor = admit(context.get(sessionContext));
    if (actor === null) throw await refuse(request, context.get(servicesContext));
    context.set(into, actor);
    const response = await next();
    response.headers.set("Cache-Control", "no-store");
    return response;
  };
}

/** To the sign-in page. A form that was sent without a session gets a message why nothing was done. */
async function toSignIn(
  path: string,
  services: Services,
  request: Request,
  title: string,
): Promise<Response> {
  const to = `${path}?next=${here(request)}`;
  if (request.method === "GET" || request.method === "HEAD") return redirect(to);
  return redirectWithToast(services, to, { tone: "bad", title });
}

export const customersOnly = guard(asCustomer, customerContext, (request, services) =>
  toSignIn("/login", services, request, "You must be logged in to update your profile."),
);

export const storeOwnersOnly = guard(asStoreOwner, storeOwnerContext, (request) =>
  redirect(`/store/login?next=${here(request)}`),
);

export const staffOnly = guard(asAdmin, adminContext, (request, services) =>
  toSignIn("/admin/login", services, request, "Not authenticated"),
);

/** Names the owner of the session in the answer to a background reload, which leaves out root.tsx. */
export const nameOwner: Guard = async ({ request, context }, next) => {
  const response = await next();
  if (isBackground(request))
    response.headers.set(OWNER_HEADER, ownerId(context.get(servicesContext), context.get(sessionContext)));
  return response;
};

/** Below staffOnly: shows the member the reason and logs the attempt (STAFF-17). */
export const superAdminsOnly: Guard = async ({ request, context }, next) => {
  const superAdmin = asSuperAdmin(context.get(sessionContext));
  if (superAdmin) {
    context.set(superAdminContext, superAdmin);
    return next();
  }
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const path = pagePath(new URL(request.url)).slice(0, 200);
  await services.db.transaction((tx) =>
    recordActivity(tx, admin, services.now(), {
      action: "refused",
      description: `${request.method} ${path} needs a super admin`,
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
