/** The JSON door to declared operations: the same declaration that a form uses, for programs. */
import type { AnyOperation } from "../operations/operation.server.ts";
import type { Services } from "../services.server.ts";
import { refusalText, refuse, responseInit, type Refusal } from "./result.ts";
import { isUuid } from "./uuid.ts";

type Asked = { services: Services; request: Request; params?: Record<string, string> };

/** Reads: the query and the path say what. */
export const jsonRead =
  <Actor>(operation: AnyOperation<Actor>, actor: (asked: Asked) => Actor) =>
  async (asked: Asked): Promise<Response> => {
    const { services, request, params } = asked;
    const query = Object.fromEntries(new URL(request.url).searchParams);
    // A read has no key.
    return respond(await operation.receive(services, actor(asked), { ...query, ...params }, ""));
  };

/** Writes: a JSON object as the body, an `Idempotency-Key` in the header; the path wins over fields of the same name. */
export const jsonWrite =
  <Actor>(operation: AnyOperation<Actor>, actor: (asked: Asked) => Actor) =>
  async (asked: Asked): Promise<Response> => {
    const { services, request, params } = asked;
    const key = request.headers.get("Idempotency-Key") ?? "";
    if (!isUuid(key))
      return problem({ ...refuse("invalid", "Send a UUID as Idempotency-Key."), reason: "no_key" });
    const body: unknown = await request.json().catch(() => null);
    if (typeof body !== "object" || body === null || Array.isArray(body))
      return problem({ ...refuse("invalid", "Send a JSON object."), reason: "no_object" });
    return respond(await operation.receive(services, actor(asked), { ...body, ...params }, key));
  };

function respond(out: ({ ok: true } & Record<string, unknown>) | Refusal): Response {
  if (!out.ok) return problem(out);
  const { ok: _, ...response } = out;
  return Response.json(response);
}

/** A refusal as RFC 9457 has it: `code` is the reason, `errors` name their fields by JSON pointers. */
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
