/** The JSON door to declared operations: a form's declaration, for programs. */
import type { LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import type { AnyOperation } from "../operations/operation.server.ts";
import { refusalText, refuse, responseInit, type Refusal } from "./result.ts";
import { isUuid } from "./uuid.ts";

type Sent = Pick<LoaderFunctionArgs, "request" | "params" | "context">;
type ActorOf<Actor> = (context: Readonly<RouterContextProvider>) => Actor;

/** The `loader` of a route without a page: the query and the path are the input. */
export const jsonRead =
  <Actor>(operation: AnyOperation<Actor>, actor: ActorOf<Actor>) =>
  async ({ request, params, context }: Sent): Promise<Response> => {
    const input = { ...Object.fromEntries(new URL(request.url).searchParams), ...params };
    // A read has no key.
    return respond(await operation.receive(context.get(servicesContext), actor(context), input, ""));
  };

/**
 * The `action` of a route without a page: a JSON object as the body, an `Idempotency-Key` in the header. The path takes
 * precedence over fields with these names.
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

/** A refusal in the format of RFC 9457: `code` is the reason, `errors` name their fields by JSON pointers. */
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
