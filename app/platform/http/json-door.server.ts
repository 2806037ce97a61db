/** JSON requests to declared operations, for programs. They run the same operations as forms. */
import type { LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import type { AnyOperation } from "../operations/operation.server.ts";
import { refusalText, refuse, responseInit, type Refusal } from "./result.ts";
import { isUuid } from "./uuid.ts";

type Sent = Pick<LoaderFunctionArgs, "request" | "params" | "context">;
type ActorOf<Actor> = (context: Readonly<RouterContextProvider>) => Actor;

/** The `loader` of a route without a page. The operation's input comes from the query and the path. */
export const jsonRead =
  <Actor>(operation: AnyOperation<Actor>, actor: ActorOf<Actor>) =>
  async ({ request, params, context }: Sent): Promise<Response> => {
    const input = { ...Object.fromEntries(new URL(request.url).searchParams), ...params };
    // An empty key is passed, because a read needs no idempotency key.
    return respond(await operation.receive(context.get(servicesContext), actor(context), input, ""));
  };

/**
 * The `action` of a route without a page. The body is a JSON object, and the idempotency key is in the header
 * `Idempotency-Key`. Values from the path take precedence over fields with the same names.
 */
export const jsonWrite =
  <Actor>(operation: AnyOperation<Actor>, actor: ActorOf<Actor>) =>
  async ({ request, params, context }: Sent): Promise<Response> => {
    const key = request.headers.get("Idempotency-Key") ?? "";
    if (!isUuid(key))
      return problem({ ...refuse("invalid", "Send a UUID as Idempotency-Key."), reason: "no_key" });
    const body: unknown = await request.json().catch(() => null);
    if (typeof body !== "object" || body === null || Array.isArray(body))
      return problem({ ...refuse("invalid", "Send a JSON object."), reason: "no_object" });
    const input = { ...body, ...params };
    return respond(await operation.receive(context.get(servicesContext), actor(context), input, key));
  };

function respond(out: ({ ok: true } & Record<string, unknown>) | Refusal): Response {
  if (!out.ok) return problem(out);
  const { ok: _, ...response } = out;
  return Response.json(response);
}

/**
 * A refusal in the format of RFC 9457. `code` is the reason, and each of the `errors` points to its field by a JSON
 * pointer.
 */
function problem(refusal: Refusal): Response {
  const { status, headers } = responseInit(refusal);
  const errors = Object.entries(refusal.errors)
    .filter(([field]) => field !== "form")
    .map(([field, detail]) => ({ pointer: `/${field}`, detail }));
  const body = { status, code: refusal.reason ?? refusal.code, detail: refusalText(refusal), errors };
  return Response.json(body, {
    status,
    headers: { ...headers, "Content-Type": "application/problem+json" },
  });
}
