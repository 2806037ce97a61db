/**
 * RUN-14: background reloads of the back office that wait at the same time are answered together: those of one session for
 * one address, and those of one role if the data depends on nothing else (docs/decisions/0018-live-updates.md). The shared
 * response is made after each of these requests was sent, so it equals the one that each would have got alone.
 */
import type { Context, MiddlewareHandler } from "hono";
import { asAdmin } from "../../app/access/actors.server.ts";
import { readSession } from "../../app/access/sessions.server.ts";
import { ownerId } from "../../app/access/sign-out.server.ts";
import type { PrincipalKind } from "../../app/platform/context.ts";
import { BACKGROUND_HEADER, OWNER_HEADER } from "../../app/platform/live/background.ts";
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

/** The sharing group of a request, as part of its key. `headers` are the requester's own. */
type Sharer = { key: string[]; headers: [string, string][] };

const RELOADED = /^\/admin(\/.*)?\.data$/;
/** The headers that may change a response, besides the path and the requester. */
const HEADERS = ["Accept", "Accept-Encoding", "Save-Data"];

function mayShare(c: Context, cookies: string): boolean {
  const reload = c.req.method === "GET" && RELOADED.test(c.req.path) && c.req.header(BACKGROUND_HEADER);
  return Boolean(reload) && cookies.includes("session=");
}

type RouteModules = Record<string, { module: { handle?: unknown } } | undefined>;

/** True if each route of a request has equal data for a role (RoleHandle). A search may show a form of its own. */
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
  /** The role whose response a request may share, and its own headers; null if it shares only within its session. */
  roleOf?: (c: Context, cookies: string) => Promise<{ role: string; headers: [string, string][] } | null>;
};

/**
 * Determines the role of a request, with the guards' checks of its session and the site lock. Only for sessions that are
 * known to be staff, so requests of others cost nothing here.
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
    return { role: admin.role, headers: [[OWNER_HEADER, ownerId(services, session)]] };
  };
}

export function shareReloads({ trustProxy, roleOf }: SharedReloadOptions): MiddlewareHandler {
  const all = new Map<string, { turns: Coalesced<Answer | null>; users: number }>();

  async function sharerOf(c: Context, cookies: string): Promise<Sharer | null> {
    const found = await roleOf?.(c, cookies);
    if (found) return { key: ["role", found.role], headers: found.headers };
    // Only one page shows a waiting toast.
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
      // The request that made the shared response was cancelled, or failed.
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

/** The response for the other requests; null if only this request may get it. */
async function keep(c: Context): Promise<Answer | null> {
  const { status, headers } = c.res;
  if (status !== 200 || headers.has("Set-Cookie") || c.req.raw.signal.aborted) return null;
  const body = await c.res.arrayBuffer();
  const response = { status, headers: [...headers], body, principal: recordOf(c).principal };
  c.res = new Response(body, { status, headers });
  return response;
}
