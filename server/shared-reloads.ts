/**
 * RUN-14: background reloads of the back office that one session sends from several pages of the same address at the
 * same time are answered together (docs/decisions/0018-live-reloads.md). The answer is made after each of them was
 * sent, for the same cookies, so that it is what each would have got alone.
 */
import type { Context, MiddlewareHandler } from "hono";
import type { PrincipalKind } from "../app/platform/context.ts";
import { BACKGROUND_HEADER } from "../app/platform/live/background.ts";
import { inNextTurn, noTurns, type Turns } from "../app/platform/next-turn.ts";
import { clientAddress } from "./client-address.ts";
import { recordOf } from "./request-record.ts";

type Answer = {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
  principal: PrincipalKind;
};

const RELOADED = /^\/admin(\/.*)?\.data$/;
/** What may change an answer, besides the path. */
const HEADERS = ["Cookie", "Accept", "Accept-Encoding", "Save-Data"];

/** The requests that have the same answer as this one; null where it is answered alone. */
function sameAs(c: Context, trustProxy: number): string | null {
  const cookies = c.req.header("Cookie") ?? "";
  const reload = c.req.method === "GET" && RELOADED.test(c.req.path) && c.req.header(BACKGROUND_HEADER);
  // A waiting toast is shown by one page only.
  if (!reload || !cookies.includes("session=") || cookies.includes("toast=")) return null;
  const named = HEADERS.map((name) => c.req.header(name) ?? "");
  return JSON.stringify([clientAddress(c, trustProxy), c.req.url, ...named]);
}

export function shareReloads(trustProxy: number): MiddlewareHandler {
  const all = new Map<string, { turns: Turns<Answer | null>; users: number }>();
  return async (c, next) => {
    const key = sameAs(c, trustProxy);
    if (key === null) return next();
    const entry = all.get(key) ?? { turns: noTurns<Answer | null>(), users: 0 };
    all.set(key, entry);
    entry.users += 1;
    let mine = false;
    try {
      const answer = await inNextTurn(entry.turns, async () => {
        mine = true;
        await next();
        return keep(c);
      });
      if (mine) return;
      // The one who asked for all went away, or failed.
      if (!answer) return await next();
      recordOf(c).principal = answer.principal;
      c.res = new Response(answer.body, { status: answer.status, headers: answer.headers });
    } finally {
      entry.users -= 1;
      if (entry.users === 0) all.delete(key);
    }
  };
}

/** The answer for the others; null where it is good for this request only. */
async function keep(c: Context): Promise<Answer | null> {
  const { status, headers } = c.res;
  if (status >= 500 || headers.has("Set-Cookie") || c.req.raw.signal.aborted) return null;
  const body = await c.res.arrayBuffer();
  const answer = { status, headers: [...headers], body, principal: recordOf(c).principal };
  c.res = new Response(body, { status, headers });
  return answer;
}
