import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Caller, ApiProblem } from "../../app/developers/endpoints/endpoint.ts";
import { problemType } from "../../app/developers/endpoints/problem-codes.ts";
import { PROBLEM_TITLES } from "../../app/developers/endpoints/problem.ts";
import type { Services } from "../../app/platform/services.server.ts";

export type ApiEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    ip: string;
    requestId: string;
    body: Uint8Array<ArrayBuffer> | null;
    caller: Caller;
    /** The company's services. For a test key, the sandbox's services. */
    services: Services;
  };
};

/** Responds with a problem (RFC 9457) that has the request's id. */
export function respondProblem(
  c: Context<ApiEnv>,
  { problem: { status, code, detail, errors, more, retryAfterSeconds } }: ApiProblem,
  headers: Record<string, string> = {},
): Response {
  const body = {
    type: problemType(code),
    title: PROBLEM_TITLES[status] ?? "Refused",
    ...{ status, code, detail },
    ...(errors && { errors }),
    ...more,
    request_id: c.get("requestId"),
  };
  return Response.json(body, {
    status,
    headers: {
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
      ...headers,
      "Content-Type": "application/problem+json",
    },
  });
}
