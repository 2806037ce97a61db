/**
 * RUN-14: one answer for the background reloads of many members of staff (docs/decisions/0018-live-reloads.md). Both run
 * behind the guards: each request has its own session checked.
 */
import type { MiddlewareFunction } from "react-router";
import type { AdminRole } from "../domain/roles.ts";
import { servicesContext } from "../platform/context.ts";
import { type SharedBody, sharedResponse } from "../platform/http/whole-body.server.ts";
import { isBackground, OWNER_HEADER } from "../platform/live/background.ts";
import { inNextTurn, noTurns, type Turns } from "../platform/next-turn.ts";
import type { Services } from "../platform/services.server.ts";
import { adminContext, sessionContext } from "./principal-context.ts";
import { ownerId } from "./sign-out.server.ts";

type Middleware = MiddlewareFunction<Response>;

/** Names the owner of the session in the answer to a background reload, which leaves out root.tsx. */
export const nameOwner: Middleware = async ({ request, context }, next) => {
  const response = await next();
  if (isBackground(request))
    response.headers.set(OWNER_HEADER, ownerId(context.get(servicesContext), context.get(sessionContext)));
  return response;
};

type Answer = { body: SharedBody; headers: [string, string][] };
/** What waits in this process, by role and address. */
type Waiting = Map<string, { turns: Turns<Answer | null>; users: number }>;
const waiting = new WeakMap<Services["live"], Waiting>();

/**
 * The middleware of a route whose data depends on its address and the role of who asks, and on nothing else: those who
 * wait for it get one answer, made after each of them asked. `routes` are the routes that may be in it; a request for
 * others, for a search, or by a person is answered alone.
 */
export function sharedAmongStaff(...routes: string[]): Middleware {
  return async ({ request, context }, next) => {
    const key = sharedKey(request, context.get(adminContext).role, routes);
    if (key === null) return next();
    const { live } = context.get(servicesContext);
    const all: Waiting = waiting.get(live) ?? new Map();
    waiting.set(live, all);
    const entry = all.get(key) ?? { turns: noTurns<Answer | null>(), users: 0 };
    all.set(key, entry);
    entry.users += 1;
    try {
      const answer = await inNextTurn(entry.turns, async () => keep(await next(), request));
      // The one who asked for all went away, or was refused.
      return answer ? sharedResponse(answer.body, { headers: answer.headers }) : await next();
    } finally {
      entry.users -= 1;
      if (entry.users === 0) all.delete(key);
    }
  };
}

function sharedKey(request: Request, role: AdminRole, routes: string[]): string | null {
  const { pathname, searchParams } = new URL(request.url);
  const asked = searchParams.get("_routes")?.split(",") ?? [];
  const shared =
    request.method === "GET" &&
    isBackground(request) &&
    pathname.endsWith(".data") &&
    // A search may show one booking with a form of its own.
    !searchParams.has("q") &&
    asked.length > 0 &&
    asked.every((route) => routes.includes(route));
  return shared ? `${role} ${request.url}` : null;
}

async function keep(response: Response, request: Request): Promise<Answer | null> {
  if (response.status !== 200 || response.headers.has("Set-Cookie") || request.signal.aborted) return null;
  const bytes = Buffer.from(await response.arrayBuffer());
  return { body: { bytes, packed: new Map() }, headers: [...response.headers] };
}
