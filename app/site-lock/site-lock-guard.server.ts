/**
 * The lock as middleware of the whole product (decisions.md 2): while it is active and this browser has not unlocked
 * it, nothing but the lock screen is answered, with 423, to every page, data, form, file and live request. Open stay
 * the admin sign-in, the unlocking itself, and for a signed-in super admin the lock's own page; health and static
 * files are answered before it.
 */
import { data, type MiddlewareFunction } from "react-router";
import { asAdmin, asSuperAdmin } from "../auth/actors.server.ts";
import { servicesContext } from "../platform/context.ts";
import type { Services } from "../platform/services.server.ts";
import { isDatabaseUnavailable } from "../platform/db/client.server.ts";
import { lockPage } from "./lock-page.server.tsx";
import { isUnlocked, readLock } from "./site-lock.server.ts";
import { sessionContext } from "../auth/principal-context.ts";

const OPEN = new Set(["/admin/login", "/unlock"]);
const OPEN_TO_SUPER_ADMINS = "/admin/site-lock";
const OPEN_TO_STAFF = "/admin/logout";

export const siteLock: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const services = context.get(servicesContext);
  const lock = await readLock(services).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw data(null, { status: 503, headers: { "Retry-After": "5" } });
    throw error;
  });
  if (!lock.active) return next();
  const url = new URL(request.url);
  const asksData = url.pathname.endsWith(".data");
  // Anything that is not literally an open path is locked.
  const path = url.pathname.replace(/\.data$/, "");
  const session = context.get(sessionContext);
  const superAdmin = asSuperAdmin(session) !== null;
  const open =
    OPEN.has(path) ||
    (superAdmin && path === OPEN_TO_SUPER_ADMINS) ||
    (path === OPEN_TO_STAFF && asAdmin(session) !== null);
  if (open || (await isUnlocked(services, request, lock))) return next();
  // The browser's own router makes its error page of it, which shows the lock screen (root.tsx).
  if (asksData) return lockedInOneWord();
  const page = request.method === "GET" && request.headers.get("Sec-Fetch-Dest") !== "empty";
  return lockPage({ next: page ? path + url.search : "/", staff: superAdmin });
};

const lockedInOneWord = () =>
  new Response("locked", {
    status: 423,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });

/** What an open page is told when it asks about the lock (watch-lock.ts): 423, or 204 where it may stay. */
export async function answerLockWatch(services: Services, request: Request): Promise<Response> {
  const lock = await readLock(services);
  if (lock.active && !(await isUnlocked(services, request, lock))) return lockedInOneWord();
  return new Response(null, { status: 204 });
}
