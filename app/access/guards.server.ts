/** Guards: middleware that runs for every page, data and form request of the routes below the guard. */
import { data, redirect, type MiddlewareFunction, type RouterContext } from "react-router";
import { ipContext, notePrincipalContext, pageForAllContext, servicesContext } from "../platform/context.ts";
import { pagePath } from "../platform/http/page-path.ts";
import { isBackground, isOwnReload, SESSION_OWNER_HEADER } from "../platform/live/background.ts";
import { memberMay } from "../domain/business.ts";
import { BUSINESS_PAGES } from "./business-pages.ts";
import { findMember } from "./business-member.server.ts";
import { anyStaff, MEMBER_MAY_NOT, staff } from "./by.server.ts";
import { whyRoleMayNot } from "./permissions.ts";
import { STAFF_PAGES } from "./staff-pages.ts";
import type { Services } from "../platform/services.server.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { transact } from "../platform/db/transact.server.ts";
import { asAdmin, asCustomer, asStoreOwner } from "./actors.server.ts";
import { keepForm, settleKept } from "./kept-forms.server.ts";
import { newBrowserCookie, readBrowser } from "./known-browser.server.ts";
import { readSession, sessionToken } from "./sessions.server.ts";
import { ownerId } from "./sign-out.server.ts";
import {
  adminContext,
  customerContext,
  memberContext,
  sessionContext,
  storeOwnerContext,
  type Session,
} from "./principal-context.ts";
import type { RestrictedData } from "./restricted.ts";
import { SIGNED_OUT_HEADER } from "../ui/signed-out-header.ts";

type Guard = MiddlewareFunction<Response>;

/** Sets the session of each request. A browser without a browser cookie gets one with its first page. */
export const sessionMiddleware: Guard = async ({ request, context }, next) => {
  const services = context.get(servicesContext);
  const [session, browser] = await Promise.all([
    readSession(services, request, context.get(ipContext)),
    readBrowser(services, request.headers.get("Cookie")),
  ]);
  context.set(sessionContext, { ...session, browser });
  settleKept(context, session);
  context.get(notePrincipalContext)(session.staff ? "staff" : session.person ? "customer" : "guest");
  const response = await next();
  // A page for the shared cache gets no cookie here, because all visitors get that page.
  // server/cache/cached-pages.ts adds the cookie to each response.
  if (!browser && !context.get(pageForAllContext) && isPage(request, response))
    response.headers.append("Set-Cookie", await newBrowserCookie(services));
  return response;
};

function isPage(request: Request, response: Response): boolean {
  return request.method === "GET" && !!response.headers.get("Content-Type")?.startsWith("text/html");
}

/** Returns the page to which the person comes back after the sign-in. A form is not sent again. */
function here(request: Request): string {
  const url = new URL(request.url);
  return encodeURIComponent(pagePath(url) + url.search.replace(/[?&]_routes=[^&]*/, ""));
}

/** Admits a request if `admit` returns an actor, and stores the actor in `into`. */
function guard<Actor>(
  admit: (session: Session) => Actor | null,
  into: RouterContext<Actor>,
  refuse: (request: Request, services: Services, session: Session) => Response | Promise<Response>,
): Guard {
  return async ({ request, context }, next) => {
    const actor = admit(context.get(sessionContext));
    if (actor === null)
      throw await refuse(request, context.get(servicesContext), context.get(sessionContext));
    context.set(into, actor);
    const response = await next();
    response.headers.set("Cache-Control", "no-store");
    return response;
  };
}

/**
 * Redirects to the sign-in page. A message explains that a form without a session had no effect. The message is also
 * shown after a page reloads itself and finds that its session has ended: the person may have been typing.
 */
