/**
 * LOCK-1: the lock as middleware of all routes. While the site is locked, a browser that has not unlocked it gets the
 * status 423 for every request: pages, data, forms, files and live streams. The response is the lock screen, or a word
 * if the request was for data. The admin sign-in and the unlock form stay reachable, staff can sign out, and super
 * admins reach the lock's page. Health checks and static files never reach this middleware.
 */
import { data, type MiddlewareFunction } from "react-router";
import { asSuperAdmin } from "../../access/actors.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { pagePath } from "../../platform/http/page-path.ts";
import { responseInit } from "../../platform/http/result.ts";
import type { Services } from "../../platform/services.server.ts";
import { isDatabaseUnavailable } from "../../platform/db/client.server.ts";
import { lockPage } from "./lock-page.server.tsx";
import { isOpenWhileLocked } from "./open-while-locked.server.ts";
import { readLock } from "./site-lock.server.ts";
import { isUnlocked } from "./unlock-browser.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { publicCompany } from "../../platform/company/company.server.ts";

export const siteLock: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const services = context.get(servicesContext);
  const lock = await readLock(services).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw data(null, responseInit({ code: "unavailable" }));
    throw error;
  });
  if (!lock.active) return next();
  const url = new URL(request.url);
  const asksData = url.pathname.endsWith(".data");
  // The path is compared as it was sent. Even an allowed page shows the lock screen if its path is written differently,
  // for example in upper case.
  const path = pagePath(url);
  const session = context.get(sessionContext);
  if (isOpenWhileLocked(path, session) || (await isUnlocked(services, request, lock))) return next();
  // The browser's router asked only for a page's data, so root.tsx renders the lock screen after this 423.
  if (asksData) return lockedInOneWord();
  const page = request.method === "GET" && request.headers.get("Sec-Fetch-Dest") !== "empty";
  const company = publicCompany(await services.company());
  return lockPage({ company, next: page ? path + url.search : "/", staff: asSuperAdmin(session) !== null });
};

const lockedInOneWord = () =>
  new Response("locked", {
    status: 423,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });

/** Responds to a page that asks about the lock: 423 if the lock applies, 204 if the page may stay. */
export async function respondToLockWatch(services: Services, request: Request): Promise<Response> {
  const lock = await readLock(services);
  if (lock.active && !(await isUnlocked(services, request, lock))) return lockedInOneWord();
  return new Response(null, { status: 204 });
}
