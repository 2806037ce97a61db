/**
 * RUN-14: background reloads of the back office share one response if they wait at the same time for the same URL
 * (docs/decisions/0018-live-updates.md). The reloads must come from one session. If the URL's data is the same for a
 * whole role, they may also come from different people of this role. The response is made after all these requests were
 * sent, so it is as new as separate responses would be.
 */
import type { Context, MiddlewareHandler } from "hono";
import { asAdmin } from "../../app/access/actors.server.ts";
import { ownHub } from "../../app/access/own-hub.server.ts";
import { readSession } from "../../app/access/sessions.server.ts";
import { ownerId } from "../../app/access/sign-out.server.ts";
import type { PrincipalKind } from "../../app/platform/context.ts";
import { BACKGROUND_HEADER, SESSION_OWNER_HEADER } from "../../app/platform/live/background.ts";
import { coalesce, nothingRunning, type Coalesced } from "../../app/platform/coalesce.ts";
import type { Services } from "../../app/platform/services.server.ts";
import { readLock } from "../../app/company/site-lock/site-lock.server.ts";
import { wholeBody, wholeResponse } from "../../app/platform/http/whole-body.server.ts";
import { clientAddress } from "../http/client-address.ts";
import { recordOf } from "../http/request-record.ts";

type Answer = {
  status: number;
  headers: [string, string][];
  body: Buffer;
  principal: PrincipalKind;
};

/**
 * Requests with the same `key` may share a response. `headers` are added only to this request's copy of the response.
 */
type Sharer = { key: string[]; headers: [string, string][] };

const RELOADED = /^\/admin(\/.*)?\.data$/;
const HEADERS = ["Accept", "Accept-Encoding", "Save-Data"];

function mayShare(c: Context, cookies: string): boolean {
  const reload = c.req.method === "GET" && RELOADED.test(c.req.path) && c.req.header(BACKGROUND_HEADER);
  return Boolean(reload) && cookies.includes("session=");
}

type RouteModules = Record<string, { module: { handle?: unknown } } | undefined>;

/**
 * Returns a function that is true if every requested route has the same data for all people of a role (RoleHandle). It
 * is false for a search (`q`), because the response may contain the requester's form.
 */
export function sameForRole(routes: RouteModules): (url: string) => boolean {
  return (url) => {
    const { searchParams } = new URL(url);
    const asked = searchParams.get("_routes")?.split(",") ?? [];
    const same = (id: string) =>
      (routes[id]?.module.handle as { sameForRole?: true } | undefined)?.sameForRole ?? false;
    return asked.length > 0 && !searchParams.has("q") && asked.every(same);
  };
}

export type SharedReloadOptions = {
  trustProxy: number;
  /**
   * Returns the role whose response a request may share, and the headers that are added for this requester.
   * The role of a hub clerk includes the hub. Null if the request may share only within its session.
   */
  roleOf?: (c: Context, cookies: string) => Promise<{ role: string; headers: [string, string][] } | null>;
};

/**
 * Returns a function that finds the role of a request. The function checks the session and the site lock as the routes'
 * guards do. It checks only staff sessions that this process knows, so that other requests cost nothing.
 */
export function roleByServices(
  services: Services,
  trustProxy: number,
  isSame: (url: string) => boolean,
  isStaff: (cookies: string) => boolean,
): NonNullable<SharedReloadOptions["roleOf"]> {
  return async (c, cookies) => {
    if (!isStaff(cookies) || !isSame(c.req.url)) return null;
    const [session, lock] = await Promise.all([
      readSession(services, c.req.raw, clientAddress(c, trustProxy)),
      readLock(services),
    ]);
    const admin = asAdmin(session);
    if (!admin || lock.active) return null;
    // A hub clerk's dashboard counts the cash of the riders of the clerk's own hub (STAFF-40).
    const hub = admin.role === "hub_clerk" ? await ownHub(services.db, admin) : null;
    return {
      role: hub ? `${admin.role} ${hub}` : admin.role,
      headers: [[SESSION_OWNER_HEADER, ownerId(services, session)]],
    };
  };
}

export function shareReloads({ trustProxy, roleOf }: SharedReloadOptions): MiddlewareHandler {
  const all = new Map<string, { turns: Coalesced<Answer | null>; users: number }>();

  async function sharerOf(c: Context, cookies: string): Promise<Sharer | null> {
    const found = await roleOf?.(c, cookies);
    if (found) return { key: ["role", found.role], headers: found.headers };
    // The cookie has a toast that must be shown on one page only, so the response is not shared.
    if (cookies.includes("toast=")) return null;
    return { key: [clientAddress(c, trustProxy), cookies], headers: [] };
  }

  return async (c, next) => {
    const cookies = c.req.header("Cookie") ?? "";
    if (!mayShare(c, cookies)) return next();
    const sharer = await sharerOf(c, cookies);
    if (!sharer) return next();
    const key = JSON.stringify([sharer.key, c.req.url, ...HEADERS.map((name) => c.req.header(name) ?? "")]);
    const entry = all.get(key) ?? { turns: nothingRunning<Answer | null>(), users: 0 };
    all.set(key, entry);
    entry.users += 1;
    let mine = false;
    try {
      const response = await coalesce(entry.turns, async () => {
        mine = true;
        await next();
        return keep(c);
      });
      if (mine) return;
      // The other request was cancelled, or its response may not be shared. So this request gets a response of its own.
      if (!response) return await next();
      recordOf(c).principal = response.principal;
      c.res = wholeResponse(response.body, { status: response.status, headers: response.headers });
      for (const [name, value] of sharer.headers) c.res.headers.set(name, value);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) all.delete(key);
    }
  };
}

/** Copies the response for sharing. Null if only this requester may get the response. */
async function keep(c: Context): Promise<Answer | null> {
  const { status, headers } = c.res;
  if (status !== 200 || headers.has("Set-Cookie") || c.req.raw.signal.aborted) return null;
  const body = (await wholeBody(c.res)) ?? Buffer.alloc(0);
  c.res = undefined;
  c.res = wholeResponse(body, { status, headers });
  return { status, headers: [...headers], body, principal: recordOf(c).principal };
}
