/**
 * RUN-14: background reloads of the back office share one response if they wait at the same time for the same
 * URL (docs/decisions/0018-live-updates.md). They must be from one session, or from one role whose data for
 * that URL is equal for all members. The response is made after all these requests were sent, so it is as new
 * as a response to each alone.
 */
import type { Context, MiddlewareHandler } from "hono";
import { asAdmin } from "../../app/access/actors.server.ts";
import { readSession } from "../../app/access/sessions.server.ts";
import { ownerId } from "../../app/access/sign-out.server.ts";
import type { PrincipalKind } from "../../app/platform/context.ts";
import { BACKGROUND_HEADER, SESSION_OWNER_HEADER } from "../../app/platform/live/background.ts";
import { coalesce, nothingRunning, type Coalesced } from "../../app/platform/coalesce.ts";
import type { Services } from "../../app/platform/services.server.ts";
import { readLock } from "../../app/company/site-lock/site-lock.server.ts";
import { clientAddress } from "../http/client-address.ts";
import { recordOf } from "../http/request-record.ts";

type Answer = {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
  principal: PrincipalKind;
};

/** Requests with an equal `key` share a response. `headers` are added for this requester alone. */
type Sharer = { key: string[]; headers: [string, string][] };

const RELOADED = /^\/admin(\/.*)?\.data$/;
const HEADERS = ["Accept", "Accept-Encoding", "Save-Data"];

function mayShare(c: Context, cookies: string): boolean {
  const reload = c.req.method === "GET" && RELOADED.test(c.req.path) && c.req.header(BACKGROUND_HEADER);
  return Boolean(reload) && cookies.includes("session=");
}

type RouteModules = Record<string, { module: { handle?: unknown } } | undefined>;

/**
 * True if every requested route has the same data for all people of a role (RoleHandle). False with a search
 * (`q`), because the response may contain the requester's form.
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
   * The role whose response a request may share, and the requester's own headers. Null if the request may
   * share only within its session.
   */
  roleOf?: (c: Context, cookies: string) => Promise<{ role: string; headers: [string, string][] } | null>;
};

/**
 * Finds the role of a request with the same checks of session and site lock as the guards. Checks only known
 * staff sessions, so that other requests cost nothing.
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
    return { role: admin.role, headers: [[SESSION_OWNER_HEADER, ownerId(services, session)]] };
  };
}

export function shareReloads({ trustProxy, roleOf }: SharedReloadOptions): MiddlewareHandler {
  const all = new Map<string, { turns: Coalesced<Answer | null>; users: number }>();

  async function sharerOf(c: Context, cookies: string): Promise<Sharer | null> {
    const found = await roleOf?.(c, cookies);
    if (found) return { key: ["role", found.role], headers: found.headers };
    // Only one page shows a toast, so a response with a waiting toast is not shared.
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
      // The request for the shared response was cancelled, or its response may not be shared. So this request
      // gets its own response.
      if (!response) return await next();
      recordOf(c).principal = response.principal;
      c.res = new Response(response.body, { status: response.status, headers: response.headers });
      for (const [name, value] of sharer.headers) c.res.headers.set(name, value);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) all.delete(key);
    }
  };
}

/** Null if only this requester may get the response. */
async function keep(c: Context): Promise<Answer | null> {
  const { status, headers } = c.res;
  if (status !== 200 || headers.has("Set-Cookie") || c.req.raw.signal.aborted) return null;
  const body = await c.res.arrayBuffer();
  const response = { status, headers: [...headers], body, principal: recordOf(c).principal };
  c.res = new Response(body, { status, headers });
  return response;
}