async function toSignIn(
  path: string,
  { services, request, session }: { services: Services; request: Request; session: Session },
  title: string,
): Promise<Response> {
  const to = `${path}?next=${here(request)}`;
  const isForm = request.method !== "GET" && request.method !== "HEAD";
  const kept = isForm ? await keepForm(services, session, request) : null;
  const noticed = !isForm && isOwnReload(request) && (await sessionToken(services, request)) !== null;
  const toast = {
    tone: "bad" as const,
    title: noticed ? "You are signed out" : title,
    // The message stays long enough for a person who comes back after a while.
    ...((noticed || kept !== null) && { text: KEPT_FOR_NOW, durationMs: KEPT_MS }),
  };
  const response =
    isForm || noticed
      ? await redirectWithToast(services, to, toast, ...(kept === null ? [] : [kept]))
      : redirect(to);
  if (isForm) response.headers.set(SIGNED_OUT_HEADER, "1");
  // KEEP-4: after the end of a session the next page is a new document, so nothing of the old page stays in
  // memory.
  if (isForm || isBackground(request) || path === STAFF_SIGN_IN)
    response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}

const STAFF_SIGN_IN = "/admin/login";
/** KEEP-1, KEEP-4: how long the message stays, in milliseconds. */
const KEPT_MS = 60 * 60 * 1000;
const KEPT_FOR_NOW = "Sign in again: what you typed is kept.";

export const customersOnly = guard(asCustomer, customerContext, (request, services, session) =>
  toSignIn("/login", { services, request, session }, "You must be logged in to update your profile."),
);

export const storeOwnersOnly = guard(asStoreOwner, storeOwnerContext, (request, services, session) =>
  toSignIn("/store/login", { services, request, session }, "You are signed out"),
);

export const staffOnly = guard(asAdmin, adminContext, (request, services, session) =>
  toSignIn(STAFF_SIGN_IN, { services, request, session }, "Not authenticated"),
);

/**
 * BUSINESS-2: admits members of a business whose role may open the page. Used below `customersOnly`. A customer
 * without a business is sent to /business, which has the application form. A member whose role may not open the page
 * gets a 403.
 */
export const membersOnly: Guard = async ({ pattern, context }, next) => {
  const needs = BUSINESS_PAGES[`/${pattern}`];
  if (needs === undefined) throw new Error(`/${pattern} is not in access/business-pages.ts`);
  const { person, ip } = context.get(customerContext);
  const found = await findMember(context.get(servicesContext).db, person, ip);
  if (!found) throw redirect("/business");
  if (!memberMay(found.role, needs)) throw data(MEMBER_MAY_NOT, { status: 403 });
  context.set(memberContext, found);
  return next();
};

/**
 * Adds the id of the session's owner to the response of a background reload, so that the page notices if another
 * person has signed in. Other requests get this id from root.tsx, which a background reload does not load.
 */
export const nameOwner: Guard = async ({ request, context }, next) => {
  const response = await next();
  if (isBackground(request))
    response.headers.set(
      SESSION_OWNER_HEADER,
      ownerId(context.get(servicesContext), context.get(sessionContext)),
    );
  return response;
};

/**
 * A guard for routes below `staffOnly`: admits roles that have the permission to read the page (STAFF-4). Other roles
 * see the reason, and the attempt is logged (STAFF-17). `why` returns the reason of a refusal, or null if the role is
 * admitted.
 */
export const readersOnly =
  (why: typeof whyRoleMayNot = whyRoleMayNot): Guard =>
  async ({ request, pattern, context }, next) => {
    // `pattern` has no slash at its start, because React Router joins it from the relative paths in routes.ts.
    const permission = STAFF_PAGES[`/${pattern}`];
    if (permission === undefined) throw new Error(`/${pattern} is not in access/staff-pages.ts`);
    const admin = context.get(adminContext);
    const readers = permission === null ? anyStaff : staff(permission, why);
    if (!readers.refusal(admin)) return next();
    const { db, now } = context.get(servicesContext);
    const attempt = { name: "page.read", target: pagePath(new URL(request.url)).slice(0, 200) };
    await transact(db, (tx) => readers.logRefusal(tx, admin, now(), attempt));
    const name = admin.person.fullName ?? admin.person.email;
    throw data({ restricted: true, name } satisfies RestrictedData, { status: 403 });
  };
