/** API-2: checks the request to an endpoint, runs the endpoint, and writes its response. */
import type { Context } from "hono";
import * as z from "zod";
import type { Answer, Endpoint, ApiProblem } from "../../app/developers/endpoints/endpoint.ts";
import { checkSent, problem } from "../../app/developers/endpoints/problem.ts";
import { respondProblem, type ApiEnv } from "./respond-problem.ts";

const KEY = /^[\x20-\x7e]{1,255}$/;
const NO_QUERY = z.strictObject({});
/**
 * The idempotency keys of the requests that run in this process now. If the same request is sent again to another
 * process, that process waits for the first one's transaction in the database.
 */
const running = new Set<string>();

export async function answerEndpoint(c: Context<ApiEnv>, endpoint: Endpoint): Promise<Response> {
  const key = c.req.header("Idempotency-Key") ?? "";
  const wrongKey = refuseKeyHeader(endpoint, key);
  if (wrongKey) return respondProblem(c, wrongKey);
  const asked = Object.fromEntries(new URL(c.req.url).searchParams);
  const query = checkSent(endpoint.query ?? NO_QUERY, asked, "query");
  if ("problem" in query) return respondProblem(c, query);
  const body = readJson(endpoint, c.get("body"));
  if ("problem" in body) return respondProblem(c, body);
  const caller = c.get("caller");
  const call = {
    services: c.get("services"),
    ...{ caller, key, body: body.value, query: query.value },
    ip: c.get("ip"),
    path: c.req.param() as Record<string, string>,
  };
  const turn = key && caller ? `${caller.mode} ${caller.owner.id} ${endpoint.id} ${key}` : null;
  if (turn && running.has(turn)) {
    const text = "The first request with this idempotency key is still running. Send it again in a moment.";
    return respondProblem(c, problem(409, "in_progress", text, { retryAfterSeconds: 1 }));
  }
  if (turn) running.add(turn);
  try {
    const answer = await endpoint.handle(call);
    return "problem" in answer ? respondProblem(c, answer) : respond(answer);
  } finally {
    if (turn) running.delete(turn);
  }
}

function refuseKeyHeader({ key: needs }: Endpoint, key: string): ApiProblem | null {
  if (needs === undefined) return null;
  if (key === "" && needs === "required")
    return problem(
      400,
      "no_idempotency_key",
      "Send an Idempotency-Key: a new random text for each new request.",
    );
  if (key !== "" && !KEY.test(key))
    return problem(400, "wrong_idempotency_key", "An Idempotency-Key has 1 to 255 printable characters.");
  return null;
}

function readJson({ body: schema }: Endpoint, bytes: Uint8Array | null): { value: unknown } | ApiProblem {
  if (!schema) return { value: null };
  let sent: unknown;
  try {
    sent = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes ?? new Uint8Array()));
  } catch {
    return problem(400, "no_json", "The body is not JSON.");
  }
  return checkSent(schema, sent, "body");
}

function respond(answer: Answer): Response {
  if (answer.status === 204) return new Response(null, { status: 204 });
  if ("bytes" in answer)
    return new Response(answer.bytes, {
      headers: { "Content-Type": answer.type, "Content-Disposition": `inline; filename="${answer.name}"` },
    });
  const response = Response.json(answer.json, { status: answer.status });
  if (answer.replayed) response.headers.set("Idempotent-Replayed", "true");
  return response;
}
